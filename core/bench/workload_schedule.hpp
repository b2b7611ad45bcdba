#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gusset/base/schedule_file.hpp"
#include "gusset/core/access_mode.hpp"
#include "gusset/core/version_sequence.hpp"
#include "session.hpp"
#include "submit_workload.hpp"

namespace gusset::bench {

/// A session that schedules tasks instead of running them: each goes to the worker that is free first, in
/// order of submission. All tasks take the same time.
class ScheduleSession {
 public:
  static constexpr bool has_adds = true;

  ScheduleSession(std::size_t handles, unsigned workers, std::int64_t body_ns)
      : handles_(handles), free_ns_(workers), body_ns_(body_ns) {
    file_.program = "bench_core";
    file_.workers.resize(workers);
  }

  template <class Body, class... Accesses>
  void submit(Body, Accesses... accesses) {
    begin_task();
    (access(accesses), ...);
    end_task();
  }
  template <class Body>
  void submit_many(Body, const std::vector<std::size_t>& reads, Write write) {
    begin_task();
    for (const std::size_t handle : reads) access(Read{handle});
    access(write);
    end_task();
  }

  const ScheduleFile& file() const { return file_; }

 private:
  struct ScheduledHandle {
    VersionSequence sequence;
    std::int64_t read_ns = 0;  // when its last reader ends
    std::int64_t write_ns = 0;
  };

  void begin_task() {
    begin_ns_ = 0;
    touched_.clear();
    task_ = {"task", "", 0, 0, 0};
  }
  void access(Read read) { access(read.handle, AccessMode::read); }
  void access(Write write) { access(write.handle, AccessMode::write); }
  void access(Add add) { access(add.handle, AccessMode::add); }

  void access(std::size_t handle, AccessMode mode) {
    ScheduledHandle& known = handles_[handle];
    const std::uint32_t version = known.sequence.next(mode);
    const bool is_read = mode == AccessMode::read;
    begin_ns_ = std::max({begin_ns_, known.write_ns, is_read ? 0 : known.read_ns});
    touched_.emplace_back(handle, is_read);
    if (is_read || !task_.place.empty()) return;
    task_.place = std::to_string(handle);
    task_.version = version;
  }

  void end_task() {
    const auto worker = std::min_element(free_ns_.begin(), free_ns_.end()) - free_ns_.begin();
    std::int64_t& free_ns = free_ns_[static_cast<std::size_t>(worker)];
    task_.begin_ns = std::max(begin_ns_, free_ns);
    task_.copy = copies_[{task_.place, task_.version}]++;
    free_ns = task_.begin_ns + body_ns_;
    for (const auto& [handle, is_read] : touched_) {
      std::int64_t& end_ns = is_read ? handles_[handle].read_ns : handles_[handle].write_ns;
      end_ns = std::max(end_ns, free_ns);
    }
    file_.workers[static_cast<std::size_t>(worker)].push_back(task_);
  }

  ScheduleFile file_;
  std::vector<ScheduledHandle> handles_;
  std::vector<std::int64_t> free_ns_;  // per worker
  std::int64_t body_ns_;
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> copies_;  // by place and version

  // The task that is being submitted:
  ScheduledTask task_;
  std::int64_t begin_ns_ = 0;
  std::vector<std::pair<std::size_t, bool>> touched_;  // each handle, and whether the task only reads it
};

/// A schedule of `repetitions` executions of a workload, one after the other on the same handles. Each
/// handle's name is its number.
inline ScheduleFile schedule_of(const Workload& workload, std::size_t repetitions, unsigned workers) {
  const auto body_ns = static_cast<std::int64_t>(workload.body_us * 1e3);
  ScheduleSession session(handle_count(workload), workers, std::max<std::int64_t>(body_ns, 1));
  for (std::size_t i = 0; i < repetitions; ++i) submit_workload(session, workload, [] {});
  return session.file();
}

}  // namespace gusset::bench
