// Bessel functions: polynomials near zero, amplitude and phase elsewhere; in double precision.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @bessel_j0
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.LessOrEqual(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<4.0030437640628113E-13> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.045829664859813768> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Add(%{{.*}}, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<-1.2720432534270018E-12> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0.9994572757882526> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%{{.*}}, %[[V8]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<-0.78539816339744828> : tensor<f64>
// CHECK: %[[V15:.*]] = onnx.Add(%[[V1]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Cos(%[[V15]])
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V9]], %[[V16]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<8.5168204811061139E-12> : tensor<f64>
// CHECK: %[[V11:.*]] = onnx.Constant dense<-0.12444091103611277> : tensor<f64>
// CHECK: %[[V12:.*]] = onnx.Add(%{{.*}}, %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Div(%[[V12]], %[[V1]])
// CHECK: %[[V17:.*]] = onnx.Sin(%[[V15]])
// CHECK: %[[V19:.*]] = onnx.Mul(%[[V13]], %[[V17]])
// CHECK: %[[V20:.*]] = onnx.Sub(%[[V18]], %[[V19]])
// CHECK: %[[V21:.*]] = onnx.Constant dense<0.63661977236758138> : tensor<f64>
// CHECK: %[[V22:.*]] = onnx.Div(%[[V21]], %[[V1]])
// CHECK: %[[V23:.*]] = onnx.Sqrt(%[[V22]])
// CHECK: %[[V24:.*]] = onnx.Mul(%[[V20]], %[[V23]])
// CHECK: %[[V25:.*]] = onnx.Where(%[[V3]], %[[V6]], %[[V24]])
// CHECK: %[[V26:.*]] = onnx.Cast(%[[V25]]) {to = f32}
// CHECK: return %[[V26]] : tensor<14xf32>
func.func @bessel_j0(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_bessel_j0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_j1
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V23:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V24:.*]] = onnx.LessOrEqual(%[[V1]], %[[V23]])
// CHECK: %[[V25:.*]] = onnx.Constant dense<1.2093613396338289E-14> : tensor<f64>
// CHECK: %[[V26:.*]] = onnx.Constant dense<-0.058143827955991073> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Add(%{{.*}}, %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Mul(%[[V0]], %[[V27]])
// CHECK: %[[V2:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.3685754892543956E-12> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1.0009070262780815> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Add(%{{.*}}, %[[V5]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<-2.3561944901923448> : tensor<f64>
// CHECK: %[[V12:.*]] = onnx.Add(%[[V1]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Cos(%[[V12]])
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V6]], %[[V13]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<-9.1311327636616177E-12> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0.37421499221959675> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%{{.*}}, %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Div(%[[V9]], %[[V1]])
// CHECK: %[[V14:.*]] = onnx.Sin(%[[V12]])
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V10]], %[[V14]])
// CHECK: %[[V17:.*]] = onnx.Sub(%[[V15]], %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Constant dense<0.63661977236758138> : tensor<f64>
// CHECK: %[[V19:.*]] = onnx.Div(%[[V18]], %[[V1]])
// CHECK: %[[V20:.*]] = onnx.Sqrt(%[[V19]])
// CHECK: %[[V21:.*]] = onnx.Mul(%[[V17]], %[[V20]])
// CHECK: %[[V22:.*]] = onnx.Mul(%[[V2]], %[[V21]])
// CHECK: %[[V29:.*]] = onnx.Where(%[[V24]], %[[V28]], %[[V22]])
// CHECK: %[[V30:.*]] = onnx.Cast(%[[V29]]) {to = f32}
// CHECK: return %[[V30]] : tensor<14xf32>
func.func @bessel_j1(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_bessel_j1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_y0
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V12:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.LessOrEqual(%[[V0]], %[[V12]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<-8.8384683943090219E-13> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<-0.38225065445942502> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Add(%{{.*}}, %[[V5]])
// CHECK: %[[V1:.*]] = onnx.Log(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.63661977236758138> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]], %[[V2]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<4.0030437640628113E-13> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0.045829664859813768> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%{{.*}}, %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Mul(%[[V3]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Add(%[[V6]], %[[V10]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<-1.2720432534270018E-12> : tensor<f64>
// CHECK: %[[V15:.*]] = onnx.Constant dense<0.9994572757882526> : tensor<f64>
// CHECK: %[[V16:.*]] = onnx.Add(%{{.*}}, %[[V15]])
// CHECK: %[[V21:.*]] = onnx.Constant dense<-0.78539816339744828> : tensor<f64>
// CHECK: %[[V22:.*]] = onnx.Add(%[[V0]], %[[V21]])
// CHECK: %[[V24:.*]] = onnx.Sin(%[[V22]])
// CHECK: %[[V25:.*]] = onnx.Mul(%[[V16]], %[[V24]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<8.5168204811061139E-12> : tensor<f64>
// CHECK: %[[V18:.*]] = onnx.Constant dense<-0.12444091103611277> : tensor<f64>
// CHECK: %[[V19:.*]] = onnx.Add(%{{.*}}, %[[V18]])
// CHECK: %[[V20:.*]] = onnx.Div(%[[V19]], %[[V0]])
// CHECK: %[[V23:.*]] = onnx.Cos(%[[V22]])
// CHECK: %[[V26:.*]] = onnx.Mul(%[[V20]], %[[V23]])
// CHECK: %[[V27:.*]] = onnx.Add(%[[V25]], %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Constant dense<0.63661977236758138> : tensor<f64>
// CHECK: %[[V29:.*]] = onnx.Div(%[[V28]], %[[V0]])
// CHECK: %[[V30:.*]] = onnx.Sqrt(%[[V29]])
// CHECK: %[[V31:.*]] = onnx.Mul(%[[V27]], %[[V30]])
// CHECK: %[[V32:.*]] = onnx.Where(%[[V13]], %[[V11]], %[[V31]])
// CHECK: %[[V33:.*]] = onnx.Cast(%[[V32]]) {to = f32}
// CHECK: return %[[V33]] : tensor<14xf32>
func.func @bessel_y0(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_bessel_y0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_y1
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V21:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V22:.*]] = onnx.LessOrEqual(%[[V0]], %[[V21]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V18:.*]] = onnx.Equal(%[[V0]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<0xFFF0000000000000> : tensor<f64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<-2.6946935633741497E-14> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<0.070759858821180049> : tensor<f64>
// CHECK: %[[V14:.*]] = onnx.Add(%{{.*}}, %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V0]], %[[V14]])
// CHECK: %[[V5:.*]] = onnx.Log(%[[V0]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.2093613396338289E-14> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<-0.058143827955991073> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Add(%{{.*}}, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V0]], %[[V3]])
// CHECK: %[[V6:.*]] = onnx.Mul(%[[V5]], %[[V4]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Div(%[[V7]], %[[V0]])
// CHECK: %[[V9:.*]] = onnx.Sub(%[[V6]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<0.63661977236758138> : tensor<f64>
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V9]], %[[V10]])
// CHECK: %[[V16:.*]] = onnx.Add(%[[V15]], %[[V11]])
// CHECK: %[[V20:.*]] = onnx.Where(%[[V18]], %[[V19]], %[[V16]])
// CHECK: %[[V23:.*]] = onnx.Constant dense<1.3685754892543956E-12> : tensor<f64>
// CHECK: %[[V24:.*]] = onnx.Constant dense<1.0009070262780815> : tensor<f64>
// CHECK: %[[V25:.*]] = onnx.Add(%{{.*}}, %[[V24]])
// CHECK: %[[V30:.*]] = onnx.Constant dense<-2.3561944901923448> : tensor<f64>
// CHECK: %[[V31:.*]] = onnx.Add(%[[V0]], %[[V30]])
// CHECK: %[[V33:.*]] = onnx.Sin(%[[V31]])
// CHECK: %[[V34:.*]] = onnx.Mul(%[[V25]], %[[V33]])
// CHECK: %[[V26:.*]] = onnx.Constant dense<-9.1311327636616177E-12> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Constant dense<0.37421499221959675> : tensor<f64>
// CHECK: %[[V28:.*]] = onnx.Add(%{{.*}}, %[[V27]])
// CHECK: %[[V29:.*]] = onnx.Div(%[[V28]], %[[V0]])
// CHECK: %[[V32:.*]] = onnx.Cos(%[[V31]])
// CHECK: %[[V35:.*]] = onnx.Mul(%[[V29]], %[[V32]])
// CHECK: %[[V36:.*]] = onnx.Add(%[[V34]], %[[V35]])
// CHECK: %[[V37:.*]] = onnx.Constant dense<0.63661977236758138> : tensor<f64>
// CHECK: %[[V38:.*]] = onnx.Div(%[[V37]], %[[V0]])
// CHECK: %[[V39:.*]] = onnx.Sqrt(%[[V38]])
// CHECK: %[[V40:.*]] = onnx.Mul(%[[V36]], %[[V39]])
// CHECK: %[[V41:.*]] = onnx.Where(%[[V22]], %[[V20]], %[[V40]])
// CHECK: %[[V42:.*]] = onnx.Cast(%[[V41]]) {to = f32}
// CHECK: return %[[V42]] : tensor<14xf32>
func.func @bessel_y1(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_bessel_y1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @modified_bessel_i0
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Exp(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.LessOrEqual(%[[V3]], %[[V12]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<6.0362133248799473E-6> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.2070019212239867> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Add(%{{.*}}, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<2.0443716709352589E-10> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0.4021765094450081> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%{{.*}}, %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Sqrt(%[[V3]])
// CHECK: %[[V11:.*]] = onnx.Div(%[[V9]], %[[V10]])
// CHECK: %[[V14:.*]] = onnx.Where(%[[V13]], %[[V6]], %[[V11]])
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V2]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Cast(%[[V15]]) {to = f32}
// CHECK: return %[[V16]] : tensor<14xf32>
func.func @modified_bessel_i0(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_modified_bessel_i0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @modified_bessel_i1
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Exp(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V15:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V16:.*]] = onnx.LessOrEqual(%[[V3]], %[[V15]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<6.6013868022787649E-7> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.044687709875608835> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Add(%{{.*}}, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V0]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<-2.5752121681105404E-10> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Constant dense<0.38939845902587233> : tensor<f64>
// CHECK: %[[V10:.*]] = onnx.Add(%{{.*}}, %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Sqrt(%[[V3]])
// CHECK: %[[V12:.*]] = onnx.Div(%[[V10]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[V14:.*]] = onnx.Mul(%[[V12]], %[[V13]])
// CHECK: %[[V17:.*]] = onnx.Where(%[[V16]], %[[V7]], %[[V14]])
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V2]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Cast(%[[V18]]) {to = f32}
// CHECK: return %[[V19]] : tensor<14xf32>
func.func @modified_bessel_i1(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_modified_bessel_i1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @i1
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Exp(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V15:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V16:.*]] = onnx.LessOrEqual(%[[V3]], %[[V15]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<6.6013868022787649E-7> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.044687709875608835> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Add(%{{.*}}, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V0]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<-2.5752121681105404E-10> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Constant dense<0.38939845902587233> : tensor<f64>
// CHECK: %[[V10:.*]] = onnx.Add(%{{.*}}, %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Sqrt(%[[V3]])
// CHECK: %[[V12:.*]] = onnx.Div(%[[V10]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[V14:.*]] = onnx.Mul(%[[V12]], %[[V13]])
// CHECK: %[[V17:.*]] = onnx.Where(%[[V16]], %[[V7]], %[[V14]])
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V2]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Cast(%[[V18]]) {to = f32}
// CHECK: return %[[V19]] : tensor<14xf32>
func.func @i1(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_i1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @i1e
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V14:.*]] = onnx.LessOrEqual(%[[V1]], %[[V13]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<6.6013868022787649E-7> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0.044687709875608835> : tensor<f64>
// CHECK: %[[V4:.*]] = onnx.Add(%{{.*}}, %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V0]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<-2.5752121681105404E-10> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0.38939845902587233> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Add(%{{.*}}, %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Sqrt(%[[V1]])
// CHECK: %[[V10:.*]] = onnx.Div(%[[V8]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[V12:.*]] = onnx.Mul(%[[V10]], %[[V11]])
// CHECK: %[[V15:.*]] = onnx.Where(%[[V14]], %[[V5]], %[[V12]])
// CHECK: %[[V16:.*]] = onnx.Cast(%[[V15]]) {to = f32}
// CHECK: return %[[V16]] : tensor<14xf32>
func.func @i1e(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_i1e.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @modified_bessel_k0
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V40:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V41:.*]] = onnx.Less(%[[V0]], %[[V40]])
// CHECK: %[[V42:.*]] = onnx.Constant dense<0x7FF8000000000000> : tensor<f64>
// CHECK: %[[V36:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V37:.*]] = onnx.Equal(%[[V0]], %[[V36]])
// CHECK: %[[V38:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V33:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V34:.*]] = onnx.LessOrEqual(%[[V0]], %[[V33]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<3.5186119788469527E-14> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<-0.30362077291575545> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Add(%{{.*}}, %[[V6]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Log(%[[V3]])
// CHECK: %[[V8:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V9:.*]] = onnx.Exp(%[[V8]])
// CHECK: %[[V10:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V20:.*]] = onnx.LessOrEqual(%[[V10]], %[[V19]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<6.0362133248799473E-6> : tensor<f64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0.2070019212239867> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Add(%{{.*}}, %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<2.0443716709352589E-10> : tensor<f64>
// CHECK: %[[V15:.*]] = onnx.Constant dense<0.4021765094450081> : tensor<f64>
// CHECK: %[[V16:.*]] = onnx.Add(%{{.*}}, %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Sqrt(%[[V10]])
// CHECK: %[[V18:.*]] = onnx.Div(%[[V16]], %[[V17]])
// CHECK: %[[V21:.*]] = onnx.Where(%[[V20]], %[[V13]], %[[V18]])
// CHECK: %[[V22:.*]] = onnx.Mul(%[[V9]], %[[V21]])
// CHECK: %[[V23:.*]] = onnx.Mul(%[[V4]], %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Sub(%[[V7]], %[[V23]])
// CHECK: %[[V25:.*]] = onnx.Constant dense<2.6167302273839806E-10> : tensor<f64>
// CHECK: %[[V26:.*]] = onnx.Constant dense<1.2185953385133905> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Add(%{{.*}}, %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Sqrt(%[[V0]])
// CHECK: %[[V29:.*]] = onnx.Div(%[[V27]], %[[V28]])
// CHECK: %[[V30:.*]] = onnx.Neg(%[[V0]])
// CHECK: %[[V31:.*]] = onnx.Exp(%[[V30]])
// CHECK: %[[V32:.*]] = onnx.Mul(%[[V29]], %[[V31]])
// CHECK: %[[V35:.*]] = onnx.Where(%[[V34]], %[[V24]], %[[V32]])
// CHECK: %[[V39:.*]] = onnx.Where(%[[V37]], %[[V38]], %[[V35]])
// CHECK: %[[V43:.*]] = onnx.Where(%[[V41]], %[[V42]], %[[V39]])
// CHECK: %[[V44:.*]] = onnx.Cast(%[[V43]]) {to = f32}
// CHECK: return %[[V44]] : tensor<14xf32>
func.func @modified_bessel_k0(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_modified_bessel_k0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @modified_bessel_k1
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V44:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V45:.*]] = onnx.Less(%[[V0]], %[[V44]])
// CHECK: %[[V46:.*]] = onnx.Constant dense<0x7FF8000000000000> : tensor<f64>
// CHECK: %[[V40:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V41:.*]] = onnx.Equal(%[[V0]], %[[V40]])
// CHECK: %[[V42:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V37:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V38:.*]] = onnx.LessOrEqual(%[[V0]], %[[V37]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<-6.21422926654518E-13> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0.88508828772958936> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Add(%{{.*}}, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Div(%[[V7]], %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Log(%[[V3]])
// CHECK: %[[V9:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V10:.*]] = onnx.Exp(%[[V9]])
// CHECK: %[[V11:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V23:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V24:.*]] = onnx.LessOrEqual(%[[V11]], %[[V23]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<6.6013868022787649E-7> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<0.044687709875608835> : tensor<f64>
// CHECK: %[[V14:.*]] = onnx.Add(%{{.*}}, %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V0]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Constant dense<-2.5752121681105404E-10> : tensor<f64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<0.38939845902587233> : tensor<f64>
// CHECK: %[[V18:.*]] = onnx.Add(%{{.*}}, %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Sqrt(%[[V11]])
// CHECK: %[[V20:.*]] = onnx.Div(%[[V18]], %[[V19]])
// CHECK: %[[V21:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[V22:.*]] = onnx.Mul(%[[V20]], %[[V21]])
// CHECK: %[[V25:.*]] = onnx.Where(%[[V24]], %[[V15]], %[[V22]])
// CHECK: %[[V26:.*]] = onnx.Mul(%[[V10]], %[[V25]])
// CHECK: %[[V27:.*]] = onnx.Mul(%[[V4]], %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Add(%[[V8]], %[[V27]])
// CHECK: %[[V29:.*]] = onnx.Constant dense<-2.8773454896030826E-10> : tensor<f64>
// CHECK: %[[V30:.*]] = onnx.Constant dense<1.363151890371342> : tensor<f64>
// CHECK: %[[V31:.*]] = onnx.Add(%{{.*}}, %[[V30]])
// CHECK: %[[V32:.*]] = onnx.Sqrt(%[[V0]])
// CHECK: %[[V33:.*]] = onnx.Div(%[[V31]], %[[V32]])
// CHECK: %[[V34:.*]] = onnx.Neg(%[[V0]])
// CHECK: %[[V35:.*]] = onnx.Exp(%[[V34]])
// CHECK: %[[V36:.*]] = onnx.Mul(%[[V33]], %[[V35]])
// CHECK: %[[V39:.*]] = onnx.Where(%[[V38]], %[[V28]], %[[V36]])
// CHECK: %[[V43:.*]] = onnx.Where(%[[V41]], %[[V42]], %[[V39]])
// CHECK: %[[V47:.*]] = onnx.Where(%[[V45]], %[[V46]], %[[V43]])
// CHECK: %[[V48:.*]] = onnx.Cast(%[[V47]]) {to = f32}
// CHECK: return %[[V48]] : tensor<14xf32>
func.func @modified_bessel_k1(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_modified_bessel_k1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @scaled_modified_bessel_k0
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V39:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V40:.*]] = onnx.Less(%[[V0]], %[[V39]])
// CHECK: %[[V41:.*]] = onnx.Constant dense<0x7FF8000000000000> : tensor<f64>
// CHECK: %[[V35:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V36:.*]] = onnx.Equal(%[[V0]], %[[V35]])
// CHECK: %[[V37:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V32:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V33:.*]] = onnx.LessOrEqual(%[[V0]], %[[V32]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<3.5186119788469527E-14> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<-0.30362077291575545> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Add(%{{.*}}, %[[V6]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Log(%[[V3]])
// CHECK: %[[V8:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V9:.*]] = onnx.Exp(%[[V8]])
// CHECK: %[[V10:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V20:.*]] = onnx.LessOrEqual(%[[V10]], %[[V19]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<6.0362133248799473E-6> : tensor<f64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0.2070019212239867> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Add(%{{.*}}, %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<2.0443716709352589E-10> : tensor<f64>
// CHECK: %[[V15:.*]] = onnx.Constant dense<0.4021765094450081> : tensor<f64>
// CHECK: %[[V16:.*]] = onnx.Add(%{{.*}}, %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Sqrt(%[[V10]])
// CHECK: %[[V18:.*]] = onnx.Div(%[[V16]], %[[V17]])
// CHECK: %[[V21:.*]] = onnx.Where(%[[V20]], %[[V13]], %[[V18]])
// CHECK: %[[V22:.*]] = onnx.Mul(%[[V9]], %[[V21]])
// CHECK: %[[V23:.*]] = onnx.Mul(%[[V4]], %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Sub(%[[V7]], %[[V23]])
// CHECK: %[[V30:.*]] = onnx.Exp(%[[V0]])
// CHECK: %[[V31:.*]] = onnx.Mul(%[[V24]], %[[V30]])
// CHECK: %[[V25:.*]] = onnx.Constant dense<2.6167302273839806E-10> : tensor<f64>
// CHECK: %[[V26:.*]] = onnx.Constant dense<1.2185953385133905> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Add(%{{.*}}, %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Sqrt(%[[V0]])
// CHECK: %[[V29:.*]] = onnx.Div(%[[V27]], %[[V28]])
// CHECK: %[[V34:.*]] = onnx.Where(%[[V33]], %[[V31]], %[[V29]])
// CHECK: %[[V38:.*]] = onnx.Where(%[[V36]], %[[V37]], %[[V34]])
// CHECK: %[[V42:.*]] = onnx.Where(%[[V40]], %[[V41]], %[[V38]])
// CHECK: %[[V43:.*]] = onnx.Cast(%[[V42]]) {to = f32}
// CHECK: return %[[V43]] : tensor<14xf32>
func.func @scaled_modified_bessel_k0(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_scaled_modified_bessel_k0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @scaled_modified_bessel_k1
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V43:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V44:.*]] = onnx.Less(%[[V0]], %[[V43]])
// CHECK: %[[V45:.*]] = onnx.Constant dense<0x7FF8000000000000> : tensor<f64>
// CHECK: %[[V39:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V40:.*]] = onnx.Equal(%[[V0]], %[[V39]])
// CHECK: %[[V41:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V36:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V37:.*]] = onnx.LessOrEqual(%[[V0]], %[[V36]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<-6.21422926654518E-13> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0.88508828772958936> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Add(%{{.*}}, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Div(%[[V7]], %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Log(%[[V3]])
// CHECK: %[[V9:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V10:.*]] = onnx.Exp(%[[V9]])
// CHECK: %[[V11:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V23:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V24:.*]] = onnx.LessOrEqual(%[[V11]], %[[V23]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<6.6013868022787649E-7> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<0.044687709875608835> : tensor<f64>
// CHECK: %[[V14:.*]] = onnx.Add(%{{.*}}, %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V0]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Constant dense<-2.5752121681105404E-10> : tensor<f64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<0.38939845902587233> : tensor<f64>
// CHECK: %[[V18:.*]] = onnx.Add(%{{.*}}, %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Sqrt(%[[V11]])
// CHECK: %[[V20:.*]] = onnx.Div(%[[V18]], %[[V19]])
// CHECK: %[[V21:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[V22:.*]] = onnx.Mul(%[[V20]], %[[V21]])
// CHECK: %[[V25:.*]] = onnx.Where(%[[V24]], %[[V15]], %[[V22]])
// CHECK: %[[V26:.*]] = onnx.Mul(%[[V10]], %[[V25]])
// CHECK: %[[V27:.*]] = onnx.Mul(%[[V4]], %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Add(%[[V8]], %[[V27]])
// CHECK: %[[V34:.*]] = onnx.Exp(%[[V0]])
// CHECK: %[[V35:.*]] = onnx.Mul(%[[V28]], %[[V34]])
// CHECK: %[[V29:.*]] = onnx.Constant dense<-2.8773454896030826E-10> : tensor<f64>
// CHECK: %[[V30:.*]] = onnx.Constant dense<1.363151890371342> : tensor<f64>
// CHECK: %[[V31:.*]] = onnx.Add(%{{.*}}, %[[V30]])
// CHECK: %[[V32:.*]] = onnx.Sqrt(%[[V0]])
// CHECK: %[[V33:.*]] = onnx.Div(%[[V31]], %[[V32]])
// CHECK: %[[V38:.*]] = onnx.Where(%[[V37]], %[[V35]], %[[V33]])
// CHECK: %[[V42:.*]] = onnx.Where(%[[V40]], %[[V41]], %[[V38]])
// CHECK: %[[V46:.*]] = onnx.Where(%[[V44]], %[[V45]], %[[V42]])
// CHECK: %[[V47:.*]] = onnx.Cast(%[[V46]]) {to = f32}
// CHECK: return %[[V47]] : tensor<14xf32>
func.func @scaled_modified_bessel_k1(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_scaled_modified_bessel_k1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// Doubles have longer polynomials, and the zeros as factors; nothing is cast.
// CHECK-LABEL: func.func @doubles
// CHECK-NOT: onnx.Cast
// CHECK: onnx.Constant dense<-2.4048255576957729> : tensor<f64>
// CHECK: onnx.Cos(
// CHECK-NOT: onnx.Cast
// CHECK: return
func.func @doubles(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = torch.aten.special_bessel_j0.default(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
