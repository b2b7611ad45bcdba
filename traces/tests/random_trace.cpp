#include "random_trace.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace gusset::traces::testing {
namespace {

constexpr std::size_t read_mode = 0;
constexpr std::size_t write_mode = 1;
constexpr std::size_t add_mode = 2;

/// SuperGlue's counter of one handle, and the times at which its versions are reached.
struct HandleState {
  std::uint32_t next_version = 0;   ///< the version that the next access with another mode will wait for
  std::uint32_t group_version = 0;  ///< the version that accesses with the current mode wait for
  std::size_t mode = write_mode;
  std::int64_t before_ns = 0;  ///< completion of the previous group
  std::int64_t done_ns = 0;    ///< completion of this group, considering only members that others wait for
  std::int64_t free_ns = 0;    ///< when the last add of this group releases the handle
};

class Program {
 public:
  explicit Program(const RandomTrace& options)
      : options_(options), random_(options.seed), handles_(options.handles) {
    trace_.access_modes = {
        {"read", true, false, false}, {"write", false, true, true}, {"add", true, true, true}};
    trace_.recorded.accesses = trace_.recorded.submit = trace_.recorded.ready = true;
    trace_.types = {"one", "two", "three"};
    trace_.accesses.first.push_back(0);
    for (std::size_t n = 0; n < options.nodes; ++n) {
      trace_.nodes.push_back({});
      trace_.nodes.back().name = "n" + std::to_string(n);
    }
    for (std::size_t w = 0; w < options.nodes * options.workers_per_node; ++w) {
      trace_.workers.push_back({NodeId(w / options.workers_per_node), "w" + std::to_string(w)});
      trace_.lanes.push_back({});
      trace_.lanes.back().worker = WorkerId(w);
    }
    for (std::size_t h = 0; h < options.handles; ++h) {
      trace_.handles.name.push_back("h" + std::to_string(h));
      trace_.handles.size_bytes.push_back(8);
      trace_.handles.owner.emplace_back(h % options.nodes);
    }
  }

  std::shared_ptr<const Trace> run() {
    std::vector<std::int64_t> free_ns(trace_.workers.size(), 0);
    for (std::size_t t = 0; t < options_.tasks; ++t) add_task(t, free_ns);
    for (Lane& lane : trace_.lanes) longer_first(lane.spans);
    return std::make_shared<const Trace>(std::move(trace_));
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  /// A zero-length task comes after the task that begins at the same time.
  static void longer_first(SpanColumns& spans) {
    std::vector<std::size_t> order(spans.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(spans.begin_ns[a], -spans.end_ns[a]) < std::pair(spans.begin_ns[b], -spans.end_ns[b]);
    });
    SpanColumns sorted;
    for (const std::size_t i : order) {
      sorted.push_back(spans.begin_ns[i], spans.end_ns[i], spans.task[i], spans.kind[i]);
    }
    spans = std::move(sorted);
  }

  void add_task(std::size_t t, std::vector<std::int64_t>& free_ns) {
    const std::size_t first = below(options_.handles);
    const std::size_t node = first % options_.nodes;
    const std::size_t count = std::min(options_.handles, 1 + below(3));
    std::vector<std::pair<std::size_t, std::size_t>> wanted;  // handle and mode
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t mode = read_mode;
      if (i == 0 && below(3) > 0) mode = options_.adds && below(2) == 0 ? add_mode : write_mode;
      wanted.emplace_back((first + i * (1 + t % 2)) % options_.handles, mode);
    }
    std::sort(wanted.begin() + 1, wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::erase_if(wanted, [&, i = 0](const auto& w) mutable { return i++ > 0 && w.first == first; });

    std::int64_t ready_ns = 0;
    std::int64_t begin_ns = 0;
    for (const auto& [h, mode] : wanted) {
      HandleState& handle = handles_[h];
      if (mode != handle.mode || mode == write_mode) {
        handle.mode = mode;
        handle.group_version = handle.next_version;
        handle.before_ns = handle.done_ns;
      }
      ++handle.next_version;
      trace_.accesses.items.push_back({HandleId(h), AccessModeId(mode), handle.group_version});
      ready_ns = std::max(ready_ns, handle.before_ns);
      begin_ns = std::max(begin_ns, mode == add_mode ? std::max(ready_ns, handle.free_ns) : ready_ns);
    }
    trace_.accesses.first.push_back(trace_.accesses.items.size());
    const std::size_t worker = node * options_.workers_per_node + below(options_.workers_per_node);
    begin_ns = std::max(begin_ns, free_ns[worker]);
    const std::int64_t end_ns = begin_ns + static_cast<std::int64_t>(below(21));
    free_ns[worker] = end_ns;
    for (const auto& [h, mode] : wanted) {
      HandleState& handle = handles_[h];
      const bool remote = mode == read_mode && h % options_.nodes != node;
      if (!remote) handle.done_ns = std::max(handle.done_ns, end_ns);
      if (mode == add_mode) handle.free_ns = end_ns;
    }
    trace_.tasks.type.emplace_back(below(trace_.types.size()));
    trace_.tasks.submit_ns.push_back(0);
    trace_.tasks.ready_ns.push_back(ready_ns);
    trace_.lanes[worker].spans.push_back(begin_ns, end_ns, TaskId(t), SpanKind::run);
  }

  const RandomTrace& options_;
  std::mt19937_64 random_;
  std::vector<HandleState> handles_;
  Trace trace_;
};

}  // namespace

std::shared_ptr<const Trace> random_trace(const RandomTrace& options) {
  return Program(options).run();
}

}  // namespace gusset::traces::testing
