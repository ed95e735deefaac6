#!/usr/bin/env python3
import time
import unittest
from unittest import mock

import tidy


class Parts(unittest.TestCase):
    def test_parts_are_all_files_once(self):
        paths = [f"{name}.cc" for name in "bacdefg"]
        parts = [tidy.part_of(paths, f"{k}/3", 0) for k in range(3)]
        self.assertEqual(sorted(sum(parts, [])), sorted(paths))
        self.assertEqual(parts[1], ["b.cc", "e.cc"])

    def test_days_take_turns(self):
        paths = ["a.cc", "b.cc"]
        self.assertEqual([tidy.part_of(paths, "day/2", day) for day in (364, 365)], [["a.cc"], ["b.cc"]])


class Time(unittest.TestCase):
    def test_what_is_not_started_in_time_is_left_out(self):
        def slow(path, build):
            time.sleep(0.05)
            return True, ""
        with mock.patch.object(tidy, "check", slow), mock.patch.object(tidy.os, "cpu_count", lambda: 1):
            self.assertEqual(len(tidy.check_all(["a.cc"] * 9, None, 0)), 9)
            self.assertLess(len(tidy.check_all(["a.cc"] * 9, None, 0.06)), 9)


if __name__ == "__main__":
    unittest.main()
