// Special functions, in double precision.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @ndtri
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V6:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V0]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<-1.000000e+00> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%[[V7]], %[[V8]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V1]], %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V3]], %[[V4]])
// CHECK: %[[V10:.*]] = onnx.Log(%[[V5]])
// CHECK: %[[V11:.*]] = onnx.Neg(%[[V10]])
// CHECK: %[[V128:.*]] = onnx.IsInf(%[[V11]])
// CHECK: %[[V125:.*]] = onnx.Constant dense<5.000000e+00> : tensor<f64>
// CHECK: %[[V126:.*]] = onnx.Less(%[[V11]], %[[V125]])
// CHECK: %[[V16:.*]] = onnx.Constant dense<-1.1214411221342602E-8> : tensor<f64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<4.000000e-01> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Mul(%[[V11]], %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<-1.000000e+00> : tensor<f64>
// CHECK: %[[V15:.*]] = onnx.Add(%[[V13]], %[[V14]])
// CHECK: %[[V17:.*]] = onnx.Mul(%[[V16]], %[[V15]])
// CHECK: %[[V18:.*]] = onnx.Constant dense<-3.355593990232155E-8> : tensor<f64>
// CHECK: %[[V19:.*]] = onnx.Add(%[[V17]], %[[V18]])
// CHECK: %[[V20:.*]] = onnx.Mul(%[[V19]], %[[V15]])
// CHECK: %[[V21:.*]] = onnx.Constant dense<2.0538417120805728E-7> : tensor<f64>
// CHECK: %[[V22:.*]] = onnx.Add(%[[V20]], %[[V21]])
// CHECK: %[[V23:.*]] = onnx.Mul(%[[V22]], %[[V15]])
// CHECK: %[[V24:.*]] = onnx.Constant dense<7.5769302764829504E-8> : tensor<f64>
// CHECK: %[[V25:.*]] = onnx.Add(%[[V23]], %[[V24]])
// CHECK: %[[V26:.*]] = onnx.Mul(%[[V25]], %[[V15]])
// CHECK: %[[V27:.*]] = onnx.Constant dense<-1.8584349111388979E-6> : tensor<f64>
// CHECK: %[[V28:.*]] = onnx.Add(%[[V26]], %[[V27]])
// CHECK: %[[V29:.*]] = onnx.Mul(%[[V28]], %[[V15]])
// CHECK: %[[V30:.*]] = onnx.Constant dense<2.9050976625974857E-6> : tensor<f64>
// CHECK: %[[V31:.*]] = onnx.Add(%[[V29]], %[[V30]])
// CHECK: %[[V32:.*]] = onnx.Mul(%[[V31]], %[[V15]])
// CHECK: %[[V33:.*]] = onnx.Constant dense<8.6548857911306765E-6> : tensor<f64>
// CHECK: %[[V34:.*]] = onnx.Add(%[[V32]], %[[V33]])
// CHECK: %[[V35:.*]] = onnx.Mul(%[[V34]], %[[V15]])
// CHECK: %[[V36:.*]] = onnx.Constant dense<-4.1459641477782111E-5> : tensor<f64>
// CHECK: %[[V37:.*]] = onnx.Add(%[[V35]], %[[V36]])
// CHECK: %[[V38:.*]] = onnx.Mul(%[[V37]], %[[V15]])
// CHECK: %[[V39:.*]] = onnx.Constant dense<2.0471813460435382E-5> : tensor<f64>
// CHECK: %[[V40:.*]] = onnx.Add(%[[V38]], %[[V39]])
// CHECK: %[[V41:.*]] = onnx.Mul(%[[V40]], %[[V15]])
// CHECK: %[[V42:.*]] = onnx.Constant dense<2.921988292836736E-4> : tensor<f64>
// CHECK: %[[V43:.*]] = onnx.Add(%[[V41]], %[[V42]])
// CHECK: %[[V44:.*]] = onnx.Mul(%[[V43]], %[[V15]])
// CHECK: %[[V45:.*]] = onnx.Constant dense<-8.3413555188743068E-4> : tensor<f64>
// CHECK: %[[V46:.*]] = onnx.Add(%[[V44]], %[[V45]])
// CHECK: %[[V47:.*]] = onnx.Mul(%[[V46]], %[[V15]])
// CHECK: %[[V48:.*]] = onnx.Constant dense<-4.8789968151486236E-4> : tensor<f64>
// CHECK: %[[V49:.*]] = onnx.Add(%[[V47]], %[[V48]])
// CHECK: %[[V50:.*]] = onnx.Mul(%[[V49]], %[[V15]])
// CHECK: %[[V51:.*]] = onnx.Constant dense<0.0085254009445594019> : tensor<f64>
// CHECK: %[[V52:.*]] = onnx.Add(%[[V50]], %[[V51]])
// CHECK: %[[V53:.*]] = onnx.Mul(%[[V52]], %[[V15]])
// CHECK: %[[V54:.*]] = onnx.Constant dense<-0.019573560968403177> : tensor<f64>
// CHECK: %[[V55:.*]] = onnx.Add(%[[V53]], %[[V54]])
// CHECK: %[[V56:.*]] = onnx.Mul(%[[V55]], %[[V15]])
// CHECK: %[[V57:.*]] = onnx.Constant dense<-0.026108235777266231> : tensor<f64>
// CHECK: %[[V58:.*]] = onnx.Add(%[[V56]], %[[V57]])
// CHECK: %[[V59:.*]] = onnx.Mul(%[[V58]], %[[V15]])
// CHECK: %[[V60:.*]] = onnx.Constant dense<0.61660069185852306> : tensor<f64>
// CHECK: %[[V61:.*]] = onnx.Add(%[[V59]], %[[V60]])
// CHECK: %[[V62:.*]] = onnx.Mul(%[[V61]], %[[V15]])
// CHECK: %[[V63:.*]] = onnx.Constant dense<1.501409351110792> : tensor<f64>
// CHECK: %[[V64:.*]] = onnx.Add(%[[V62]], %[[V63]])
// CHECK: %[[V70:.*]] = onnx.Constant dense<-0.011705577902723481> : tensor<f64>
// CHECK: %[[V65:.*]] = onnx.Sqrt(%[[V11]])
// CHECK: %[[V66:.*]] = onnx.Constant dense<-6.000000e+00> : tensor<f64>
// CHECK: %[[V67:.*]] = onnx.Add(%[[V65]], %[[V66]])
// CHECK: %[[V68:.*]] = onnx.Constant dense<0.26315789473684209> : tensor<f64>
// CHECK: %[[V69:.*]] = onnx.Mul(%[[V67]], %[[V68]])
// CHECK: %[[V71:.*]] = onnx.Mul(%[[V70]], %[[V69]])
// CHECK: %[[V72:.*]] = onnx.Constant dense<0.021340778156919094> : tensor<f64>
// CHECK: %[[V73:.*]] = onnx.Add(%[[V71]], %[[V72]])
// CHECK: %[[V74:.*]] = onnx.Mul(%[[V73]], %[[V69]])
// CHECK: %[[V75:.*]] = onnx.Constant dense<0.025821376235237874> : tensor<f64>
// CHECK: %[[V76:.*]] = onnx.Add(%[[V74]], %[[V75]])
// CHECK: %[[V77:.*]] = onnx.Mul(%[[V76]], %[[V69]])
// CHECK: %[[V78:.*]] = onnx.Constant dense<-0.065713028121799341> : tensor<f64>
// CHECK: %[[V79:.*]] = onnx.Add(%[[V77]], %[[V78]])
// CHECK: %[[V80:.*]] = onnx.Mul(%[[V79]], %[[V69]])
// CHECK: %[[V81:.*]] = onnx.Constant dense<-0.007420262861613321> : tensor<f64>
// CHECK: %[[V82:.*]] = onnx.Add(%[[V80]], %[[V81]])
// CHECK: %[[V83:.*]] = onnx.Mul(%[[V82]], %[[V69]])
// CHECK: %[[V84:.*]] = onnx.Constant dense<0.068033699569496384> : tensor<f64>
// CHECK: %[[V85:.*]] = onnx.Add(%[[V83]], %[[V84]])
// CHECK: %[[V86:.*]] = onnx.Mul(%[[V85]], %[[V69]])
// CHECK: %[[V87:.*]] = onnx.Constant dense<-0.0079270520659443164> : tensor<f64>
// CHECK: %[[V88:.*]] = onnx.Add(%[[V86]], %[[V87]])
// CHECK: %[[V89:.*]] = onnx.Mul(%[[V88]], %[[V69]])
// CHECK: %[[V90:.*]] = onnx.Constant dense<-0.038093149990564748> : tensor<f64>
// CHECK: %[[V91:.*]] = onnx.Add(%[[V89]], %[[V90]])
// CHECK: %[[V92:.*]] = onnx.Mul(%[[V91]], %[[V69]])
// CHECK: %[[V93:.*]] = onnx.Constant dense<0.0082810678051669119> : tensor<f64>
// CHECK: %[[V94:.*]] = onnx.Add(%[[V92]], %[[V93]])
// CHECK: %[[V95:.*]] = onnx.Mul(%[[V94]], %[[V69]])
// CHECK: %[[V96:.*]] = onnx.Constant dense<0.010885494546625> : tensor<f64>
// CHECK: %[[V97:.*]] = onnx.Add(%[[V95]], %[[V96]])
// CHECK: %[[V98:.*]] = onnx.Mul(%[[V97]], %[[V69]])
// CHECK: %[[V99:.*]] = onnx.Constant dense<-9.0768416806115328E-4> : tensor<f64>
// CHECK: %[[V100:.*]] = onnx.Add(%[[V98]], %[[V99]])
// CHECK: %[[V101:.*]] = onnx.Mul(%[[V100]], %[[V69]])
// CHECK: %[[V102:.*]] = onnx.Constant dense<-0.0045797302518959656> : tensor<f64>
// CHECK: %[[V103:.*]] = onnx.Add(%[[V101]], %[[V102]])
// CHECK: %[[V104:.*]] = onnx.Mul(%[[V103]], %[[V69]])
// CHECK: %[[V105:.*]] = onnx.Constant dense<0.0037147017501954044> : tensor<f64>
// CHECK: %[[V106:.*]] = onnx.Add(%[[V104]], %[[V105]])
// CHECK: %[[V107:.*]] = onnx.Mul(%[[V106]], %[[V69]])
// CHECK: %[[V108:.*]] = onnx.Constant dense<-0.0040240964518840627> : tensor<f64>
// CHECK: %[[V109:.*]] = onnx.Add(%[[V107]], %[[V108]])
// CHECK: %[[V110:.*]] = onnx.Mul(%[[V109]], %[[V69]])
// CHECK: %[[V111:.*]] = onnx.Constant dense<0.0044750600229645247> : tensor<f64>
// CHECK: %[[V112:.*]] = onnx.Add(%[[V110]], %[[V111]])
// CHECK: %[[V113:.*]] = onnx.Mul(%[[V112]], %[[V69]])
// CHECK: %[[V114:.*]] = onnx.Constant dense<-0.002365925938114001> : tensor<f64>
// CHECK: %[[V115:.*]] = onnx.Add(%[[V113]], %[[V114]])
// CHECK: %[[V116:.*]] = onnx.Mul(%[[V115]], %[[V69]])
// CHECK: %[[V117:.*]] = onnx.Constant dense<-0.0068273857534214581> : tensor<f64>
// CHECK: %[[V118:.*]] = onnx.Add(%[[V116]], %[[V117]])
// CHECK: %[[V119:.*]] = onnx.Mul(%[[V118]], %[[V69]])
// CHECK: %[[V120:.*]] = onnx.Constant dense<3.8364996258286732> : tensor<f64>
// CHECK: %[[V121:.*]] = onnx.Add(%[[V119]], %[[V120]])
// CHECK: %[[V122:.*]] = onnx.Mul(%[[V121]], %[[V69]])
// CHECK: %[[V123:.*]] = onnx.Constant dense<5.8599131439462449> : tensor<f64>
// CHECK: %[[V124:.*]] = onnx.Add(%[[V122]], %[[V123]])
// CHECK: %[[V127:.*]] = onnx.Where(%[[V126]], %[[V64]], %[[V124]])
// CHECK: %[[V129:.*]] = onnx.Where(%[[V128]], %[[V11]], %[[V127]])
// CHECK: %[[V130:.*]] = onnx.Mul(%[[V9]], %[[V129]])
// CHECK: %[[V131:.*]] = onnx.Constant dense<1.4142135623730951> : tensor<f64>
// CHECK: %[[V132:.*]] = onnx.Mul(%[[V130]], %[[V131]])
// CHECK: %[[V133:.*]] = onnx.Cast(%[[V132]]) {to = f32}
// CHECK: return %[[V133]] : tensor<?x3xf32>
func.func @ndtri(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.special_ndtri.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @i0e
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V122:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V123:.*]] = onnx.LessOrEqual(%[[V1]], %[[V122]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<6.0362133248799473E-6> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<-1.000000e+00> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V3]], %[[V4]])
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V6]], %[[V5]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<-1.8094833094138332E-5> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Mul(%[[V9]], %[[V5]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<1.7529033029471605E-5> : tensor<f64>
// CHECK: %[[V12:.*]] = onnx.Add(%[[V10]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Mul(%[[V12]], %[[V5]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<-4.1049440340738779E-5> : tensor<f64>
// CHECK: %[[V15:.*]] = onnx.Add(%[[V13]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V15]], %[[V5]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<1.7383541585051852E-4> : tensor<f64>
// CHECK: %[[V18:.*]] = onnx.Add(%[[V16]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Mul(%[[V18]], %[[V5]])
// CHECK: %[[V20:.*]] = onnx.Constant dense<-4.1950486427614887E-4> : tensor<f64>
// CHECK: %[[V21:.*]] = onnx.Add(%[[V19]], %[[V20]])
// CHECK: %[[V22:.*]] = onnx.Mul(%[[V21]], %[[V5]])
// CHECK: %[[V23:.*]] = onnx.Constant dense<8.458163072857268E-4> : tensor<f64>
// CHECK: %[[V24:.*]] = onnx.Add(%[[V22]], %[[V23]])
// CHECK: %[[V25:.*]] = onnx.Mul(%[[V24]], %[[V5]])
// CHECK: %[[V26:.*]] = onnx.Constant dense<-0.0017781838332423013> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Add(%[[V25]], %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Mul(%[[V27]], %[[V5]])
// CHECK: %[[V29:.*]] = onnx.Constant dense<0.0036233563464540819> : tensor<f64>
// CHECK: %[[V30:.*]] = onnx.Add(%[[V28]], %[[V29]])
// CHECK: %[[V31:.*]] = onnx.Mul(%[[V30]], %[[V5]])
// CHECK: %[[V32:.*]] = onnx.Constant dense<-0.006812428006064887> : tensor<f64>
// CHECK: %[[V33:.*]] = onnx.Add(%[[V31]], %[[V32]])
// CHECK: %[[V34:.*]] = onnx.Mul(%[[V33]], %[[V5]])
// CHECK: %[[V35:.*]] = onnx.Constant dense<0.011957667862916523> : tensor<f64>
// CHECK: %[[V36:.*]] = onnx.Add(%[[V34]], %[[V35]])
// CHECK: %[[V37:.*]] = onnx.Mul(%[[V36]], %[[V5]])
// CHECK: %[[V38:.*]] = onnx.Constant dense<-0.019674899316744508> : tensor<f64>
// CHECK: %[[V39:.*]] = onnx.Add(%[[V37]], %[[V38]])
// CHECK: %[[V40:.*]] = onnx.Mul(%[[V39]], %[[V5]])
// CHECK: %[[V41:.*]] = onnx.Constant dense<0.030178508649334763> : tensor<f64>
// CHECK: %[[V42:.*]] = onnx.Add(%[[V40]], %[[V41]])
// CHECK: %[[V43:.*]] = onnx.Mul(%[[V42]], %[[V5]])
// CHECK: %[[V44:.*]] = onnx.Constant dense<-0.04298787062271836> : tensor<f64>
// CHECK: %[[V45:.*]] = onnx.Add(%[[V43]], %[[V44]])
// CHECK: %[[V46:.*]] = onnx.Mul(%[[V45]], %[[V5]])
// CHECK: %[[V47:.*]] = onnx.Constant dense<0.056776942010543945> : tensor<f64>
// CHECK: %[[V48:.*]] = onnx.Add(%[[V46]], %[[V47]])
// CHECK: %[[V49:.*]] = onnx.Mul(%[[V48]], %[[V5]])
// CHECK: %[[V50:.*]] = onnx.Constant dense<-0.069540905651573434> : tensor<f64>
// CHECK: %[[V51:.*]] = onnx.Add(%[[V49]], %[[V50]])
// CHECK: %[[V52:.*]] = onnx.Mul(%[[V51]], %[[V5]])
// CHECK: %[[V53:.*]] = onnx.Constant dense<0.079275233437056267> : tensor<f64>
// CHECK: %[[V54:.*]] = onnx.Add(%[[V52]], %[[V53]])
// CHECK: %[[V55:.*]] = onnx.Mul(%[[V54]], %[[V5]])
// CHECK: %[[V56:.*]] = onnx.Constant dense<-0.084963405181022147> : tensor<f64>
// CHECK: %[[V57:.*]] = onnx.Add(%[[V55]], %[[V56]])
// CHECK: %[[V58:.*]] = onnx.Mul(%[[V57]], %[[V5]])
// CHECK: %[[V59:.*]] = onnx.Constant dense<0.087343415885232172> : tensor<f64>
// CHECK: %[[V60:.*]] = onnx.Add(%[[V58]], %[[V59]])
// CHECK: %[[V61:.*]] = onnx.Mul(%[[V60]], %[[V5]])
// CHECK: %[[V62:.*]] = onnx.Constant dense<-0.089043440425139911> : tensor<f64>
// CHECK: %[[V63:.*]] = onnx.Add(%[[V61]], %[[V62]])
// CHECK: %[[V64:.*]] = onnx.Mul(%[[V63]], %[[V5]])
// CHECK: %[[V65:.*]] = onnx.Constant dense<0.094515628543253086> : tensor<f64>
// CHECK: %[[V66:.*]] = onnx.Add(%[[V64]], %[[V65]])
// CHECK: %[[V67:.*]] = onnx.Mul(%[[V66]], %[[V5]])
// CHECK: %[[V68:.*]] = onnx.Constant dense<-0.11300432689684876> : tensor<f64>
// CHECK: %[[V69:.*]] = onnx.Add(%[[V67]], %[[V68]])
// CHECK: %[[V70:.*]] = onnx.Mul(%[[V69]], %[[V5]])
// CHECK: %[[V71:.*]] = onnx.Constant dense<0.2070019212239867> : tensor<f64>
// CHECK: %[[V72:.*]] = onnx.Add(%[[V70]], %[[V71]])
// CHECK: %[[V77:.*]] = onnx.Constant dense<2.0443716709352589E-10> : tensor<f64>
// CHECK: %[[V73:.*]] = onnx.Constant dense<1.600000e+01> : tensor<f64>
// CHECK: %[[V74:.*]] = onnx.Div(%[[V73]], %[[V1]])
// CHECK: %[[V75:.*]] = onnx.Constant dense<-1.000000e+00> : tensor<f64>
// CHECK: %[[V76:.*]] = onnx.Add(%[[V74]], %[[V75]])
// CHECK: %[[V78:.*]] = onnx.Mul(%[[V77]], %[[V76]])
// CHECK: %[[V79:.*]] = onnx.Constant dense<1.5624853815444793E-9> : tensor<f64>
// CHECK: %[[V80:.*]] = onnx.Add(%[[V78]], %[[V79]])
// CHECK: %[[V81:.*]] = onnx.Mul(%[[V80]], %[[V76]])
// CHECK: %[[V82:.*]] = onnx.Constant dense<7.5132919967021558E-10> : tensor<f64>
// CHECK: %[[V83:.*]] = onnx.Add(%[[V81]], %[[V82]])
// CHECK: %[[V84:.*]] = onnx.Mul(%[[V83]], %[[V76]])
// CHECK: %[[V85:.*]] = onnx.Constant dense<-6.9149655365534562E-9> : tensor<f64>
// CHECK: %[[V86:.*]] = onnx.Add(%[[V84]], %[[V85]])
// CHECK: %[[V87:.*]] = onnx.Mul(%[[V86]], %[[V76]])
// CHECK: %[[V88:.*]] = onnx.Constant dense<-1.0183074874825E-8> : tensor<f64>
// CHECK: %[[V89:.*]] = onnx.Add(%[[V87]], %[[V88]])
// CHECK: %[[V90:.*]] = onnx.Mul(%[[V89]], %[[V76]])
// CHECK: %[[V91:.*]] = onnx.Constant dense<3.335243818179475E-9> : tensor<f64>
// CHECK: %[[V92:.*]] = onnx.Add(%[[V90]], %[[V91]])
// CHECK: %[[V93:.*]] = onnx.Mul(%[[V92]], %[[V76]])
// CHECK: %[[V94:.*]] = onnx.Constant dense<2.2717522964395167E-8> : tensor<f64>
// CHECK: %[[V95:.*]] = onnx.Add(%[[V93]], %[[V94]])
// CHECK: %[[V96:.*]] = onnx.Mul(%[[V95]], %[[V76]])
// CHECK: %[[V97:.*]] = onnx.Constant dense<4.0903394486005792E-8> : tensor<f64>
// CHECK: %[[V98:.*]] = onnx.Add(%[[V96]], %[[V97]])
// CHECK: %[[V99:.*]] = onnx.Mul(%[[V98]], %[[V76]])
// CHECK: %[[V100:.*]] = onnx.Constant dense<8.8502201820270896E-8> : tensor<f64>
// CHECK: %[[V101:.*]] = onnx.Add(%[[V99]], %[[V100]])
// CHECK: %[[V102:.*]] = onnx.Mul(%[[V101]], %[[V76]])
// CHECK: %[[V103:.*]] = onnx.Constant dense<2.9704547220337358E-7> : tensor<f64>
// CHECK: %[[V104:.*]] = onnx.Add(%[[V102]], %[[V103]])
// CHECK: %[[V105:.*]] = onnx.Mul(%[[V104]], %[[V76]])
// CHECK: %[[V106:.*]] = onnx.Constant dense<1.4838667129599044E-6> : tensor<f64>
// CHECK: %[[V107:.*]] = onnx.Add(%[[V105]], %[[V106]])
// CHECK: %[[V108:.*]] = onnx.Mul(%[[V107]], %[[V76]])
// CHECK: %[[V109:.*]] = onnx.Constant dense<1.1143062065294166E-5> : tensor<f64>
// CHECK: %[[V110:.*]] = onnx.Add(%[[V108]], %[[V109]])
// CHECK: %[[V111:.*]] = onnx.Mul(%[[V110]], %[[V76]])
// CHECK: %[[V112:.*]] = onnx.Constant dense<1.3621607389201952E-4> : tensor<f64>
// CHECK: %[[V113:.*]] = onnx.Add(%[[V111]], %[[V112]])
// CHECK: %[[V114:.*]] = onnx.Mul(%[[V113]], %[[V76]])
// CHECK: %[[V115:.*]] = onnx.Constant dense<0.00336055198291946> : tensor<f64>
// CHECK: %[[V116:.*]] = onnx.Add(%[[V114]], %[[V115]])
// CHECK: %[[V117:.*]] = onnx.Mul(%[[V116]], %[[V76]])
// CHECK: %[[V118:.*]] = onnx.Constant dense<0.4021765094450081> : tensor<f64>
// CHECK: %[[V119:.*]] = onnx.Add(%[[V117]], %[[V118]])
// CHECK: %[[V120:.*]] = onnx.Sqrt(%[[V1]])
// CHECK: %[[V121:.*]] = onnx.Div(%[[V119]], %[[V120]])
// CHECK: %[[V124:.*]] = onnx.Where(%[[V123]], %[[V72]], %[[V121]])
// CHECK: %[[V125:.*]] = onnx.Cast(%[[V124]]) {to = f16}
// CHECK: return %[[V125]] : tensor<3xf16>
func.func @i0e(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = torch.aten.special_i0e.default(%x) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// Powers of q, q + 1, ..., until all of them are beyond 9, and a formula for the
// rest.
// CHECK-LABEL: func.func @zeta
// CHECK: %[[X:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[Q:.*]] = onnx.Cast(%arg1) {to = f64}
// CHECK: %[[LEAST:.*]] = onnx.ReduceMin
// CHECK: onnx.Sub(%{{.*}}, %[[LEAST]])
// CHECK: %[[COUNT:.*]] = onnx.Cast(%{{.*}}) {to = i64}
// CHECK: %[[STATES:.*]]:2 = onnx.Loop(%[[COUNT]], %{{.*}}, %{{.*}}, %[[Q]])
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %[[SUM:.*]]: tensor<4xf64>, %[[A:.*]]: tensor<4xf64>)
// CHECK: %[[POWER:.*]] = onnx.Pow(%[[A]], %{{.*}})
// CHECK: onnx.Add(%[[SUM]], %[[POWER]])
// CHECK: onnx.Yield
// CHECK: onnx.Pow(%[[STATES]]#1,
// CHECK: onnx.Cast(%{{.*}}) {to = f32}
func.func @zeta(%x: tensor<4xf32>, %q: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.special_zeta.default(%x, %q) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @frexp
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Greater(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Less(%[[V1]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.And(%[[V3]], %[[V5]])
// CHECK: %[[V26:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Where(%[[V6]], %[[V1]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Log(%[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.4426950408889634> : tensor<f64>
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V9]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Floor(%[[V11]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V14:.*]] = onnx.Add(%[[V12]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V16:.*]] = onnx.Pow(%[[V15]], %[[V14]])
// CHECK: %[[V17:.*]] = onnx.Div(%[[V8]], %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V19:.*]] = onnx.GreaterOrEqual(%[[V17]], %[[V18]])
// CHECK: %[[V20:.*]] = onnx.Cast(%[[V19]]) {to = f64}
// CHECK: %[[V24:.*]] = onnx.Add(%[[V14]], %[[V20]])
// CHECK: %[[V21:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V22:.*]] = onnx.Less(%[[V17]], %[[V21]])
// CHECK: %[[V23:.*]] = onnx.Cast(%[[V22]]) {to = f64}
// CHECK: %[[V25:.*]] = onnx.Sub(%[[V24]], %[[V23]])
// CHECK: %[[V27:.*]] = onnx.Pow(%[[V26]], %[[V25]])
// CHECK: %[[V28:.*]] = onnx.Div(%[[V0]], %[[V27]])
// CHECK: %[[V30:.*]] = onnx.Cast(%[[V28]]) {to = f32}
// CHECK: %[[V31:.*]] = onnx.Where(%[[V6]], %[[V30]], %arg0)
// CHECK: %[[V32:.*]] = onnx.Cast(%[[V25]]) {to = i32}
// CHECK: %[[V29:.*]] = onnx.Constant dense<0> : tensor<i32>
// CHECK: %[[V33:.*]] = onnx.Where(%[[V6]], %[[V32]], %[[V29]])
// CHECK: return %[[V31]], %[[V33]] : tensor<14xf32>, tensor<14xi32>
func.func @frexp(%x: tensor<14xf32>) -> (tensor<14xf32>, tensor<14xi32>) {
  %0:2 = torch.aten.frexp.Tensor(%x) : (tensor<14xf32>) -> (tensor<14xf32>, tensor<14xi32>)
  return %0#0, %0#1 : tensor<14xf32>, tensor<14xi32>
}

// -----

// CHECK-LABEL: func.func @erfcx
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V20:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V21:.*]] = onnx.Less(%[[V0]], %[[V20]])
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V0]], %[[V0]])
// CHECK: %[[V16:.*]] = onnx.Exp(%[[V15]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V16]], %[[V17]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.6403183696752708E-9> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f64>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V1]], %[[V3]])
// CHECK: %[[V6:.*]] = onnx.Div(%[[V5]], %[[V4]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<1.2329951186255526> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%{{.*}}, %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V1]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Add(%[[V11]], %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Div(%[[V9]], %[[V13]])
// CHECK: %[[V19:.*]] = onnx.Sub(%[[V18]], %[[V14]])
// CHECK: %[[V22:.*]] = onnx.Where(%[[V21]], %[[V19]], %[[V14]])
// CHECK: %[[V23:.*]] = onnx.Cast(%[[V22]]) {to = f32}
// CHECK: return %[[V23]] : tensor<14xf32>
func.func @erfcx(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_erfcx.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @log_ndtr
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V35:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V36:.*]] = onnx.Less(%[[V0]], %[[V35]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.6403183696752708E-9> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.70710678118654757> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]], %[[V2]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V3]], %[[V6]])
// CHECK: %[[V9:.*]] = onnx.Div(%[[V8]], %[[V7]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<1.2329951186255526> : tensor<f64>
// CHECK: %[[V12:.*]] = onnx.Add(%{{.*}}, %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V14:.*]] = onnx.Mul(%[[V3]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V16:.*]] = onnx.Add(%[[V14]], %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Div(%[[V12]], %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V19:.*]] = onnx.Mul(%[[V17]], %[[V18]])
// CHECK: %[[V20:.*]] = onnx.Log(%[[V19]])
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V3]], %[[V3]])
// CHECK: %[[V21:.*]] = onnx.Sub(%[[V20]], %[[V4]])
// CHECK: %[[V22:.*]] = onnx.Neg(%[[V4]])
// CHECK: %[[V23:.*]] = onnx.Exp(%[[V22]])
// CHECK: %[[V24:.*]] = onnx.Mul(%[[V23]], %[[V19]])
// CHECK: %[[V25:.*]] = onnx.Neg(%[[V24]])
// CHECK: %[[V26:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Add(%[[V25]], %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Sub(%[[V27]], %[[V26]])
// CHECK: %[[V32:.*]] = onnx.Equal(%[[V28]], %[[V25]])
// CHECK: %[[V29:.*]] = onnx.Log(%[[V27]])
// CHECK: %[[V30:.*]] = onnx.Sub(%[[V25]], %[[V28]])
// CHECK: %[[V31:.*]] = onnx.Div(%[[V30]], %[[V27]])
// CHECK: %[[V33:.*]] = onnx.Add(%[[V29]], %[[V31]])
// CHECK: %[[V34:.*]] = onnx.Where(%[[V32]], %[[V29]], %[[V33]])
// CHECK: %[[V37:.*]] = onnx.Where(%[[V36]], %[[V21]], %[[V34]])
// CHECK: %[[V38:.*]] = onnx.Cast(%[[V37]]) {to = f32}
// CHECK: return %[[V38]] : tensor<14xf32>
func.func @log_ndtr(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.special_log_ndtr.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}
