//===- IndexOps.td - Selection and placement ---------------*- tablegen -*-===//
//
// Operators that choose elements by an index or by their value, put elements at
// an index, or accumulate along an axis.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_INDEXOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_INDEXOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

class ONNX_GatherBaseOp<string mnemonic>
    : ONNX_PureOp<mnemonic, [AllElementTypesMatch<["data", "output"]>]> {
  let results = (outs ONNX_ClassicTensor:$output);
}

class ONNX_ScatterBaseOp<string mnemonic>
    : ONNX_PureOp<mnemonic,
        [AllElementTypesMatch<["data", "updates", "output"]>]> {
  let description = "`reduction` is none, add, mul, max or min.";
  let results = (outs ONNX_ClassicTensor:$output);
}

def ONNX_GatherOp : ONNX_GatherBaseOp<"Gather"> {
  let hasCanonicalizer = 1;
  let summary = "slices at the indices of an axis, as numpy.take";
  let arguments = (ins ONNX_ClassicTensor:$data, ONNX_IndexTensor:$indices,
                       ONNX_IntAttr<0>:$axis);
}

def ONNX_GatherElementsOp : ONNX_GatherBaseOp<"GatherElements"> {
  let summary = "elements at the indices of an axis, as torch.gather";
  let arguments = (ins ONNX_ClassicTensor:$data, ONNX_IndexTensor:$indices,
                       ONNX_IntAttr<0>:$axis);
}

def ONNX_GatherNDOp : ONNX_GatherBaseOp<"GatherND"> {
  let hasCanonicalizer = 1;
  let summary = "slices at tuples of indices";
  let arguments = (ins ONNX_ClassicTensor:$data, ONNX_I64Tensor:$indices,
                       ONNX_IntAttr<0>:$batch_dims);
}

def ONNX_ScatterElementsOp : ONNX_ScatterBaseOp<"ScatterElements"> {
  let summary = "elements put at the indices of an axis, as torch.scatter";
  let arguments = (ins ONNX_ClassicTensor:$data, ONNX_IndexTensor:$indices,
                       ONNX_ClassicTensor:$updates, ONNX_IntAttr<0>:$axis,
                       ONNX_StrAttr<"none">:$reduction);
  let typeRule = [{
    int64_t rank = types.rank(op.getData());
    types.axis(op.getAxis(), rank);
    types.expectRank(op.getIndices(), rank, "indices");
    types.expectRank(op.getUpdates(), rank, "updates");
    types.expectOneOf(op.getReduction(), "reduction",
                      {"none", "add", "mul", "max", "min"});
    types.addSame(op.getData());
  }];
}

def ONNX_ScatterNDOp : ONNX_ScatterBaseOp<"ScatterND"> {
  let summary = "slices put at tuples of indices";
  let typeRule = [{
    types.expectOneOf(op.getReduction(), "reduction",
                      {"none", "add", "mul", "max", "min"});
    types.addSame(op.getData());
  }];
  let arguments = (ins ONNX_ClassicTensor:$data, ONNX_I64Tensor:$indices,
                       ONNX_ClassicTensor:$updates,
                       ONNX_StrAttr<"none">:$reduction);
}

//===----------------------------------------------------------------------===//
// Selection by value
//===----------------------------------------------------------------------===//

def ONNX_CompressOp
    : ONNX_PureOp<"Compress", [AllElementTypesMatch<["input", "output"]>]> {
  let summary = "slices where the condition holds";
  let description = "Without `axis` the operand is flattened first.";
  let arguments = (ins ONNX_NoBF16Tensor:$input, ONNX_BoolTensor:$condition,
                       ONNX_OptInt:$axis);
  let results = (outs ONNX_NoBF16Tensor:$output);
}

def ONNX_NonZeroOp : ONNX_PureOp<"NonZero"> {
  let summary = "indices of the elements that are not zero, [rank, count]";
  let arguments = (ins ONNX_ClassicTensor:$X);
  let results = (outs ONNX_I64Tensor:$Y);
}

def ONNX_OneHotOp
    : ONNX_PureOp<"OneHot", [AllElementTypesMatch<["values", "output"]>]> {
  let summary = "one value at the index, another elsewhere";
  let description = "`values` is [off, on].";
  let arguments = (ins ONNX_NumericNoBF16Tensor:$indices,
                       ONNX_NumericNoBF16Tensor:$depth,
                       ONNX_NoBF16Tensor:$values, ONNX_IntAttr<-1>:$axis);
  let results = (outs ONNX_NoBF16Tensor:$output);
}

def ONNX_TopKOp : ONNX_PureOp<"TopK", [AllElementTypesMatch<["X", "Values"]>]> {
  let summary = "the K largest or smallest elements along an axis";
  let arguments = (ins ONNX_NumericTensor:$X, ONNX_I64Tensor:$K,
                       ONNX_IntAttr<-1>:$axis, ONNX_IntAttr<1>:$largest,
                       ONNX_IntAttr<1>:$sorted);
  let results = (outs ONNX_NumericTensor:$Values, ONNX_I64Tensor:$Indices);
}

def ONNX_UniqueOp : ONNX_PureOp<"Unique", [AllElementTypesMatch<["X", "Y"]>]> {
  let summary = "distinct elements or slices";
  let description = "Without `axis` the operand is flattened first.";
  let arguments = (ins ONNX_NoBF16Tensor:$X, ONNX_OptInt:$axis,
                       ONNX_IntAttr<1>:$sorted);
  let results = (outs ONNX_NoBF16Tensor:$Y,
                      ONNX_OrNone<ONNX_I64Tensor>:$indices,
                      ONNX_OrNone<ONNX_I64Tensor>:$inverse_indices,
                      ONNX_OrNone<ONNX_I64Tensor>:$counts);
}

//===----------------------------------------------------------------------===//
// Accumulation
//===----------------------------------------------------------------------===//

class ONNX_CumulativeOp<string mnemonic>
    : ONNX_PureOp<mnemonic, [AllElementTypesMatch<["x", "y"]>]> {
  let arguments = (ins ONNX_WideNumericTensor:$x, ONNX_IndexTensor:$axis,
                       ONNX_IntAttr<0>:$exclusive, ONNX_IntAttr<0>:$reverse);
  let results = (outs ONNX_WideNumericTensor:$y);
  let typeRule = "inferCumulative(op.getX(), op.getAxis(), types);";
}

def ONNX_CumProdOp : ONNX_CumulativeOp<"CumProd"> {
  let summary = "products of all prefixes";
}
def ONNX_CumSumOp : ONNX_CumulativeOp<"CumSum"> {
  let summary = "sums of all prefixes";
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_INDEXOPS_TD
