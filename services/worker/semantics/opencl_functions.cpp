#include "services/worker/semantics/opencl_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

namespace assay::semantics {

/// OpenCL C, built-in scalar and vector functions: math, integer, common, geometric.
static constexpr llvm::StringLiteral kNames[] = {
    "abs",    "abs_diff",   "acos",    "acosh",   "acospi",  "add_sat",   "asin",      "asinh",     "asinpi",
    "atan",   "atan2",      "atan2pi", "atanh",   "atanpi",  "bitselect", "cbrt",      "ceil",      "clamp",
    "clz",    "copysign",   "cos",     "cosh",    "cospi",   "cross",     "ctz",       "degrees",   "distance",
    "divide", "dot",        "erf",     "erfc",    "exp",     "exp10",     "exp2",      "expm1",     "fabs",
    "fdim",   "floor",      "fma",     "fmax",    "fmin",    "fmod",      "fract",     "frexp",     "hadd",
    "hypot",  "ilogb",      "ldexp",   "length",  "lgamma",  "lgamma_r",  "log",       "log10",     "log1p",
    "log2",   "logb",       "mad",     "mad24",   "mad_hi",  "mad_sat",   "max",       "maxmag",    "min",
    "minmag", "mix",        "modf",    "mul24",   "mul_hi",  "nan",       "nextafter", "normalize", "popcount",
    "pow",    "pown",       "powr",    "radians", "recip",   "remainder", "remquo",    "rhadd",     "rint",
    "rootn",  "rotate",     "round",   "rsqrt",   "select",  "sign",      "sin",       "sincos",    "sinh",
    "sinpi",  "smoothstep", "sqrt",    "step",    "sub_sat", "tan",       "tanh",      "tanpi",     "tgamma",
    "trunc",  "upsample"};

bool is_opencl_function(const llvm::Function& function) {
  if (!function.isDeclaration() || !function.getParent()->getTargetTriple().isAMDGCN()) return false;
  llvm::StringRef name = function.getName();
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || length >= name.size()) return false;
  name = name.take_front(length);
  if (!name.consume_front("native_")) name.consume_front("half_");
  return llvm::is_contained(kNames, name);
}

}  // namespace assay::semantics
