"""Rules as device functions; numba-cuda links and optimises them once, as it is."""

from __future__ import annotations

from typing import Any

from numba import cuda
from numba.cuda.dispatcher import CUDADispatcher

from rollwrite.kernel.codegen import widened


class DeviceRule(CUDADispatcher):
    """A rule, compiled once whatever integers other rules call it with."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(widened, args)), kws)


def device_rule(function: Any) -> DeviceRule:
    """A rule that kernels can call."""
    return DeviceRule(function, targetoptions=cuda.jit(device=True)(function).targetoptions)
