//===- ControlOps.td - Branches and loops ------------------*- tablegen -*-===//
//
// Operators with regions. A region has one block, which ends in `onnx.Yield`,
// and may use values from outside. An operator has the effects of its regions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_CONTROLOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_CONTROLOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

class ONNX_RegionOp<string mnemonic>
    : ONNX_InferredOp<mnemonic, [RecursiveMemoryEffects,
        SingleBlockImplicitTerminator<"::torch_onnx::onnx::YieldOp">]> {
  let hasVerifier = 1;
}

/// An operator with one region, which is printed last.
class ONNX_BodyOp<string mnemonic> : ONNX_RegionOp<mnemonic> {
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` operands `)` attr-dict `:` functional-type(operands, results) $body
  }];
}

def ONNX_IfOp : ONNX_RegionOp<"If"> {
  let summary = "one of two branches";
  let description = [{
    ```mlir
    %0 = onnx.If(%cond) : (tensor<i1>) -> tensor<2xf32> then {
      onnx.Yield(%a) : (tensor<2xf32>) -> ()
    } else {
      onnx.Yield(%b) : (tensor<2xf32>) -> ()
    }
    ```
  }];
  let arguments = (ins ONNX_BoolTensor:$cond);
  let results = (outs Variadic<ONNX_Value>:$outputs);
  let regions = (region SizedRegion<1>:$then_branch,
                        SizedRegion<1>:$else_branch);
  let assemblyFormat = [{
    `(` operands `)` attr-dict `:` functional-type(operands, results)
    `then` $then_branch `else` $else_branch
  }];
}

def ONNX_LoopOp : ONNX_BodyOp<"Loop"> {
  let summary = "loop with a bound, a condition or both";
  let description = [{
    The body takes the iteration, the condition and the carried values; it
    yields the next condition, the carried values and the scan outputs, which
    are stacked along a new first axis.
  }];
  let arguments = (ins ONNX_OrNone<ONNX_I64Tensor>:$M,
                       ONNX_OrNone<ONNX_BoolTensor>:$cond,
                       Variadic<ONNX_Value>:$v_initial);
  let results = (outs Variadic<ONNX_Value>:$v_final_and_scan_outputs);
}

def ONNX_ScanOp : ONNX_BodyOp<"Scan"> {
  let summary = "loop over slices of the scan inputs";
  let description = [{
    The last `num_scan_inputs` operands are sliced, those before them are
    carried. The body yields the carried values, then the scan outputs.
  }];
  let arguments = (ins
    Variadic<ONNX_Tensor>:$initial_state_and_scan_inputs,
    I64Attr:$num_scan_inputs, ONNX_OptInts:$scan_input_axes,
    ONNX_OptInts:$scan_input_directions, ONNX_OptInts:$scan_output_axes,
    ONNX_OptInts:$scan_output_directions);
  let results = (outs Variadic<ONNX_Tensor>:$final_state_and_scan_outputs);
}

def ONNX_SequenceMapOp : ONNX_BodyOp<"SequenceMap"> {
  let summary = "sequences of what a body yields for each element";
  let arguments = (ins ONNX_Sequence:$input_sequence,
                       Variadic<ONNX_TensorOrSequence>:$additional_inputs);
  let results = (outs Variadic<ONNX_Sequence>:$out_sequence);
}

def ONNX_YieldOp
    : ONNX_Op<"Yield", [Pure, Terminator,
        ParentOneOf<["IfOp", "LoopOp", "ScanOp", "SequenceMapOp"]>]> {
  let summary = "outputs of a region";
  let arguments = (ins Variadic<ONNX_Value>:$outputs);
  let builders = [OpBuilder<(ins), "build($_builder, $_state, {});">];
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_CONTROLOPS_TD
