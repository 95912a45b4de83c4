#include "services/worker/optimize/library_code.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <unordered_map>

namespace assay::optimize {
namespace {

using llvm::object::ELFObjectFileBase;
using llvm::support::endian::read32le;
using Bytes = llvm::ArrayRef<std::uint8_t>;

// Where passes and the analyses that they ask are; a library that a release does not have is passed by.
constexpr const char* kLibraries[] = {
    "InstCombine", "AggressiveInstCombine", "ScalarOpts", "Vectorize", "TransformUtils", "Analysis", "ipo", "Core"};
// Shorter ones look like many others.
constexpr std::size_t kShortest = 24;

/// A function of an archive: its code, but for the bytes that the linker fills in.
struct Pattern {
  std::string name;
  const void* object;  ///< what tells the files of the archive apart
  Bytes code;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> filled;  ///< [begin, end), ascending

  bool fits(const std::uint8_t* at) const {
    std::size_t from = 0;
    for (const auto& [begin, end] : filled) {
      if (begin > from && std::memcmp(at + from, code.data() + from, begin - from) != 0) return false;
      from = std::max<std::size_t>(from, end);
    }
    return from >= code.size() || std::memcmp(at + from, code.data() + from, code.size() - from) == 0;
  }
};

/// The bytes that a relocation may change: instructions that load an address from a table may become others.
std::pair<std::uint64_t, std::uint64_t> filled_by(const llvm::object::ELFRelocationRef& relocation) {
  const std::uint64_t at = relocation.getOffset();
  switch (relocation.getType()) {
    case llvm::ELF::R_X86_64_GOTPCRELX:
    case llvm::ELF::R_X86_64_REX_GOTPCRELX:
      return {at < 3 ? 0 : at - 3, at + 4};
    case llvm::ELF::R_X86_64_64:
    case llvm::ELF::R_X86_64_PC64:
      return {at, at + 8};
    default:
      return {at, at + 4};
  }
}

template <class T>
std::optional<T> taken(llvm::Expected<T> value) {
  if (value) return std::move(*value);
  llvm::consumeError(value.takeError());
  return std::nullopt;
}

using Relocations = std::map<std::uint64_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>>;

/// By the index of the section that they are about.
Relocations relocations_of(const ELFObjectFileBase& object) {
  Relocations all;
  for (const llvm::object::SectionRef section : object.sections()) {
    const auto about = taken(section.getRelocatedSection());
    if (!about || *about == object.section_end() || !(*about)->isText()) continue;
    auto& list = all[(*about)->getIndex()];
    for (const llvm::object::RelocationRef relocation : section.relocations()) list.push_back(filled_by(relocation));
    std::sort(list.begin(), list.end());
  }
  return all;
}

void add_patterns(const ELFObjectFileBase& object, std::unordered_map<std::uint64_t, std::vector<Pattern>>& by_size) {
  const Relocations relocations = relocations_of(object);
  for (const llvm::object::ELFSymbolRef symbol : object.symbols()) {
    if (symbol.getELFType() != llvm::ELF::STT_FUNC || symbol.getSize() < kShortest) continue;
    const auto section = taken(symbol.getSection());
    const auto name = taken(symbol.getName());
    const auto offset = taken(symbol.getValue());
    if (!section || !name || !offset || *section == object.section_end()) continue;
    const auto contents = taken((*section)->getContents());
    const std::uint64_t begin = *offset, size = symbol.getSize();
    if (!contents || begin + size > contents->size()) continue;
    Pattern pattern{
        name->str(), &object, Bytes(reinterpret_cast<const std::uint8_t*>(contents->data()) + begin, size), {}};
    if (const auto found = relocations.find((*section)->getIndex()); found != relocations.end())
      for (const auto& [from, to] : found->second)
        if (to > begin && from < begin + size)
          pattern.filled.emplace_back(from < begin ? 0 : from - begin, std::min(to, begin + size) - begin);
    by_size[size].push_back(std::move(pattern));
  }
}

/// The static archives of a build, kept open.
class Archives {
 public:
  explicit Archives(const std::string& folder) {
    for (const char* library : kLibraries) {
      auto buffer = llvm::MemoryBuffer::getFile(folder + "/libLLVM" + library + ".a");
      if (!buffer) continue;
      buffers_.push_back(std::move(*buffer));
      if (auto archive = taken(llvm::object::Archive::create(buffers_.back()->getMemBufferRef())))
        add(std::move(*archive));
    }
  }

  bool empty() const { return by_size_.empty(); }
  const std::vector<Pattern>& of_size(std::uint64_t size) const {
    static const std::vector<Pattern> none;
    const auto found = by_size_.find(size);
    return found == by_size_.end() ? none : found->second;
  }

 private:
  void add(std::unique_ptr<llvm::object::Archive> archive) {
    llvm::Error error = llvm::Error::success();
    for (const auto& child : archive->children(error)) {
      auto binary = taken(child.getAsBinary());
      if (!binary) continue;
      const auto* object = llvm::dyn_cast<ELFObjectFileBase>(binary->get());
      if (object == nullptr || object->getArch() != llvm::Triple::x86_64) continue;
      add_patterns(*object, by_size_);
      objects_.push_back(std::move(*binary));
    }
    llvm::consumeError(std::move(error));
    archives_.push_back(std::move(archive));
  }

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers_;
  std::vector<std::unique_ptr<llvm::object::Archive>> archives_;
  std::vector<std::unique_ptr<llvm::object::Binary>> objects_;
  std::unordered_map<std::uint64_t, std::vector<Pattern>> by_size_;
};

struct Section {
  std::uint64_t address = 0;
  Bytes bytes;
};

std::optional<Section> section_called(const ELFObjectFileBase& file, llvm::StringRef wanted) {
  for (const llvm::object::SectionRef section : file.sections()) {
    const auto name = taken(section.getName());
    if (!name || *name != wanted) continue;
    const auto contents = taken(section.getContents());
    if (!contents) return std::nullopt;
    return Section{section.getAddress(),
                   Bytes(reinterpret_cast<const std::uint8_t*>(contents->data()), contents->size())};
  }
  return std::nullopt;
}

/// Begin and size of every function that unwinding knows. The header's table is sorted; its entries are four-byte
/// distances, as linkers for x86-64 write them, and so are the frames' own.
std::map<std::uintptr_t, std::uint64_t> functions_by_frames(const ELFObjectFileBase& file) {
  std::map<std::uintptr_t, std::uint64_t> functions;
  const auto header = section_called(file, ".eh_frame_hdr");
  const auto frames = section_called(file, ".eh_frame");
  constexpr std::uint8_t kUnsigned4 = 0x03, kRelativeToHeader4 = 0x3b;
  if (!header || !frames || header->bytes.size() < 12 || header->bytes[2] != kUnsigned4 ||
      header->bytes[3] != kRelativeToHeader4)
    return functions;
  const std::size_t count = std::min<std::size_t>(read32le(header->bytes.data() + 8), (header->bytes.size() - 12) / 8);
  for (std::size_t index = 0; index < count; ++index) {
    const std::uint8_t* entry = header->bytes.data() + 12 + 8 * index;
    const auto begin = header->address + static_cast<std::uint64_t>(static_cast<std::int32_t>(read32le(entry)));
    const auto frame =
        header->address + static_cast<std::uint64_t>(static_cast<std::int32_t>(read32le(entry + 4))) - frames->address;
    if (frame + 16 > frames->bytes.size()) continue;
    functions[begin] = read32le(frames->bytes.data() + frame + 12);  // after length, parent and begin
  }
  return functions;
}

std::map<std::uintptr_t, std::string> exported(const ELFObjectFileBase& file) {
  std::map<std::uintptr_t, std::string> names;
  for (const llvm::object::ELFSymbolRef symbol : file.getDynamicSymbolIterators()) {
    const auto name = taken(symbol.getName());
    const auto address = taken(symbol.getAddress());
    if (name && address && symbol.getELFType() == llvm::ELF::STT_FUNC && symbol.getSize() != 0)
      names.emplace(*address, name->substr(0, name->find('@')).str());
  }
  return names;
}

/// The names that archives have for the code there, and the files that hold them.
std::map<std::string, std::set<const void*>> candidates(const Archives& archives, const std::uint8_t* code,
                                                        std::uint64_t size) {
  std::map<std::string, std::set<const void*>> names;
  for (const Pattern& pattern : archives.of_size(size))
    if (pattern.fits(code)) names[pattern.name].insert(pattern.object);
  return names;
}

}  // namespace

Result<LibraryCode> LibraryCode::read(const std::string& library, const std::string& archives_folder) {
  auto opened = llvm::object::ObjectFile::createObjectFile(library);
  if (!opened) return Error{library + ": " + llvm::toString(opened.takeError())};
  const auto* file = llvm::dyn_cast<ELFObjectFileBase>(opened->getBinary());
  if (file == nullptr || file->getArch() != llvm::Triple::x86_64)
    return Error{library + ": code is known for x86-64 only"};
  const auto text = section_called(*file, ".text");
  const auto functions = functions_by_frames(*file);
  if (!text || functions.empty()) return Error{library + " does not tell where its functions begin"};
  const auto names = exported(*file);
  const Archives archives(archives_folder);
  LibraryCode code;
  std::vector<Code> all;
  const void* last_object = nullptr;
  for (const auto& [address, size] : functions) {
    if (address < text->address || address + size > text->address + text->bytes.size()) continue;
    const auto exported_name = names.find(address);
    std::string name = exported_name == names.end() ? "" : exported_name->second;
    const auto found = candidates(archives, text->bytes.data() + (address - text->address), size);
    for (const auto& [candidate, objects] : found) {
      // Where several look the same, that of the file in which we are.
      const bool chosen = found.size() == 1 || candidate == name || (name.empty() && objects.contains(last_object));
      if (!chosen) continue;
      name = candidate;
      if (objects.size() == 1) last_object = *objects.begin();
      break;
    }
    all.push_back({address, size, name.empty() || name.starts_with("_ZL") || name.starts_with("_ZN12_GLOBAL__N_1"),
                   is_of_passes(name)});
    code.functions_[address] = {size, std::move(name)};
  }
  const auto shift = text->bytes.data() - reinterpret_cast<const std::uint8_t*>(text->address);
  auto blocks = starts_of_blocks(code_of_passes(std::move(all)), shift);
  if (!blocks) return Error{blocks.error()};
  if (blocks->empty())
    return Error{library + " names none of the passes' functions, and " + archives_folder +
                 " has no static archives of LLVM"};
  code.blocks_ = std::move(*blocks);
  return code;
}

std::string LibraryCode::function_of(std::uintptr_t address) const {
  auto found = functions_.upper_bound(address);
  if (found == functions_.begin()) return "?";
  --found;
  if (address - found->first >= found->second.size || found->second.name.empty()) return "?";
  return llvm::demangle(found->second.name);
}

}  // namespace assay::optimize
