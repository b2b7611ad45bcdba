#pragma once
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core_tracing/recording_engine.hpp"
#include "session.hpp"

namespace gusset::bench {

/// This repository's runtime, used through its public interface.
class GussetSession {
 public:
  static constexpr bool has_adds = true;
  static constexpr std::size_t max_tasks = std::numeric_limits<std::size_t>::max();
  static unsigned max_workers() { return std::numeric_limits<unsigned>::max(); }

  template <class Use>
  static void open(const SessionOptions& options, Use use) {
    open_on(make_engine(options), options.handles, use);
  }
  template <class Use>
  static void open_on(std::unique_ptr<Engine> engine, std::size_t handles, Use use) {
    Runtime runtime(std::move(engine));
    open_in(runtime, handles, use);
  }
  template <class Use>
  static void open_in(Runtime& runtime, std::size_t handles, Use use) {
    GussetSession session(runtime, handles);
    use(session);
  }

  template <class Body, class... Accesses>
  void submit(Body body, Accesses... accesses) {
    runtime_->submit(type_(), body, request(accesses)...);
  }
  template <class Body>
  void submit_many(Body body, const std::vector<std::size_t>& reads, Write write) {
    inputs_.clear();
    for (const std::size_t handle : reads) inputs_.push_back(read(handles_[handle]));
    runtime_->submit(type_(), body, inputs_, request(write));
  }

  void start() {}
  void wait() { runtime_->wait(); }

  Runtime& runtime() { return *runtime_; }

 private:
  GussetSession(Runtime& runtime, std::size_t handles) : runtime_(&runtime), type_("task") {
    handles_.reserve(handles);
    for (std::size_t i = 0; i < handles; ++i) handles_.push_back(runtime.handle(std::to_string(i)));
  }

  static std::unique_ptr<Engine> make_engine(const SessionOptions& session) {
    Options options;
    options.threads = session.workers;
    if (session.is_unbounded) options.window = 0;
    if (session.depth.empty()) return gusset::make_engine(options);
    options.settings["depth"] = session.depth;
    return core_tracing::make_recording_engine(options, [](const std::shared_ptr<const traces::Trace>&) {});
  }

  auto request(Read access) const { return read(handles_[access.handle]); }
  auto request(Write access) const { return write(handles_[access.handle]); }
  auto request(Add access) const { return add(handles_[access.handle]); }

  Runtime* runtime_;
  TaskType type_;
  std::vector<Handle> handles_;
  std::vector<Access<NoContents>> inputs_;
};

}  // namespace gusset::bench
