#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The records of handing out work: what a hunt does, and the piece of it that one worker takes at a time.
namespace assay {

/// What every mutant of a hunt goes through. Zero in a number means the worker's own default.
struct HuntSettings {
  std::vector<std::string> passes;     ///< -passes strings; a batch goes through each, or through a few if there are many
  std::vector<std::string> compilers;  ///< "linked", or the absolute path of an opt binary on the worker
  std::string seeds;                   ///< folder of seed files on the worker; empty: none, inputs are generated
  bool undef_inputs = false;           ///< may inputs hold undef values
  std::uint32_t unroll = 0;            ///< how often a loop is unrolled when checked
  std::uint32_t smt_timeout_ms = 0;    ///< limit of one solver query
  std::string profile;                 ///< profiles that inputs are made by, "memory:3,floats"; empty: what the passes look at
  std::string feedback;                ///< "off" (or empty), "features" or "coverage": which mutants become seeds
  bool operator==(const HuntSettings&) const = default;
};

/// One batch of a hunt, leased to a worker until it is completed or the lease runs out.
struct WorkUnit {
  std::string lease_id;  ///< names this lease alone: the same batch handed out again has another
  std::string hunt_id;
  HuntSettings settings;
  std::uint64_t batch = 0;     ///< number of the batch in its hunt, from 0
  std::uint64_t seed = 0;      ///< of the batch: a function of the hunt's seed and the batch's number alone
  std::uint64_t mutants = 0;   ///< how many to make
  std::uint32_t attempt = 1;   ///< 1, or more when earlier holders of the batch went silent
  std::uint32_t lease_ms = 0;  ///< time until the lease runs out unless a heartbeat renews it
  bool operator==(const WorkUnit&) const = default;
};

}  // namespace assay
