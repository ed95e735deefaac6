#!/usr/bin/env python3
import pathlib
import shutil
import tempfile
import unittest

import version


class Version(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.repo = pathlib.Path(folder.name)
        for path in {"CMakeLists.txt", *(path for path, _, _ in version.COPIES)}:
            (self.repo / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(version.REPO / path, self.repo / path)

    def test_all_files_have_the_same(self):
        self.assertEqual(list(version.problems(self.repo)), [])

    def test_a_new_version_is_missed_and_written(self):
        path = self.repo / "CMakeLists.txt"
        path.write_text(path.read_text().replace(f"VERSION {version.version()}", "VERSION 9.8.7"))
        self.assertEqual(len(list(version.problems(self.repo))), len(version.COPIES))
        version.update(self.repo)
        self.assertEqual(list(version.problems(self.repo)), [])
        self.assertIn('__version__ = "9.8.7"', (self.repo / "python/cppjrt/__init__.py").read_text())
        self.assertIn("find_package(cppjrt 9.8 ", (self.repo / "tools/install_example/CMakeLists.txt").read_text())


if __name__ == "__main__":
    unittest.main()
