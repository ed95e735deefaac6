import unittest

import layer_picture


class Graphs(unittest.TestCase):
    def test_edges_that_follow_from_others_are_dropped(self):
        edges = {"c": {"a", "b"}, "b": {"a"}, "a": set()}
        self.assertEqual(layer_picture.reduced(edges), {"c": {"b"}, "b": {"a"}, "a": set()})

    def test_level_is_the_longest_path_down(self):
        self.assertEqual(layer_picture.levels({"d": {"a", "c"}, "c": {"b"}, "b": {"a"}, "a": set()}),
                         {"a": 0, "b": 1, "c": 2, "d": 3})

    def test_a_cycle_is_an_error_that_names_it(self):
        with self.assertRaisesRegex(ValueError, "a includes itself by way of a, b"):
            layer_picture.levels({"a": {"b"}, "b": {"a"}})

    def test_parts_depend_on_each_other_by_their_folders(self):
        edges = {"cpu/plan": {"cpu/graph", "base"}, "cpu/graph": set(), "base": set()}
        self.assertEqual(layer_picture.between_parts(edges), {"cpu": {"base"}, "base": set()})


class Frames(unittest.TestCase):
    def test_arrows_are_drawn_to_the_next_column_and_others_are_named(self):
        edges = {"p/a": set(), "p/b": {"p/a"}, "p/c": {"p/b", "p/x"}, "p/x": set()}
        near, far = layer_picture.Frame("p", edges, ()).arrows()
        self.assertEqual(near, [("p/b", "p/a"), ("p/c", "p/b")])
        self.assertEqual(far["p/c"], ["p/x"])

    def test_a_folder_without_words_is_an_error(self):
        edges = {folder: set() for folder in layer_picture.PURPOSE} | {"new/folder": set()}
        with self.assertRaisesRegex(ValueError, "no words for .'new/folder'"):
            layer_picture.picture(edges)


if __name__ == "__main__":
    unittest.main()
