#include "services/worker/codegen/qemu.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "services/worker/codegen/layout.h"

namespace assay::codegen {
namespace {

constexpr std::chrono::seconds kMostTime{10};  ///< of a run, by the clock
constexpr std::size_t kMostOrders = 1u << 20;  ///< bytes that wait
/// The addresses that code has, and no others; and what qemu-user takes beside them.
constexpr const char* kAddressSpace = "0xc0000000";
constexpr std::size_t kMemory = std::size_t{8} << 30;

/// As the target has it in memory.
std::uint64_t word_at(const std::uint8_t* bytes, const Target& target) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < target.word_bytes; ++i)
    value |= static_cast<std::uint64_t>(bytes[i]) << (8 * (target.is_big_endian ? target.word_bytes - 1 - i : i));
  return value;
}

/// A file that has no name, with this content; -1 if there can be none. A program that is started has it open, too.
int unnamed_file(const std::string& content) {
  const int file = memfd_create("driver", 0);
  std::size_t written = 0;
  while (file >= 0 && written < content.size()) {
    const ssize_t more = ::write(file, content.data() + written, content.size() - written);
    if (more <= 0) {
      close(file);
      return -1;
    }
    written += static_cast<std::size_t>(more);
  }
  return file;
}

}  // namespace

Result<std::unique_ptr<Emulator>> Qemu::open(const Target& target, const Image& driver) {
  if (!driver.symbols.contains("_start")) return Error{"no driver for " + std::string(target.qemu)};
  std::unique_ptr<Qemu> emulator(new Qemu(target, executable_of(driver, target)));
  if (Status bad = emulator->start()) return Error{bad->message};
  std::uint8_t byte = 0;  // whether it runs shows only when it is asked
  emulator->order(Order::Read, kIn, 1);
  if (!emulator->flush() || emulator->program_->hear(&byte, 1, kMostTime) != Companion::Heard::All)
    return Error{emulator->end_of_program().text};
  return std::unique_ptr<Emulator>(std::move(emulator));
}

Status Qemu::start() {
  program_.reset();
  pages_.clear();
  orders_.clear();
  const int file = unnamed_file(executable_);
  if (file < 0) return Error{"no file for the driver"};
  Companion::Options options;
  options.arguments.emplace_back(target_.qemu);
  // Of 32 bits all addresses are taken; x86-64 has a page at the other end of them.
  if (target_.word_bytes == 8 && target_.qemu != "qemu-x86_64")
    options.arguments.insert(options.arguments.end(), {"-R", kAddressSpace});
  for (const std::string_view word : target_.qemu_args) options.arguments.emplace_back(word);
  options.arguments.push_back("/proc/self/fd/" + std::to_string(file));
  options.memory_limit_bytes = kMemory;
  auto program = Companion::start(options);
  close(file);
  if (!program) return Error{program.error()};
  program_ = std::move(*program);
  for (const auto& [address, bytes] : {std::pair{kStack, kStackBytes},
                                       {kCall, kSlotsBytes},
                                       {kCallResult, kSlotsBytes},
                                       {kIn, kSlotsBytes},
                                       {kOut, kSlotsBytes}})
    if (Status bad = map(address, bytes)) return bad;
  return load(image_);
}

void Qemu::order(Order what, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  for (const std::uint64_t word : {static_cast<std::uint64_t>(what), a, b, c})
    for (unsigned i = 0; i < target_.word_bytes; ++i)
      orders_.push_back(static_cast<char>(word >> (8 * (target_.is_big_endian ? target_.word_bytes - 1 - i : i))));
}

bool Qemu::flush() {
  const bool told = program_ != nullptr && program_->tell(orders_.data(), orders_.size());
  orders_.clear();
  return told;
}

Status Qemu::map(std::uint64_t address, std::uint64_t bytes) {
  for (std::uint64_t page = address / kPage * kPage; page < address + bytes; page += kPage) {
    if (pages_.contains(page)) continue;
    std::uint64_t end = page + kPage;
    while (end < address + bytes && !pages_.contains(end)) end += kPage;
    order(Order::Map, page, end - page);
    for (std::uint64_t each = page; each < end; each += kPage) pages_.insert(each);
  }
  return std::nullopt;
}

Status Qemu::load(const Image& image) {
  if (&image != &image_) {
    image_ = image;
    has_called_ = false;
  }
  for (const Image::Part& part : image_.parts)
    if (Status bad = write(part.address, part.bytes)) return bad;
  return std::nullopt;
}

Status Qemu::write(std::uint64_t address, const std::vector<std::uint8_t>& bytes) {
  if (bytes.empty()) return std::nullopt;
  if (program_ == nullptr)
    if (Status bad = start()) return bad;
  if (Status bad = map(address, bytes.size())) return bad;
  order(Order::Write, address, bytes.size());
  orders_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (orders_.size() > kMostOrders && !flush()) return Error{end_of_program().text};
  return std::nullopt;
}

void Qemu::order_reads(const std::vector<Range>& ranges) {
  for (const Range& range : ranges)
    if (range.count != 0) order(Order::Read, range.address, range.count);
}

std::optional<std::vector<std::vector<std::uint8_t>>> Qemu::hear(const std::vector<Range>& ranges) {
  std::vector<std::vector<std::uint8_t>> all;
  for (const Range& range : ranges) {
    std::vector<std::uint8_t>& bytes = all.emplace_back(range.count);
    if (range.count != 0 && program_->hear(bytes.data(), range.count, kMostTime) != Companion::Heard::All)
      return std::nullopt;
  }
  return all;
}

std::vector<std::vector<std::uint8_t>> Qemu::read_all(const std::vector<Range>& ranges) {
  order_reads(ranges);
  if (flush())
    if (auto all = hear(ranges)) return std::move(*all);
  program_.reset();
  std::vector<std::vector<std::uint8_t>> zeros;
  for (const Range& range : ranges) zeros.emplace_back(range.count);
  return zeros;
}

std::vector<std::uint8_t> Qemu::read_there(std::uint64_t address, std::size_t count) {
  std::uint64_t end = address;
  while (end < address + count && pages_.contains(end / kPage * kPage)) end = end / kPage * kPage + kPage;
  return end <= address ? std::vector<std::uint8_t>() : read(address, std::min(end, address + count) - address);
}

bool Qemu::write_there(std::uint64_t address, const std::vector<std::uint8_t>& bytes) {
  for (std::uint64_t page = address / kPage * kPage; page < address + bytes.size(); page += kPage)
    if (!pages_.contains(page)) return false;
  return !write(address, bytes);
}

void Qemu::on_call(std::uint64_t, std::function<bool()> action) { on_call_ = std::move(action); }

Status Qemu::watch_memory(bool on) {
  if (!on) return std::nullopt;
  return Error{"volatile accesses, which " + std::string(target_.qemu) + " does not show"};
}

RunEnd Qemu::run(const Run& run) {
  if (program_ == nullptr)
    if (Status bad = start()) return {RunEnd::Kind::Unknown, bad->message};
  order(Order::Run, run.entry, run.first, run.second);
  if (!has_called_) order_reads(run.reads);  // one switch between processes in place of two
  return flush() ? follow(run.reads) : end_of_program();
}

RunEnd Qemu::follow(const std::vector<Range>& reads) {
  using Kind = RunEnd::Kind;
  const unsigned word = target_.word_bytes;
  bool is_stopped = false, reads_are_ordered = !has_called_;
  for (;;) {
    std::vector<std::uint8_t> said(word * kHaltWords);
    const Companion::Heard heard = program_->hear(said.data(), said.size(), kMostTime);
    if (heard == Companion::Heard::OutOfTime) {
      program_.reset();
      return {Kind::TooLong, "still runs after " + std::to_string(kMostTime.count()) + " s"};
    }
    if (heard == Companion::Heard::Ended) return end_of_program();
    const std::uint64_t value = word_at(said.data() + word, target_);
    switch (static_cast<Halt>(word_at(said.data(), target_))) {
      case Halt::Called:
        // The driver takes the orders that wait for those of the call.
        if (std::exchange(reads_are_ordered, false) && !hear(reads)) return end_of_program();
        has_called_ = true;
        is_stopped = on_call_ == nullptr || !on_call_();
        order(is_stopped ? Order::GiveUp : Order::GoOn);
        if (!flush()) return end_of_program();
        break;
      case Halt::Returned:
        return is_stopped ? RunEnd{Kind::Stopped, "it is stopped"} : end_of_return(value, reads, reads_are_ordered);
      case Halt::Signal:
        program_.reset();
        return end_of_signal(value, word_at(said.data() + 2 * word, target_));
      default:
        program_.reset();
        return {Kind::Unknown, "the code spoils what runs it"};
    }
  }
}

RunEnd Qemu::end_of_return(std::uint64_t spoiled, const std::vector<Range>& reads, bool are_ordered) {
  using Kind = RunEnd::Kind;
  if (!are_ordered) order_reads(reads);
  if (!flush()) return end_of_program();
  auto memory = hear(reads);
  if (!memory) return end_of_program();
  if (spoiled == 1) return {Kind::Spoiled, "returns without a register that the caller keeps values in as it was"};
  if (spoiled == 2) return {Kind::Spoiled, "returns without the stack pointer as it was"};
  RunEnd end;
  end.memory = std::move(*memory);
  return end;
}

RunEnd Qemu::end_of_signal(std::uint64_t number, std::uint64_t address) const {
  using Kind = RunEnd::Kind;
  const std::uint64_t signal = number & 0xffff, code = number >> 16;
  if (signal == SIGFPE && code == FPE_INTDIV) return {Kind::Trapped, "raises an exception of division"};
  if (signal == SIGBUS && code == BUS_ADRALN) {
    RunEnd end{Kind::Trapped, "accesses memory at an address that is not aligned, " + hexadecimal(address)};
    end.is_misaligned = true;
    return end;
  }
  if (signal != SIGSEGV) return {Kind::Unknown, "signal " + std::to_string(signal) + " at " + hexadecimal(address)};
  if (const auto outside = image_.outside.find(address / kPage * kPage); outside != image_.outside.end())
    return {Kind::CalledOut, outside->second};
  // Of a call of what is not there qemu-ppc64 says no address: it may be one of those.
  const bool is_power = target_.qemu.starts_with("qemu-ppc64");
  if (is_power && address == 0 && !image_.outside.empty()) return {Kind::Unknown, "a fault at no address"};
  return {Kind::Trapped, "accesses memory that is not there, at " + hexadecimal(address)};
}

RunEnd Qemu::end_of_program() {
  std::string words = program_ == nullptr ? "" : program_->last_words();
  program_.reset();
  words = words.substr(0, words.find('\n'));
  return {RunEnd::Kind::Unknown, std::string(target_.qemu) + " has ended" + (words.empty() ? "" : ": " + words)};
}

}  // namespace assay::codegen
