#!/usr/bin/env python3
"""Checks that the page of each file in the reference says something: empty_pages.py HTML prints those that do not."""

import pathlib
import re
import sys

LEAST = 3  # words beside the name of the file


def words_of(page):
    contents = page.read_text(encoding="utf-8").partition('<div class="contents">')[2]
    contents = contents.partition("<!-- contents -->")[0]
    return re.sub(r"<[^>]*>", " ", contents).split()


pages = [page for kind in ("hpp", "h", "md") for page in pathlib.Path(sys.argv[1]).glob(f"*_8{kind}.html")]
empty = [f"{page.name}: empty" for page in sorted(pages) if len(words_of(page)) < LEAST]
print("\n".join(empty or [f"{len(pages)} pages of files"]))
sys.exit(1 if empty or not pages else 0)
