#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "event.hpp"

namespace gusset::ompt {

class ThreadLog;

/// What a call says about the worksharing construct that it begins. The runtime does not pass this on to
/// tools.
struct WorkCall {
  std::uint64_t return_address = 0;  ///< in the program; 0 if nothing is expected
  WorkDetail detail;
  std::uint64_t chunk = 0;  ///< of the schedule; 0: none is given
  std::int64_t first = 0;   ///< the loop's first value
  std::int64_t step = 0;    ///< 0: first value and step are unknown
};

/// The loops and sections that a thread executes, the outermost first. Consecutive chunks of a loop are
/// recorded together until they have taken some time, so memory grows with time, not with chunks.
class WorkLog {
 public:
  static WorkLog& of_thread();

  /// Describes the construct that the calling thread begins next.
  void expect(const WorkCall& call) { expected_ = call; }
  /// Describes the construct with which the next region of the calling thread begins.
  void expect_in_region(const WorkCall& call) { expected_in_region_ = call; }
  /// The call has returned: forgets what it described, in case nothing began.
  void forget() { expected_ = expected_in_region_ = {}; }

  /// The thread has begun a region.
  void begin_region(ThreadLog& log, std::int64_t time_ns, std::uint64_t region);
  /// `address` is what the runtime reports; 0 if that is not in the program.
  void begin(ThreadLog& log, std::int64_t time_ns, std::uint64_t task, WorkKind kind,
             std::uint64_t iterations, std::uint64_t address);
  void end(ThreadLog& log, std::int64_t time_ns, WorkKind kind);
  /// The thread calls for a single with copyprivate, of which the runtime reports only the barriers.
  void expect_copy(std::uint64_t return_address) { copy_place_ = return_address; }
  /// The call has returned. If `executes`, this thread executes the single, unless it has waited in the call.
  void end_copy_call(bool executes);
  /// Threads that do not execute that single wait for the one that does.
  void reach_barrier(ThreadLog& log, std::int64_t time_ns, std::uint64_t task);
  /// A task has ended: so have its loops, even if the runtime does not say so.
  void leave(std::uint64_t task);

  /// The number of loops and sections that this thread has begun.
  std::uint64_t begun() const { return begun_; }
  /// The thread asks for a chunk of its innermost loop.
  void ask_for_chunk() {
    if (count_ > 0) loops_[count_ - 1].is_counted = true;
  }
  /// It has got a chunk with this many iterations, and has finished the previous one.
  void begin_chunk(std::uint64_t iterations);
  /// The iterations of the innermost loop on this thread, whose chunks the program computes itself.
  void set_iterations(std::uint64_t iterations);

  /// Whether the thread combines its results of a reduction with those of others.
  void set_reducing(bool is_reducing) { is_reducing_ = is_reducing; }
  bool is_reducing() const { return is_reducing_; }

 private:
  struct Loop {
    std::uint64_t task = 0;
    std::int64_t since_ns = 0;     ///< start of the chunks below
    std::uint64_t iterations = 0;  ///< of finished chunks that are not recorded yet
    std::uint64_t chunks = 0;
    std::uint64_t running = 0;  ///< iterations of the chunk that runs
    bool is_running = false;
    bool is_counted = false;  ///< the iterations are known
  };
  static void finish_chunk(Loop& loop);

  std::array<Loop, 8> loops_{};
  std::size_t count_ = 0;
  std::uint64_t begun_ = 0;
  bool is_reducing_ = false;
  WorkCall expected_;
  WorkCall expected_in_region_;
  std::uint64_t copy_place_ = 0;
};

}  // namespace gusset::ompt
