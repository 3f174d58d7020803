// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @numbers(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.StringConcat' op operand #0 must be tensor of strings, but got 'tensor<2xf32>'}}
  %0 = onnx.StringConcat(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @mode(%x: tensor<2xi32>) {
  // expected-error @+1 {{'onnx.TfIdfVectorizer' op requires attribute 'max_gram_length'}}
  %0 = onnx.TfIdfVectorizer(%x) : (tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @normalizerRank(%a: tensor<1x1x2x!onnx.str>) {
  // expected-error @+2 {{'onnx.StringNormalizer' op operand 'X' has rank 3, expected 1 or 2}}
  // expected-error @+1 {{'onnx.StringNormalizer' op failed to infer returned types}}
  %0 = onnx.StringNormalizer(%a) : (tensor<1x1x2x!onnx.str>) -> tensor<1x1x?x!onnx.str>
  return
}

// -----

func.func @tfIdfRank(%a: tensor<1x1x2xi32>) {
  // expected-error @+2 {{'onnx.TfIdfVectorizer' op operand 'X' has rank 3, expected 1 or 2}}
  // expected-error @+1 {{'onnx.TfIdfVectorizer' op failed to infer returned types}}
  %0 = onnx.TfIdfVectorizer(%a) {max_gram_length = 1 : i64, max_skip_count = 0 : i64, min_gram_length = 1 : i64, mode = "TF", ngram_counts = array<i64: 0>, ngram_indexes = array<i64: 0>, pool_int64s = array<i64: 0>} : (tensor<1x1x2xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @tfIdfMode(%a: tensor<2xi32>) {
  // expected-error @+2 {{'onnx.TfIdfVectorizer' op attribute 'mode' is "IDFTF", expected TF, IDF or TFIDF}}
  // expected-error @+1 {{'onnx.TfIdfVectorizer' op failed to infer returned types}}
  %0 = onnx.TfIdfVectorizer(%a) {max_gram_length = 1 : i64, max_skip_count = 0 : i64, min_gram_length = 1 : i64, mode = "IDFTF", ngram_counts = array<i64: 0>, ngram_indexes = array<i64: 0>, pool_int64s = array<i64: 0>} : (tensor<2xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @tfIdfPools(%a: tensor<2xi32>) {
  // expected-error @+2 {{'onnx.TfIdfVectorizer' op has both or neither of attributes 'pool_int64s' and 'pool_strings', expected one of them}}
  // expected-error @+1 {{'onnx.TfIdfVectorizer' op failed to infer returned types}}
  %0 = onnx.TfIdfVectorizer(%a) {max_gram_length = 1 : i64, max_skip_count = 0 : i64, min_gram_length = 1 : i64, mode = "TF", ngram_counts = array<i64: 0>, ngram_indexes = array<i64: 0>} : (tensor<2xi32>) -> tensor<1xf32>
  return
}
