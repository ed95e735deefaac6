#!/usr/bin/env python3
import unittest
from unittest import mock

import unity_groups

FIRST = """
#include "a.h"
#define LIMIT 3
namespace x {
namespace {
// Other is in a comment.
struct Row { int member; };
constexpr Row kRows[] = {{1}, {2}};
template <typename T>
std::vector<T> Collect(const Row& row) { int inner = 0; return {}; }
using base::Thing;
const char* text = "Word";
}  // namespace
int Shown() { return kRows[0].member; }
}  // namespace x
"""


def private(text):
    return unity_groups.private_names(text)


class Names(unittest.TestCase):
    def test_private_names_are_those_of_unnamed_namespaces_macros_and_using(self):
        self.assertEqual(private(FIRST), {"LIMIT", "Row", "kRows", "Collect", "Thing", "text"})

    def test_using_declarations_of_named_namespaces_count_too(self):
        self.assertEqual(private("namespace x { using y::Tensor; int F() { using z::Inner; return 1; } }"), {"Tensor"})

    def test_a_using_directive_makes_all_names_unknown(self):
        self.assertIsNone(private("using namespace std;"))


class Groups(unittest.TestCase):
    def test_names_keep_files_apart(self):
        files = {"a": FIRST, "b": "namespace { struct Row {}; }", "c": "int kRows2;", "d": "void F(Thing);", "e": "int g; // Row"}
        self.assertEqual(unity_groups.groups(files, 9), [["a", "c", "e"], ["b", "d"]])

    def test_groups_are_not_larger_than_asked_for(self):
        self.assertEqual(unity_groups.groups({"a": "", "b": "", "c": ""}, 2), [["a", "b"], ["c"]])

    def test_a_file_with_unknown_names_is_alone(self):
        self.assertEqual(unity_groups.groups({"a": "", "b": "using namespace std;", "c": ""}, 9), [["a", "c"], ["b"]])

    def test_names_in_headers_of_others_keep_files_apart(self):
        index = mock.Mock()
        index.closure = {"a.h": {"x.h"}, "b.h": {"y.h"}, "c.h": {"x.h"}}.get
        index.defines_twice = lambda headers, others: False
        index.words_in = lambda paths: {"Shape"} if "x.h" in paths else set()
        files = {"a.h": "", "b.h": "namespace { struct Shape {}; }", "c.h": "namespace { int Shape; }"}
        with mock.patch.object(unity_groups.sources, "REPO", mock.MagicMock()):
            self.assertEqual(unity_groups.groups(files, 9, index), [["a.h", "c.h"], ["b.h"]])

    def test_headers_that_define_a_type_of_one_name_do_not_meet(self):
        index = unity_groups.Headers()
        index.types = {"a.h": {"Guard"}, "b.h": {"Guard", "View"}, "c.h": {"View"}}
        self.assertTrue(index.defines_twice({"a.h"}, {"b.h"}))
        self.assertFalse(index.defines_twice({"a.h", "b.h"}, {"a.h", "b.h"}))
        self.assertFalse(index.defines_twice({"a.h"}, {"c.h"}))


if __name__ == "__main__":
    unittest.main()
