#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "services/worker/cost/cost.h"

namespace assay::cost {

/// Machine code of one processor, read by the linked LLVM.
class MachineCode {
 public:
  /// The error: no disassembler for it is linked.
  static Result<std::unique_ptr<MachineCode>> open(const Processor& processor);
  ~MachineCode();

  /// Of a function's bytes. Nothing: they can't be read to their end.
  std::optional<std::size_t> instructions(std::span<const std::uint8_t> bytes);
  /// Of all instructions but returns, once, in their order, by the processor's scheduling model. Nothing: it has none,
  /// or does not know one of them, or there is a call.
  std::optional<double> cycles(std::span<const std::uint8_t> bytes);

 private:
  struct Parts;
  explicit MachineCode(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace assay::cost
