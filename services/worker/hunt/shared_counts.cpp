#include "services/worker/hunt/shared_counts.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/xxhash.h>
#include <sys/mman.h>

#include <atomic>

namespace assay::hunt {
namespace {

constexpr std::uint64_t kSlots = 1u << 20;  // memory is taken as they fill
constexpr std::uint64_t kNear = 16;         ///< slots in which a thing may be found

std::uint64_t key_of(std::string_view thing) {
  const std::uint64_t hash = llvm::xxh3_64bits(llvm::StringRef(thing.data(), thing.size()));
  return hash == 0 ? 1 : hash;  // 0 is a free slot
}

}  // namespace

struct SharedCounts::Slot {
  std::atomic<std::uint64_t> key, count;
};

std::shared_ptr<SharedCounts> SharedCounts::make() {
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);  // so that it works between processes
  void* memory = mmap(nullptr, kSlots * sizeof(Slot), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  return std::shared_ptr<SharedCounts>(new SharedCounts(static_cast<Slot*>(memory)));
}

SharedCounts::~SharedCounts() { munmap(slots_, kSlots * sizeof(Slot)); }

std::uint64_t SharedCounts::add(std::string_view thing, std::uint64_t times) {
  const std::uint64_t key = key_of(thing);
  for (std::uint64_t i = 0; i < kNear; ++i) {
    Slot& slot = slots_[(key + i) % kSlots];
    std::uint64_t there = slot.key;
    if (there == 0 && slot.key.compare_exchange_strong(there, key)) there = key;
    if (there == key) return slot.count += times;
  }
  Slot& oldest = slots_[key % kSlots];  // another thing is forgotten
  oldest.key = key;
  return oldest.count = times;
}

std::uint64_t SharedCounts::count(std::string_view thing) const {
  const std::uint64_t key = key_of(thing);
  for (std::uint64_t i = 0; i < kNear; ++i)
    if (const Slot& slot = slots_[(key + i) % kSlots]; slot.key == key) return slot.count;
  return 0;
}

}  // namespace assay::hunt
