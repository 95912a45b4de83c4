#include "services/worker/codegen/unicorn.h"

#include <unicorn/unicorn.h>

#include <algorithm>
#include <cstring>

#include "services/worker/codegen/layout.h"

namespace assay::codegen {
namespace {

/// RISC-V's fmin and fmax: of a number and a signaling NaN the number, as minimumNumber of IEEE 754, since version 2.2
/// of the F extension (2019). QEMU 5.0 gives NaN, as minNum of IEEE 754-2008.
bool is_riscv_fmin(std::uint32_t word) {
  const std::uint32_t opcode = word & 0x7f, kind = (word >> 12) & 7, function = word >> 27, format = (word >> 25) & 3;
  return opcode == 0x53 && kind <= 1 && function == 0x05 && format <= 1;
}
constexpr const char* kOldMinimum = "fmin or fmax of a signaling NaN, as RISC-V had it before 2019";

bool is_signaling(std::uint64_t bits, bool is_double) {
  const unsigned fraction = is_double ? 52 : 23;
  const std::uint64_t exponent = is_double ? 0x7ff : 0xff, quiet = std::uint64_t{1} << (fraction - 1);
  // QEMU 5.0 takes the lower half of a register for a float, whatever stands above it.
  if (!is_double) bits &= 0xffff'ffff;
  return ((bits >> fraction) & exponent) == exponent && (bits & quiet) == 0 && (bits & (quiet - 1)) != 0;
}

/// Does the instruction do with the registers as they are what its processor does not?
bool is_liberty(uc_engine* engine, std::uint32_t word) {
  for (const unsigned at : {15u, 20u}) {
    std::uint64_t bits = 0;
    uc_reg_read(engine, UC_RISCV_REG_F0 + static_cast<int>((word >> at) & 31), &bits);
    if (is_signaling(bits, ((word >> 25) & 1) != 0)) return true;
  }
  return false;
}

}  // namespace

Result<std::unique_ptr<Emulator>> Unicorn::open(const Target& target) {
  std::unique_ptr<Unicorn> emulator(new Unicorn(target));
  if (Status bad = emulator->start()) return Error{bad->message};
  return std::unique_ptr<Emulator>(std::move(emulator));
}

Unicorn::~Unicorn() {
  if (engine_ != nullptr) uc_close(engine_);
}

Status Unicorn::start() {
  if (engine_ != nullptr) uc_close(engine_);
  engine_ = nullptr;
  pages_.assign(kEndOfArguments / kPage, false);
  watched_.clear();
  uc_err error = uc_open(static_cast<uc_arch>(target_.arch), static_cast<uc_mode>(target_.mode), &engine_);
  if (error == UC_ERR_OK && target_.cpu >= 0) error = uc_ctl_set_cpu_model(engine_, target_.cpu);
  if (error != UC_ERR_OK) return Error{std::string("emulator: ") + uc_strerror(error)};
  const auto note_fault = +[](uc_engine*, uc_mem_type type, std::uint64_t address, int, std::int64_t, void* self) {
    static_cast<Unicorn*>(self)->fault_ = {static_cast<int>(type), address};
    return false;
  };
  const auto note_exception = +[](uc_engine* engine, std::uint32_t number, void* self) {
    static_cast<Unicorn*>(self)->exception_ = number;
    uc_emu_stop(engine);
  };
  uc_hook hook = 0;
  uc_hook_add(engine_, &hook, UC_HOOK_INTR, reinterpret_cast<void*>(note_exception), this, 1, 0);
  uc_hook_add(engine_, &hook, UC_HOOK_MEM_INVALID, reinterpret_cast<void*>(note_fault), this, 1, 0);
  // Floating point is off at first where the processor has a switch for it.
  if (target_.arch == UC_ARCH_ARM64) {
    const std::uint64_t on = 3u << 20;
    uc_reg_write(engine_, UC_ARM64_REG_CPACR_EL1, &on);
  }
  if (target_.arch == UC_ARCH_RISCV) {
    const std::uint64_t on = 3u << 13;
    uc_reg_write(engine_, UC_RISCV_REG_MSTATUS, &on);
  }
  for (const auto& [address, bytes] :
       {std::pair{kStack, kStackBytes}, {kReturn, kPage}, {kCall, kSlotsBytes}, {kCallResult, kSlotsBytes}})
    if (Status bad = map(address, bytes)) return bad;
  watch_calls();
  if (watches_memory_) watch_accesses();
  return load(image_);
}

Status Unicorn::map(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t last = (address + bytes - 1) / kPage;
  if (last >= pages_.size()) return Error{"emulator: no memory at " + hexadecimal(address)};
  for (std::uint64_t page = address / kPage; page <= last; ++page) {
    if (pages_[page]) continue;
    // Neighbours that are missing, too, come in one go.
    std::uint64_t end = page + 1;
    while (end <= last && !pages_[end]) ++end;
    if (const uc_err error = uc_mem_map(engine_, page * kPage, (end - page) * kPage, UC_PROT_ALL); error != UC_ERR_OK)
      return Error{std::string("emulator: no memory at ") + hexadecimal(page * kPage) + ": " + uc_strerror(error)};
    std::fill(pages_.begin() + static_cast<std::ptrdiff_t>(page), pages_.begin() + static_cast<std::ptrdiff_t>(end),
              true);
  }
  return std::nullopt;
}

Status Unicorn::load(const Image& image) {
  // What was translated of the image before is gone, wherever its code stood.
  const auto forget = [&] {
    for (const Image::Part& part : image_.parts)
      if (!part.writable && !part.bytes.empty())
        uc_ctl_remove_cache(engine_, part.address, part.address + part.bytes.size());
  };
  forget();
  if (&image != &image_) image_ = image;
  for (const Image::Part& part : image_.parts)
    if (Status bad = write(part.address, part.bytes)) return bad;
  forget();
  watch_liberties();
  return std::nullopt;
}

void Unicorn::on_call(std::uint64_t address, std::function<bool()> action) {
  called_address_ = address;
  on_call_ = std::move(action);
  watch_calls();
}

void Unicorn::watch_calls() {
  if (on_call_ == nullptr) return;
  const auto act = +[](uc_engine* engine, std::uint64_t, std::uint32_t, void* pointer) {
    auto* self = static_cast<Unicorn*>(pointer);
    if (self->on_call_()) return self->spoil_registers();
    self->is_stopped_ = true;
    uc_emu_stop(engine);
  };
  uc_hook hook = 0;
  uc_hook_add(engine_, &hook, UC_HOOK_CODE, reinterpret_cast<void*>(act), this, called_address_, called_address_);
}

Status Unicorn::watch_memory(bool on) {
  if (on == watches_memory_) return std::nullopt;
  watches_memory_ = on;
  return start();
}

/// Of variables, and of memory that arguments lead to.
void Unicorn::watch_accesses() {
  const auto note =
      +[](uc_engine* engine, uc_mem_type type, std::uint64_t address, int size, std::int64_t value, void* self) {
        Access& access = static_cast<Unicorn*>(self)->accesses_.emplace_back();
        access.is_store = type == UC_MEM_WRITE;
        access.address = address;
        access.bytes.resize(static_cast<std::size_t>(size));
        if (!access.is_store)
          uc_mem_read(engine, address, access.bytes.data(), access.bytes.size());
        else
          std::memcpy(access.bytes.data(), &value, std::min(access.bytes.size(), sizeof value));
      };
  for (const auto& [first, last] : {std::pair{std::uint64_t{0}, kCode - 1}, {kArguments, kEndOfArguments - 1}}) {
    uc_hook hook = 0;
    uc_hook_add(engine_, &hook, UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, reinterpret_cast<void*>(note), this, first, last);
  }
}

/// A call leaves what it likes in all registers that it need not keep.
void Unicorn::spoil_registers() {
  std::uint64_t anything[4];
  for (std::size_t i = 0; i < target_.changed.size(); ++i) {
    for (std::size_t k = 0; k < 4; ++k) anything[k] = changed_value(4 * i + k);
    uc_reg_write(engine_, target_.changed[i], anything);
  }
}

/// Watches what looks like an instruction that the emulator does in its own way: data that does is never run.
void Unicorn::watch_liberties() {
  for (const std::size_t hook : watched_) uc_hook_del(engine_, hook);
  watched_.clear();
  if (target_.arch != UC_ARCH_RISCV) return;
  const auto look = +[](uc_engine* engine, std::uint64_t address, std::uint32_t, void* self) {
    std::uint32_t word = 0;
    uc_mem_read(engine, address, &word, sizeof word);
    if (is_liberty(engine, word)) static_cast<Unicorn*>(self)->liberty_ = kOldMinimum;
  };
  for (const Image::Part& part : image_.parts)
    for (std::size_t at = 0; at + 4 <= part.bytes.size(); at += 2) {
      std::uint32_t word = 0;
      std::memcpy(&word, &part.bytes[at], sizeof word);
      if (!is_riscv_fmin(word)) continue;
      const std::uint64_t address = part.address + at;
      uc_hook hook = 0;
      if (uc_hook_add(engine_, &hook, UC_HOOK_CODE, reinterpret_cast<void*>(look), this, address, address) == UC_ERR_OK)
        watched_.push_back(hook);
    }
}

Status Unicorn::write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) {
  if (bytes.empty()) return std::nullopt;
  if (Status bad = map(address, bytes.size())) return bad;
  if (const uc_err error = uc_mem_write(engine_, address, bytes.data(), bytes.size()); error != UC_ERR_OK)
    return Error{std::string("emulator: can't write at ") + hexadecimal(address) + ": " + uc_strerror(error)};
  return std::nullopt;
}

std::vector<std::vector<std::uint8_t>> Unicorn::read_all(const std::vector<Range>& ranges) {
  std::vector<std::vector<std::uint8_t>> all;
  for (const Range& range : ranges)
    uc_mem_read(engine_, range.address, all.emplace_back(range.count).data(), range.count);
  return all;
}

std::vector<std::uint8_t> Unicorn::read_there(std::uint64_t address, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  if (uc_mem_read(engine_, address, bytes.data(), count) == UC_ERR_OK) return bytes;
  std::size_t there = 0;
  while (there < count && uc_mem_read(engine_, address + there, &bytes[there], 1) == UC_ERR_OK) ++there;
  bytes.resize(there);
  return bytes;
}

bool Unicorn::write_there(std::uint64_t address, const std::vector<std::uint8_t>& bytes) {
  return uc_mem_write(engine_, address, bytes.data(), bytes.size()) == UC_ERR_OK;
}

RunEnd Unicorn::run(const Run& run) {
  std::uint64_t stack = kStack + kStackBytes - 64 * kPage;
  const std::uint64_t back = kReturn;
  if (target_.link >= 0) {
    uc_reg_write(engine_, target_.link, &back);
  } else {
    stack -= 8;
    uc_mem_write(engine_, stack, &back, sizeof back);
  }
  uc_reg_write(engine_, target_.sp, &stack);
  uc_reg_write(engine_, target_.first_argument, &run.first);
  uc_reg_write(engine_, target_.second_argument, &run.second);
  for (std::size_t i = 0; i < target_.kept.size(); ++i) {
    const std::uint64_t value = kept_value(i);
    uc_reg_write(engine_, target_.kept[i], &value);
  }
  fault_ = Fault();
  liberty_.clear();
  is_stopped_ = false;
  accesses_.clear();
  exception_.reset();
  const uc_err error = uc_emu_start(engine_, run.entry, kReturn, 0, run.most_instructions);
  std::uint64_t pc = 0, stack_after = 0;
  uc_reg_read(engine_, target_.pc, &pc);
  uc_reg_read(engine_, target_.sp, &stack_after);
  RunEnd end = end_of(error, pc);
  if (end.kind == RunEnd::Kind::Returned) {
    const bool is_level = stack_after == (target_.link >= 0 ? stack : stack + 8);
    const std::string spoiled = is_level ? spoiled_register() : "the stack pointer";
    if (!spoiled.empty()) end = {RunEnd::Kind::Spoiled, "returns without " + spoiled + " as it was"};
    end.memory = read_all(run.reads);
  } else if (Status bad = start()) {  // the emulator keeps what a fault has left
    end = {RunEnd::Kind::Unknown, bad->message};
  }
  end.liberty = liberty_;
  return end;
}

std::string Unicorn::spoiled_register() {
  for (std::size_t i = 0; i < target_.kept.size(); ++i) {
    std::uint64_t value = 0;
    uc_reg_read(engine_, target_.kept[i], &value);
    if (value != kept_value(i)) return "a register that the caller keeps values in";
  }
  return "";
}

RunEnd Unicorn::end_of(int error, std::uint64_t pc) const {
  using Kind = RunEnd::Kind;
  constexpr std::uint32_t kX86Division = 0;
  const std::string place = hexadecimal(fault_.address);
  if (is_stopped_) return {Kind::Stopped, "it is stopped"};
  if (exception_ && target_.arch == UC_ARCH_X86 && *exception_ == kX86Division)
    return {Kind::Trapped, "raises an exception of division"};
  // Most others are of instructions that a later processor knows.
  if (exception_) return {Kind::Unknown, "exception " + std::to_string(*exception_) + " at " + hexadecimal(pc)};
  switch (error) {
    case UC_ERR_OK:
      if (pc == kReturn) return {};
      return {Kind::TooLong, "still runs after as many instructions as it may execute"};
    case UC_ERR_READ_UNMAPPED:
      return {Kind::Trapped, "reads memory that is not there, at " + place};
    case UC_ERR_WRITE_UNMAPPED:
      return {Kind::Trapped, "writes memory that is not there, at " + place};
    case UC_ERR_FETCH_UNMAPPED:
      if (const auto outside = image_.outside.find(fault_.address); outside != image_.outside.end())
        return {Kind::CalledOut, outside->second};
      return {Kind::Trapped, "runs into memory that is not there, at " + place};
    default:
      return {Kind::Unknown, std::string(uc_strerror(static_cast<uc_err>(error))) + " at " + hexadecimal(pc)};
  }
}

}  // namespace assay::codegen
