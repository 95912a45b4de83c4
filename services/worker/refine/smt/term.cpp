#include "services/worker/refine/smt/term.h"

#include <llvm/Support/KnownBits.h>

#include <iterator>

namespace assay::refine::smt {

const llvm::APInt& Term::value() const { return node_->known->One; }

std::string_view name_of(Kind kind) {
  static constexpr std::string_view kNames[] = {
      "const",    "var",          "bvnot",        "bvand",  "bvxor",  "bvadd",  "bvmul",     "bvudiv",      "bvurem",
      "bvsdiv",   "bvsrem",       "bvshl",        "bvlshr", "bvashr", "concat", "slice",     "sext",        "ctpop",
      "ctlz",     "cttz",         "bitreverse",   "=",      "bvult",  "bvslt",  "saddo",     "ssubo",       "umulo",
      "smulo",    "ite",          "fadd",         "fmul",   "fdiv",   "frem",   "fma",       "fsqrt",       "fround",
      "fconvert", "float_to_int", "int_to_float", "feq",    "flt",    "apply",  "array_var", "array_const", "store",
      "select"};
  static_assert(std::size(kNames) == static_cast<std::size_t>(Kind::KindCount));
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace assay::refine::smt
