import subprocess
import tempfile
import pathlib
import unittest

import check_layers
import sources


class Includes(unittest.TestCase):
    def test_finds_both_kinds_with_their_lines(self):
        text = '#pragma once\n#include <map>\n  #  include "pjrt/client.h"  // why\n// #include "no.h"\n'
        self.assertEqual(sources.includes(text), [(2, "<", "map"), (3, '"', "pjrt/client.h")])


class Rows(unittest.TestCase):
    def test_longest_path_wins(self):
        self.assertEqual(check_layers.row_of("client/buffer.cc").folder, "client")
        self.assertEqual(check_layers.row_of("client/include/pjrt/buffer.h").folder, "client/include")
        self.assertIsNone(check_layers.row_of("clients/buffer.cc"))

    def test_only_deep_rows_hold_the_folders_below_them(self):
        self.assertEqual(check_layers.row_of("client/include/pjrt/ffi/frame.h").folder, "client/include")
        self.assertIsNone(check_layers.row_of("stablehlo/new/file.cc"))

    def test_every_row_names_known_sets_and_rows(self):
        folders = [row.folder for row in check_layers.LAYERS]
        self.assertEqual(len(folders), len(set(folders)))
        for row in check_layers.LAYERS:
            for name in row.system:
                self.assertTrue(name == "*" or name in check_layers.SYSTEM, name)
            for folder in row.project:
                self.assertTrue(folder == "*" or (sources.REPO / folder).exists(), folder)


class Problems(unittest.TestCase):
    def problem(self, includer, name, target=None, quote='"'):
        return check_layers.problem_of(includer, quote, name, target)

    def assertAllowed(self, *arguments, **options):
        self.assertIsNone(self.problem(*arguments, **options))

    def assertRefused(self, words, *arguments, **options):
        self.assertIn(words, self.problem(*arguments, **options) or "allowed")

    def test_client_uses_the_abi_but_its_public_headers_do_not(self):
        abi = ("pjrt/abi/pjrt_c_api.h", "abi/include/pjrt/abi/pjrt_c_api.h")
        self.assertAllowed("client/call.h", *abi)
        self.assertRefused("client/include may not include", "client/include/pjrt/client.h", *abi)

    def test_command_does_not_reach_into_the_client(self):
        self.assertAllowed("cli/run.cc", "pjrt/client.h", "client/include/pjrt/client.h")
        self.assertRefused("cli may not include", "cli/run.cc", "client/call.h", "client/call.h")

    def test_only_code_generation_sees_llvm(self):
        self.assertAllowed("cpu/codegen/jit.cc", "llvm/IR/Module.h", quote="<")
        self.assertRefused("may not include <llvm", "cpu/passes/fuse.cc", "llvm/IR/Module.h", quote="<")

    def test_native_programs_see_two_headers_of_code_generation(self):
        self.assertAllowed("cpu/native/load.cc", "cpu/codegen/object_code.h", "cpu/codegen/object_code.h")
        self.assertAllowed("cpu/native/load.cc", "cpu/codegen/frame.h", "cpu/codegen/frame.h")
        self.assertRefused("may not", "cpu/native/load.cc", "cpu/codegen/emitter.h", "cpu/codegen/emitter.h")
        self.assertRefused("may not", "cpu/executable/load.cc", "cpu/codegen/object_code.h", "cpu/codegen/object_code.h")

    def test_flow_goes_one_way(self):
        self.assertRefused("may not", "stablehlo/ir/module.cc", "stablehlo/op/table.h", "stablehlo/op/table.h")
        self.assertRefused("may not", "base/arena.cc", "pjrt/client.h", "client/include/pjrt/client.h")

    def test_client_has_no_third_party_header(self):
        self.assertAllowed("client/plugin.cc", "dlfcn.h", quote="<")
        self.assertRefused("may not include <fmt/format.h>", "client/plugin.cc", "fmt/format.h", quote="<")

    def test_tests_may_include_anything(self):
        self.assertAllowed("client/call_test.cc", "gtest/gtest.h", quote="<")
        self.assertAllowed("tests/fault_plugin/plugin.cc", "client/call.h", "client/call.h")

    def test_sources_do_not_include_tests(self):
        self.assertRefused("belongs to the tests", "cli/run.cc", "tests/data.h", "tests/data.h")

    def test_brackets_are_for_system_headers(self):
        self.assertRefused('write "pjrt/client.h"', "cli/run.cc", "pjrt/client.h", "client/include/pjrt/client.h", "<")
        self.assertRefused("no file of the project", "cli/run.cc", "map")

    def test_unknown_folder(self):
        self.assertRefused("not in the table", "misc/a.cc", "map", quote="<")


class Checkout(unittest.TestCase):
    def test_reports_file_and_line(self):
        with tempfile.TemporaryDirectory() as folder:
            repo = pathlib.Path(folder).resolve()
            subprocess.run(["git", "init", "-q", str(repo)], check=True)
            (repo / "base").mkdir()
            (repo / "cli").mkdir()
            (repo / "cli/table.h").write_text("")
            (repo / "base/a.cc").write_text('#include <map>\n#include "cli/table.h"\n')
            self.assertEqual(check_layers.check(repo),
                             ["base/a.cc:2: base may not include cli/table.h; it may include base/include",
                              *check_layers.unused_grants(check_layers.LAYERS, ["base/a.cc", "cli/table.h"],
                                                          check_layers.all_includes(repo))])


def include(includer, name, target=None):
    return check_layers.Include(includer, 1, '"' if target else "<", name, target)


class Table(unittest.TestCase):
    ROWS = (check_layers.Row("ir", ("base",)), check_layers.Row("base", (), ("std", "posix")), check_layers.Row("gone"))

    def test_grants_must_be_used(self):
        includes = [include("ir/a.cc", "base/b.h", "base/b.h"), include("ir/a.cc", "map"), include("base/b.h", "map")]
        self.assertEqual(check_layers.unused_grants(self.ROWS, ["ir/a.cc", "base/b.h"], includes), [
            "gone: its row has no files", "base: its row grants posix, which no file of it includes",
            "gone: its row grants std, which no file of it includes"])

    def test_tests_use_no_grant(self):
        includes = [include("ir/a_test.cc", "base/b.h", "base/b.h"), include("ir/a_test.cc", "map")]
        problems = check_layers.unused_grants(self.ROWS[:1], ["ir/a_test.cc"], includes)
        self.assertEqual(len(problems), 2)

    def test_rows_may_not_include_each_other_in_a_circle(self):
        rows = tuple(check_layers.Row(name, check_layers.ANYTHING) for name in ("a", "b", "c"))
        includes = [include("a/x.h", "b/y.h", "b/y.h"), include("b/y.h", "c/z.h", "c/z.h")]
        self.assertEqual(check_layers.circles(rows, includes), [])
        includes.append(include("c/z.h", "a/w.h", "a/w.h"))
        self.assertEqual(check_layers.circles(rows, includes), [
            "a -> b -> c -> a is a circle: a/x.h includes b/y.h; b/y.h includes c/z.h; c/z.h includes a/w.h"])


if __name__ == "__main__":
    unittest.main()
