#include "services/worker/refine/smt/rules.h"

namespace assay::refine::smt {
namespace {

struct Row {
  std::string_view name, fact;
};
constexpr Row kRows[] = {
#define ASSAY_RULE(name, fact) {#name, fact},
#include "services/worker/refine/smt/rules.def"
};

}  // namespace

std::string_view name_of(Rule rule) { return kRows[static_cast<std::size_t>(rule)].name; }

std::string_view fact_of(Rule rule) { return kRows[static_cast<std::size_t>(rule)].fact; }

}  // namespace assay::refine::smt
