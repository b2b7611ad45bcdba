#pragma once
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "gusset/traces/analysis/check/check.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces::testing {

inline std::vector<Finding> found_in(const Trace& trace, const VerdictOptions& options = {}) {
  return verdict(trace, options).findings;
}

/// Builds a trace task by task. Each task writes a separate handle or has the given accesses.
class TraceMaker {
 public:
  TraceMaker(std::size_t nodes, std::size_t workers_per_node) {
    trace_.types = {"work"};
    trace_.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
    trace_.recorded.accesses = trace_.recorded.submit = trace_.recorded.ready = trace_.recorded.messages =
        true;
    trace_.accesses.first.push_back(0);
    for (std::size_t n = 0; n < nodes; ++n) {
      trace_.nodes.push_back({});
      trace_.nodes.back().name = "node " + std::to_string(n);
    }
    for (std::size_t w = 0; w < nodes * workers_per_node; ++w) {
      trace_.workers.push_back({NodeId(w / workers_per_node), "worker " + std::to_string(w)});
      trace_.lanes.push_back({WorkerId(w), {}});
    }
  }

  HandleId handle(std::size_t node) {
    trace_.handles.name.push_back("h" + std::to_string(trace_.handles.size()));
    trace_.handles.size_bytes.push_back(8);
    trace_.handles.owner.emplace_back(node);
    return HandleId(trace_.handles.size() - 1);
  }

  void task(std::size_t worker, std::int64_t submit, std::int64_t ready, std::int64_t begin,
            std::int64_t length, const std::vector<Access>& accesses) {
    const TaskId id(trace_.tasks.size());
    trace_.tasks.type.emplace_back(0u);
    trace_.tasks.submit_ns.push_back(submit);
    trace_.tasks.ready_ns.push_back(ready);
    trace_.accesses.items.insert(trace_.accesses.items.end(), accesses.begin(), accesses.end());
    trace_.accesses.first.push_back(trace_.accesses.items.size());
    trace_.lanes[worker].spans.push_back(begin, begin + length, id, SpanKind::run);
  }

  void independent(std::size_t worker, std::int64_t submit, std::int64_t begin, std::int64_t length) {
    const auto node = trace_.workers[worker].node.value();
    task(worker, submit, submit, begin, length, {{handle(node), write, 0}});
  }

  void message(HandleId handle, std::uint32_t version, std::size_t from, std::size_t to, std::int64_t sent,
               std::int64_t received) {
    Message message;
    message.handle = handle;
    message.version = version;
    message.from = NodeId(from);
    message.to = NodeId(to);
    message.send_ns = sent;
    message.receive_ns = received;
    message.payload_bytes = message.wire_bytes = 8;
    trace_.messages.push_back(message);
  }

  void wait(std::size_t worker, std::int64_t begin, std::int64_t end) {
    trace_.lanes[worker].spans.push_back(begin, end, TaskId(), SpanKind::wait);
  }

  /// Marks the trace as recorded from an OpenMP program, whose tasks nest.
  void make_openmp() {
    trace_.metadata.origin = Origin::imported;
    trace_.metadata.runtime = "LLVM libomp (of some version)";
  }

  Trace& changed() { return trace_; }

  const Trace& trace() const {
    const auto valid = validate(trace_, "made");
    EXPECT_TRUE(valid.ok()) << valid.error().message();
    const CheckResult possible = check(trace_);
    EXPECT_TRUE(possible.ok()) << possible.findings.front().error.message();
    return trace_;
  }

  static inline const AccessModeId read{0};
  static inline const AccessModeId write{1};

 private:
  Trace trace_;
};

}  // namespace gusset::traces::testing
