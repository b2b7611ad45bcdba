#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "event.hpp"

namespace gusset::ompt {

/// How a recorded process keeps its events until it has ended: a file that it maps into its memory, so that
/// what it has noted is there whatever becomes of it, and the system writes out what fills up. First comes a
/// page with the header, then chunks, each of one thread. Beside it lie copies of /proc/self/cmdline and
/// /proc/self/maps, with these endings. Only this version of the recorder reads it, at once and on the same
/// machine.
inline constexpr const char* event_file_ending = ".events";
inline constexpr const char* command_ending = ".command";
inline constexpr const char* maps_ending = ".maps";
inline constexpr std::array<char, 16> event_file_magic = {'g', 'u', 's', 's', 'e', 't', ' ',
                                                          'o', 'm', 'p', 't', ' ', '1', '\n'};

struct EventFileHeader {
  std::array<char, 16> magic = event_file_magic;
  std::int64_t start_epoch_ns = 0;      ///< when time began to be counted
  std::atomic<std::int64_t> end_ns{0};  ///< when the runtime said that it ends; 0 where it did not
  std::uint32_t first_thread = 0;       ///< see Recording
  std::uint32_t depth = 0;
  std::uint32_t is_started = 0;                 ///< whether gusset started this process itself
  std::atomic<std::uint32_t> is_incomplete{0};  ///< whether events were dropped, as the disk was full
  std::atomic<std::int64_t> stopped_ns{0};      ///< then: until when all events of all threads are there
  std::array<char, 256> runtime{};              ///< in the runtime's words
};
inline constexpr std::size_t event_file_header_bytes = 4096;
static_assert(sizeof(EventFileHeader) <= event_file_header_bytes);

/// A chunk without any event may be one that the process did not come to fill in.
struct EventChunk {
  static constexpr std::size_t bytes = std::size_t{1} << 20;
  static constexpr std::size_t capacity = (bytes - 64) / sizeof(Event);

  std::uint32_t thread = 0;    ///< number
  std::uint32_t sequence = 0;  ///< of this thread's chunks
  std::uint32_t is_worker = 0;
  alignas(8) std::atomic<std::uint64_t> count{0};
  alignas(64) std::array<Event, capacity> events;
};
static_assert(sizeof(EventChunk) <= EventChunk::bytes);

}  // namespace gusset::ompt
