//===- ArgumentReader.cpp - Arguments as a rule needs them ----------------===//
//
// See ArgumentReader.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/ArgumentReader.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Sums and products of a few numbers in this range do not overflow.
static bool isReasonable(int64_t value) {
  constexpr int64_t limit = int64_t(1) << 31;
  return value >= -limit && value <= limit;
}

std::optional<int64_t> ArgumentReader::constant(AffineExpr size) {
  if (auto constant = dyn_cast_if_present<AffineConstantExpr>(size))
    return constant.getValue();
  return std::nullopt;
}

int64_t ArgumentReader::getWideInt(StringRef name) {
  if (std::optional<int64_t> value = constant(getExpr(name)))
    return *value;
  expectArgument(name, "a constant integer");
  return 0;
}

int64_t ArgumentReader::getInt(StringRef name) {
  int64_t value = getWideInt(name);
  if (isReasonable(value))
    return value;
  failToRead("expected '" + name + "' to be at most 2^31 in magnitude, found " +
                 Twine(value),
             /*isUnknown=*/false);
  return 0;
}

double ArgumentReader::getFloat(StringRef name) {
  if (std::optional<double> value = args.getFloat(name))
    return *value;
  expectArgument(name, "a constant number");
  return 0;
}

bool ArgumentReader::getBool(StringRef name) {
  if (std::optional<bool> value = args.getBool(name))
    return *value;
  expectArgument(name, "a constant boolean");
  return false;
}

StringRef ArgumentReader::getString(StringRef name, StringRef ifNone) {
  if (!has(name))
    return ifNone;
  if (std::optional<StringRef> value = args.getString(name))
    return *value;
  expectArgument(name, "a constant string");
  return ifNone;
}

SmallVector<int64_t> ArgumentReader::getInts(StringRef name) {
  if (!has(name))
    return {};
  std::optional<SmallVector<int64_t>> values = args.getInts(name);
  if (std::optional<int64_t> value = args.getInt(name))
    values = {*value};
  if (auto list = args.getList(name); list && !values) {
    // A symbolic number may be known.
    values.emplace();
    for (OpFoldResult element : *list)
      if (std::optional<int64_t> value = constant(getExpr(element)))
        values->push_back(*value);
    if (values->size() != list->size())
      values.reset();
  }
  if (!values) {
    expectArgument(name, "a list of constant integers");
    return {};
  }
  for (int64_t value : *values) {
    if (isReasonable(value))
      continue;
    failToRead("expected the elements of '" + name +
                   "' to be at most 2^31 in magnitude, found " + Twine(value),
               /*isUnknown=*/false);
    return {};
  }
  return *values;
}

SmallVector<int64_t> ArgumentReader::getInts(StringRef name, size_t count) {
  SmallVector<int64_t> values = getInts(name);
  if (values.size() == 1)
    values.assign(count, values.front());
  if (values.size() == count)
    return values;
  failToRead("expected '" + name + "' to have " + Twine(count) +
                 " elements, found " + Twine(values.size()),
             /*isUnknown=*/false);
  values.assign(count, 1);
  return values;
}

SmallVector<double> ArgumentReader::getFloats(StringRef name) {
  if (!has(name))
    return {};
  if (std::optional<SmallVector<double>> values = args.getFloats(name))
    return *values;
  expectArgument(name, "a list of constant numbers");
  return {};
}

int64_t ArgumentReader::wrapAxis(int64_t value, int64_t rank) {
  int64_t limit = std::max<int64_t>(rank, 1);
  int64_t axis = value < 0 ? value + limit : value;
  if (axis >= 0 && axis < limit)
    return axis;
  failToRead("expected a dimension in range for rank " + Twine(rank) +
                 ", found " + Twine(value),
             /*isUnknown=*/false);
  return 0;
}

SmallVector<int64_t> ArgumentReader::getGivenAxes(StringRef name,
                                                  int64_t rank) {
  SmallVector<int64_t> axes = getInts(name);
  for (int64_t &axis : axes)
    axis = wrapAxis(axis, rank);
  return axes;
}
