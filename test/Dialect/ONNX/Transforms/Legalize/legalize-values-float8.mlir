// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=21 target=ort' --onnx-evaluate --split-input-file -o /dev/null

// Opsets with 8-bit floats: a CastLike that becomes a Cast keeps `saturate`.

func.func @saturate(%x: tensor<2xf32> {onnx.value = dense<[1.0, 1000.0]> : tensor<2xf32>},
                    %type: tensor<0xf8E4M3FN> {onnx.value = dense<> : tensor<0xf8E4M3FN>})
    -> (tensor<2xf8E4M3FN> {onnx.expected = dense<[1.0, 448.0]> : tensor<2xf8E4M3FN>},
        tensor<2xf8E4M3FN> {onnx.expected = dense<[0x38, 0x7F]> : tensor<2xf8E4M3FN>}) {
  %0 = onnx.CastLike(%x, %type) : (tensor<2xf32>, tensor<0xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  %1 = onnx.CastLike(%x, %type) {saturate = 0 : i64} : (tensor<2xf32>, tensor<0xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  return %0, %1 : tensor<2xf8E4M3FN>, tensor<2xf8E4M3FN>
}
