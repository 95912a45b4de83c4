#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "services/application/work_loop.h"
#include "services/coordinator/rpc/link.h"
#include "services/worker/hunt/hunt.h"

/// A hunt from its settings to its end.
namespace assay::application {

/// Mutants of a batch: small ones keep a hunt's end short, and a job starts a process for each.
inline constexpr std::uint64_t kBatch = 1'000;

/// What to hunt, with what, and for how long.
struct HuntRequest {
  /// As people write them: passes may be "mix", and none stands for instcombine; no compiler stands for the linked one;
  /// compilers and seeds are paths of this machine.
  HuntSettings settings;
  /// Code generation for these targets, "aarch64,x86-64" or "all", in place of passes and compilers; none: passes.
  std::string codegen;
  std::vector<std::string> llcs;      ///< whose: releases or paths; none: that of the linked release
  std::optional<std::uint64_t> seed;  ///< the same seed makes the same mutants; none: a random one
  std::uint64_t mutants = 0;          ///< 0: no limit
  std::uint32_t seconds = 0;          ///< 0: no limit
  unsigned jobs = 1;
  std::chrono::seconds finish{30};  ///< for how long, at the end, reductions that were cut short are gone on with
  hunt::Folders folders;
  /// Random, once for each hunt; empty: one is made. It determines the hunt's id (rpc::hunt_id_of).
  std::string token;
  /// Where bugs go: opened when the settings are known to be good, and after all forks.
  std::function<Result<std::unique_ptr<rpc::CoordinatorLink>>()> open;
  /// Others may share the hunt's work: it is one of a coordinator's. Otherwise `open` gives an embedded
  /// rpc::Coordinator.
  bool shared = false;
};

/// Has the request hunt what a plan or a patch names: a pipeline of `opt`'s, or "codegen", "codegen=aarch64,x86-64":
/// code generation by the llc beside it. The error: there is none, or no such target.
Status hunt_in(HuntRequest& request, const std::string& opt, const std::string& pipeline);
/// Is it code generation that this names?
bool is_codegen(const std::string& pipeline);
/// The configurations that it stands for.
Result<std::vector<std::string>> codegen_pipelines(const std::string& pipeline);

/// Opens a database file, which is made where it is missing.
std::function<Result<std::unique_ptr<rpc::CoordinatorLink>>()> open_file(const std::string& file);

/// What a hunt tells while it runs.
struct HuntTold {
  std::function<void(std::uint64_t seed)> begins;
  WorkMonitor::Told new_bug;                                        ///< from any thread, one at a time
  std::function<void(const WorkMonitor&, double seconds)> goes_on;  ///< several times a second, from one thread
  std::function<void()> ends;                                       ///< from that thread, once
  std::function<void(const std::string&)> complains;                ///< of what does not end the hunt
};

struct HuntResult {
  rpc::HuntReport report;               ///< of all workers; `seconds` of its statistics are this process's
  std::vector<std::string> passes;      ///< what was hunted
  std::vector<Bug> bugs;                ///< that the hunt has seen
  std::vector<std::string> unfinished;  ///< ids of those whose reduction is not at its end
};

/// Hunts until a limit is reached or `interrupted` is set, and waits then for what other workers still hold, but not
/// for ever. The error: settings that make no sense here, or a database or coordinator that can't be used. To be called
/// while this process has one thread only: it forks.
Result<HuntResult> run_hunt(HuntRequest request, const std::atomic<bool>& interrupted, const HuntTold& told = {});

/// The same with a database file in a process of its own, which ends with this one, and whatever a hunt does costs this
/// process nothing. Gives what `assay hunt --json` says. 0 bytes: no limit of memory. This process may have no database
/// open: SQLite's locks don't survive a fork.
Result<nlohmann::json> hunt_apart(const HuntRequest& request, const std::string& database,
                                  std::size_t memory_bytes = 0);

}  // namespace assay::application
