#!/usr/bin/env python3
"""Prints a page of docs/ as Doxygen reads it: headings get ids, and links lead to pages, headings and headers by id.

page.py PAGE

Links to other files of the repository become the names of the files, which the reference does not contain. A link that
leads to no file becomes a reference to an id that does not exist, so that Doxygen warns.
"""

import pathlib
import re
import sys


def slug(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def page_id(stem):
    return "guide" if stem == "README" else f"guide_{stem}"


def with_ids(text, stem):
    def heading(match):
        name = page_id(stem) if match[1] == "#" else f"{stem}-{slug(match[2])}"
        return f"{match[1]} {match[2]} {{#{name}}}"

    blocks = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        block if i % 2 else re.sub(r"^(#+) (.*[^}\n])$", heading, block, flags=re.MULTILINE)
        for i, block in enumerate(blocks)
    )


def link_of(page, text, target, seen):
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    docs = page.parent
    if not file.exists():
        return f"[{text}](@ref missing-{slug(target)})"
    if file.suffix == ".md" and file.parent == docs:
        if anchor:
            return f"[{text}](@ref {file.stem}-{anchor})"
        if page.stem == "README" and file not in seen:
            seen.add(file)
            return f'@subpage {page_id(file.stem)} "{text}"'
        return f"[{text}](@ref {page_id(file.stem)})"
    if "include/satori" in file.as_posix() and file.is_file():
        return f"[{text}](@ref {file.name})"
    name = file.relative_to(docs.parent).as_posix()
    return f"`{name}`" if text.strip("`") in name else f"{text} (`{name}`)"


def converted(page):
    text = with_ids(page.read_text(encoding="utf-8"), page.stem)
    seen = set()
    # Doxygen does not read stars around code.
    text = re.sub(r"\*\*(`[^`]+`)\*\*", r"<b>\1</b>", text)
    link = re.compile(r"(?<!!)\[((?:[^][`]|`[^`]*`)+)\]\((?![a-z]+:|@ref)([^)\s]+)\)")
    blocks = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        block if i % 2 else link.sub(lambda found: link_of(page, found[1], found[2], seen), block)
        for i, block in enumerate(blocks)
    )


def written(page):
    """The page, and what Doxygen shows for its file: the search finds files too."""
    name = "index" if page.stem == "main" else page_id(page.stem)
    return f"{converted(page)}\n@file\nSee @ref {name}.\n"


if __name__ == "__main__":
    sys.stdout.write(written(pathlib.Path(sys.argv[1]).resolve()))
