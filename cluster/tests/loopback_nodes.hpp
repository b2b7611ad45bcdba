#pragma once
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "engine/settings.hpp"
#include "gusset/core/runtime.hpp"
#include "transport/loopback.hpp"

namespace gusset::cluster::testing {

/// A run on nodes that are threads of this process.
struct LoopbackRun {
  unsigned nodes = 2;
  unsigned threads = 1;  ///< per node
  LoopbackOptions network{};
  Settings settings{};
  std::function<core_tracing::ClockError(unsigned node)> clock_error{};  ///< none: all nodes share one clock
  /// Makes what each node uses instead of its transport; none: the nodes use their transports.
  std::function<std::unique_ptr<Transport>(std::unique_ptr<Transport>)> wrap{};
  Options options{};
  RunCounts counts{};  ///< the result, as node 0 got it

  /// Runs the program on all nodes, each in its own thread. If any throw, rethrows the exception of the one
  /// with the lowest number.
  void operator()(const std::function<void(Runtime&, unsigned node)>& program) {
    std::vector<std::unique_ptr<Transport>> transports = make_loopback(nodes, network);
    std::vector<std::exception_ptr> failures(nodes);
    std::vector<std::thread> programs;
    const auto result = std::make_shared<RunCounts>();
    options.threads = threads;
    for (unsigned node = 0; node < nodes; ++node) {
      programs.emplace_back([&, node] {
        try {
          if (wrap) transports[node] = wrap(std::move(transports[node]));
          Settings own = settings;
          if (clock_error) own.clock_error = clock_error(node);
          Runtime runtime(make_distributed_engine(options, own, std::move(transports[node]),
                                                  node == 0 ? result : nullptr));
          program(runtime, node);
        } catch (...) {
          failures[node] = std::current_exception();
        }
      });
    }
    for (std::thread& each : programs) each.join();
    counts = *result;
    for (const std::exception_ptr& failure : failures) {
      if (failure != nullptr) std::rethrow_exception(failure);
    }
  }
};

}  // namespace gusset::cluster::testing
