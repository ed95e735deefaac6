"""Writes a .npy file without numpy: npy.py FILE DTYPE DIMS VALUE...

DTYPE is as numpy spells it ("<f4", ">i2", "|V2"; void values are given as unsigned integers), DIMS "2,3" or "" of a scalar.
"""

import struct
import sys

CODES = {"f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I",
         "u8": "Q", "b1": "?", "V1": "B", "V2": "H"}


def main():
    path, dtype, dims, *values = sys.argv[1:]
    code = CODES[dtype[1:]]
    convert = float if code in "efd" else int
    data = b"".join(struct.pack((">" if dtype[0] == ">" else "<") + code, convert(value)) for value in values)
    sizes = tuple(int(dim) for dim in dims.split(",") if dim)
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {sizes}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


if __name__ == "__main__":
    main()
