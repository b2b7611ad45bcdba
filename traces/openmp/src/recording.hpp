#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "event.hpp"

namespace gusset::ompt {

/// How much is recorded about each task; see `gusset run --depth`.
enum class Depth : std::uint8_t { spans, ready, accesses };

/// What a process recorded through the OpenMP tools interface, except for the events.
struct RecordingFacts {
  Depth depth = Depth::accesses;
  /// The number of the first thread. A forked process continues the numbering of its parent, so that
  /// inherited items are not mistaken for its own.
  std::uint32_t first_thread = 0;
  /// The control group's limit on the process, in processors; 0: no limit.
  double quota = 0.0;
  std::int64_t end_ns = 0;  ///< from the start; if `is_cut`, the last event's time counts instead
  bool is_cut = false;      ///< whether the process ended without notice from the runtime
  /// Whether later events were dropped because there was no space. The events of all threads are then
  /// complete up to end_ns; later ones do not count.
  bool is_incomplete = false;
  /// A lower bound for the processor time that recording took, summed over the threads; 0 if unknown. Does
  /// not include the time that the runtime needs to call the recorder.
  std::int64_t recording_ns = 0;
  std::int64_t start_up_ns = 0;   ///< how long the program waited while the runtime started; 0 if unknown
  std::int64_t ran_until_ns = 0;  ///< if `is_incomplete`: when the process ended; 0 if unknown
};

/// The events of a process, thread by thread.
class EventSource {
 public:
  virtual ~EventSource() = default;

  virtual RecordingFacts facts() const = 0;
  virtual std::size_t threads() const = 0;
  /// Whether a thread belongs to the runtime. Such a thread waits for work outside of parallel regions.
  virtual bool is_worker(std::size_t thread) const = 0;
  /// Reads the next events of a thread, in the order of their recording. Returns how many; 0 at the end.
  /// Throws ConversionFailure.
  virtual std::size_t read(std::size_t thread, std::span<Event> to) = 0;
};

}  // namespace gusset::ompt
