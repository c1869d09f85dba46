"""Rules as device functions; numba-cuda links and optimises them once, as it is."""

from __future__ import annotations

from typing import Any

from numba import cuda
from numba.cuda.dispatcher import CUDADispatcher

from rollwrite.kernel.codegen import widened


class DeviceRule(CUDADispatcher):
    """A rule, compiled once whatever integers other rules call it with."""

    apart = False  # whether it stays a function of its own wherever it is called

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(widened, args)), kws)

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        known = args in self.overloads
        result = super().compile_device(args, return_type)
        if self.apart and not known:
            for module in result.library.modules:
                for function in module.functions:
                    if function.name == result.fndesc.llvm_func_name:
                        function.attributes.add("noinline")
        return result


def device_rule(function: Any, *, apart: bool = False) -> DeviceRule:
    """A rule that kernels can call."""
    rule = DeviceRule(function, targetoptions=cuda.jit(device=True)(function).targetoptions)
    rule.apart = apart
    return rule
