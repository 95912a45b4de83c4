#include "services/worker/check/shared_answers.h"

#include <sys/mman.h>

#include "services/common/hash.h"

namespace assay::check {
namespace {

constexpr std::size_t kEntries = 1u << 16;
constexpr std::size_t kMostSteps = 32;  ///< from where an answer would stand
constexpr std::uint64_t kAnswer = 0xff;

}  // namespace

/// Of a question.
struct SharedAnswers::Place {
  explicit Place(const std::string& question) {
    const std::string id = content_id(question);
    first = std::stoull(id.substr(0, 16), nullptr, 16) | 1;  // an entry that is taken is not zero
    second = std::stoull(id.substr(16, 16), nullptr, 16) & ~kAnswer;
  }
  std::size_t at(std::size_t step) const { return static_cast<std::size_t>((first >> 8) + step) % kEntries; }
  std::uint64_t first, second;
};

SharedAnswers::SharedAnswers() {
  void* memory = mmap(nullptr, kEntries * sizeof(Entry), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) entries_ = static_cast<Entry*>(memory);
}

SharedAnswers::~SharedAnswers() {
  if (entries_ != nullptr) munmap(entries_, kEntries * sizeof(Entry));
}

std::optional<std::uint8_t> SharedAnswers::find(const std::string& question) const {
  const Place place(question);
  for (std::size_t step = 0; entries_ != nullptr && step < kMostSteps; ++step) {
    const Entry& entry = entries_[place.at(step)];
    const std::uint64_t first = entry.first.load(std::memory_order_acquire);
    if (first == 0) return std::nullopt;
    const std::uint64_t second = entry.second_and_answer.load(std::memory_order_acquire);
    // Who writes it may not have done so yet.
    if (first == place.first && (second & ~kAnswer) == place.second && (second & kAnswer) != 0)
      return static_cast<std::uint8_t>(second & kAnswer);
  }
  return std::nullopt;
}

void SharedAnswers::keep(const std::string& question, std::uint8_t answer) {
  const Place place(question);
  for (std::size_t step = 0; entries_ != nullptr && step < kMostSteps; ++step) {
    Entry& entry = entries_[place.at(step)];
    std::uint64_t first = 0;
    if (entry.first.compare_exchange_strong(first, place.first, std::memory_order_acq_rel)) {
      entry.second_and_answer.store(place.second | answer, std::memory_order_release);
      return;
    }
    const std::uint64_t second = entry.second_and_answer.load(std::memory_order_acquire);
    if (first == place.first && (second & ~kAnswer) == place.second) return;
  }
}

}  // namespace assay::check
