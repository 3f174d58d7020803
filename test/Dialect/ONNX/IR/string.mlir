// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Strings.

// CHECK-LABEL: @strings
func.func @strings(%s: tensor<2x!onnx.str>, %t: tensor<12xi32>) {
  // CHECK-NEXT: onnx.RegexFullMatch(%arg0) {pattern = "a+"} : (tensor<2x!onnx.str>) -> tensor<2xi1>
  %0 = onnx.RegexFullMatch(%s) {pattern = "a+"} : (tensor<2x!onnx.str>) -> tensor<2xi1>
  %1 = onnx.StringConcat(%s, %s) : (tensor<2x!onnx.str>, tensor<2x!onnx.str>) -> tensor<2x!onnx.str>
  // CHECK: onnx.StringNormalizer(%arg0) {case_change_action = "LOWER", stopwords = ["a", "the"]} : (tensor<2x!onnx.str>) -> tensor<?x!onnx.str>
  %2 = onnx.StringNormalizer(%s) {case_change_action = "LOWER", is_case_sensitive = 0 : i64, stopwords = ["a", "the"]} : (tensor<2x!onnx.str>) -> tensor<?x!onnx.str>
  %3:2 = onnx.StringSplit(%s) {delimiter = ",", maxsplit = 1 : i64} : (tensor<2x!onnx.str>) -> (tensor<2x?x!onnx.str>, tensor<2xi64>)
  // CHECK: onnx.TfIdfVectorizer(%arg1) {max_gram_length = 2 : i64, max_skip_count = 0 : i64, min_gram_length = 1 : i64, mode = "TF", ngram_counts = array<i64: 0, 2>, ngram_indexes = array<i64: 0, 1>, pool_int64s = array<i64: 2, 3>} : (tensor<12xi32>) -> tensor<2xf32>
  %4 = onnx.TfIdfVectorizer(%t) {max_gram_length = 2 : i64, max_skip_count = 0 : i64, min_gram_length = 1 : i64, mode = "TF",
      ngram_counts = array<i64: 0, 2>, ngram_indexes = array<i64: 0, 1>, pool_int64s = array<i64: 2, 3>} : (tensor<12xi32>) -> tensor<2xf32>
  return
}
