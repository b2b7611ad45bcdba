#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "event.hpp"
#include "gusset/traces/model/worksharing.hpp"
#include "places/source_places.hpp"

namespace gusset::ompt {

/// A thread's part of a parallel region.
struct TeamPart {
  traces::TaskId task;
  Number region;
  std::uint32_t region_number = 0;
  std::uint64_t region_address = 0;
};

/// Finds the loops, sections and singles in the events of a process. Threads of a team meet the same
/// constructs in the same order, which is how their shares of one execution are matched. Memory grows with
/// the threads and with the constructs in the source; the rows are the caller's.
class WorkBuilder {
 public:
  /// Finds the part of a region that a task is; nothing if it is another task, or unknown.
  using FindPart = std::function<std::optional<TeamPart>(Number task)>;
  explicit WorkBuilder(FindPart find_part) : find_part_(std::move(find_part)) {}

  /// Takes the next event of a thread. The events of all threads come in order of time. `created` is the item
  /// that the event creates, if any.
  void take(std::size_t thread, const Event& event, Number created = {});
  /// The recording has ended.
  void finish(std::int64_t end_ns);

  /// The rows so far, without constructs. The caller may remove rows at any time.
  traces::Worksharing& rows() { return rows_; }
  /// The constructs that the executions refer to. `names` are names of `calls()`.
  std::vector<traces::WorkConstruct> constructs(const std::vector<std::string>& names) const;
  std::vector<Call> calls() const;

 private:
  /// What is known about a construct before it begins.
  struct Announced {
    WorkDetail detail;
    std::uint64_t chunk = 0;
    std::int64_t first = 0;
    std::int64_t step = 0;
  };
  struct Segment {
    traces::TaskId task;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
  };
  /// What the threads of a team did before one barrier.
  struct BeforeBarrier {
    std::vector<Segment> segments;
    std::uint64_t address = 0;  ///< of the barrier; 0: it is the region's last one
    bool is_plain = true;       ///< no thread met a construct or ran a task
  };
  struct Region {
    std::optional<Announced> announced;    ///< its first construct, if the region's call says so
    std::uint64_t first_execution = 0;     ///< index of the construct that begins `executions`
    std::deque<std::uint32_t> executions;  ///< executions of constructs that threads may still begin
    std::uint64_t first_barrier = 0;       ///< index of the barrier that begins `before_barrier`
    std::deque<BeforeBarrier> before_barrier;
  };
  /// A part that has begun.
  struct Part {
    TeamPart of;
    std::uint64_t constructs = 0;  ///< how many it has begun
    std::uint64_t barriers = 0;    ///< how many it has reached
    bool is_in_barrier = false;
    bool is_in_reduction = false;  ///< the last barrier was a reduction's
    std::int64_t segment_begin_ns = 0;
    bool is_plain = true;  ///< since segment_begin_ns, it met no construct and ran no task
  };
  struct OpenShare {
    std::uint64_t task = 0;
    traces::WorkShare share;
    std::uint64_t rows = 0;  ///< how many rows of chunks it has
  };
  struct Thread {
    std::vector<std::uint64_t> parts;  ///< the parts that it runs, the innermost last
    std::vector<OpenShare> open;
    Announced announced;
    std::uint64_t iterations = traces::unknown_iterations;
    Number announced_region;  ///< the region that the next range belongs to
    std::uint64_t barrier = 0;
    std::uint64_t disturbed = 0;  ///< the innermost part, if it is known to do more than run its own code
  };
  using Key = std::tuple<std::uint64_t, traces::WorkConstruct::Kind, std::uint8_t, std::uint64_t>;

  Part* part_of(std::uint64_t task);
  void begin_part(Thread& thread, Number part, std::int64_t now_ns);
  void end_part(Thread& thread, std::uint64_t task, std::int64_t now_ns);
  void begin_work(Thread& thread, const Event& event, std::int64_t now_ns);
  void add_chunks(Thread& thread, const Event& event, std::int64_t now_ns);
  void end_work(Thread& thread, const Event& event, std::int64_t now_ns);
  void close(Thread& thread, std::int64_t now_ns);
  /// Closes what a task has not ended, such as a cancelled loop.
  void close_all_of(Thread& thread, std::uint64_t task, std::int64_t now_ns);
  void reach_barrier(Thread& thread, std::uint64_t task, std::int64_t now_ns, bool is_reduction);
  void leave_barrier(std::uint64_t task, std::int64_t now_ns);
  void infer(const BeforeBarrier& before, const TeamPart& part);
  void disturb(Thread& thread, std::uint64_t except);
  std::uint32_t add_execution(std::uint64_t address, traces::WorkConstruct::Kind kind,
                              const Announced& announced, std::uint32_t region, std::uint64_t iterations);

  FindPart find_part_;
  traces::Worksharing rows_;
  std::uint32_t executions_ = 0;
  std::map<Key, std::uint32_t> constructs_;
  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, Part> parts_;      ///< by Number of the task
  std::unordered_map<std::uint64_t, Region> regions_;  ///< by Number
};

}  // namespace gusset::ompt
