#!/usr/bin/env python3
"""Writes what autocast does to the operands of each operator, from LibTorch.

    utils/gen_autocast.py            rewrites lib/Dialect/Torch/Transforms/Autocast/Autocast.inc
    utils/gen_autocast.py --check    fails when the file is out of date

Which operators autocast knows is asked of the dispatcher. Which policy it has for
each is in no binary: the shorter lists of aten/src/ATen/autocast_mode.{h,cpp} are
repeated here, all others are cast to float32.
"""

import sys

import torch

import generated

TABLE = generated.ROOT / "lib/Dialect/Torch/Transforms/Autocast/Autocast.inc"

BANNER = f"""\
//===- Autocast.inc - Operators that autocast casts for ---------*- C++ -*-===//
//
// Written by utils/gen_autocast.py from torch {torch.__version__.split('+')[0]}; do not edit.
// AUTOCAST(name, policy on the CPU, policy on CUDA), sorted by name (as bytes).
//
//===----------------------------------------------------------------------===//
"""

#: Registered only where PyTorch is built with CUDA; the compiler has no lowering.
NOT_EVERYWHERE = {"aten::_cudnn_rnn"}

#: at::autocast::CastPolicy, but for fp32.
LOWER = {
    "CPU": """conv1d conv1d.padding conv2d conv2d.padding conv3d conv3d.padding bmm mm
        linalg_vecdot baddbmm addmm _addmm_activation addbmm linear _convolution.deprecated
        matmul conv_tbc mkldnn_rnn_layer conv_transpose1d conv_transpose2d.input
        conv_transpose3d.input prelu scaled_dot_product_attention _native_multi_head_attention""",
    "CUDA": """_convolution.deprecated _convolution conv1d conv2d conv3d conv_tbc
        conv_transpose1d conv_transpose2d.input conv_transpose3d.input convolution prelu addmm
        addmv addr matmul einsum mm mv linalg_vecdot linear addbmm baddbmm bmm chain_matmul
        linalg_multi_dot _thnn_fused_lstm_cell _thnn_fused_gru_cell lstm_cell gru_cell
        rnn_tanh_cell rnn_relu_cell _scaled_dot_product_flash_attention
        scaled_dot_product_attention cudnn_convolution cudnn_convolution_transpose""",
}
DTYPE = {
    "CPU": "",
    "CUDA": """prod prod.dim_int softmax.int log_softmax.int cumprod cumsum linalg_vector_norm
        linalg_matrix_norm linalg_matrix_norm.str_ord sum sum.dim_IntList""",
}
PROMOTE = {
    "CPU": "stack cat index_copy",
    "CUDA": """addcdiv addcmul atan2 bilinear cross dot vdot grid_sampler index_put tensordot
        scatter_add""",
}


def policies(device):
    """The policy of each operator that autocast knows on a device."""
    known = {
        name.removeprefix("aten::")
        for name in torch._C._dispatch_get_all_op_names()
        if name.startswith("aten::")
        and name not in NOT_EVERYWHERE
        and torch._C._dispatch_has_kernel_for_dispatch_key(name, f"Autocast{device}")
    }
    result = dict.fromkeys(known, "Float32")
    for policy, lists in (("Lower", LOWER), ("SetDtype", DTYPE), ("Promote", PROMOTE)):
        for name in lists[device].split():
            if name not in known:
                sys.exit(f"autocast of {device} does not know {name}")
            result[name] = policy
    return result


def table():
    cpu, cuda = policies("CPU"), policies("CUDA")
    body = []
    for name in sorted({*cpu, *cuda}):
        base, _, overload = name.partition(".")
        full = f"aten.{base}.{overload or 'default'}"
        row = f'"{full}", {cpu.get(name, "None")}, {cuda.get(name, "None")}'
        body.append((full.encode(), f"AUTOCAST({row})\n"))
    return BANNER + "".join(row for _, row in sorted(body))


if __name__ == "__main__":
    sys.exit(generated.main(TABLE, table, __doc__))
