#include "services/worker/optimize/pipeline.h"

#include <sstream>

#include "services/worker/optimize/optimize.h"

namespace assay::optimize {
namespace {

constexpr int kFirstWithFixpointCheck = 18;

// Recursive descent over name<parameters>(inner,…),…
class PipelineParser {
 public:
  explicit PipelineParser(const std::string& text) : text_(text) {}

  Result<Pipeline> parse() {
    Pipeline pipeline;
    if (!parse_list(pipeline) || position_ != text_.size())
      return Error{"pipeline '" + text_ + "': unexpected text at column " + std::to_string(position_ + 1)};
    return pipeline;
  }

 private:
  bool at(char c) const { return position_ < text_.size() && text_[position_] == c; }

  bool parse_list(Pipeline& list) {
    do {
      PipelineElement element;
      if (!parse_element(element)) return false;
      list.push_back(std::move(element));
    } while (at(',') && ++position_);
    return true;
  }

  bool parse_element(PipelineElement& element) {
    const auto end = std::min(text_.find_first_of("<>(),", position_), text_.size());
    element.name = text_.substr(position_, end - position_);
    if (element.name.empty()) return false;
    position_ = end;
    if (at('<') && !parse_parameters(element)) return false;
    if (!at('(')) return true;
    ++position_;
    if (!parse_list(element.inner) || !at(')')) return false;
    ++position_;
    return true;
  }

  bool parse_parameters(PipelineElement& element) {
    const std::size_t start = position_ + 1;
    for (int depth = 0; position_ < text_.size(); ++position_) {
      if (at('<')) ++depth;
      if (at('>') && --depth == 0) {
        element.parameters = text_.substr(start, position_ - start);
        element.has_parameters = true;
        ++position_;
        return true;
      }
    }
    return false;
  }

  const std::string& text_;
  std::size_t position_ = 0;
};

void silence_fixpoint_check(Pipeline& pipeline) {
  for (PipelineElement& element : pipeline) {
    silence_fixpoint_check(element.inner);
    if (element.name != "instcombine" || element.parameters.find("verify-fixpoint") != std::string::npos) continue;
    if (!element.parameters.empty()) element.parameters += ';';
    element.parameters += "no-verify-fixpoint";
    element.has_parameters = true;
  }
}

/// The parameters of each instcombine without those of its check, and with `instead` behind them.
void set_fixpoint_check(Pipeline& pipeline, const std::string& instead) {
  for (PipelineElement& element : pipeline) {
    set_fixpoint_check(element.inner, instead);
    if (element.name != "instcombine") continue;
    std::string kept;
    std::istringstream words(element.parameters);
    const auto add = [&](const std::string& word) { kept += (kept.empty() ? "" : ";") + word; };
    for (std::string word; std::getline(words, word, ';');)
      if (word != "no-verify-fixpoint" && word != "verify-fixpoint") add(word);
    if (!instead.empty()) add(instead);
    element.parameters = kept;
    element.has_parameters = !kept.empty();
  }
}

std::string with_fixpoint_check(const std::string& pipeline, const std::string& words) {
  auto parsed = parse_pipeline(pipeline);
  if (!parsed) return pipeline;
  set_fixpoint_check(*parsed, words);
  return print_pipeline(*parsed);
}

Pipeline select_from(const Pipeline& pipeline, const std::vector<bool>& keep, std::size_t& index) {
  Pipeline selected;
  for (const PipelineElement& element : pipeline) {
    if (element.inner.empty()) {
      if (keep[index++]) selected.push_back(element);
      continue;
    }
    PipelineElement adaptor = element;
    adaptor.inner = select_from(element.inner, keep, index);
    if (!adaptor.inner.empty()) selected.push_back(std::move(adaptor));
  }
  return selected;
}

}  // namespace

Result<Pipeline> parse_pipeline(const std::string& text) { return PipelineParser(text).parse(); }

std::string print_pipeline(const Pipeline& pipeline) {
  std::string text;
  for (const PipelineElement& element : pipeline) {
    if (!text.empty()) text += ',';
    text += element.name;
    if (element.has_parameters) text += '<' + element.parameters + '>';
    if (!element.inner.empty()) text += '(' + print_pipeline(element.inner) + ')';
  }
  return text;
}

std::size_t count_passes(const Pipeline& pipeline) {
  std::size_t count = 0;
  for (const PipelineElement& element : pipeline) count += element.inner.empty() ? 1 : count_passes(element.inner);
  return count;
}

Pipeline select_passes(const Pipeline& pipeline, const std::vector<bool>& keep) {
  std::size_t index = 0;
  return select_from(pipeline, keep, index);
}

std::string spell_pipeline(const std::string& pipeline, int major_version) {
  if (major_version < kFirstWithFixpointCheck || pipeline.find("instcombine") == std::string::npos) return pipeline;
  auto parsed = parse_pipeline(pipeline);
  if (!parsed) return pipeline;
  silence_fixpoint_check(*parsed);
  return print_pipeline(*parsed);
}

std::string plain_pipeline(const std::string& pipeline) { return with_fixpoint_check(pipeline, ""); }

std::string pipeline_with_fixpoint_check(const std::string& pipeline) {
  return with_fixpoint_check(pipeline, "verify-fixpoint");
}

}  // namespace assay::optimize
