// Where the bytes of weights go.
//
// RUN: rm -rf %t && mkdir -p %t/sub && cd %t
// RUN: %python -c "import numpy as np; open('w.bin', 'wb').write(bytes(8) + np.arange(1024, dtype=np.float32).tobytes())"
// RUN: torch-onnx-opt --onnx-prepare-for-export %s -o in.mlir
//
// RUN: torch-onnx-translate --to-onnx in.mlir -o auto.onnx
// RUN: %python %S/Inputs/dump_onnx.py auto.onnx | FileCheck %s --check-prefixes=CHECK,INLINE
// RUN: torch-onnx-translate --to-onnx in.mlir -o inline.onnx --weights=inline
// RUN: cmp auto.onnx inline.onnx
// RUN: torch-onnx-translate --to-onnx in.mlir -o again.onnx
// RUN: cmp auto.onnx again.onnx
// RUN: ls | FileCheck %s --check-prefix=NODATA
//
// RUN: torch-onnx-translate --to-onnx in.mlir -o ext.onnx --weights=external
// RUN: %python %S/Inputs/dump_onnx.py ext.onnx | FileCheck %s --check-prefixes=CHECK,EXT
// RUN: torch-onnx-translate --to-onnx in.mlir -o ext0.onnx --weights=external --external-threshold=0
// RUN: %python %S/Inputs/dump_onnx.py ext0.onnx | FileCheck %s --check-prefixes=EXT0
//
// RUN: torch-onnx-opt --onnx-prepare-for-export=weights-mode=reference %s -o ref.mlir
// RUN: torch-onnx-translate --to-onnx ref.mlir -o ref.onnx --weights=reference
// RUN: %python %S/Inputs/dump_onnx.py ref.onnx | FileCheck %s --check-prefix=REF
//
// The location is relative to the folder of the model and stays in it.
// RUN: not torch-onnx-translate --to-onnx ref.mlir -o sub/ref.onnx --weights=reference 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: ls sub | count 0
// RUN: not torch-onnx-translate --to-onnx ref.mlir --weights=reference 2>&1 | FileCheck %s --check-prefix=STREAM
// RUN: not torch-onnx-translate --to-onnx in.mlir --weights=external 2>&1 | FileCheck %s --check-prefix=STREAM-EXT
// RUN: mv w.bin real.bin && ln -s real.bin w.bin
// RUN: not torch-onnx-translate --to-onnx ref.mlir -o link.onnx --weights=reference
// REQUIRES: onnx

// NODATA-NOT: .data
// CHECK: initializer small: float[4] = [0.0, 1.0, 2.0, 3.0]
// INLINE-NEXT: initializer big: float[16, 64] = sum 523776
// INLINE-NEXT: initializer tied: float[16, 64] = sum 523776
// INLINE-NEXT: initializer transposed: float[64, 16] = sum 523776
// INLINE-NEXT: initializer computed: float[16, 64] = sum 1.04755e+06
// INLINE-NEXT: initializer splat: float[512] = sum 512
// EXT-NEXT: initializer big: float[16, 64] external location=ext.onnx.data offset=0 length=4096 = sum 523776
// EXT-NEXT: initializer tied: float[16, 64] external location=ext.onnx.data offset=0 length=4096 = sum 523776
// EXT-NEXT: initializer transposed: float[64, 16] external location=ext.onnx.data offset=4096 length=4096 = sum 523776
// EXT-NEXT: initializer computed: float[16, 64] external location=ext.onnx.data offset=8192 length=4096 = sum 1.04755e+06
// EXT-NEXT: initializer splat: float[512] external location=ext.onnx.data offset=12288 length=2048 = sum 512
// EXT0: initializer small: float[4] external location=ext0.onnx.data offset=0 length=16 = [0.0, 1.0, 2.0, 3.0]
// EXT0-NEXT: initializer big: float[16, 64] external location=ext0.onnx.data offset=64 length=4096
// CHECK: canonical True

// REF: initializer small: float[4] = [0.0, 1.0, 2.0, 3.0]
// REF-NEXT: initializer big: float[16, 64] external location=w.bin offset=8 length=4096 = sum 523776
// REF-NEXT: initializer tied: float[16, 64] external location=w.bin offset=8 length=4096 = sum 523776
// REF-NEXT: initializer transposed: float[16, 64] external location=w.bin offset=8 length=4096 = sum 523776
// REF-NEXT: initializer computed: float[16, 64] = sum 1.04755e+06
// REF-NEXT: initializer splat: float[512] = sum 512
// REF: node /Transpose: Transpose(transposed)
// REF-NEXT: perm = ints [1, 0]
// OUTSIDE: error: weights cannot be referenced in '{{.*}}w.bin': it must be in the folder of the model 'sub/ref.onnx' or below it
// STREAM: the model goes to a stream, which is in no folder
// STREAM-EXT: weights cannot be external to a model that goes to a stream

#w = #weight.file<"w.bin", offset = 8> : tensor<16x64xf32>
module attributes {onnx.opset = 21 : i64} {
  func.func @main() -> (tensor<4xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<512xf32>) {
    %0 = onnx.Constant {name = "small"} #weight.file<"w.bin", offset = 8> : tensor<4xf32>
    %1 = onnx.Constant {name = "big"} #w
    %2 = onnx.Constant {name = "tied"} #w
    %3 = onnx.Constant {name = "transposed"} #weight.file<"w.bin", offset = 8, strides = [1, 64]> : tensor<64x16xf32>
    %4 = onnx.Constant {name = "computed"} #weight.expr<add, [#w, #w]> : tensor<16x64xf32>
    %5 = onnx.Constant {name = "splat"} dense<1.0> : tensor<512xf32>
    return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<64x16xf32>, tensor<16x64xf32>, tensor<512xf32>
  }
}
