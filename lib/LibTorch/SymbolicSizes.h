//===- SymbolicSizes.h - LibTorch's symbolic sizes --------------*- C++ -*-===//
//
// Implements LibTorch's SymInts and SymBools over expressions of the compiler.
// Composite kernels compute with them as with numbers. A condition on sizes
// gets the answer that the compiler proves, and fails if there is no proof.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_SYMBOLICSIZES_H
#define TORCH_ONNX_LIB_LIBTORCH_SYMBOLICSIZES_H

#include "Arguments.h"

#include <c10/core/SymInt.h>
#include <c10/core/SymNodeImpl.h>

#include <vector>

namespace torch_onnx::libtorch {

/// The interface of the compiler for a decomposition.
class Compiler {
public:
  Compiler(const DecomposeCallbacks &callbacks, void *user)
      : callbacks(callbacks), user(user) {}

  bool isWanted(std::string_view name) const {
    return callbacks.isWanted(user, name.data(), name.size());
  }

  int record(std::string_view name, const std::vector<Value> &args,
             ResultCallback onResult, ErrorCallback onError,
             void *resultUser) const {
    return callbacks.record(user, name.data(), name.size(), args.data(),
                            args.size(), onResult, onError, resultUser);
  }

  Size combine(SizeOperator op, Size lhs, Size rhs) const {
    return callbacks.combine(user, op, lhs, rhs);
  }

  Answer compare(Comparison comparison, Size lhs, Size rhs) const {
    return callbacks.compare(user, comparison, lhs, rhs);
  }

  std::string print(Size size) const {
    if (!size.isSymbolic)
      return std::to_string(size.value);
    std::string text;
    callbacks.print(
        user, size,
        [](void *into, const char *data, size_t length) {
          static_cast<std::string *>(into)->assign(data, length);
        },
        &text);
    return text;
  }

private:
  const DecomposeCallbacks &callbacks;
  void *user;
};

/// Set while a decomposition is recorded.
inline thread_local const Compiler *compiler = nullptr;

//===----------------------------------------------------------------------===//
// Symbolic sizes
//===----------------------------------------------------------------------===//

/// A condition on sizes. It has a value only if the compiler can prove one.
class ConditionNode final : public c10::SymNodeImpl {
public:
  ConditionNode(Answer answer, std::string text)
      : answer(answer), text(std::move(text)) {}

  static const ConditionNode &of(const c10::SymNode &node) {
    auto *condition = dynamic_cast<const ConditionNode *>(node.get());
    if (!condition)
      fail("it computes with a condition that does not compare sizes");
    return *condition;
  }

  bool is_int() override { return false; }
  bool is_bool() override { return true; }
  bool is_float() override { return false; }
  bool has_hint() override { return false; }
  std::string str() override { return text; }
  c10::SymNode clone() override { return make(answer, text); }
  c10::SymNode wrap_bool(bool value) override {
    return make(value ? Answer::Yes : Answer::No, value ? "true" : "false");
  }
  std::optional<bool> constant_bool() override {
    if (answer == Answer::Unknown)
      return std::nullopt;
    return answer == Answer::Yes;
  }

  c10::SymNode sym_not() override {
    return make(invert(answer), "not (" + text + ")");
  }
  c10::SymNode sym_and(const c10::SymNode &other) override {
    const ConditionNode &rhs = of(other);
    Answer both = answer == Answer::No || rhs.answer == Answer::No ? Answer::No
                  : answer == Answer::Yes                          ? rhs.answer
                  : rhs.answer == Answer::Yes ? answer
                                              : Answer::Unknown;
    return make(both, text + " and " + rhs.text);
  }
  c10::SymNode sym_or(const c10::SymNode &other) override {
    const ConditionNode &rhs = of(other);
    Answer either = answer == Answer::Yes || rhs.answer == Answer::Yes
                        ? Answer::Yes
                    : answer == Answer::No     ? rhs.answer
                    : rhs.answer == Answer::No ? answer
                                               : Answer::Unknown;
    return make(either, text + " or " + rhs.text);
  }

  // A branch for "probably" would be a guess. guard_or_false and similar
  // functions call this, so they are strict too.
  bool guard_bool(const char *, int64_t) override {
    if (answer == Answer::Unknown)
      fail("its decomposition depends on whether " + text);
    return answer == Answer::Yes;
  }
  bool bool_() override { return guard_bool("", 0); }
  bool statically_known_true(const char *, int64_t) override {
    return answer == Answer::Yes;
  }
  /// A precondition of the operator, which holds because the program is valid.
  bool expect_true(const char *, int64_t) override {
    return answer != Answer::No;
  }

  static Answer invert(Answer answer) {
    return answer == Answer::Unknown ? answer
           : answer == Answer::Yes   ? Answer::No
                                     : Answer::Yes;
  }
  static c10::SymNode make(Answer answer, std::string text) {
    return c10::make_intrusive<ConditionNode>(answer, std::move(text));
  }

private:
  Answer answer;
  std::string text;
};

/// A size that is an expression of the compiler.
class SizeNode final : public c10::SymNodeImpl {
public:
  explicit SizeNode(Size size) : size(size) {}

  static Size of(const c10::SymNode &node) {
    if (std::optional<int64_t> constant = node->constant_int())
      return {*constant, false};
    auto *known = dynamic_cast<const SizeNode *>(node.get());
    if (!known)
      fail("it computes with a number that is not a size");
    return known->size;
  }
  static Size of(const c10::SymInt &number) {
    if (std::optional<int64_t> constant = number.maybe_as_int())
      return {*constant, false};
    return of(number.toSymNode());
  }
  static c10::SymInt makeSymInt(Size size) {
    return size.isSymbolic ? c10::SymInt(make(size)) : c10::SymInt(size.value);
  }

  bool is_int() override { return true; }
  bool is_bool() override { return false; }
  bool is_float() override { return false; }
  bool has_hint() override { return false; }
  bool is_symbolic() override { return size.isSymbolic; }
  std::string str() override { return compiler->print(size); }
  c10::SymNode clone() override { return make(size); }
  c10::SymNode wrap_int(int64_t number) override {
    return make({number, false});
  }
  c10::SymNode wrap_bool(bool value) override {
    return ConditionNode::make(value ? Answer::Yes : Answer::No,
                               value ? "true" : "false");
  }
  std::optional<int64_t> constant_int() override {
    return size.isSymbolic ? std::nullopt : std::optional(size.value);
  }
  std::optional<int64_t> maybe_as_int() override { return constant_int(); }
  int64_t guard_int(const char *, int64_t) override {
    if (size.isSymbolic)
      fail("its decomposition depends on the value of " +
           compiler->print(size));
    return size.value;
  }
  int64_t int_() override { return guard_int("", 0); }

  c10::SymNode add(const c10::SymNode &rhs) override {
    return combine(SizeOperator::Add, rhs);
  }
  c10::SymNode sub(const c10::SymNode &rhs) override {
    return combine(SizeOperator::Sub, rhs);
  }
  c10::SymNode mul(const c10::SymNode &rhs) override {
    return combine(SizeOperator::Mul, rhs);
  }
  c10::SymNode floordiv(const c10::SymNode &rhs) override {
    return combine(SizeOperator::FloorDiv, rhs);
  }
  c10::SymNode mod(const c10::SymNode &rhs) override {
    return combine(SizeOperator::Mod, rhs);
  }
  c10::SymNode sym_min(const c10::SymNode &rhs) override {
    return combine(SizeOperator::Min, rhs);
  }
  c10::SymNode sym_max(const c10::SymNode &rhs) override {
    return combine(SizeOperator::Max, rhs);
  }
  c10::SymNode neg() override {
    return make(compiler->combine(SizeOperator::Sub, {0, false}, size));
  }

  c10::SymNode eq(const c10::SymNode &rhs) override {
    return compare(Comparison::Equal, size, of(rhs), " == ");
  }
  c10::SymNode ne(const c10::SymNode &rhs) override {
    Answer equal = compiler->compare(Comparison::Equal, size, of(rhs));
    return ConditionNode::make(ConditionNode::invert(equal),
                               print(size, " != ", of(rhs)));
  }
  c10::SymNode lt(const c10::SymNode &rhs) override {
    return compare(Comparison::Less, size, of(rhs), " < ");
  }
  c10::SymNode le(const c10::SymNode &rhs) override {
    return compare(Comparison::LessOrEqual, size, of(rhs), " <= ");
  }
  c10::SymNode gt(const c10::SymNode &rhs) override {
    return compare(Comparison::Less, of(rhs), size, " < ");
  }
  c10::SymNode ge(const c10::SymNode &rhs) override {
    return compare(Comparison::LessOrEqual, of(rhs), size, " <= ");
  }

private:
  static c10::SymNode make(Size size) {
    return c10::make_intrusive<SizeNode>(size);
  }
  c10::SymNode combine(SizeOperator op, const c10::SymNode &rhs) const {
    return make(compiler->combine(op, size, of(rhs)));
  }
  static c10::SymNode compare(Comparison comparison, Size lhs, Size rhs,
                              const char *word) {
    return ConditionNode::make(compiler->compare(comparison, lhs, rhs),
                               print(lhs, word, rhs));
  }
  static std::string print(Size lhs, const char *word, Size rhs) {
    return compiler->print(lhs) + word + compiler->print(rhs);
  }

  Size size;
};

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_SYMBOLICSIZES_H
