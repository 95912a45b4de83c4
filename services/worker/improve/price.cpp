#include "services/worker/improve/price.h"

#include "services/worker/cost/cost.h"

namespace assay::improve {

Price price_of(const llvm::Function& function) {
  return {cost::ir_cost(function, cost::Measure::Instructions), cost::ir_cost(function, cost::Measure::Latency)};
}

bool is_cheaper(const Price& one, const Price& other) {
  if (one.instructions != other.instructions)
    return one.instructions < other.instructions && one.latency <= other.latency;
  return one.latency < other.latency;
}

}  // namespace assay::improve
