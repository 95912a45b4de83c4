#include "services/worker/reduce/passes.h"

namespace assay::reduce {
namespace {

constexpr Pass kPasses[] = {
    {"drop bodies", drop_bodies},
    {"drop globals", drop_globals},
    {"fix branches", fix_branches},
    {"drop switch cases", drop_switch_cases},
    {"merge blocks", merge_blocks},
    {"return earlier", return_earlier},
    {"return nothing", return_nothing},
    {"drop effects", drop_effects},
    {"replace by new argument", replace_by_new_argument},
    {"drop dead code", drop_dead_code},
    {"replace by operand", replace_by_operand},
    {"replace by argument", replace_by_argument},
    {"replace by constant", replace_by_constant},
    {"shrink vectors", shrink_vectors},
    {"replace operand by constant", replace_operand_by_constant},
    {"define undefined", define_undefined},
    {"drop metadata", drop_metadata},
    {"drop attributes", drop_attributes},
    {"drop flags", drop_flags},
    {"drop surroundings", drop_surroundings},
    {"drop arguments", drop_arguments},
    {"merge arguments", merge_arguments},
    {"shrink integers", shrink_integers},
    {"simplify constants", simplify_constants},
    {"replace constant by new argument", replace_constant_by_new_argument},
    {"usual operations", usual_operations},
};

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

std::vector<llvm::Function*> definitions(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) functions.push_back(&function);
  return functions;
}

}  // namespace assay::reduce
