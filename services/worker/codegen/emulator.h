#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/common/status.h"
#include "services/worker/codegen/image.h"
#include "services/worker/codegen/target.h"

struct uc_struct;

namespace assay::codegen {

/// How a run of machine code ended.
struct RunEnd {
  enum class Kind {
    Returned,
    Trapped,    ///< it accessed memory that is not there, or raised an exception
    CalledOut,  ///< of what the object does not define
    Unknown,    ///< an instruction that the emulator does not know
    TooLong,
    Stopped,  ///< by what on_call() has set
    Spoiled,  ///< it returned, but not with the registers that it must leave as they were
  };
  Kind kind = Kind::Returned;
  std::string text;       ///< for a reader: "reads memory that is not there, at 0x10"; CalledOut: the name
  std::string liberty{};  ///< what the emulator did in this run that the processor does otherwise; empty: nothing
};

/// An emulated processor with its memory (libunicorn).
class Emulator {
 public:
  static Result<std::unique_ptr<Emulator>> open(const Target& target);
  ~Emulator();
  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;

  /// Puts an image in, in place of the one before.
  Status load(const Image& image);
  /// Writes memory, which is made where there is none.
  Status write(std::uint64_t address, const std::vector<std::uint8_t>& bytes);
  std::vector<std::uint8_t> read(std::uint64_t address, std::size_t count);
  /// The same, up to where no memory is.
  std::vector<std::uint8_t> read_there(std::uint64_t address, std::size_t count);
  /// Writes memory; false, and nothing is written, where some of it is not there.
  bool write_there(std::uint64_t address, const std::vector<std::uint8_t>& bytes);
  /// What is done where code calls the function at this address, of whatever image is loaded; false ends the run.
  /// Registers that the function may change are changed. To be called once, before code runs.
  void on_call(std::uint64_t address, std::function<bool()> action);
  /// From now on notes accesses of memory outside of what only the code itself uses; a switch costs a new engine.
  Status watch_memory(bool on);
  struct Access {
    bool is_store = false;
    std::uint64_t address = 0;
    std::vector<std::uint8_t> bytes;
  };
  /// Those of the last run, in their order.
  const std::vector<Access>& accesses() const { return accesses_; }
  /// Calls the function at `entry` with two addresses.
  RunEnd run(std::uint64_t entry, std::uint64_t first, std::uint64_t second, std::uint64_t most_instructions);

 private:
  explicit Emulator(const Target& target) : target_(target) {}
  Status start();
  Status map(std::uint64_t address, std::uint64_t bytes);
  void watch_liberties();
  void watch_calls();
  void watch_accesses();
  void spoil_registers();
  RunEnd end_of(int error, std::uint64_t pc) const;
  std::string spoiled_register();

  const Target& target_;
  uc_struct* engine_ = nullptr;
  Image image_;
  std::set<std::uint64_t> pages_;
  struct Fault {
    int type = -1;
    std::uint64_t address = 0;
  };
  Fault fault_;
  std::optional<std::uint32_t> exception_;  ///< its number
  std::string liberty_;
  std::uint64_t called_address_ = 0;
  std::function<bool()> on_call_;
  bool is_stopped_ = false;
  bool watches_memory_ = false;
  std::vector<Access> accesses_;
  std::vector<std::size_t> watched_;  ///< hooks of instructions
};

}  // namespace assay::codegen
