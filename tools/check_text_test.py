import unittest

import check_text


class Problems(unittest.TestCase):
    def problems(self, text, path="a.cc"):
        return list(check_text.problems_of(path, text, check_text.RULES))

    def test_clean(self):
        self.assertEqual(self.problems("int a;  // see cpu/root/work.h and build/work/x\n"), [])

    def test_path_of_one_machine(self):
        self.assertIn("a.cc:2: a path of one machine", self.problems('\nopen("' + "/" + 'root/x.so");\n')[0])

    def test_registry_host(self):
        self.assertIn("registry", self.problems("// from py" + "pi.org\n")[0])

    def test_white_space(self):
        self.assertIn("a.cc:1: white space", self.problems("int a; \n")[0])
        self.assertEqual(self.problems("prints \n", "a.test"), [])
        self.assertIn("no line end", self.problems("int a;")[0])


if __name__ == "__main__":
    unittest.main()
