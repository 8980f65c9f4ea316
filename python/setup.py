"""What pyproject.toml cannot say: the version, which numpy, and that CMake builds the module."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import SetupError

ROOT = pathlib.Path(__file__).resolve().parent.parent
FROM_CLONE = "satori builds from a clone of its repository: `pip install ./python` or `pip wheel ./python` there"


def version():
    """The version as include/satori/version.hpp states it."""
    header = ROOT / "include/satori/version.hpp"
    if not header.is_file():
        raise SetupError(FROM_CLONE)
    return ".".join(re.findall(r"#define SATORI_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header.read_text()))


def numpy_requirement():
    """Beside numpy 1, CMakeLists.txt takes a pybind11 that may know no later one."""
    try:
        import numpy
    except ImportError:
        return "numpy"
    return "numpy<2" if numpy.__version__.startswith("1.") else "numpy"


class CMakeBuild(build_ext):
    """Builds the module as the preset `python` does. CMAKE_ARGS in the environment: more arguments for configuring."""

    def build_extension(self, extension):
        folder = ROOT / "build" / f"wheel-{sys.implementation.cache_tag}"
        # Fresh: in a build of its own, pip has its programs at another place each time.
        configure = ["cmake", "--fresh", "--preset", "python", "-B", folder, f"-DPython_EXECUTABLE={sys.executable}"]
        subprocess.run([*configure, *shlex.split(os.environ.get("CMAKE_ARGS", ""))], cwd=ROOT, check=True)
        jobs = str(self.parallel or os.cpu_count())
        subprocess.run(["cmake", "--build", folder, "--target", "satori_python", "--parallel", jobs], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(folder / "python/satori" / target.name, target)
        # Made where MPI is installed. This folder may have that of another build.
        mpi = target.with_name(target.name.replace("_satori", "_mpi"))
        mpi.unlink(missing_ok=True)
        if (folder / "python/satori" / mpi.name).exists():
            shutil.copy2(folder / "python/satori" / mpi.name, mpi)


class NoSdist(sdist):
    """Most of the sources lie outside this folder."""

    def run(self):
        raise SetupError(FROM_CLONE)


setup(
    version=version(),
    install_requires=[numpy_requirement()],
    ext_modules=[Extension("satori._satori", sources=[])],
    options={"build": {"build_base": str(ROOT / "build/wheel")}},
    cmdclass={"build_ext": CMakeBuild, "sdist": NoSdist},
)
