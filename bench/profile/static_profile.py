#!/usr/bin/env python3
"""What the kernels' object code should cost on CPUs that are not here: llvm-mca on their hot loops.

    static_profile.py BUILD... [--markdown FILE] [--json FILE] [--cpu NAME,...] [--kernel NAME,...]

BUILD is a build folder (or several: one of them cross compiled); its isa_unit.cpp.o are read. docs/profile.md tells
what the figures mean. Exit codes: 0 done; 1 it failed; 2 wrong usage; 77 there is no llvm-mca or llvm-objdump.
"""

import argparse
import functools
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# --- what is known beforehand -----------------------------------------------------------------------------------------

LANES = {"scalar": 1, "sse4.2": 4, "avx2": 8, "avx512": 16, "neon64": 4}
SWEEP_PASSES = 64  # combinations of outer and inner boxes, in one pass of each loop: a tile's two and that of one box alone
# Of a loop that the compiler has left within a hot loop: over three axes, or three points behind the first.
INNER_PASSES = 3


class Kernel:
    """A kernel: its function, and what a vector takes: multiplies; adds and subtractions; minima, maxima and compares.

    Divisions, roots, signs, selects, integer operations, shuffles, loads and stores are left out: sets differ in how
    many of them they need."""

    def __init__(self, name, function, mul, add, compare, block=None, part=None):
        self.name, self.function = name, re.compile(function)
        self.mul, self.add, self.compare = mul, add, compare
        self.block = block  # items of one pass of the loop where that is not the lanes
        self.part = part and re.compile(part)  # a function of its own, called once per vector


# Counted by hand in src/simd/kernels/<header>, equal terms once; the long ones (*) in the objects, of the set that has
# them unrolled. --check compares all of them with what is found.
KERNELS = [
    Kernel("ingest", r"\bingest<", 23, 14, 27),  # ingest.hpp
    Kernel("aabb", r"\bbounds<", 13, 32, 8),  # bounds.hpp
    Kernel("sweep-scan", r"\bsweep_self<.*, 3>", 0, 4, 1, SWEEP_PASSES),  # sweep.hpp
    Kernel("sat", r"\bfilter_pairs<.*BoxRecord", 135, 111, 0),  # pair_axes.hpp, sat.hpp
    Kernel("sat-bytes", r"\btest_pairs<.*BoxRecord", 135, 111, 0),
    Kernel("contacts", r"\bfilter_contacts<.*BoxRecord", 203, 167, 77),  # axes.hpp
    Kernel("separation", r"\bfind_axes<", 210, 165, 110),  # axes.hpp *
    Kernel("manifold", r"\bface_manifolds<", 264, 322, 279, part=r"\bwrite_faces<"),  # face_manifold.hpp *
    Kernel("manifold-edges", r"\bedge_manifolds<", 90, 89, 24),  # edge_manifold.hpp *
    Kernel("contains", r"\bcontains_points<", 9, 9, 3),  # points.hpp
    Kernel("closest-points", r"\bclosest_to_points<", 21, 23, 16),  # points.hpp
    Kernel("transform", r"\btransform<.*, 3>", 138, 201, 19),  # transform.hpp *
    Kernel("judge-bonds", r"\bjudge_bonds<", 0, 6, 0),  # changes.hpp
    Kernel("rect-sat", r"\bfilter_pairs<.*RectRecord", 20, 20, 0),  # rect_axes.hpp
    Kernel("rect-separation", r"\bfind_rect_axes<", 28, 33, 24),  # rect_contacts.hpp *
    Kernel("rect-manifold", r"\brect_manifolds<", 41, 54, 39),  # rect_contacts.hpp *
]


class Cpu:
    """A CPU. `model`: what its resources' names begin with where llvm has a model of it. `ports`, by register width in
    bits: how many ports multiply, add, do either, do anything with vectors, as the makers' optimisation guides have
    them."""

    def __init__(self, name, arch, what, model, ports):
        self.name, self.arch, self.what, self.model, self.ports = name, arch, what, model, ports


ZEN = {128: (2, 2, 4, 4), 256: (2, 2, 4, 4)}
INTEL = {128: (2, 2, 2, 3), 256: (2, 2, 2, 3), 512: (2, 2, 2, 2)}
COVE = {128: (2, 2, 3, 3), 256: (2, 2, 3, 3)}  # adders apart from the multipliers
TWO, FOUR = {128: (2, 2, 2, 2)}, {128: (4, 4, 4, 4)}
CPUS = [
    Cpu("znver2", "x86_64", "AMD Zen 2", "Zn2", ZEN),
    Cpu("znver3", "x86_64", "AMD Zen 3", "Zn3", ZEN),
    Cpu("znver4", "x86_64", "AMD Zen 4", "Zn4", {**ZEN, 512: (1, 1, 2, 2)}),
    Cpu("znver5", "x86_64", "AMD Zen 5", "Zn5", {**ZEN, 512: (2, 2, 4, 4)}),
    Cpu("skylake-avx512", "x86_64", "Intel Skylake server", "SKX", INTEL),
    Cpu("icelake-server", "x86_64", "Intel Ice Lake server", "ICX", INTEL),
    Cpu("sapphirerapids", "x86_64", "Intel Sapphire Rapids", "SPR", {**COVE, 512: INTEL[512]}),
    Cpu("alderlake", "x86_64", "Intel Alder Lake, P core", "ADLP", COVE),
    Cpu("cortex-a72", "aarch64", "Arm Cortex-A72", "A72", TWO),
    Cpu("neoverse-n1", "aarch64", "Arm Neoverse N1", "N1", TWO),
    Cpu("neoverse-v1", "aarch64", "Arm Neoverse V1", "V1", FOUR),
    Cpu("neoverse-v2", "aarch64", "Arm Neoverse V2", "V2", FOUR),
    Cpu("apple-m1", "aarch64", "Apple M1", "M1", FOUR),
]
# Models that llvm uses for other CPUs, too.
MODELS = {"Zn3": "Zen 3", "Zn4": "Zen 4", "SKX": "Skylake server", "ICX": "Ice Lake", "SKL": "Skylake client",
          "SB": "Sandy Bridge", "A57": "Cortex-A57", "N1": "Neoverse N1", "N2": "Neoverse N2", "V1": "Neoverse V1",
          "V2": "Neoverse V2", "Cy": "Cyclone (Apple A7)"}


def bound(kernel, cpu, isa):
    """Cycles per item that the float arithmetic takes at least."""
    mul, add, either, vector = cpu.ports[register_bits(isa)]
    floats = kernel.mul + kernel.add
    return max(kernel.mul / mul, kernel.add / add, floats / either, (floats + kernel.compare) / vector) / LANES[isa]


def register_bits(isa):
    return max(128, 32 * LANES[isa])


# --- object code ------------------------------------------------------------------------------------------------------


class Instruction:
    def __init__(self, address, name, operands):
        self.address, self.name, self.operands = address, name, operands
        self.target = None  # of a jump


class Function:
    def __init__(self, name):
        self.name, self.code = name, []


def disassemble(objdump, path):
    """The object's functions, and what it was compiled for."""
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", "-C", str(path)], check=True, capture_output=True,
                          text=True).stdout
    return parse_listing(text), "aarch64" if "elf64-littleaarch64" in text else "x86_64"


def compilers_of(objdump, paths):
    """What the objects' comment sections name, such as GCC 12.2.0; of several all."""
    found = []
    for path in paths:
        text = subprocess.run([objdump, "-s", "--section=.comment", str(path)], capture_output=True, text=True).stdout
        dump = re.findall(r"^ [0-9a-f]+ ((?:[0-9a-f]+ ){1,4})", text, re.M)
        for name in bytes.fromhex("".join(dump)).decode("ascii", "replace").split("\0"):
            if name:
                found.append(re.sub(r":? \(.*\)", "", name))
    return ", ".join(dict.fromkeys(found)) or "an unknown compiler"


def commit_of(build):
    """The commit that the build folder's sources stand at, by what CMake noted there; "unknown" without git."""
    cache = Path(build) / "CMakeCache.txt"
    source = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", cache.read_text() if cache.exists() else "", re.M)
    if not source or not shutil.which("git"):
        return "unknown"
    run = subprocess.run(["git", "-C", source.group(1), "describe", "--always", "--abbrev=7", "--dirty", "--exclude=*"],
                         capture_output=True, text=True)
    return run.stdout.strip() or "unknown"


def parse_listing(text):
    functions = []
    for line in text.splitlines():
        begin = re.match(r"[0-9a-f]+ <(.*)>:$", line)
        if begin:
            functions.append(Function(begin.group(1).replace("satori::v0::simd::", "")))
            continue
        fields = re.match(r"\s*([0-9a-f]+):\s+(\S+)\s*(.*)$", line)
        if not fields or not functions:
            continue
        name, operands = fields.group(2), fields.group(3)
        comment = "#" if "%" in operands else "//"
        operands = operands.split(comment)[0].rstrip()
        if not is_jump(name):
            operands = operands.split(" <")[0]
        instruction = Instruction(int(fields.group(1), 16), name, operands)
        if is_jump(name):
            target = re.search(r"(?:^|\s)(?:0x)?([0-9a-f]+) <", operands)
            if target:
                instruction.target = int(target.group(1), 16)
        functions[-1].code.append(instruction)
    return functions


@functools.cache
def is_jump(name):
    return bool(re.match(r"j[a-z]+$|b$|b\.[a-z]+$|cbn?z$|tbn?z$", name))


def falls_through(instruction):
    return not re.match(r"(jmp|jmpq|b|ret|retq|ud2|br|brk)$", instruction.name)


class Loop:
    """A natural loop: its blocks by number, and their instructions in order."""

    def __init__(self, blocks, code_of):
        self.blocks, self.code_of = blocks, code_of
        self.code = [i for b in sorted(blocks) for i in code_of[b]]
        self.floats = count_floats(self.code)

    def unroll(self, inner):
        """Puts each of the loops within it as often behind itself as it is passed."""
        self.code = []
        blocks = sorted(self.blocks)
        while blocks:
            loop = next((l for l in inner if blocks[0] in l.blocks), None)
            if loop is None:
                self.code += self.code_of[blocks.pop(0)]
                continue
            self.code += INNER_PASSES * loop.code
            blocks = [b for b in blocks if b not in loop.blocks]
        self.floats = count_floats(self.code)


def count_floats(code):
    return sum(1 for i in code if kind_of(i) in FLOAT_KINDS)


def find_loops(function):
    """All natural loops of the function's flow graph, by its dominators."""
    code = function.code
    addresses = {i.address: k for k, i in enumerate(code)}
    starts = {0}
    for k, i in enumerate(code):
        if i.target in addresses:
            starts.add(addresses[i.target])
        if (i.target is not None or not falls_through(i)) and k + 1 < len(code):
            starts.add(k + 1)
    starts = sorted(starts)
    block_of = {start: b for b, start in enumerate(starts)}
    ends = starts[1:] + [len(code)]
    successors = [set() for _ in starts]
    for b, end in enumerate(ends):
        last = code[end - 1]
        if last.target in addresses:
            successors[b].add(block_of[addresses[last.target]])
        if falls_through(last) and end in block_of:
            successors[b].add(block_of[end])
    # Padding behind a jump falls into the next block, but is never reached.
    reached, open_blocks = {0}, [0]
    while open_blocks:
        for s in successors[open_blocks.pop()] - reached:
            reached.add(s)
            open_blocks.append(s)
    predecessors = [set() for _ in starts]
    for b in reached:
        for s in successors[b]:
            predecessors[s].add(b)

    everything = set(range(len(starts)))
    dominators = [{0}] + [everything] * (len(starts) - 1)
    changed = True
    while changed:
        changed = False
        for b in range(1, len(starts)):
            before = [dominators[p] for p in predecessors[b]]
            new = (set.intersection(*before) if before else set()) | {b}
            if new != dominators[b]:
                dominators[b], changed = new, True

    bodies = {}
    for b in sorted(reached):
        for header in successors[b] & dominators[b]:
            body, open_blocks = {header, b}, [b]
            while open_blocks:
                block = open_blocks.pop()
                if block == header:
                    continue
                for p in predecessors[block] - body:
                    body.add(p)
                    open_blocks.append(p)
            bodies.setdefault(header, set()).update(body)
    # Kernels call nothing but what a slow path needs, such as the root of a negative number.
    calls = {b for b in reached if any(re.match(r"callq?$|blr?$", i.name) for i in code[starts[b]:ends[b]])}
    code_of = [[] if b in calls else code[start:end] for b, (start, end) in enumerate(zip(starts, ends))]
    return [Loop(body, code_of) for body in bodies.values()]


def hot_loops(function):
    """The loops that the kernel's time goes to. Of the outermost loops the one with the most float operations, of
    equals the shortest (variants of a kernel are loops beside each other); of it the innermost loops, as long as they have at
    least half of its float operations; of these all that have a tenth. Several are phases: each is passed once per
    vector. Loops with float operations within them, which the compiler has left as loops, are unrolled."""
    loops = [loop for loop in find_loops(function) if loop.floats > 0]

    def inside(outer):
        within = [loop for loop in loops if loop.blocks < outer.blocks]
        return [loop for loop in within if not any(loop.blocks < other.blocks for other in within)]

    def innermost(loop):
        inner = inside(loop)
        if sum(l.floats for l in inner) * 2 < loop.floats:
            loop.unroll(inner)
            return [loop]
        return [leaf for l in inner for leaf in innermost(l)]

    outermost = [loop for loop in loops if not any(loop.blocks < other.blocks for other in loops)]
    nests = [innermost(loop) for loop in outermost]
    if not nests:
        return []
    best = max(nests, key=lambda nest: (sum(l.floats for l in nest), -sum(len(l.code) for l in nest)))
    return [loop for loop in best if loop.floats * 10 >= sum(l.floats for l in best)]


# --- what instructions do ---------------------------------------------------------------------------------------------

X86_KINDS = [
    ("add", r"v?(add|sub)[ps][sd]$"),
    ("mul", r"v?mul[ps][sd]$"),
    ("divide", r"v?(div|sqrt)[ps][sd]$"),
    ("compare", r"v?(max|min|cmp[a-z_]*)[ps][sd]$|v?u?comis[sd]$"),
    ("logic", r"v?p?(andn?|or|xor)(ps|pd|[dq])?$|v?pternlog[dq]$|v?p?blend.*"),
    ("shuffle", r"v?(unpck|punpck|shuf|pshuf|perm|palignr|insert|extract|pinsr|pextr|movhlps|movlhps|movddup"
                r"|movs[hl]dup|pack|align|expand|compress|pmovzx|pmovsx|pcompress|pexpand|pbroadcast|broadcast).*"),
    ("mask", r"k[a-z]+$|v?p?movmsk.*|v?pmov[a-z]?2m"),
    ("integer", r"v?(p(add|sub|sll|srl|sra|min|max|cmp|mul|sign|abs|test)|cvt|test|ptest).*"),
    ("move", r"v?mov([au]p[sd]|dq[au](8|16|32|64)?|ss|sd|[dq]|[hl]p[sd]|ntps|ntdq)$"),
    ("prefetch", r"prefetch.*"),
]
ARM_KINDS = [
    ("add", r"f(add|sub|abd)$"),
    ("mul", r"fn?mul$"),
    ("divide", r"f(div|sqrt)$"),
    ("compare", r"f(min|max)(nm)?$|fc(m[a-z]+|cmpe?)$|fac[a-z]+$|fcsel$"),
    ("logic", r"and$|orr$|eor$|bic$|orn$|bsl$|bi[ft]$|mvn$|not$|fabs$|fneg$"),
    ("shuffle", r"zip[12]$|uzp[12]$|trn[12]$|ext$|tbl$|dup$|ins$|rev.*"),
    ("move", r"(ld|st)(r|p|ur|1|nt1|np)$|ld1r$|mov$|movi$|mvni$|fmov$|umov$|smov$"),
    ("prefetch", r"prf.*"),
]
FLOAT_KINDS = ("add", "mul", "divide", "compare")
ARM_VECTOR = re.compile(r"\b[vqsd]\d+\b|\bv\d+\.")


def is_arm_vector(operands):
    return bool(ARM_VECTOR.search(operands))


def kind_of(instruction):
    return kind_of_text(instruction.name, instruction.operands)


@functools.cache
def kind_of_text(name, operands):
    if is_jump(name):
        return "scalar"
    x86 = "%" in operands or not re.search(r"\b([vqsdwx]\d+|[wx]zr|sp)\b", operands)
    if x86:
        vector = re.search(r"%([xyz]mm|k[0-7])", operands) or name.startswith("prefetch")
        if not vector:
            return "scalar"
        for kind, pattern in X86_KINDS:
            if re.match(pattern + "$", name):
                return kind
        return "integer"
    if name.startswith("prf"):
        return "prefetch"
    if not is_arm_vector(operands):
        return "scalar"
    for kind, pattern in ARM_KINDS:
        if re.match(pattern, name):
            # Moves between registers of one lane are shuffles.
            if kind == "move" and "[" in operands and not name.startswith(("ld", "st")):
                return "shuffle"
            return kind
    return "integer"


def memory_use(instruction, frame_pointer):
    """(bytes read, bytes written, on the stack, a constant) of an instruction, or None if it uses no memory."""
    name, operands = instruction.name, instruction.operands
    if "%" in operands:
        return x86_memory_use(name, operands, frame_pointer)
    at = re.search(r"\[(\w+)", operands)
    if not at or not name.startswith(("ld", "st")) or not re.match(r"[wxsp]", at.group(1)):
        return None
    data = operands[:operands.rindex("[" + at.group(1))]
    registers = re.findall(r"\b([wxqds])\d+\b|\b[wx]zr\b|\{?\s*v\d+\.(\w+)", data)
    sizes = {"w": 4, "x": 8, "q": 16, "d": 8, "s": 4, "4s": 16, "16b": 16, "2d": 16, "2s": 8}
    size = sum(4 if name == "ld1r" else sizes.get(a or b, 4) for a, b in registers)
    if name.endswith("b") and name not in ("ldurb",):
        size = 1
    stack = at.group(1) in ("sp", "x29")
    return (0, size, stack, False) if name.startswith("st") else (size, 0, stack, False)


def x86_memory_use(name, operands, frame_pointer):
    memory = re.search(r"(?:%\ws:)?-?(?:0x[0-9a-f]+)?\((%\w+)?[^)]*\)", operands)
    if not memory or name.startswith(("lea", "nop", "prefetch", "call")):
        return None
    base = memory.group(1) or ""
    stack = base == "%rsp" or (base == "%rbp" and frame_pointer)
    rest = operands[:memory.start()] + operands[memory.end():]
    widths = [{"x": 16, "y": 32, "z": 64}[w] for w in re.findall(r"%([xyz])mm", rest)]
    if "{1to" in operands or re.search(r"ss$|broadcastss|broadcastd|insertps|movd$|pinsrd|pextrd|extractps", name):
        size = 4
    elif re.search(r"sd$|movq$|[hl]ps$|[hl]pd$|pmovzxbd|broadcastq|movddup", name) and widths and "shufps" not in name:
        size = 8
    elif re.search(r"32x4|64x2|[fi]128", name):
        size = 16
    elif re.search(r"32x8|64x4", name):
        size = 32
    elif widths:
        size = max(widths)
    else:
        suffix = re.search(r"%(r\w+d|e\w\w|r\w+|\w+)", rest)
        size = {"b": 1, "w": 2, "l": 4, "q": 8}.get(name[-1], 8 if suffix and suffix.group(1).startswith("r") else 4)
    stores = operands.rstrip().endswith(memory.group(0)) or operands.rstrip().endswith("}") and memory.end() == len(
        re.sub(r"\s*\{[^}]*\}\s*$", "", operands.rstrip()))
    stores = stores and not name.startswith(("cmp", "test", "ucomis", "comis", "vucomis", "vcomis"))
    constant = base == "%rip"
    return (0, size, stack, False) if stores else (size, 0, stack, constant)


def mix_of(function, loops):
    """What kinds of instructions the loops are made of, and the bytes they move."""
    frame_pointer = any(i.name.startswith("mov") and i.operands.replace(" ", "") == "%rsp,%rbp" for i in function.code)
    mix = Counter()
    for loop in loops:
        for instruction in loop.code:
            kind, memory = kind_of(instruction), memory_use(instruction, frame_pointer)
            mix["instructions"] += 1
            if kind == "move":
                kind = "moves" if memory is None else None
            if kind:
                mix[kind] += 1
            if memory is None:
                continue
            read, written, stack, constant = memory
            vector = re.search(r"%[xyz]mm", instruction.operands) or ("%" not in instruction.operands
                                                                      and is_arm_vector(instruction.operands))
            if constant:
                mix["constants"] += 1
            elif stack and vector:
                mix["spilled" if written else "reloaded"] += 1
            elif not stack:
                mix["loads" if read else "stores"] += 1
                mix["bytes"] += read + written
    return mix


# --- llvm-mca ---------------------------------------------------------------------------------------------------------


class Mca:
    def __init__(self, program, passes):
        self.program, self.passes = program, passes
        text = subprocess.run([program, "--version"], capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
        self.version = int(re.search(r"LLVM version (\d+)", text).group(1))

    def model_of(self, cpu):
        """What the names of the CPU's resources begin with, or None if this llvm does not know it."""
        code = "vaddps %xmm0, %xmm0, %xmm0\n" if cpu.arch == "x86_64" else "fadd v0.4s, v0.4s, v0.4s\n"
        run = subprocess.run([self.program, "-mtriple=" + cpu.arch, "-mcpu=" + cpu.name, "-json"], input=code,
                             capture_output=True, text=True)
        if run.returncode != 0 or "not a recognized" in run.stderr:
            return None
        names = json.loads(run.stdout)["TargetInfo"]["Resources"]
        return max(MODELS.keys() | {c.model for c in CPUS},
                   key=lambda model: (sum(name.startswith(model) for name in names), len(model)))

    def simulate(self, loop, cpu):
        """Cycles per pass of the loop, simulated and by throughput alone, and the pressure on each resource."""
        arguments = [self.program, "-mtriple=" + cpu.arch, "-mcpu=" + cpu.name, f"-iterations={self.passes}", "-json"]
        if self.version >= 19:
            arguments.append("-skip-unsupported-instructions=lack-sched")
        run = subprocess.run(arguments, input=assembly(loop), capture_output=True, text=True)
        if run.returncode != 0 or not run.stdout:
            raise RuntimeError(f"llvm-mca, {cpu.name}: {run.stderr.strip().splitlines()[:2]}")
        report = json.loads(run.stdout)
        region = report["CodeRegions"][0]
        count = len(region["Instructions"])
        names = report["TargetInfo"]["Resources"]
        pressure = Counter()
        for entry in region["ResourcePressureView"]["ResourcePressureInfo"]:
            if entry["InstructionIndex"] == count:
                pressure[names[entry["ResourceIndex"]].split(".")[0]] += entry["ResourceUsage"]
        units = Counter(name.split(".")[0] for name in names)
        summary = region["SummaryView"]
        return {"cycles": summary["TotalCycles"] / self.passes, "throughput": summary["BlockRThroughput"],
                "pressure": {name: use / units[name] for name, use in pressure.most_common()}}


def assembly(loop):
    lines = []
    for i in loop.code:
        operands = i.operands
        if i.target is not None:
            operands = re.sub(r"(?:0x)?[0-9a-f]+ <.*>", ".Lelsewhere", operands)
        lines.append(f"\t{i.name}\t{operands}")
    return "\n".join(lines) + "\n"


# --- the profile ------------------------------------------------------------------------------------------------------


def find_objects(builds):
    """The object of each set that lies in the build folders; of a set in several the first."""
    objects = {}
    for build in builds:
        for path in sorted(Path(build).glob("**/satori_isa_*.dir/**/isa_*.o*")):
            isa = re.search(r"satori_isa_(\w+)\.dir", str(path)).group(1).replace("sse4_2", "sse4.2")
            if path.suffix in (".o", ".obj"):
                objects.setdefault(isa, path)
    return objects


def items_per_pass(kernel, isa, loops):
    """Items that one pass of the loops handles. A loop over vectors of a block may have been unrolled: then it has as
    many times the float operations."""
    lanes = LANES[isa]
    if kernel.block is None:
        return lanes
    adds = sum(1 for loop in loops for i in loop.code if kind_of(i) == "add")
    return min(kernel.block, lanes * max(1, round(adds / kernel.add)))


def profile(builds, mca, objdump, cpus, models, kernels):
    rows = []
    for isa, path in find_objects(builds).items():
        functions, arch = disassemble(objdump, path)
        for kernel in kernels:
            named = [f for f in functions if kernel.function.search(f.name)]
            if not named:
                raise RuntimeError(f"{path}: no function {kernel.function.pattern}")
            function = named[0]
            loops = hot_loops(function)
            if not loops:
                raise RuntimeError(f"{path}: no loop found in {function.name}")
            loops += [Loop({0}, [f.code]) for f in functions if kernel.part and kernel.part.search(f.name)]
            items = items_per_pass(kernel, isa, loops)
            rows.append({"kernel": kernel, "isa": isa, "arch": arch, "items": items, "loops": loops,
                         "mix": mix_of(function, loops), "cpus": {}})
    work = [(row, cpu) for row in rows for cpu in cpus
            if cpu.arch == row["arch"] and register_bits(row["isa"]) in cpu.ports and models[cpu.name]]

    def simulate(row, cpu):
        cycles, throughput, pressure = 0, 0, Counter()
        for loop in row["loops"]:
            result = mca.simulate(loop, cpu)
            cycles += result["cycles"]
            throughput += result["throughput"]
            pressure.update(result["pressure"])
        row["cpus"][cpu.name] = {
            "cycles": cycles / row["items"], "throughput": throughput / row["items"],
            "bound": bound(row["kernel"], cpu, row["isa"]),
            "busiest": [[name, use / cycles] for name, use in pressure.most_common(3)]}

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda task: simulate(*task), work))
    for row in rows:  # two threads filled them
        row["cpus"] = {cpu.name: row["cpus"][cpu.name] for cpu in cpus if cpu.name in row["cpus"]}
    return rows


def number(value):
    return "-" if value is None else f"{value:.0f}" if value >= 99.5 else f"{value:.3g}"


def model_told(cpu, model):
    if model is None:
        return "unknown to it"
    return "its own" if model == cpu.model else "none: that of " + MODELS.get(model, str(model))


def markdown(rows, cpus, models, mca, objects):
    used = [cpu for cpu in cpus if any(cpu.name in row["cpus"] for row in rows)]
    out = [f"llvm-mca {mca.version}, objects of {objects['compiler']}, commit {objects['commit']}; made by "
           "`bench/profile/static_profile.py`, read as "
           "[docs/profile.md](../../docs/profile.md) says.", "", "| name | CPU | llvm's model |", "|---|---|---|"]
    for cpu in cpus:
        out.append(f"| `{cpu.name}` | {cpu.what} | {model_told(cpu, models[cpu.name])} |")
    out += ["", "Cycles per item: simulated / by throughput alone / bound of the float arithmetic alone."]
    for isa in LANES:
        here = [row for row in rows if row["isa"] == isa]
        for arch in sorted({row["arch"] for row in here}, reverse=True):
            of_arch = [row for row in here if row["arch"] == arch]
            names = [cpu.name for cpu in used if any(cpu.name in row["cpus"] for row in of_arch)]
            if not names:
                continue
            out += ["", f"| {isa} | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
            for row in of_arch:
                cells = [" / ".join(number(row["cpus"][n][key]) for key in ("cycles", "throughput", "bound"))
                         if n in row["cpus"] else "" for n in names]
                out.append(f"| {row['kernel'].name} | " + " | ".join(cells) + " |")
    kinds = ["instructions", "mul", "add", "compare", "logic", "divide", "shuffle", "integer", "mask", "moves",
             "scalar", "loads", "stores", "constants", "spilled", "reloaded"]
    out += ["", "Instructions of one pass of the hot loop, and bytes per item that it reads and writes off the stack.",
            "", "| kernel | set | items | " + " | ".join(kinds) + " | bytes |", "|---" * (len(kinds) + 4) + "|"]
    for row in sorted(rows, key=lambda row: KERNELS.index(row["kernel"])):
        out.append(f"| {row['kernel'].name} | {row['isa']} | {row['items']} | " +
                   " | ".join(str(row["mix"][kind] or "") for kind in kinds) +
                   f" | {row['mix']['bytes'] / row['items']:.0f} |")
    out += ["", "The busiest resources of the widest set: share of the simulated cycles.", "",
            "| kernel | " + " | ".join(cpu.name for cpu in used) + " |", "|---" * (len(used) + 1) + "|"]
    for kernel in KERNELS:
        cells = []
        for cpu in used:
            widest = [row for row in rows if row["kernel"] is kernel and cpu.name in row["cpus"]]
            if not widest:
                cells.append("")
                continue
            row = max(widest, key=lambda row: LANES[row["isa"]])
            busiest = row["cpus"][cpu.name]["busiest"]
            cells.append(", ".join(f"{name} {100 * share:.0f} %" for name, share in busiest[:2]))
        if any(cells):
            out.append(f"| {kernel.name} | " + " | ".join(cells) + " |")
    return "\n".join(out) + "\n"


def as_json(rows, cpus, models, mca, objects):
    return {"llvm_mca": mca.version, **objects, "models": models,
            "cpus": {cpu.name: {"what": cpu.what, "model": model_told(cpu, models[cpu.name])} for cpu in cpus},
            "loops": [{"kernel": row["kernel"].name, "isa": row["isa"], "arch": row["arch"], "items": row["items"],
                       "phases": len(row["loops"]), "mix": dict(row["mix"]),
                       "bytes_per_item": row["mix"]["bytes"] / row["items"], "cpus": row["cpus"]} for row in rows]}


# --- command line -----------------------------------------------------------------------------------------------------


def newest(name):
    for candidate in [f"{name}-{version}" for version in range(25, 18, -1)] + [name, f"{name}-14"]:
        if shutil.which(candidate):
            return candidate
    return None


def chosen(all_of, names, what):
    if not names:
        return all_of
    wanted = names.split(",")
    unknown = set(wanted) - {one.name for one in all_of}
    if unknown:
        print(f"static_profile.py: no such {what}: {', '.join(sorted(unknown))}; there are "
              f"{', '.join(one.name for one in all_of)}", file=sys.stderr)
        sys.exit(2)
    return [one for one in all_of if one.name in wanted]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="+", help="build folder with the kernels' objects")
    parser.add_argument("--markdown", metavar="FILE", help="write the tables here instead of printing them")
    parser.add_argument("--json", metavar="FILE", help="write all figures here")
    parser.add_argument("--cpu", metavar="NAMES", help="only these")
    parser.add_argument("--kernel", metavar="NAMES", help="only these")
    parser.add_argument("--passes", type=int, default=100, help="of each loop that are simulated (default 100)")
    parser.add_argument("--mca", default=newest("llvm-mca"), help="llvm-mca (default: the newest there is)")
    parser.add_argument("--objdump", default=newest("llvm-objdump"), help="llvm-objdump")
    parser.add_argument("--check", action="store_true",
                        help="fail unless every loop is found whole: its multiplies and adds are those counted by hand")
    options = parser.parse_args()
    cpus, kernels = chosen(CPUS, options.cpu, "CPU"), chosen(KERNELS, options.kernel, "kernel")
    if not (options.mca and options.objdump and shutil.which(options.mca) and shutil.which(options.objdump)):
        print("static_profile.py: no llvm-mca or no llvm-objdump", file=sys.stderr)
        return 77
    mca = Mca(options.mca, options.passes)
    models = {cpu.name: mca.model_of(cpu) for cpu in cpus}
    rows = profile(options.build, mca, options.objdump, cpus, models, kernels)
    if not rows:
        print("static_profile.py: no isa_unit.cpp.o there", file=sys.stderr)
        return 1
    objects = {"compiler": compilers_of(options.objdump, find_objects(options.build).values()),
               "commit": ", ".join(dict.fromkeys(commit_of(build) for build in options.build))}
    if options.json:
        Path(options.json).write_text(json.dumps(as_json(rows, cpus, models, mca, objects), indent=1) + "\n")
    text = markdown(rows, cpus, models, mca, objects)
    if options.markdown:
        Path(options.markdown).write_text(text)
    else:
        print(text, end="")
    return 0 if not options.check or check(rows) else 1


def check(rows):
    """Every loop is found whole: a tenth more or less may be shared or done twice, of the scalar set, with its
    branches, a third."""
    passed = True
    for row in rows:
        kernel, mix = row["kernel"], row["mix"]
        vectors = row["items"] / LANES[row["isa"]]
        for kind, expected in (("mul", kernel.mul), ("add", kernel.add)):
            most = expected * vectors * (0.34 if row["isa"] == "scalar" else 0.1)
            if abs(mix[kind] - expected * vectors) > most:
                print(f"{kernel.name} {row['isa']}: {mix[kind]} of kind {kind}, not {expected * vectors:.0f}",
                      file=sys.stderr)
                passed = False
        for name, figures in row["cpus"].items():
            if not 0 < figures["throughput"] <= 1.05 * figures["cycles"]:
                print(f"{kernel.name} {row['isa']} {name}: {figures}", file=sys.stderr)
                passed = False
    return passed


if __name__ == "__main__":
    sys.exit(main())
