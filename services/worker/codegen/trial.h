#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "services/common/rng.h"
#include "services/worker/codegen/codegen.h"
#include "services/worker/codegen/emulator.h"
#include "services/worker/codegen/harness.h"
#include "services/worker/codegen/runtime.h"
#include "services/worker/interpret/reference.h"

namespace assay::codegen {

/// What one run of llc has made, and what its code calls.
struct CodeParts {
  std::string object;
  std::vector<Stub> stubs;
  std::shared_ptr<const Runtime> runtime = std::make_shared<const Runtime>();
};

/// Why nothing is judged of code with an instruction that the emulator does not know.
constexpr const char* kUnknownInstruction = "an instruction that the emulator does not know";

inline Machine machine_for(const Configuration& configuration, const Settings& settings) {
  return settings.machine.value_or(own_machine(*configuration.target));
}

/// One object's functions, run and judged, in this process: a child, which code that runs wild may end.
class Trial {
 public:
  /// The module is what llc was given; it and the parts must outlive the trial.
  Trial(const llvm::Module& module, const CodeParts& parts, const Configuration& configuration,
        const Settings& settings);

  /// Nothing, or why there is no image of the object, or no emulator.
  Status start();
  Judged judge(const Wrapped& wrapped);

 private:
  Result<Image> link_at(const std::map<std::string, std::uint64_t>& places) const;
  std::map<std::string, std::uint64_t> places_for(const Wrapped& wrapped, const interpret::Reference& reference) const;
  bool calls_library_by_pointer(const Wrapped& wrapped, const interpret::Reference& reference) const;
  Status prepare_image(const Wrapped& wrapped, const interpret::Reference& reference, Judged& judged);
  Status set_memory(const std::vector<interpret::PlacedBytes>& blocks);
  Status set_arguments(const interpret::Reference& reference, const interpret::Input& input, const Wrapped& wrapped);
  std::vector<Emulator::Range> ranges_of(const Wrapped& wrapped,
                                         const std::vector<interpret::PlacedBytes>& blocks) const;
  interpret::Observed observed(const semantics::Function& function, const Wrapped& wrapped,
                               const std::vector<interpret::PlacedBytes>& blocks,
                               const std::vector<Emulator::Range>& ranges,
                               const std::vector<std::vector<std::uint8_t>>& all) const;
  bool make_call();
  semantics::LowerOptions lowering() const;
  void put_bits(std::vector<std::uint8_t>& bytes, const LanePlace& place, const llvm::APInt& bits) const;
  llvm::APInt bits_at(const std::vector<std::uint8_t>& bytes, const LanePlace& place) const;
  std::size_t byte_of(const LanePlace& place, unsigned i) const;
  bool make_unknown_call(const Stub& stub, const std::vector<std::uint8_t>& arguments);
  bool try_input(const semantics::Function& function, interpret::Reference& reference, const Wrapped& wrapped,
                 Judged& judged);

  const llvm::Module& module_;
  const CodeParts& parts_;
  const Configuration& configuration_;
  const Settings& settings_;
  const Machine machine_;
  Rng rng_;
  std::unique_ptr<Emulator> emulator_;
  Image shared_;                               ///< for functions that name no variable
  Image image_;                                ///< of the function that is judged
  bool has_shared_ = false;                    ///< the emulator holds it
  interpret::Reference* reference_ = nullptr;  ///< of that function
  std::vector<interpret::MadeCall> calls_;     ///< of the run
  bool left_ = false;                          ///< the last of them does not come back
  std::string why_open_;                       ///< of a call that nobody can answer
};

}  // namespace assay::codegen
