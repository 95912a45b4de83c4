#pragma once

#include <memory>

#include "services/channel/crew.h"
#include "services/coordinator/rpc/rpc.h"
#include "services/coordinator/store/ir_facts.h"

namespace assay::application {

/// Processes that look at what strangers report: they parse modules, work out signature and title themselves, and say
/// what is in them. Whatever a module does to the parser costs one answer, and no more processor time than a budget.
class Clerk {
 public:
  /// To be called before the first thread is started: it forks.
  static Result<std::unique_ptr<Clerk>> start(Crew::Limits limits = usual_limits());
  static Crew::Limits usual_limits();

  /// The finding's signature and title, or what is wrong with it: a field that can't be accepted, or a budget that it
  /// breaks. An error is nothing of the finding's: it may be asked again. From any thread.
  Result<rpc::Examined> examine(const Finding& finding);
  /// What source and target of a bug say. A module of which nothing can be known says why. From any thread.
  Result<std::vector<store::ModuleFacts>> facts_of(const store::FactsWanted& wanted);
  /// The address of Alive2 with the case; empty where there is none, or no answer. From any thread.
  std::string alive_link(const Finding& finding);

 private:
  explicit Clerk(std::unique_ptr<Crew> crew) : crew_(std::move(crew)) {}
  Result<store::ModuleFacts> facts_of_module(const std::string& text);

  std::unique_ptr<Crew> crew_;
};

}  // namespace assay::application
