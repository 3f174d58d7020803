//===- WeightDialect.cpp - Weights that stay in their file ----------------===//
//
// Syntax and verification of the attributes. After verification, other code can
// add and multiply sizes in 64 bits without overflow.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "torch-onnx/Dialect/Weight/IR/WeightAttrs.cpp.inc"

void WeightDialect::initialize() {
  store = std::make_shared<WeightStore>();
  addInterfaces<Checksums>();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "torch-onnx/Dialect/Weight/IR/WeightAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SmallVector<int64_t>
weight::detail::canonicalizeStrides(RankedTensorType type,
                                    ArrayRef<int64_t> strides) {
  ArrayRef<int64_t> shape = type.getShape();
  bool rowMajor = strides.empty();
  SmallVector<int64_t> result(strides);
  // Invalid attributes are left unchanged for the verifier.
  if ((!rowMajor && strides.size() != shape.size()) || !type.hasStaticShape())
    return result;
  if (llvm::is_contained(shape, 0))
    rowMajor = true;
  result.resize(shape.size());
  // The stride at which this dimension continues the next dimension.
  int64_t next = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (rowMajor || shape[i] == 1)
      result[i] = next;
    // On overflow the number is wrong; the verifier reports it because it
    // checks the same product.
    if (std::optional<int64_t> end =
            llvm::checkedMul(result[i], std::max<int64_t>(shape[i], 1)))
      next = *end;
  }
  return result;
}

/// Checks that a type has a size in bytes.
static LogicalResult verifyType(function_ref<InFlightDiagnostic()> emitError,
                                ShapedType type) {
  if (!type.hasRank() || !type.hasStaticShape())
    return emitError() << "the type of a weight must have a static shape, got "
                       << type;
  if (getElementByteWidth(type.getElementType()) == 0)
    return emitError() << "elements of type " << type.getElementType()
                       << " have no width in bytes";
  if (!getCheckedByteSize(type))
    return emitError() << type << " has more bytes than a file can have";
  return success();
}

//===----------------------------------------------------------------------===//
// FileAttr
//===----------------------------------------------------------------------===//

/// The number of elements from the first to the end of the last; nothing on
/// overflow.
static std::optional<int64_t> getSpan(ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> strides) {
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<int64_t> span = 1;
  for (auto [size, stride] : llvm::zip_equal(shape, strides))
    if (!(span = llvm::checkedMulAdd(size - 1, stride, *span)))
      return std::nullopt;
  return span;
}

LogicalResult FileAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               RankedTensorType type, StringRef file,
                               int64_t offset, ArrayRef<int64_t> strides) {
  if (failed(verifyType(emitError, type)))
    return failure();
  if (file.empty())
    return emitError() << "the name of the file is empty";
  if (offset < 0)
    return emitError() << "offset " << offset << " is negative";
  ArrayRef<int64_t> shape = type.getShape();
  if (strides.size() != shape.size())
    return emitError() << "expected " << shape.size() << " strides for " << type
                       << ", got " << strides.size();
  for (int64_t stride : strides)
    if (stride < 0)
      return emitError() << "stride " << stride << " is negative";
  std::optional<int64_t> end = getSpan(shape, strides);
  if (end)
    end = llvm::checkedMulAdd(*end, getElementByteWidth(type.getElementType()),
                              offset);
  if (!end)
    return emitError()
           << "the last element is beyond the maximum size of a file";
  return success();
}

bool FileAttr::isContiguous() {
  // The builder has set strides of dimensions of size 1, which do not matter,
  // to those of row-major order.
  return getStrides() ==
         ArrayRef<int64_t>(detail::canonicalizeStrides(getType(), {}));
}

int64_t FileAttr::getExtent() {
  std::optional<int64_t> span = getSpan(getType().getShape(), getStrides());
  return span.value_or(0) * getElementByteWidth(getType().getElementType());
}

bool FileAttr::isSplat() const { return false; }

void FileAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getFile());
  printer << ", offset = " << getOffset();
  if (!FileAttr(*this).isContiguous()) {
    printer << ", strides = [";
    llvm::interleaveComma(getStrides(), printer);
    printer << ']';
  }
  printer << '>';
}

/// The type after the attribute. The parser passes it if it is present.
static RankedTensorType parseSelfType(AsmParser &parser, SMLoc loc, Type type) {
  auto tensor = dyn_cast_if_present<RankedTensorType>(type);
  if (!tensor)
    parser.emitError(loc, "a weight needs the type of its elements: "
                          "'#weight...<...> : tensor<...>'");
  return tensor;
}

Attribute FileAttr::parse(AsmParser &parser, Type type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string file;
  int64_t offset;
  SmallVector<int64_t> strides;
  if (parser.parseLess() || parser.parseString(&file) || parser.parseComma() ||
      parser.parseKeyword("offset") || parser.parseEqual() ||
      parser.parseInteger(offset))
    return {};
  bool hasStrides = succeeded(parser.parseOptionalComma());
  if (hasStrides &&
      (parser.parseKeyword("strides") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
         return parser.parseInteger(strides.emplace_back());
       })))
    return {};
  if (parser.parseGreater())
    return {};
  RankedTensorType tensor = parseSelfType(parser, loc, type);
  if (!tensor)
    return {};
  if (hasStrides && strides.empty() && tensor.getRank() != 0) {
    parser.emitError(loc, "expected ")
        << tensor.getRank() << " strides for " << tensor << ", got 0";
    return {};
  }
  return parser.getChecked<FileAttr>(loc, tensor, file, offset, strides);
}

//===----------------------------------------------------------------------===//
// ExprAttr
//===----------------------------------------------------------------------===//

/// In the order of the enumeration.
static constexpr StringLiteral kExprKinds[] = {
    "add", "sub", "mul", "div", "cast", "concat", "reshape", "unpack"};

StringRef weight::stringifyExprKind(ExprKind kind) {
  return kExprKinds[static_cast<uint32_t>(kind)];
}

static std::optional<ExprKind> symbolizeExprKind(StringRef name) {
  const auto *found = llvm::find(kExprKinds, name);
  if (found == std::end(kExprKinds))
    return std::nullopt;
  return static_cast<ExprKind>(found - std::begin(kExprKinds));
}

/// Counts the nodes of the tree up to the limits.
static LogicalResult countNodes(ElementsAttr attr, unsigned depth,
                                unsigned &nodes) {
  if (++nodes > ExprAttr::maxNodes || depth > ExprAttr::maxDepth)
    return failure();
  auto expr = dyn_cast<ExprAttr>(attr);
  if (!expr)
    return success();
  for (ElementsAttr operand : expr.getOperands())
    if (failed(countNodes(operand, depth + 1, nodes)))
      return failure();
  return success();
}

/// True when `shape` broadcasts to `result` by numpy's rule.
static bool broadcastsTo(ArrayRef<int64_t> shape, ArrayRef<int64_t> result) {
  if (shape.size() > result.size())
    return false;
  for (auto [size, to] : llvm::zip_equal(shape, result.take_back(shape.size())))
    if (size != to && size != 1)
      return false;
  return true;
}

static LogicalResult verifyBinary(function_ref<InFlightDiagnostic()> emitError,
                                  RankedTensorType type, ExprKind kind,
                                  ArrayRef<ElementsAttr> operands) {
  StringRef name = stringifyExprKind(kind);
  if (operands.size() != 2)
    return emitError() << "'" << name << "' has two operands, got "
                       << operands.size();
  Type elementType = type.getElementType();
  bool isFloat = elementType.isF16() || elementType.isBF16() ||
                 elementType.isF32() || elementType.isF64();
  bool isInteger = isa<IntegerType>(elementType) && !elementType.isInteger(1);
  if (!isFloat && !(isInteger && kind != ExprKind::Div))
    return emitError() << "'" << name << "' is not defined for elements of "
                       << elementType;
  ArrayRef<int64_t> shape = type.getShape();
  for (ElementsAttr operand : operands) {
    ShapedType operandType = operand.getShapedType();
    if (operandType.getElementType() != elementType ||
        !broadcastsTo(operandType.getShape(), shape))
      return emitError() << "an operand of type " << operandType
                         << " does not broadcast to " << type;
  }
  // [1] and [1] broadcast to [5], but their sum is a [1].
  for (size_t i = 0; i < shape.size(); ++i) {
    size_t fromRight = shape.size() - i;
    if (shape[i] != 1 && llvm::none_of(operands, [&](ElementsAttr operand) {
          ArrayRef<int64_t> other = operand.getShapedType().getShape();
          return fromRight <= other.size() &&
                 other[other.size() - fromRight] == shape[i];
        }))
      return emitError() << "dimension " << i << " of " << type
                         << " is not in any operand";
  }
  return success();
}

static LogicalResult verifyCast(function_ref<InFlightDiagnostic()> emitError,
                                RankedTensorType type,
                                ArrayRef<ElementsAttr> operands) {
  ShapedType from = operands[0].getShapedType();
  if (from.getShape() != type.getShape())
    return emitError() << "'cast' from " << from << " to " << type
                       << " changes the shape";
  Type to = type.getElementType();
  if (isHalfByte(to) && !from.getElementType().isInteger(8))
    return emitError() << "'cast' from " << from.getElementType() << " to "
                       << to << " is not supported, only from 8 bits";
  bool toSmallFloat = isa<FloatType>(to) && to.getIntOrFloatBitWidth() == 8;
  if (from.getElementType() != to && (toSmallFloat || isa<ComplexType>(to) ||
                                      isa<ComplexType>(from.getElementType())))
    return emitError() << "'cast' from " << from.getElementType() << " to "
                       << to << " is not supported";
  return success();
}

static LogicalResult verifyReshape(function_ref<InFlightDiagnostic()> emitError,
                                   RankedTensorType type,
                                   ArrayRef<ElementsAttr> operands) {
  ShapedType from = operands[0].getShapedType();
  if (from.getElementType() != type.getElementType() ||
      getNumElements(from.getShape()) != getNumElements(type.getShape()))
    return emitError() << "'reshape' from " << from << " to " << type
                       << " changes the elements";
  return success();
}

static LogicalResult verifyUnpack(function_ref<InFlightDiagnostic()> emitError,
                                  RankedTensorType type,
                                  ArrayRef<ElementsAttr> operands) {
  ShapedType from = operands[0].getShapedType();
  std::optional<int64_t> count = getNumElements(type.getShape());
  if (!isa<Float4E2M1FNType>(type.getElementType()) ||
      !from.getElementType().isUnsignedInteger(8) || !count || *count % 2 ||
      *count / 2 != getNumElements(from.getShape()))
    return emitError() << "'unpack' from " << from << " to " << type
                       << " is not two elements of f4E2M1FN for each of ui8";
  return success();
}

static LogicalResult verifyConcat(function_ref<InFlightDiagnostic()> emitError,
                                  RankedTensorType type,
                                  ArrayRef<ElementsAttr> operands,
                                  int64_t axis) {
  if (operands.empty())
    return emitError() << "'concat' needs an operand";
  if (axis < 0 || axis >= type.getRank())
    return emitError() << "axis " << axis << " is not a dimension of " << type;
  // Each size is at most the sum, so an overflow of the sum is detected.
  int64_t rest = type.getDimSize(axis);
  for (ElementsAttr operand : operands) {
    ShapedType operandType = operand.getShapedType();
    SmallVector<int64_t> shape(operandType.getShape());
    bool matches = operandType.getElementType() == type.getElementType() &&
                   operandType.getRank() == type.getRank();
    if (matches) {
      rest -= shape[axis];
      shape[axis] = type.getDimSize(axis);
      matches = ArrayRef<int64_t>(shape) == type.getShape() && rest >= 0;
    }
    if (!matches)
      return emitError() << "an operand of type " << operandType
                         << " does not fit into " << type << " along dimension "
                         << axis;
  }
  if (rest != 0)
    return emitError() << "the operands lack " << rest << " of the "
                       << type.getDimSize(axis) << " elements of dimension "
                       << axis;
  return success();
}

LogicalResult ExprAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               RankedTensorType type, ExprKind kind,
                               ArrayRef<ElementsAttr> operands, int64_t axis) {
  // An operand without bytes is checked as far as possible.
  bool isPacked = kind == ExprKind::Unpack ||
                  (kind == ExprKind::Cast && isHalfByte(type.getElementType()));
  if (failed(verifyType(emitError, isPacked ? type.clone(IntegerType::get(
                                                  type.getContext(), 8))
                                            : type)))
    return failure();
  unsigned nodes = 0;
  for (ElementsAttr operand : operands) {
    if (!operand)
      return emitError() << "an operand is missing";
    if (failed(verifyType(emitError, operand.getShapedType())))
      return failure();
    if (failed(countNodes(operand, 1, nodes)))
      return emitError() << "the expression has more than " << maxNodes
                         << " nodes, or more than " << maxDepth
                         << " levels of them";
  }
  if (kind != ExprKind::Concat && axis != 0)
    return emitError() << "only 'concat' has an axis";
  bool isUnary = kind == ExprKind::Cast || kind == ExprKind::Reshape ||
                 kind == ExprKind::Unpack;
  if (isUnary && operands.size() != 1)
    return emitError() << "'" << stringifyExprKind(kind)
                       << "' has one operand, got " << operands.size();
  switch (kind) {
  case ExprKind::Cast:
    return verifyCast(emitError, type, operands);
  case ExprKind::Concat:
    return verifyConcat(emitError, type, operands, axis);
  case ExprKind::Reshape:
    return verifyReshape(emitError, type, operands);
  case ExprKind::Unpack:
    return verifyUnpack(emitError, type, operands);
  default:
    return verifyBinary(emitError, type, kind, operands);
  }
}

bool ExprAttr::isSplat() const { return false; }

void ExprAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyExprKind(getKind());
  if (getKind() == ExprKind::Concat)
    printer << '<' << getAxis() << '>';
  printer << ", [";
  llvm::interleaveComma(getOperands(), printer, [&](ElementsAttr operand) {
    printer.printAttribute(operand);
  });
  printer << "]>";
}

Attribute ExprAttr::parse(AsmParser &parser, Type type) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  SmallVector<ElementsAttr> operands;
  int64_t axis = 0;
  if (parser.parseLess() || parser.parseKeyword(&keyword))
    return {};
  std::optional<ExprKind> kind = symbolizeExprKind(keyword);
  if (!kind) {
    parser.emitError(loc, "expected add, sub, mul, div, cast, concat, reshape "
                          "or unpack, got '")
        << keyword << "'";
    return {};
  }
  if (*kind == ExprKind::Concat &&
      (parser.parseLess() || parser.parseInteger(axis) ||
       parser.parseGreater()))
    return {};
  if (parser.parseComma() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseAttribute(operands.emplace_back()); }) ||
      parser.parseGreater())
    return {};
  RankedTensorType tensor = parseSelfType(parser, loc, type);
  if (!tensor)
    return {};
  return parser.getChecked<ExprAttr>(loc, tensor, *kind, operands, axis);
}
