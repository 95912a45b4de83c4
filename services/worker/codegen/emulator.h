#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "services/common/status.h"
#include "services/worker/codegen/image.h"
#include "services/worker/codegen/target.h"

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
  std::vector<std::vector<std::uint8_t>> memory{};  ///< Returned: what was to be read then
  /// Trapped: by an instruction that needs an address that is aligned.
  bool is_misaligned = false;
};

/// An emulated processor with its memory.
class Emulator {
 public:
  /// `driver`: of qemu-user (driver.h). The error says what is missing.
  static Result<std::unique_ptr<Emulator>> open(const Target& target, Machine machine, const Image& driver);
  virtual ~Emulator() = default;

  /// Puts an image in, in place of the one before.
  virtual Status load(const Image& image) = 0;
  /// Writes memory, which is made where there is none.
  virtual Status write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) = 0;
  struct Range {
    std::uint64_t address = 0;
    std::size_t count = 0;
  };
  /// Reads memory at several places, all in one go.
  virtual std::vector<std::vector<std::uint8_t>> read_all(const std::vector<Range>& ranges) = 0;
  std::vector<std::uint8_t> read(std::uint64_t address, std::size_t count) {
    return std::move(read_all({{address, count}}).front());
  }
  /// The same, up to where no memory is.
  virtual std::vector<std::uint8_t> read_there(std::uint64_t address, std::size_t count) = 0;
  /// Writes memory; false, and nothing is written, where some of it is not there.
  virtual bool write_there(std::uint64_t address, const std::vector<std::uint8_t>& bytes) = 0;
  /// What is done where code calls the function at this address, of whatever image is loaded; false ends the run.
  /// Registers that the function may change are changed. To be called once, before code runs.
  virtual void on_call(std::uint64_t address, std::function<bool()> action) = 0;
  /// From now on notes accesses of memory outside of what only the code itself uses; a switch costs a new engine.
  virtual Status watch_memory(bool on) = 0;
  struct Access {
    bool is_store = false;
    std::uint64_t address = 0;
    std::vector<std::uint8_t> bytes;
  };
  /// Those of the last run, in their order.
  virtual const std::vector<Access>& accesses() const = 0;
  /// A call of the function at `entry` with two addresses.
  struct Run {
    std::uint64_t entry = 0, first = 0, second = 0;
    std::uint64_t most_instructions = 0;
    std::vector<Range> reads;  ///< once it has returned
  };
  virtual RunEnd run(const Run& run) = 0;
};

/// What a register that a function must keep holds before a run, and must hold after it.
std::uint64_t kept_value(std::size_t i);
/// A word of what a call leaves in a register that it need not keep.
std::uint64_t changed_value(std::size_t i);
/// "0x10".
std::string hexadecimal(std::uint64_t value);

}  // namespace assay::codegen
