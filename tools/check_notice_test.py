#!/usr/bin/env python3
import pathlib
import unittest

import check_notice

NOTICE = """A table.

component   license   where            libraries     text
LLVM 19     Apache    in plugin        LLVM*         llvm.txt
fmt         MIT       loaded by pjrt   fmt           fmt.txt
CLI11       BSD       in pjrt          -             cli11.txt

More words.
"""
BUILD = pathlib.Path("/b")
TEXTS = {"llvm.txt", "fmt.txt", "cli11.txt"}


class Notice(unittest.TestCase):
    def problems(self, command, texts=TEXTS):
        return check_notice.problems_of(NOTICE, texts, {"bin/pjrt": command}, BUILD)

    def test_named_libraries_are_right(self):
        self.assertEqual(self.problems("g++ a.o -o bin/pjrt cli/libdata.a /b/x/libown.a -lm /usr/lib/libLLVMCore.a /usr/lib/libfmt.so.9.1.0"), [])

    def test_a_library_without_a_row_is_found(self):
        self.assertEqual(self.problems("g++ -lfoo /usr/lib/libbar.so.9.1.0"),
                         ["bin/pjrt is linked with libbar, which NOTICE does not name", "bin/pjrt is linked with libfoo, which NOTICE does not name"])

    def test_texts_and_rows_belong_together(self):
        self.assertEqual(self.problems("", {"llvm.txt", "fmt.txt", "old.txt"}),
                         ["licenses/cli11.txt is not there", "licenses/old.txt belongs to no row of NOTICE"])


if __name__ == "__main__":
    unittest.main()
