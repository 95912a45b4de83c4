#pragma once

#include <optional>

#include "services/worker/codegen/emulator.h"

struct uc_struct;

namespace assay::codegen {

/// An emulated processor with its memory (libunicorn, of QEMU 5.0), in this process.
class Unicorn : public Emulator {
 public:
  static Result<std::unique_ptr<Emulator>> open(const Target& target);
  ~Unicorn() override;
  Unicorn(const Unicorn&) = delete;
  Unicorn& operator=(const Unicorn&) = delete;

  Status load(const Image& image) override;
  Status write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) override;
  std::vector<std::vector<std::uint8_t>> read_all(const std::vector<Range>& ranges) override;
  std::vector<std::uint8_t> read_there(std::uint64_t address, std::size_t count) override;
  bool write_there(std::uint64_t address, const std::vector<std::uint8_t>& bytes) override;
  void on_call(std::uint64_t address, std::function<bool()> action) override;
  Status watch_memory(bool on) override;
  const std::vector<Access>& accesses() const override { return accesses_; }
  RunEnd run(const Run& run) override;

 private:
  explicit Unicorn(const Target& target) : target_(target) {}
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
  std::vector<bool> pages_;  ///< of all below 2 GB: is memory there?
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
