#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "services/common/companion.h"
#include "services/worker/codegen/driver.h"
#include "services/worker/codegen/emulator.h"

namespace assay::codegen {

/// An emulated processor with its memory: the installed qemu-user, a confined program of its own, that runs the driver.
class Qemu : public Emulator {
 public:
  static Result<std::unique_ptr<Emulator>> open(const Target& target, const Image& driver);

  Status load(const Image& image) override;
  Status write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) override;
  std::vector<std::vector<std::uint8_t>> read_all(const std::vector<Range>& ranges) override;
  std::vector<std::uint8_t> read_there(std::uint64_t address, std::size_t count) override;
  bool write_there(std::uint64_t address, const std::vector<std::uint8_t>& bytes) override;
  /// What is called is the driver's kHost, wherever that is.
  void on_call(std::uint64_t address, std::function<bool()> action) override;
  /// It shows no accesses.
  Status watch_memory(bool on) override;
  const std::vector<Access>& accesses() const override { return accesses_; }
  RunEnd run(const Run& run) override;

 private:
  Qemu(const Target& target, std::string executable) : target_(target), executable_(std::move(executable)) {}
  Status start();
  Status map(std::uint64_t address, std::uint64_t bytes);
  void order(Order what, std::uint64_t a = 0, std::uint64_t b = 0, std::uint64_t c = 0);
  bool flush();
  void order_reads(const std::vector<Range>& ranges);
  /// Nothing if it does not say them all.
  std::optional<std::vector<std::vector<std::uint8_t>>> hear(const std::vector<Range>& ranges);
  RunEnd follow(const std::vector<Range>& reads);
  RunEnd end_of_return(std::uint64_t spoiled, const std::vector<Range>& reads, bool are_ordered);
  RunEnd end_of_signal(std::uint64_t number, std::uint64_t address) const;
  /// What it has ended with, as it says.
  RunEnd end_of_program();

  const Target& target_;
  const std::string executable_;
  std::unique_ptr<Companion> program_;  ///< null: it is to be started
  std::string orders_;                  ///< that were not told yet
  bool has_called_ = false;             ///< code of the image, so that it may again
  Image image_;
  std::set<std::uint64_t> pages_;
  std::function<bool()> on_call_;
  std::vector<Access> accesses_;  ///< none
};

}  // namespace assay::codegen
