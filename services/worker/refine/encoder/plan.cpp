#include "services/worker/refine/encoder/plan.h"

#include <algorithm>
#include <map>

#include "services/worker/semantics/progress.h"

namespace assay::refine {
namespace {

/// A node of the nesting: a block, or a loop with its body in topological order (back edges to its head left out).
struct Node {
  bool is_loop = false;
  std::uint32_t block = 0;
  std::uint32_t loop = 0;
  std::vector<Node> body;
};

/// Per block the blocks that control goes to; none from a plain cycle, which control never leaves.
using Graph = std::vector<std::vector<std::uint32_t>>;

Graph graph_of(const semantics::Function& function) {
  Graph graph;
  for (const semantics::Block& block : function.blocks) {
    const bool stays = block.origin != nullptr && semantics::plain_cycle_at(*block.origin);
    graph.push_back(stays ? std::vector<std::uint32_t>() : block.successors);
  }
  return graph;
}

/// Tarjan's components of the sub-graph `members` without the edges into `head`, in topological order: of what can be
/// reached from the first of them, the entry or the head.
class Components {
 public:
  Components(const Graph& graph, const std::vector<std::uint32_t>& members, std::int64_t head)
      : graph_(graph), head_(head), state_(graph.size()) {
    for (std::uint32_t block : members) state_[block].member = true;
    visit(members.front());
    std::reverse(found_.begin(), found_.end());
  }
  const std::vector<std::vector<std::uint32_t>>& found() const { return found_; }

 private:
  struct State {
    bool member = false;
    bool on_stack = false;
    std::uint32_t index = 0;
    std::uint32_t low = 0;
  };
  struct Frame {
    std::uint32_t block;
    std::size_t next = 0;
  };

  void enter(std::uint32_t block) {
    state_[block].index = state_[block].low = ++counter_;
    state_[block].on_stack = true;
    stack_.push_back(block);
    frames_.push_back({block});
  }
  void visit(std::uint32_t start) {
    enter(start);
    while (!frames_.empty()) {
      const std::uint32_t block = frames_.back().block;
      const auto& successors = graph_[block];
      if (frames_.back().next < successors.size()) {
        const std::uint32_t to = successors[frames_.back().next++];
        if (!state_[to].member || static_cast<std::int64_t>(to) == head_) continue;
        if (state_[to].index == 0)
          enter(to);
        else if (state_[to].on_stack)
          state_[block].low = std::min(state_[block].low, state_[to].index);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        State& parent = state_[frames_.back().block];
        parent.low = std::min(parent.low, state_[block].low);
      }
      if (state_[block].low == state_[block].index) pop_component(block);
    }
  }
  void pop_component(std::uint32_t root) {
    std::vector<std::uint32_t> component;
    std::uint32_t block;
    do {
      block = stack_.back();
      stack_.pop_back();
      state_[block].on_stack = false;
      component.push_back(block);
    } while (block != root);
    std::sort(component.begin(), component.end());
    found_.push_back(std::move(component));
  }

  const Graph& graph_;
  std::int64_t head_;
  std::vector<State> state_;
  std::vector<std::uint32_t> stack_;
  std::vector<Frame> frames_;
  std::uint32_t counter_ = 0;
  std::vector<std::vector<std::uint32_t>> found_;
};

class Planner {
 public:
  Planner(const semantics::Function& function, unsigned bound, std::size_t limit)
      : graph_(graph_of(function)), bound_(std::max(1u, bound)), limit_(limit) {
    plan_.loop_of.assign(function.blocks.size(), 0);
    plan_.loop_parent.push_back(0);
    for (std::uint32_t i = 0; i < function.blocks.size(); ++i) all_.push_back(i);
    top_ = nest(all_, -1, 0);
    plan_.loop_head.resize(plan_.loop_parent.size());
    remember_heads(top_);
  }

  Plan run() {
    Context context(plan_.loop_parent.size(), 0);
    emit(top_, context);
    if (overflow_) {
      plan_.steps.clear();
      return std::move(plan_);
    }
    for (std::size_t step = 0; step < plan_.steps.size(); ++step) connect(step);
    return std::move(plan_);
  }

 private:
  /// The current repetition of every loop.
  using Context = std::vector<std::uint32_t>;

  std::vector<Node> nest(const std::vector<std::uint32_t>& members, std::int64_t head, std::uint32_t loop) {
    std::vector<Node> nodes;
    const Components components(graph_, members, head);
    for (const auto& component : components.found()) {
      Node node;
      node.block = component.front();  // blocks are in reverse post-order: the first one met is the head
      const auto& successors = graph_[node.block];
      const bool self = std::count(successors.begin(), successors.end(), node.block) != 0 &&
                        static_cast<std::int64_t>(node.block) != head;
      if (component.size() == 1 && !self) {
        plan_.loop_of[node.block] = loop;
      } else {
        node.is_loop = true;
        node.loop = static_cast<std::uint32_t>(plan_.loop_parent.size());
        plan_.loop_parent.push_back(loop);
        node.body = nest(component, node.block, node.loop);
      }
      nodes.push_back(std::move(node));
    }
    return nodes;
  }
  void remember_heads(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      if (!node.is_loop) continue;
      plan_.loop_head[node.loop] = node.block;
      remember_heads(node.body);
    }
  }
  /// What tells one execution of `block` from others: the repetitions of the loops around it.
  std::vector<std::uint32_t> key(std::uint32_t block, const Context& context) const {
    std::vector<std::uint32_t> result{block};
    for (std::uint32_t loop = plan_.loop_of[block]; loop != 0; loop = plan_.loop_parent[loop])
      result.push_back(context[loop]);
    return result;
  }
  void emit(const std::vector<Node>& nodes, Context& context) {
    for (const Node& node : nodes) {
      if (overflow_) return;
      if (node.is_loop) {
        for (context[node.loop] = 0; context[node.loop] < bound_; ++context[node.loop]) emit(node.body, context);
        context[node.loop] = 0;
        continue;
      }
      overflow_ = plan_.steps.size() >= limit_;
      step_of_[key(node.block, context)] = static_cast<std::uint32_t>(plan_.steps.size());
      plan_.steps.push_back({node.block, {}});
      contexts_.push_back(context);
    }
  }
  void connect(std::size_t step) {
    const std::uint32_t from = plan_.steps[step].block;
    for (std::uint32_t to : graph_[from]) {
      Context context = contexts_[step];
      // Loops that the edge enters start with their first repetition.
      for (std::uint32_t loop = plan_.loop_of[to]; loop != 0; loop = plan_.loop_parent[loop])
        if (!plan_.within(plan_.loop_of[from], loop)) context[loop] = 0;
      const std::uint32_t back = plan_.loop_headed_by(to, plan_.loop_of[from]);
      if (back != 0 && ++context[back] >= bound_) {
        plan_.steps[step].successors.push_back(Plan::kUnrollExceeded);
        plan_.cut = true;
        continue;
      }
      plan_.steps[step].successors.push_back(step_of_.at(key(to, context)));
    }
  }

  Graph graph_;
  unsigned bound_;
  std::size_t limit_;
  bool overflow_ = false;
  Plan plan_;
  std::vector<std::uint32_t> all_;
  std::vector<Node> top_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> step_of_;
  std::vector<Context> contexts_;
};

}  // namespace

bool Plan::within(std::uint32_t inner, std::uint32_t outer) const {
  while (inner != outer && inner != 0) inner = loop_parent[inner];
  return inner == outer;
}

std::uint32_t Plan::loop_headed_by(std::uint32_t block, std::uint32_t inside) const {
  for (std::uint32_t loop = inside; loop != 0; loop = loop_parent[loop])
    if (loop_head[loop] == block) return loop;
  return 0;
}

Plan make_plan(const semantics::Function& function, unsigned bound, std::size_t limit) {
  return Planner(function, bound, limit).run();
}

}  // namespace assay::refine
