#include "services/worker/hunt/separate_mutants.h"

#include "services/worker/hunt/batch.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/targeted.h"

namespace assay::hunt {

SeparateMutants::SeparateMutants(std::unique_ptr<Workshop> workshop) : workshop_(std::move(workshop)) {}
SeparateMutants::~SeparateMutants() = default;

Result<std::unique_ptr<SeparateMutants>> SeparateMutants::open(const HuntSettings& settings) {
  auto workshop = open_workshop(settings);
  if (!workshop) return Error{workshop.error()};
  return std::unique_ptr<SeparateMutants>(new SeparateMutants(std::move(*workshop)));
}

void SeparateMutants::begin_batch(std::uint64_t batch_seed) { batch_seed_ = batch_seed; }

std::optional<std::string> SeparateMutants::make(std::uint64_t index) {
  MutantSource& source = *workshop_->source;
  const Environment environment = begin_draw(batch_seed_, index, source, workshop_->targets, workshop_->environments,
                                             equal_weights(workshop_->targets, workshop_->environments))
                                      .environment;
  llvm::Module module("mutant", source.context());
  ir::set_environment(module, environment);
  const bool is_made = source.makes_programs() ? source.make_program(module, index)
                                               : source.make(module, index, name_of_mutant(index)) != nullptr;
  if (!is_made) return std::nullopt;
  ir::set_environment(module, environment);  // of functions, too
  return ir::print(module);
}

}  // namespace assay::hunt
