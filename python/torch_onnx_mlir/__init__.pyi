# __init__.pyi - the names of the package, and where each is defined
#
# Type checkers read this file; `__init__.py` imports a name from here when it is asked for.
# Names that are torch's own are in torch.onnx at run time, whatever module of PyTorch
# defines them.

from torch.onnx import (
    InputObserver as InputObserver,
    OperatorExportTypes as OperatorExportTypes,
    TensorProtoDataType as TensorProtoDataType,
    TrainingMode as TrainingMode,
    is_in_onnx_export as is_in_onnx_export,
    operators as operators,
    ops as ops,
    symbolic_helper as symbolic_helper,
)
from torch.onnx._internal.torchscript_exporter._type_utils import JitScalarType as JitScalarType
from torch.onnx._internal.torchscript_exporter.utils import (
    select_model_mode_for_export as select_model_mode_for_export,
)

from torch_onnx_mlir import (
    errors as errors,
    testing as testing,
    utils as utils,
    verification as verification,
)
from torch_onnx_mlir._capture.exportable_module import ExportableModule as ExportableModule
from torch_onnx_mlir._compatibility.older_names import (
    DiagnosticOptions as DiagnosticOptions,
    ExportOptions as ExportOptions,
    ExportOutput as ExportOutput,
    ExportOutputSerializer as ExportOutputSerializer,
    OnnxRegistry as OnnxRegistry,
    ONNXRuntimeOptions as ONNXRuntimeOptions,
    dynamo_export as dynamo_export,
    enable_fake_mode as enable_fake_mode,
    is_onnxrt_backend_supported as is_onnxrt_backend_supported,
)
from torch_onnx_mlir._compatibility.patching import patch as patch
from torch_onnx_mlir._compiler.conversion import get_version as get_version
from torch_onnx_mlir._export import export as export
from torch_onnx_mlir._lowerings.symbolic import (
    register_custom_op_symbolic as register_custom_op_symbolic,
    unregister_custom_op_symbolic as unregister_custom_op_symbolic,
)
from torch_onnx_mlir._model.extract import extract as extract
from torch_onnx_mlir._model.program import (
    ONNXProgram as ONNXProgram,
    ONNXProgramSerializer as ONNXProgramSerializer,
)
from torch_onnx_mlir._support.log import (
    disable_log as disable_log,
    enable_log as enable_log,
    is_onnx_log_enabled as is_onnx_log_enabled,
    log as log,
    set_log_stream as set_log_stream,
)
from torch_onnx_mlir._verification.bisect import Bisection as Bisection, bisect as bisect
from torch_onnx_mlir.errors import (
    CheckerError as CheckerError,
    InvalidExportOptionsError as InvalidExportOptionsError,
    OnnxExporterError as OnnxExporterError,
)
from torch_onnx_mlir.utils import export_to_pretty_string as export_to_pretty_string
from torch_onnx_mlir.verification import compare as compare, verify as verify

__version__: str
producer_name: str
producer_version: str
