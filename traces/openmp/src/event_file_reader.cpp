#include "event_file_reader.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <utility>

#include "event_file_format.hpp"
#include "gusset/base/numbers.hpp"

namespace gusset::ompt {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; std::getline(stream, word, '\0');) words.push_back(word);
  return words;
}

/// Reads the bytes of a T. Returns false if the file ends first.
template <class T>
bool read_as(std::ifstream& file, T& value) {
  file.read(reinterpret_cast<char*>(&value), sizeof value);
  return file.gcount() == sizeof value;
}

Result<ProcessRecording> read_header(std::ifstream& file, const std::filesystem::path& path) {
  EventFileHeader header;
  header.magic = {};
  if (!read_as(file, header) || header.magic != event_file_magic) {
    return Error{path.string() + ": offset 0", "an event file of this version of Gusset", "another file"};
  }
  ProcessRecording result;
  Recording& recording = result.recording;
  recording.first_thread = header.first_thread;
  recording.depth = static_cast<Depth>(std::min(header.depth, static_cast<std::uint32_t>(Depth::accesses)));
  recording.is_incomplete = header.is_incomplete.load(std::memory_order_relaxed) != 0;
  recording.end_ns = header.end_ns.load(std::memory_order_relaxed);
  recording.is_cut = recording.end_ns == 0;
  if (recording.is_incomplete) {
    recording.ran_until_ns = recording.end_ns;
    recording.end_ns = header.stopped_ns.load(std::memory_order_relaxed);
  }
  result.start_epoch_ns = header.start_epoch_ns;
  result.is_started = header.is_started != 0;
  if (std::isfinite(header.quota) && header.quota > 0.0) recording.quota = header.quota;
  if (header.rank >= 0) result.rank = static_cast<unsigned>(header.rank);
  header.runtime.back() = '\0';
  result.runtime = header.runtime.data();
  return result;
}

}  // namespace

Result<ProcessRecording> read_event_file_header(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return read_header(file, path);
}

Result<ProcessRecording> read_event_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  auto read = read_header(file, path);
  if (!read.ok()) return read.error();
  ProcessRecording result = std::move(read).value();
  Recording& recording = result.recording;
  result.command = words_of(text_of(path.string() + command_extension));
  result.maps = text_of(path.string() + maps_extension);

  std::error_code unknown;
  const std::uint64_t chunks = std::filesystem::file_size(path, unknown) / EventChunk::bytes;
  // The chunks of one thread are in order, because the thread fills them one after the other.
  std::int64_t last_ns = 0;
  const auto chunk = std::make_unique<EventChunk>();
  for (std::uint64_t place = event_file_header_bytes;; place += EventChunk::bytes) {
    file.seekg(static_cast<std::streamoff>(place));
    if (!read_as(file, *chunk)) break;
    const std::uint64_t count = chunk->count.load(std::memory_order_relaxed);
    if (count == 0) continue;
    const std::uint64_t thread = std::uint64_t{chunk->thread} - recording.first_thread;
    if (count > EventChunk::capacity || chunk->thread < recording.first_thread || thread >= chunks) {
      return Error{path.string() + ": offset " + std::to_string(place), "a chunk of one thread's events",
                   count_text(count, "event") + " of thread " + std::to_string(chunk->thread)};
    }
    if (recording.threads.size() <= thread) recording.threads.resize(thread + 1);
    ThreadEvents& mine = recording.threads[thread];
    mine.is_worker = mine.is_worker || chunk->is_worker != 0;
    // Drops events after the cut-off. Some threads had space for longer, but their later events lack
    // counterparts.
    const auto last = chunk->events.begin() + static_cast<std::ptrdiff_t>(count);
    const auto kept = !recording.is_incomplete
                          ? last
                          : std::find_if(chunk->events.begin(), last, [&recording](const Event& event) {
                              return static_cast<std::int64_t>(event.time_ns) > recording.end_ns;
                            });
    mine.events.insert(mine.events.end(), chunk->events.begin(), kept);
    for (std::size_t i = 0; i < count; ++i)  // not all events have a time
      last_ns = std::max(last_ns, static_cast<std::int64_t>(chunk->events[i].time_ns));
  }
  if (recording.is_cut && !recording.is_incomplete) recording.end_ns = last_ns;
  return result;
}

}  // namespace gusset::ompt
