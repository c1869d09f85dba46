"""Rules as device functions; numba-cuda links and optimises them once, as it is.

A kernel that does not fit the instruction cache of a GPU waits for instructions most of the time.
So loops of games with long rules stay loops (``rolled``): unrolled they are half as long again.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import cuda
from numba.cuda.dispatcher import CUDADispatcher

from rollwrite.kernel.codegen import widened


class DeviceRule(CUDADispatcher):
    """A rule, compiled once whatever integers other rules call it with."""

    apart = False  # whether it stays a function of its own wherever it is called
    rolled = False  # whether its loops stay loops

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(widened, args)), kws)

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        known = args in self.overloads
        result = super().compile_device(args, return_type)
        if not known:
            name = result.fndesc.llvm_func_name
            for module in result.library.modules:
                for function in module.functions:
                    if self.apart and function.name == name:
                        function.attributes.add("noinline")
                    if self.rolled:
                        keep_loops(module, function)
        return result


def keep_loops(module: Any, function: Any) -> None:
    """Tell the compiler not to unroll the loops of a function."""
    before: set[Any] = set()
    for block in function.blocks:
        before.add(block)
        back = [one for one in getattr(block.terminator, "operands", ()) if one in before]
        if back and "llvm.loop" not in block.terminator.metadata:
            disable = module.add_metadata(["llvm.loop.unroll.disable"])
            loop = ir.MDValue(module, [disable], name=str(len(module.metadata)))
            loop.operands = (loop, disable)  # each loop is known by a node that names itself
            block.terminator.set_metadata("llvm.loop", loop)


def device_rule(function: Any, *, apart: bool = False, rolled: bool = False) -> DeviceRule:
    """A rule that kernels can call."""
    rule = DeviceRule(function, targetoptions=cuda.jit(device=True)(function).targetoptions)
    rule.apart, rule.rolled = apart, rolled
    return rule
