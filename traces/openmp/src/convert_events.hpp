#pragma once
#include <filesystem>
#include <functional>
#include <optional>

#include "gusset/base/result.hpp"
#include "storage/scratch.hpp"

namespace gusset::ompt {

/// What became of the events of one process.
struct Conversion {
  std::optional<Error> error;
  /// Whether the event file still has something that is in no trace.
  bool needs_events = false;
};

/// Removes an event file and the accompanying files.
void remove_events(const std::filesystem::path& events);

/// Converts an event file to a trace, in bounded memory whatever the length of the recording. A process that
/// began no parallel region and created no task gets no trace. Whatever goes wrong, the event file stays as
/// it is, except: if recording stopped for lack of space, there is no space for the trace either, and all of
/// the recording fits into `pages` pages of memory, the event file makes room for the trace.
/// `name_of(rank)` gives the path of the trace.
Conversion convert_events(const std::filesystem::path& events,
                          const std::function<std::filesystem::path(std::optional<unsigned> rank)>& name_of,
                          std::size_t pages = Scratch::usual_pages);

}  // namespace gusset::ompt
