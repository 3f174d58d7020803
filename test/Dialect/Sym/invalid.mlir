// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{encoding has 1 sizes, the type has 2 dynamic dimensions}}
func.func private @arity(tensor<?x?xf32, #sym.dims<a>>)

// -----

// expected-error @+1 {{encoding has 1 sizes, the type has 0 dynamic dimensions}}
func.func private @static(tensor<2xf32, #sym.dims<a>>)

// -----

// expected-error @+1 {{size of a dynamic dimension is the constant 4}}
func.func private @constant(tensor<?xf32, #sym.dims<a - a + 4>>)

// -----

// expected-error @+1 {{no known size: leave out the encoding}}
func.func private @unknown(tensor<?xf32, #sym.dims<?>>)

// -----

// expected-error @+1 {{invalid size: expected a symbol, an integer or '('}}
func.func private @syntax(tensor<?xf32, #sym.dims<a + >>)

// -----

// expected-error @+1 {{invalid size: expected an operator or ')'}}
func.func private @parenthesis(tensor<?xf32, #sym.dims<(a b)>>)

// -----

// expected-error @+1 {{invalid size: expected an operator, ',' or '>'}}
func.func private @list(tensor<?xf32, #sym.dims<a b>>)

// -----

// expected-error @+1 {{invalid size: expected a size, found a float or a truth value}}
func.func private @float(tensor<?xf32, #sym.dims<0.7*a>>)

// -----

// expected-error @+1 {{invalid size: an operand is of the wrong kind, or the number is too big}}
func.func private @kind(tensor<?xf32, #sym.dims<Where(a, 1, 2)>>)

// -----

// expected-error @+1 {{invalid size: expected sizes to divide}}
func.func private @divide(tensor<?xf32, #sym.dims<0.5 mod a>>)

// -----

// expected-error @+1 {{expected 'dims<' and the sizes of the dynamic dimensions}}
func.func private @other(tensor<?xf32, #sym.sizes<a>>)

// -----

// expected-error @+1 {{invalid size: expression divides by zero, overflows or is too big}}
func.func private @zero(tensor<?xf32, #sym.dims<a floordiv 0>>)

// -----

// expected-error @+1 {{'sym.ranges' must be a dictionary}}
module attributes {sym.ranges = 3 : i64} {}

// -----

// expected-error @+1 {{range of symbol 's0' must be array<i64: min, max> with min <= max}}
module attributes {sym.ranges = {s0 = array<i64: 3, 2>}} {}

// -----

// expected-error @+1 {{unknown attribute 'sym.other' of the sym dialect}}
module attributes {sym.other} {}
