#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include "services/worker/cost/cost.h"
#include "services/worker/cost/machine_code.h"

namespace assay::cost {
namespace {

template <class T>
std::optional<T> if_known(llvm::Expected<T> value) {
  if (value) return std::move(*value);
  llvm::consumeError(value.takeError());
  return std::nullopt;
}

/// A function's own bytes in its section.
std::optional<std::span<const std::uint8_t>> bytes_of(const llvm::object::ELFObjectFileBase& file,
                                                      const std::string& name) {
  for (const llvm::object::ELFSymbolRef symbol : file.symbols()) {
    if (if_known(symbol.getName()) != llvm::StringRef(name)) continue;
    const auto address = if_known(symbol.getAddress());
    const auto section = if_known(symbol.getSection());
    if (!address || !section || *section == file.section_end() || !(*section)->isText()) continue;
    const auto content = if_known((*section)->getContents());
    if (!content || *address < (*section)->getAddress()) continue;
    const std::uint64_t at = *address - (*section)->getAddress();
    if (at > content->size() || symbol.getSize() > content->size() - at) continue;
    return std::span(reinterpret_cast<const std::uint8_t*>(content->data()) + at, symbol.getSize());
  }
  return std::nullopt;
}

}  // namespace

Result<Costs> object_costs(const std::string& object, const std::string& symbol, const Processor& processor) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "object"));
  if (!file) return Error{"object: " + llvm::toString(file.takeError())};
  const auto* elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->get());
  if (elf == nullptr) return Error{"object: only those of ELF are read"};
  const auto bytes = bytes_of(*elf, symbol);
  if (!bytes) return Error{"object: there is no code of a symbol " + symbol};
  Costs costs{{Measure::CodeSize, static_cast<double>(bytes->size())}};
  const auto code = MachineCode::open(processor);
  if (!code) return costs;
  if (const auto count = (*code)->instructions(*bytes))
    costs.push_back({Measure::MachineInstructions, static_cast<double>(*count)});
  if (const auto cycles = (*code)->cycles(*bytes)) costs.push_back({Measure::Cycles, *cycles});
  return costs;
}

}  // namespace assay::cost
