// RUN: run
// The bits that XLA gives for the same state.

func.func @rng_bit_generator_three_fry_ui8_scalar() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<136> : tensor<ui8>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui8_4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui8>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[136, 23, 152, 118]> : tensor<4xui8>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui8_3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui8>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[136, 23, 152]> : tensor<3xui8>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui8_3x4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui8>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[136, 23, 152, 118], [250, 133, 114, 177], [84, 59, 211, 3]]> : tensor<3x4xui8>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui8_5x3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui8>)
  check.expect_eq_const %next, dense<[1, 7]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[136, 152, 250], [23, 118, 133], [114, 84, 211], [177, 59, 3], [211, 96, 173]]> : tensor<5x3xui8>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui8_3x5x2() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x2xui8>)
  check.expect_eq_const %next, dense<[1, 13]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[[136, 23], [152, 118], [250, 133], [114, 177], [84, 59]], [[211, 3], [211, 97], [96, 52], [173, 229], [23, 49]], [[208, 130], [101, 78], [242, 76], [57, 3], [228, 187]]]> : tensor<3x5x2xui8>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui16_scalar() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<12424> : tensor<ui16>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui16_4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui16>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[12424, 20503, 10392, 31862]> : tensor<4xui16>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui16_3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui16>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[12424, 20503, 10392]> : tensor<3xui16>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui16_3x4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui16>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[12424, 20503, 10392, 31862], [43002, 10117, 26738, 59313], [59732, 54587, 37587, 20483]]> : tensor<3x4xui16>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui16_5x3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui16>)
  check.expect_eq_const %next, dense<[1, 7]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[12424, 10392, 43002], [20503, 31862, 10117], [26738, 59732, 37587], [59313, 54587, 20483], [3027, 7520, 49325]]> : tensor<5x3xui16>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui16_3x5x2() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x2xui16>)
  check.expect_eq_const %next, dense<[1, 13]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[[12424, 20503], [10392, 31862], [43002, 10117], [26738, 59313], [59732, 54587]], [[37587, 20483], [3027, 62049], [7520, 54068], [49325, 19685], [23063, 22577]], [[29648, 42114], [55141, 31310], [42738, 59724], [7737, 23043], [23524, 26555]]]> : tensor<3x5x2xui16>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui32_scalar() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<2522165384> : tensor<ui32>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui32_4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[2522165384, 3844624407, 277883032, 1381858422]> : tensor<4xui32>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui32_3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[2522165384, 3844624407, 277883032]> : tensor<3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui32_3x4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[2522165384, 3844624407, 277883032, 1381858422], [3023415290, 2531993477, 247883890, 763684785], [43444564, 2150618427, 3979645651, 3745730563]]> : tensor<3x4xui32>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui32_5x3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui32>)
  check.expect_eq_const %next, dense<[1, 7]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[2522165384, 277883032, 3023415290], [3844624407, 1381858422, 2531993477], [247883890, 43444564, 3979645651], [763684785, 2150618427, 3745730563], [1672743891, 2109414752, 2534981805]]> : tensor<5x3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui32_3x5x2() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x2xui32>)
  check.expect_eq_const %next, dense<[1, 13]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[[2522165384, 3844624407], [277883032, 1381858422], [3023415290, 2531993477], [247883890, 763684785], [43444564, 2150618427]], [[3979645651, 3745730563], [1672743891, 4240503393], [2109414752, 618976052], [2534981805, 3824176357], [2868795927, 3753859121]], [[2915202000, 3844842626], [3159807845, 3120200270], [299673330, 3388664140], [2730565177, 1696946691], [795958244, 198731707]]]> : tensor<3x5x2xui32>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui64_scalar() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<16512536095990558856> : tensor<ui64>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui64_4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  check.expect_eq_const %next, dense<[1, 2]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[16512536095990558856, 5935036730470049944, 10874829180423743482, 3280001176275675250]> : tensor<4xui64>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui64_3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %next, dense<[1, 1]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[16512536095990558856, 5935036730470049944, 10874829180423743482]> : tensor<3xui64>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui64_3x4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui64>)
  check.expect_eq_const %next, dense<[1, 10]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[16512536095990558856, 5935036730470049944, 10874829180423743482, 3280001176275675250], [9236835810183407956, 16087790271692313299, 18212823393184779219, 2658481902456610144], [16424712389986402477, 16122702161355102743, 16513473339851961296, 13401158119780177765]]> : tensor<3x4xui64>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui64_5x3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui64>)
  check.expect_eq_const %next, dense<[1, 13]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[16512536095990558856, 5935036730470049944, 10874829180423743482], [3280001176275675250, 9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144, 16424712389986402477], [16122702161355102743, 16513473339851961296, 13401158119780177765], [14554201658727638770, 7288330543630982713, 853546183039212516]]> : tensor<5x3xui64>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_ui64_3x5x2() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x2xui64>)
  check.expect_eq_const %next, dense<[1, 28]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[[16512536095990558856, 5935036730470049944], [10874829180423743482, 3280001176275675250], [9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144], [16424712389986402477, 16122702161355102743]], [[16513473339851961296, 13401158119780177765], [14554201658727638770, 7288330543630982713], [853546183039212516, 3116677314375671452], [5893929251593275775, 17607315122293360763], [6225994315530189186, 10037663843120672061]], [[1466457621231431856, 10978840578580891004], [2374775036021010794, 16299940931143646508], [11249969022327566602, 4806447855522667745], [8434519526326114932, 10155819057292597478], [7426896513888933286, 7737659169919202619]]]> : tensor<3x5x2xui64>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_i32() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xi32>)
  check.expect_eq_const %next, dense<[81985529216486895, 45]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[-1993595455, 48415625, -148133123], [-1819773436, 1946396347, -110805501]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_f32() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
  check.expect_eq_const %next, dense<[81985529216486895, 45]> : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2x3xf32>) -> tensor<2x3xui32>
  check.expect_eq_const %bits, dense<[[2301371841, 48415625, 4146834173], [2475193860, 1946396347, 4184161795]]> : tensor<2x3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_i4() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xi4>)
  check.expect_eq_const %next, dense<[81985529216486895, 45]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[1, -7, -3], [4, -5, 3]]> : tensor<2x3xi4>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_f64() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf64>)
  check.expect_eq_const %next, dense<[81985529216486895, 48]> : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2x3xf64>) -> tensor<2x3xui64>
  check.expect_eq_const %bits, dense<[[10630876682261374401, 8359708655467283337, 17970838074844490493], [5513554694349512501, 51258180854314749, 18142655310099064670]]> : tensor<2x3xui64>
  func.return
}

// -----

func.func @rng_bit_generator_three_fry_of_nothing() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 42]> : tensor<2xui64>
  check.expect_eq_const %result, dense<> : tensor<0x3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui8_scalar() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<64> : tensor<ui8>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui8_4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui8>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[64, 160, 19, 108]> : tensor<4xui8>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui8_3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui8>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[64, 160, 19]> : tensor<3xui8>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui8_3x4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui8>)
  check.expect_eq_const %next, dense<[1, 1]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[64, 160, 19, 108], [177, 42, 217, 204], [207, 211, 54, 221]]> : tensor<3x4xui8>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui8_5x3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui8>)
  check.expect_eq_const %next, dense<[1, 2]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[64, 160, 19], [108, 177, 42], [217, 204, 207], [211, 54, 221], [115, 82, 145]]> : tensor<5x3xui8>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui8_3x5x2() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x2xui8>)
  check.expect_eq_const %next, dense<[1, 6]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[[64, 160], [19, 108], [177, 42], [217, 204], [207, 211]], [[54, 221], [115, 82], [145, 243], [85, 179], [70, 211]], [[82, 79], [226, 72], [40, 61], [91, 88], [75, 254]]]> : tensor<3x5x2xui8>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui16_scalar() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<54336> : tensor<ui16>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui16_4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui16>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[54336, 41376, 42259, 43372]> : tensor<4xui16>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui16_3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui16>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[54336, 41376, 42259]> : tensor<3xui16>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui16_3x4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui16>)
  check.expect_eq_const %next, dense<[1, 1]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[54336, 41376, 42259, 43372], [17585, 45354, 35033, 12492], [1231, 50643, 5942, 64989]]> : tensor<3x4xui16>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui16_5x3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui16>)
  check.expect_eq_const %next, dense<[1, 2]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[54336, 41376, 42259], [43372, 17585, 45354], [35033, 12492, 1231], [50643, 5942, 64989], [49523, 45138, 8081]]> : tensor<5x3xui16>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui16_3x5x2() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x2xui16>)
  check.expect_eq_const %next, dense<[1, 6]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[[54336, 41376], [42259, 43372], [17585, 45354], [35033, 12492], [1231, 50643]], [[5942, 64989], [49523, 45138], [8081, 15603], [15957, 26547], [17478, 30675]], [[48978, 65359], [50402, 58696], [43048, 23613], [28251, 344], [4939, 10750]]]> : tensor<3x5x2xui16>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui32_scalar() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<1936839744> : tensor<ui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui32_4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[1936839744, 2769723808, 3853690131, 929147244]> : tensor<4xui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui32_3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui32>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[1936839744, 2769723808, 3853690131]> : tensor<3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui32_3x4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  check.expect_eq_const %next, dense<[1, 1]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[1936839744, 2769723808, 3853690131, 929147244], [1483621553, 651866410, 3635972313, 3644338380], [3878945999, 2364392915, 1057429302, 168492509]]> : tensor<3x4xui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui32_5x3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui32>)
  check.expect_eq_const %next, dense<[1, 2]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[1936839744, 2769723808, 3853690131], [929147244, 1483621553, 651866410], [3635972313, 3644338380, 3878945999], [2364392915, 1057429302, 168492509], [3082076531, 3674517586, 1146363793]]> : tensor<5x3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui32_3x5x2() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x2xui32>)
  check.expect_eq_const %next, dense<[1, 6]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[[1936839744, 2769723808], [3853690131, 929147244], [1483621553, 651866410], [3635972313, 3644338380], [3878945999, 2364392915]], [[1057429302, 168492509], [3082076531, 3674517586], [1146363793, 235617523], [2481929813, 1518692275], [2704098374, 2124314579]], [[3725115218, 1715404623], [2270807266, 3184911688], [3620513832, 859135037], [2423549531, 164430168], [1309807435, 2891000318]]]> : tensor<3x5x2xui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui64_scalar() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %next, dense<[1, 18446744073709551615]> : tensor<2xui64>
  check.expect_eq_const %result, dense<11895873176249422912> : tensor<ui64>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui64_4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui64>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[11895873176249422912, 3990657030002222355, 2799744913794548913, 15652314161293592793]> : tensor<4xui64>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui64_3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[11895873176249422912, 3990657030002222355, 2799744913794548913]> : tensor<3xui64>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui64_3x4() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui64>)
  check.expect_eq_const %next, dense<[1, 4]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[11895873176249422912, 3990657030002222355, 2799744913794548913, 15652314161293592793], [10154990248698053839, 723669816833414966, 15781932863528943987, 1011969556795891601], [6522733656294768213, 9123861645925106758, 7367606758917324626, 13679091542878962914]]> : tensor<3x4xui64>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui64_5x3() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x3xui64>)
  check.expect_eq_const %next, dense<[1, 6]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[11895873176249422912, 3990657030002222355, 2799744913794548913], [15652314161293592793, 10154990248698053839, 723669816833414966], [15781932863528943987, 1011969556795891601, 6522733656294768213], [9123861645925106758, 7367606758917324626, 13679091542878962914], [3689956890383263784, 706222196459335259, 12416751819845407563]]> : tensor<5x3xui64>
  func.return
}

// -----

func.func @rng_bit_generator_philox_ui64_3x5x2() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x2xui64>)
  check.expect_eq_const %next, dense<[1, 13]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[[11895873176249422912, 3990657030002222355], [2799744913794548913, 15652314161293592793], [10154990248698053839, 723669816833414966], [15781932863528943987, 1011969556795891601], [6522733656294768213, 9123861645925106758]], [[7367606758917324626, 13679091542878962914], [3689956890383263784, 706222196459335259], [12416751819845407563, 7477868805301487875], [10503944455803469711, 3691451520346636399], [9316363544082257926, 3350324490367848075]], [[11945918186928379091, 1163866033324186797], [1083855023452318907, 7155688646739213460], [12316252215561338069, 2810665497373992340], [3782334235911697947, 16269611685033036992], [17741009054906853560, 6181877582861214298]]]> : tensor<3x5x2xui64>
  func.return
}

// -----

func.func @rng_bit_generator_philox_i32() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xi32>)
  check.expect_eq_const %next, dense<[81985529216486895, 44]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[-503059487, -225970600, -622848497], [1572151927, -849107662, 1087759285]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_f32() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
  check.expect_eq_const %next, dense<[81985529216486895, 44]> : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2x3xf32>) -> tensor<2x3xui32>
  check.expect_eq_const %bits, dense<[[3791907809, 4068996696, 3672118799], [1572151927, 3445859634, 1087759285]]> : tensor<2x3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_i4() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xi4>)
  check.expect_eq_const %next, dense<[81985529216486895, 44]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[1, -8, -1], [7, 2, 5]]> : tensor<2x3xi4>
  func.return
}

// -----

func.func @rng_bit_generator_philox_f64() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf64>)
  check.expect_eq_const %next, dense<[81985529216486895, 45]> : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2x3xf64>) -> tensor<2x3xui64>
  check.expect_eq_const %bits, dense<[[17476207740643961825, 6752341114480498191, 4671890558441202994], [9840476721349471822, 10065104444792091621, 17313068330690629406]]> : tensor<2x3xui64>
  func.return
}

// -----

func.func @rng_bit_generator_philox_of_nothing() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 42]> : tensor<2xui64>
  check.expect_eq_const %result, dense<> : tensor<0x3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_default_ui8_5() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[64, 160, 19, 108, 177]> : tensor<5xui8>
  func.return
}

// -----

func.func @rng_bit_generator_default_ui16_5() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[54336, 41376, 42259, 43372, 17585]> : tensor<5xui16>
  func.return
}

// -----

func.func @rng_bit_generator_default_ui32_5() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %next, dense<[1, 0]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[1936839744, 2769723808, 3853690131, 929147244, 1483621553]> : tensor<5xui32>
  func.return
}

// -----

func.func @rng_bit_generator_default_ui64_5() {
  %state = stablehlo.constant dense<[1, 18446744073709551614]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  check.expect_eq_const %next, dense<[1, 1]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[11895873176249422912, 3990657030002222355, 2799744913794548913, 15652314161293592793, 10154990248698053839]> : tensor<5xui64>
  func.return
}

// -----

func.func @rng_bit_generator_default_i32() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xi32>)
  check.expect_eq_const %next, dense<[81985529216486895, 44]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[-503059487, -225970600, -622848497], [1572151927, -849107662, 1087759285]]> : tensor<2x3xi32>
  func.return
}

// -----

func.func @rng_bit_generator_default_f32() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf32>)
  check.expect_eq_const %next, dense<[81985529216486895, 44]> : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2x3xf32>) -> tensor<2x3xui32>
  check.expect_eq_const %bits, dense<[[3791907809, 4068996696, 3672118799], [1572151927, 3445859634, 1087759285]]> : tensor<2x3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_default_i4() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xi4>)
  check.expect_eq_const %next, dense<[81985529216486895, 44]> : tensor<2xui64>
  check.expect_eq_const %result, dense<[[1, -8, -1], [7, 2, 5]]> : tensor<2x3xi4>
  func.return
}

// -----

func.func @rng_bit_generator_default_f64() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xf64>)
  check.expect_eq_const %next, dense<[81985529216486895, 45]> : tensor<2xui64>
  %bits = stablehlo.bitcast_convert %result : (tensor<2x3xf64>) -> tensor<2x3xui64>
  check.expect_eq_const %bits, dense<[[17476207740643961825, 6752341114480498191, 4671890558441202994], [9840476721349471822, 10065104444792091621, 17313068330690629406]]> : tensor<2x3xui64>
  func.return
}

// -----

func.func @rng_bit_generator_default_of_nothing() {
  %state = stablehlo.constant dense<[81985529216486895, 42]> : tensor<2xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  check.expect_eq_const %next, dense<[81985529216486895, 42]> : tensor<2xui64>
  check.expect_eq_const %result, dense<> : tensor<0x3xui32>
  func.return
}

// -----

func.func @rng_bit_generator_philox_three_words() {
  %state = stablehlo.constant dense<[7, 18446744073709551614, 5]> : tensor<3xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<14xui32>)
  check.expect_eq_const %next, dense<[7, 2, 6]> : tensor<3xui64>
  check.expect_eq_const %result, dense<[491848808, 3750276210, 2738965347, 1083093361, 592388033, 4281800940, 662029415, 3118642158, 2900326916, 2923260437, 966877904, 1475541809, 817843520, 4246403339]> : tensor<14xui32>
  func.return
}

// -----

func.func @bad_rng_bit_generator_state() -> tensor<2xui32> {
  %state = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui64>
  %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<2xui32>)
  func.return %result : tensor<2xui32>
}
