#include "services/worker/codegen/image.h"

#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/JITLink/ppc64.h>
#include <llvm/ExecutionEngine/Orc/SymbolStringPool.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>

#include "services/worker/codegen/layout.h"

namespace assay::codegen {
namespace {

using namespace llvm::jitlink;
using llvm::orc::ExecutorAddr;
using llvm::orc::MemLifetime;
using llvm::orc::MemProt;
LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

bool is_writable(const Section& section) { return (section.getMemProt() & MemProt::Write) == MemProt::Write; }

/// What a link reads and leaves.
struct Link {
  const std::map<std::string, std::uint64_t>& places;
  const Externals& externals;
  std::uint64_t next_code;
  Image image;
  std::string error;
  std::uint64_t next_outside = kOutside;
};

bool is_of_form_ds(Edge::Kind kind) {
  return kind == ppc64::Pointer16DS || kind == ppc64::Pointer16LODS || kind == ppc64::TOCDelta16DS ||
         kind == ppc64::TOCDelta16LODS;
}

/// PowerPC's loads and stores of the form DS are told apart by the two lowest bits of the half word that holds their
/// distance (lwa is 2, ld is 0), which the linker clears.
void keep_forms(PassConfiguration& passes) {
  const auto kept = std::make_shared<std::vector<std::pair<char*, char>>>();
  passes.PreFixupPasses.emplace_back([kept](LinkGraph& graph) {
    const std::size_t lower = graph.getEndianness() == llvm::endianness::big ? 1 : 0;
    for (Block* block : graph.blocks())
      for (const Edge& edge : block->edges())
        if (is_of_form_ds(edge.getKind())) {
          char* byte = block->getMutableContent(graph).data() + edge.getOffset() + lower;
          kept->emplace_back(byte, static_cast<char>(*byte & 3));
        }
    return llvm::Error::success();
  });
  passes.PostFixupPasses.emplace_back([kept](LinkGraph&) {
    for (const auto& [byte, bits] : *kept) *byte = static_cast<char>(*byte | bits);
    return llvm::Error::success();
  });
}

/// Gives blocks their addresses, and takes their bytes once they are linked.
class Placer : public JITLinkMemoryManager {
 public:
  explicit Placer(Link& link) : link_(link) {}

  void allocate(const JITLinkDylib*, LinkGraph& graph, OnAllocatedFunction allocated) override {
    std::map<const Block*, std::uint64_t> wanted;
    for (const Symbol* symbol : graph.defined_symbols()) note_place(*symbol, wanted);
    place(graph, wanted, /*writable=*/false);
    // Emulators translate code anew whose page is written to.
    link_.next_code = (link_.next_code + kPage - 1) / kPage * kPage;
    place(graph, wanted, /*writable=*/true);
    allocated(std::make_unique<Placed>(link_, graph));
  }

  void deallocate(std::vector<FinalizedAlloc> all, OnDeallocatedFunction deallocated) override {
    for (FinalizedAlloc& each : all) each.release();
    deallocated(llvm::Error::success());
  }

 private:
  class Placed : public InFlightAlloc {
   public:
    Placed(Link& link, LinkGraph& graph) : link_(link), graph_(graph) {}
    void abandon(OnAbandonedFunction abandoned) override { abandoned(llvm::Error::success()); }
    void finalize(OnFinalizedFunction finalized) override {
      for (Section& section : graph_.sections()) {
        if (section.getMemLifetime() == MemLifetime::NoAlloc) continue;
        const bool writable = is_writable(section);
        for (const Block* block : section.blocks()) {
          Image::Part& part = link_.image.parts.emplace_back();
          part.address = block->getAddress().getValue();
          part.writable = writable;
          part.bytes.resize(block->getSize());
          if (!block->isZeroFill()) std::copy_n(block->getContent().data(), block->getSize(), part.bytes.begin());
        }
      }
      finalized(FinalizedAlloc(ExecutorAddr(1)));
    }

   private:
    Link& link_;
    LinkGraph& graph_;
  };

  /// A block that starts with a variable which has its place, and holds no other, stands there.
  void note_place(const Symbol& symbol, std::map<const Block*, std::uint64_t>& wanted) {
    if (!symbol.hasName()) return;
    const auto place = link_.places.find(std::string(*symbol.getName()));
    if (place == link_.places.end()) return;
    const auto [known, is_new] = wanted.emplace(&symbol.getBlock(), place->second);
    if (symbol.getOffset() != 0 || (!is_new && known->second != place->second))
      link_.image.misplaced.push_back(place->first);
  }

  void place(LinkGraph& graph, const std::map<const Block*, std::uint64_t>& wanted, bool writable) {
    for (Section& section : graph.sections()) {
      if (section.getMemLifetime() == MemLifetime::NoAlloc || is_writable(section) != writable) continue;
      for (Block* block : section.blocks()) {
        const auto place = wanted.find(block);
        block->setAddress(ExecutorAddr(place != wanted.end() ? place->second : next_place(*block)));
        if (!block->isZeroFill()) (void)block->getMutableContent(graph);
      }
    }
  }

  std::uint64_t next_place(const Block& block) {
    const std::uint64_t align = std::max<std::uint64_t>(block.getAlignment(), 16);
    const std::uint64_t address = (link_.next_code + align - 1) / align * align + block.getAlignmentOffset();
    link_.next_code = address + block.getSize();
    return address;
  }

  Link& link_;
};

class Context : public JITLinkContext {
 public:
  explicit Context(Link& link) : JITLinkContext(nullptr), link_(link), placer_(link) {}

  JITLinkMemoryManager& getMemoryManager() override { return placer_; }
  void notifyFailed(llvm::Error error) override { link_.error = llvm::toString(std::move(error)); }
  void lookup(const LookupMap& symbols, std::unique_ptr<JITLinkAsyncLookupContinuation> go_on) override {
    AsyncLookupResult found;
    for (const auto& [name, flags] : symbols)
      found[name] = {ExecutorAddr(address_of(std::string(*name))), llvm::JITSymbolFlags::Exported};
    go_on->run(std::move(found));
  }
  llvm::Error notifyResolved(LinkGraph& graph) override {
    for (const Symbol* symbol : graph.defined_symbols())
      if (symbol->hasName()) link_.image.symbols[std::string(*symbol->getName())] = symbol->getAddress().getValue();
    return llvm::Error::success();
  }
  /// What the code says is what is run: the linker is not to make other instructions of its own.
  llvm::Error modifyPassConfig(LinkGraph& graph, PassConfiguration& passes) override {
    passes.PreFixupPasses.clear();
    if (graph.getTargetTriple().isPPC64()) keep_forms(passes);
    return llvm::Error::success();
  }
  void notifyFinalized(JITLinkMemoryManager::FinalizedAlloc alloc) override { alloc.release(); }

 private:
  /// Of what the object does not define. Its own symbols have their addresses by then.
  std::uint64_t address_of(const std::string& name) {
    if (const auto place = link_.places.find(name); place != link_.places.end()) return place->second;
    if (const auto stub = link_.externals.symbols.find(name); stub != link_.externals.symbols.end())
      if (const auto own = link_.image.symbols.find(stub->second); own != link_.image.symbols.end()) return own->second;
    const auto known = link_.externals.addresses.find(name);
    if (known != link_.externals.addresses.end()) return known->second;
    const std::uint64_t address = link_.next_outside;
    link_.next_outside += kOutsideStep;
    link_.image.outside[address] = name;
    return address;
  }

  Link& link_;
  Placer placer_;
};

}  // namespace

bool needs_others(const std::string& object) {
  auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "object"));
  if (!file) {
    llvm::consumeError(file.takeError());
    return false;
  }
  return llvm::any_of((*file)->symbols(), [](const llvm::object::SymbolRef& symbol) {
    auto flags = symbol.getFlags();
    if (!flags) llvm::consumeError(flags.takeError());
    return flags && (*flags & llvm::object::SymbolRef::SF_Undefined) != 0 &&
           (*flags & llvm::object::SymbolRef::SF_FormatSpecific) == 0;
  });
}

Result<Image> link(const std::string& object, const std::map<std::string, std::uint64_t>& places,
                   const Externals& externals, std::uint64_t base) {
  // The linker's own names outlive the graph, which would take them along.
  const auto names = std::make_shared<llvm::orc::SymbolStringPool>();
  auto graph = createLinkGraphFromObject(llvm::MemoryBufferRef(object, "object"), names);
  if (!graph) return Error{llvm::toString(graph.takeError())};
  Link link{places, externals, base, {}, {}};
  llvm::jitlink::link(std::move(*graph), std::make_unique<Context>(link));
  if (!link.error.empty()) return Error{link.error};
  return std::move(link.image);
}

}  // namespace assay::codegen
