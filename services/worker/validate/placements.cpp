#include "services/worker/validate/placements.h"

#include <algorithm>

#include "services/worker/interpret/interpret.h"

namespace assay::validate {
namespace {

using semantics::Input;
using semantics::InputBlock;
using semantics::InputLane;

constexpr std::uint64_t kNear = 64;  ///< bytes between two blocks of one group
/// Where the concrete machine has room for groups: above the globals, below the blocks that it gives an address.
constexpr std::uint64_t kLowest = 0x2000'0000, kHighest = 0x3fff'ffff, kApart = 0x10'0000;
/// And where it has room for single blocks, if pointers have 64 bits: below its heap, and above its stack.
constexpr std::uint64_t kWideLowest = 0x1'0000'0000, kWideHighest = 0xf'ffff'ffff, kFarLowest = 0x1'0000'0000'0000;
constexpr std::uint64_t kPage = 0x1000;                       ///< places within a page stay, and so alignments
constexpr std::uint64_t kUpperHalf = std::uint64_t{1} << 63;  ///< as numbers with sign, addresses there are negative

/// A block with where it stands in the model and here.
struct Place {
  std::size_t block;
  std::uint64_t before, after, size;
  bool fixed;  ///< a global's
};

/// The blocks in the order of their addresses, moved group by group: those that are near each other. What noalias
/// arguments lead to may overlap in the model (ATTR-33), and is moved apart. Nothing if a group does not fit.
std::vector<Place> moved(const Input& model, const std::vector<std::uint64_t>& here) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < model.memory.size(); ++i) {
    const InputBlock& block = model.memory[i];
    if (block.address != 0) places.push_back({i, block.address, here[i], block.size, !block.name.empty()});
  }
  std::ranges::sort(places, {}, &Place::before);
  std::uint64_t next = kLowest;
  for (std::size_t first = 0; first < places.size();) {
    std::size_t last = first;
    std::uint64_t end = places[first].before + places[first].size;
    while (last + 1 < places.size() && places[last + 1].before >= end && places[last + 1].before - end <= kNear) {
      ++last;
      end = places[last].before + places[last].size;
    }
    // A global stays where it is, and what is near it goes there.
    const std::uint64_t half = places[first].before & kUpperHalf;
    std::uint64_t distance = half + next + places[first].before % kPage - places[first].before;
    for (std::size_t i = first; i <= last; ++i)
      if (places[i].fixed) distance = places[i].after - places[i].before;
    for (std::size_t i = first; i <= last; ++i)
      if (!places[i].fixed) places[i].after = places[i].before + distance;
    next += (end - places[first].before + 2 * kApart) / kApart * kApart;
    if (next > kHighest) return {};
    first = last + 1;
  }
  return places;
}

bool overlap(const std::vector<Place>& places) {
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (places[i].after < places[k].after + places[k].size && places[k].after < places[i].after + places[i].size)
        return true;
  return false;
}

/// A number that is an address in the model, or less by one, as an address here.
void follow(InputLane& lane, const std::vector<Place>& places) {
  constexpr unsigned kNarrowest = 32;  // of numbers that are addresses
  if (lane.kind != InputLane::Kind::Bits || lane.block != 0 || lane.bits.getBitWidth() < kNarrowest) return;
  const unsigned width = lane.bits.getBitWidth();
  for (const bool negative : {false, true}) {
    const llvm::APInt number = negative ? -lane.bits : lane.bits;
    if (number.getActiveBits() > 64) continue;
    for (const Place& place : places) {
      if (number.getZExtValue() - place.before > place.size) continue;
      const llvm::APInt there = number + llvm::APInt(64, place.after - place.before).sextOrTrunc(width);
      lane.bits = negative ? -there : there;
      return;
    }
  }
}

}  // namespace

std::vector<Input> placements(const semantics::Function& source, const semantics::Function& target,
                              const Input& model) {
  std::vector<Input> worlds{model};
  for (InputBlock& block : worlds.front().memory) block.address = 0;
  std::vector<std::uint64_t> here = interpret::addresses_of(source, target, worlds.front());
  std::vector<Place> own;
  for (std::size_t i = 0; i < model.memory.size(); ++i)
    if (model.memory[i].address != 0) own.push_back({i, model.memory[i].address, here[i], model.memory[i].size, true});
  const auto add = [&](const std::vector<Place>& places, bool numbers) {
    Input world = worlds.front();
    for (const Place& place : places)
      if (!place.fixed) world.memory[place.block].address = place.after;
    if (numbers) {
      for (auto& lanes : world.arguments)
        for (InputLane& lane : lanes) follow(lane, places);
      for (auto& call : world.script)
        for (InputLane& lane : call.result) follow(lane, places);
    }
    if (world != worlds.front()) worlds.push_back(std::move(world));
  };
  add(own, true);
  std::vector<Place> same = own;
  for (Place& place : same) {
    place.fixed = !model.memory[place.block].name.empty();
    if (!place.fixed) place.after = place.before;
  }
  const auto is_free = [](const Place& place) {
    const auto is_within = [&](std::uint64_t start, std::uint64_t low, std::uint64_t high) {
      return start >= low && start <= high && place.size <= high - start;
    };
    return place.fixed || is_within(place.after & ~kUpperHalf, kLowest, kHighest) ||
           is_within(place.after, kWideLowest, kWideHighest) || is_within(place.after, kFarLowest, ~std::uint64_t{0});
  };
  if (std::ranges::all_of(same, is_free) && !overlap(same)) add(same, true);
  const std::vector<Place> places = moved(model, here);
  if (places.empty() || overlap(places)) return worlds;
  add(places, false);
  add(places, true);
  return worlds;
}

}  // namespace assay::validate
