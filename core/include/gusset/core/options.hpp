#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/core/ids.hpp"
#include "gusset/core/process_grid.hpp"

namespace gusset {

/// The maximum number of workers per node; the runtime refuses more.
inline constexpr unsigned max_threads = 1024;

/// The deepest boundary level; the runtime refuses more.
inline constexpr unsigned max_boundary = 64;

/// How worker threads are bound to cores (hwloc). SWITCHES (Diavastos and Trancoso 2017) uses the names
/// compact, scatter and hybrid too. Its compact fills all hardware threads of a core before the next core's,
/// and so does its hybrid once every core has a worker. Gusset's compact, scatter and hybrid use every core
/// before any core's second hardware thread.
enum class Pinning : std::uint8_t {
  none,              ///< the operating system decides
  compact,           ///< consecutive workers on neighbouring cores
  scatter,           ///< consecutive workers on different sockets
  hybrid,            ///< each worker may move among the cores of one socket; sockets fill one after the other
  switches_compact,  ///< consecutive workers on the hardware threads of a core, then on the next core's
  switches_scatter,  ///< consecutive workers on different sockets: the same as scatter
  switches_hybrid    ///< like scatter until every core has one worker, then like switches_compact
};

/// How tasks follow a schedule file.
enum class ScheduleForm : std::uint8_t {
  guided,  ///< workers prefer the file's tasks in the file's order, but take others rather than idle
  strict,  ///< plans get a static schedule with counters (StaticForm::counters); other tasks are guided
  flags    ///< plans get a static schedule with flags (StaticForm::flags); other tasks are guided
};

/// How a runtime executes. Set by `gusset run` and `gusset simulate` through the environment, or by a
/// program.
struct Options {
  std::string engine = "run";  ///< GUSSET_ENGINE: run, record, simulate or distribute, if linked
  unsigned threads = 0;        ///< GUSSET_THREADS: per node, including the submitting thread; 0: one per core
  std::uint64_t seed = 1;      ///< GUSSET_SEED
  std::string policy = "locality";    ///< GUSSET_POLICY: see make_policy
  std::optional<ProcessGrid> grid{};  ///< GUSSET_GRID
  /// GUSSET_WINDOW: once this many tasks are in flight, the program's submit() executes tasks before it
  /// returns. It checks at every 64th task. 0: no limit. None: 256 per worker and at least 1024, but 128 with
  /// a single worker. Submitting subtasks never executes tasks.
  std::optional<std::uint64_t> window{};
  /// GUSSET_PIN: none, compact, scatter, hybrid, switches-compact, switches-scatter, switches-hybrid
  Pinning pinning = Pinning::none;
  /// GUSSET_BOUNDARY: the level down to which any socket may take tasks, for the policy `cab`: 0 lets it
  /// treat all workers alike. None: the policy decides.
  std::optional<unsigned> boundary{};
  /// Each worker's domain. Empty: the sockets that workers are pinned to; without pinning all share one.
  std::vector<DomainId> domains{};
  /// GUSSET_SCHEDULE: a schedule file (docs/schedules.md). It states each task's worker, the tasks' order,
  /// and each plan's static schedule. Empty: none. If `threads` is 0, there are as many threads as workers in
  /// the file.
  std::string schedule{};
  ScheduleForm schedule_form = ScheduleForm::strict;  ///< GUSSET_SCHEDULE_FORM: guided, strict, flags
  bool paused = false;                                ///< no task starts before Runtime::resume or a wait
  std::map<std::string, std::string> settings{};      ///< GUSSET_<NAME>, name in lower case: settings for the
                                                      ///< engine, which refuses those it does not know

  /// The text of a setting; nothing if it is not set.
  std::optional<std::string> setting(const std::string& name) const;

  /// Reads the GUSSET_ environment variables. Throws ConfigurationError.
  static Options from_environment();
};

/// "guided", "strict" or "flags"; none for other texts.
std::optional<ScheduleForm> schedule_form_of(std::string_view name);

/// The number of processors that this process may run on.
unsigned available_cores();

}  // namespace gusset
