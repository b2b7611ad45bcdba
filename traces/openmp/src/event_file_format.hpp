#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "event.hpp"

namespace gusset::ompt {

/// The file in which a recorded process keeps its events until it ends. The process maps the file into
/// memory, so recorded events survive a crash, and the system writes full pages to disk. A page with the
/// header comes first, then chunks, each with events of one thread. Next to the file are copies of
/// /proc/self/cmdline and /proc/self/maps with the extensions below. Only the same version of the recorder
/// reads the file, on the same machine; usually at once, later if the first conversion failed.
inline constexpr const char* event_file_extension = ".events";
inline constexpr const char* command_extension = ".command";
inline constexpr const char* maps_extension = ".maps";
inline constexpr std::array<char, 16> event_file_magic = {'g', 'u', 's', 's', 'e', 't', ' ',
                                                          'o', 'm', 'p', 't', ' ', '4', '\n'};

struct EventFileHeader {
  std::array<char, 16> magic = event_file_magic;
  std::int64_t start_epoch_ns = 0;      ///< origin of all times
  std::atomic<std::int64_t> end_ns{0};  ///< when the runtime announced its end; 0 if it did not
  std::uint32_t first_thread = 0;       ///< see Recording
  std::uint32_t depth = 0;
  std::uint32_t is_started = 0;                 ///< whether gusset started this process directly
  std::int32_t rank = -1;                       ///< see process_rank; -1 for none
  std::uint32_t asks_for_one_thread = 0;        ///< whether OMP_NUM_THREADS was 1
  double quota = 0.0;                           ///< see processor_quota
  std::atomic<std::uint32_t> is_incomplete{0};  ///< whether events were dropped because the disk was full
  std::atomic<std::int64_t> stopped_ns{0};  ///< if so: the events of all threads are complete up to this time
  std::array<char, 256> runtime{};          ///< as the runtime describes itself
  std::array<char, 64> ended_by{};          ///< what ended the process; the conversion fills it in
  std::atomic<std::int64_t> growing_ns{0};  ///< processor time spent getting chunks
  double event_ns = 0.0;         ///< how long it takes to record an event into a chunk; 0: not measured
  std::int64_t start_up_ns = 0;  ///< how long the runtime took to start; 0: not measured
};
inline constexpr std::size_t event_file_header_bytes = 4096;
static_assert(sizeof(EventFileHeader) <= event_file_header_bytes);

/// A chunk without events may be one that the process never filled in.
struct EventChunk {
  static constexpr std::size_t bytes = std::size_t{1} << 20;
  static constexpr std::size_t capacity = (bytes - 64) / sizeof(Event);

  std::uint32_t thread = 0;    ///< thread number
  std::uint32_t sequence = 0;  ///< index among this thread's chunks
  std::uint32_t is_worker = 0;
  alignas(8) std::atomic<std::uint64_t> count{0};
  alignas(64) std::array<Event, capacity> events;
};
static_assert(sizeof(EventChunk) <= EventChunk::bytes);

}  // namespace gusset::ompt
