#include <llvm/ADT/SmallString.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>

#include <algorithm>

#include "services/common/text.h"
#include "services/documents/documents.h"

namespace assay::documents {
namespace {

/// The first thing that LLVM's parser says; the rest follows from it.
struct Complaint {
  Place place;
  std::string what;
  static void note(const llvm::SMDiagnostic& diagnostic, void* into) {
    auto& first = *static_cast<Complaint*>(into);
    if (!first.what.empty()) return;
    first.place = {static_cast<unsigned>(std::max(diagnostic.getLineNo(), 1)),
                   static_cast<unsigned>(std::max(diagnostic.getColumnNo() + 1, 1))};
    first.what = diagnostic.getMessage().str();
  }
};

class Builder {
 public:
  Builder(llvm::SourceMgr& sources, Complaint& complaint) : sources_(sources), complaint_(complaint) {}

  /// Null, as the parser gives for what it can't read, is nothing. `beside`: where a value without a place stands.
  Node node_of(llvm::yaml::Node* from, const Place& beside) {
    Node node;
    node.place = place_of(from, beside);
    if (from == nullptr) return node;
    llvm::SmallString<64> storage;
    if (auto* word = llvm::dyn_cast<llvm::yaml::ScalarNode>(from)) {
      if (word->getRawValue() == "~") return node;  // YAML's other way to write nothing
      node.kind = Node::Kind::Word;
      node.word = word->getValue(storage).str();
    } else if (auto* block = llvm::dyn_cast<llvm::yaml::BlockScalarNode>(from)) {
      node.kind = Node::Kind::Word;
      node.word = block->getValue().str();
    } else if (auto* list = llvm::dyn_cast<llvm::yaml::SequenceNode>(from)) {
      node.kind = Node::Kind::List;
      for (llvm::yaml::Node& item : *list) node.items.push_back(node_of(&item, node.place));
    } else if (auto* map = llvm::dyn_cast<llvm::yaml::MappingNode>(from)) {
      node.kind = Node::Kind::Map;
      for (llvm::yaml::KeyValueNode& entry : *map) add_entry(node, entry);
    } else if (llvm::isa<llvm::yaml::AliasNode>(from)) {
      refuse(node.place, "an alias (*NAME): expected the value itself");
    }
    return node;
  }

 private:
  void add_entry(Node& map, llvm::yaml::KeyValueNode& entry) {
    const Node key = node_of(entry.getKey(), map.place);
    if (key.kind != Node::Kind::Word) refuse(key.place, "expected a word as a key");
    Node value = node_of(entry.getValue(), key.place);
    if (value.kind == Node::Kind::Nothing) value.place = key.place;
    map.entries.push_back({key.word, key.place, std::move(value)});
  }
  void refuse(const Place& place, const char* what) {
    if (complaint_.what.empty()) complaint_ = {place, what};
  }
  /// LLVM takes what follows on a bracket for the beginning.
  const char* bracket_before(const char* at) const {
    const char* const begin = sources_.getMemoryBuffer(sources_.getMainFileID())->getBufferStart();
    const char* before = at;
    while (before != begin && (before[-1] == ' ' || before[-1] == '\n')) --before;
    return before != begin && (before[-1] == '[' || before[-1] == '{') ? before - 1 : at;
  }
  Place place_of(const llvm::yaml::Node* node, const Place& beside) const {
    if (node == nullptr || !node->getSourceRange().Start.isValid()) return beside;
    const char* at = node->getSourceRange().Start.getPointer();
    if (llvm::isa<llvm::yaml::SequenceNode, llvm::yaml::MappingNode>(node)) at = bracket_before(at);
    const auto [line, column] = sources_.getLineAndColumn(llvm::SMLoc::getFromPointer(at));
    return {line, column};
  }

  llvm::SourceMgr& sources_;
  Complaint& complaint_;
};

}  // namespace

const Node* Node::at(const std::string& key) const {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& each) { return each.key == key; });
  return found == entries.end() ? nullptr : &found->value;
}

Result<Node> parse(const std::string& text, const std::string& file) {
  if (const std::string fault = fault_of_document(text); !fault.empty()) return Error{file + ":" + fault};
  llvm::SourceMgr sources;
  Complaint complaint;
  sources.setDiagHandler(Complaint::note, &complaint);
  llvm::yaml::Stream stream(text, sources, false);
  Builder builder(sources, complaint);
  Node root;
  auto document = stream.begin();
  if (document != stream.end()) {
    if (llvm::yaml::Node* first = document->getRoot()) root = builder.node_of(first, {});
    if (complaint.what.empty() && ++document != stream.end())
      if (llvm::yaml::Node* second = document->getRoot(); second != nullptr && !llvm::isa<llvm::yaml::NullNode>(second))
        complaint.what = "a second document: expected one";
  }
  if (complaint.what.empty() && stream.failed()) complaint.what = "is no YAML";
  if (complaint.what.empty()) return root;
  return Error{file + ":" + std::to_string(complaint.place.line) + ":" + std::to_string(complaint.place.column) + ": " +
               visible(complaint.what)};
}

}  // namespace assay::documents
