#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "gusset/core/active_message.hpp"
#include "gusset/core/task_graph.hpp"
#include "measured.hpp"
#include "tally.hpp"

namespace task_graph_benchmarks {
namespace {

using Key = std::array<std::size_t, 2>;  // chain and step
using Numbers = std::vector<double>;

class Chains {
 public:
  Chains(gusset::Runtime& runtime, std::size_t chains, std::size_t length, std::size_t numbers,
         Messages messages)
      : runtime_(runtime),
        nodes_(runtime.grid().nodes()),
        chains_(chains),
        length_(length),
        numbers_(numbers),
        messages_(messages),
        in_(runtime.has_data() ? chains : 0, Numbers(numbers, 0.0)),
        out_(in_),
        tally_(runtime) {
    graph_.define({.in_degree = [this](const Key& key) { return in_degree(key); },
                   .node = [this](const Key& key) { return node(key); },
                   .work = [this](const Key&) { return static_cast<double>(numbers_); },
                   .run = [this](const Key& key) { compute(key); },
                   .then = [this](const Key& key) { send(key); }});
    small_.define({.receive =
                       [this](const Key& to, std::span<const double> received) {
                         std::copy(received.begin(), received.end(), in_[to[0]].begin());
                       },
                   .then = [this](const Key& to, std::span<const double>) { graph_.fulfil(to); }});
    large_.define({.memory = [this](const Key& to) { return std::span(in_[to[0]]); },
                   .then = [this](const Key& to) { graph_.fulfil(to); },
                   .sent = [this](const Key& to) { left(to); }});
  }

  Measured run() {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t chain = 0; chain < chains_; ++chain) graph_.fulfil({chain, 0});
    runtime_.wait();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    tally_.check(chains_ * length_, [this](std::size_t task) {
      return node({task / length_, task % length_});
    });
    return {chains_ * length_, chains_ * (length_ - 1), elapsed.count()};
  }

 private:
  /// A large message leaves straight from out_, so the chain's next task here also waits until it has left.
  std::uint32_t in_degree(const Key& key) const {
    return messages_ == Messages::large && key[1] >= nodes_ ? 2 : 1;
  }
  gusset::NodeId node(const Key& key) const {
    return gusset::NodeId(static_cast<std::uint32_t>((key[0] + key[1]) % nodes_));
  }
  void compute(const Key& key) {
    const auto& [chain, step] = key;
    Numbers& out = out_[chain];
    std::transform(in_[chain].begin(), in_[chain].end(), out.begin(), [](double each) { return each + 1.0; });
    const auto is_right = [step = step](double each) { return each == static_cast<double>(step + 1); };
    if (step + 1 == length_ && !std::all_of(out.begin(), out.end(), is_right))
      throw std::runtime_error("expected one step more in each task of a chain, found other numbers");
    tally_.ran(chain * length_ + step);
  }
  void send(const Key& key) {
    const Key next{key[0], key[1] + 1};
    if (next[1] == length_) return;
    const std::span<const double> numbers(runtime_.has_data() ? out_[key[0]].data() : nullptr, numbers_);
    if (messages_ == Messages::small) {
      small_.send(node(next), next, numbers);
    } else {
      large_.send(node(next), numbers, next);
    }
  }
  /// The message to a task has left out_, on the node of the task before it.
  void left(const Key& to) {
    const std::size_t next_here = to[1] - 1 + nodes_;
    if (next_here < length_) graph_.fulfil({to[0], next_here});
  }

  gusset::Runtime& runtime_;
  std::size_t nodes_, chains_, length_, numbers_;
  Messages messages_;
  std::vector<Numbers> in_, out_;  // of each chain, on this node
  Tally tally_;
  gusset::ActiveMessage<Key, std::span<const double>> small_{runtime_, "small"};
  gusset::LargeMessage<double, Key> large_{runtime_, "large"};
  gusset::TaskGraph<Key> graph_{runtime_, "chain"};
};

}  // namespace

Measured chains(gusset::Runtime& runtime, std::size_t chains, std::size_t length, std::size_t numbers,
                Messages messages) {
  return Chains(runtime, chains, length, numbers, messages).run();
}

}  // namespace task_graph_benchmarks
