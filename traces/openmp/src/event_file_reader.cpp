#include "event_file_reader.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

#include "event_file_format.hpp"
#include "gusset/base/numbers.hpp"
#include "storage/conversion_failure.hpp"

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

Error unreadable(const std::string& name, int error_number) {
  return {name, "a readable event file", "\"" + std::generic_category().message(error_number) + "\""};
}

/// Reads up to `bytes`; fewer at the end of the file.
Result<std::size_t> read_at(int file, const std::string& name, std::uint64_t offset, void* to,
                            std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count =
        ::pread(file, static_cast<std::byte*>(to) + done, bytes - done, static_cast<off_t>(offset + done));
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(name, errno);
    done += static_cast<std::size_t>(count);
  }
  return done;
}

Result<RecordedProcess> read_header(int file, const std::string& name) {
  EventFileHeader header;
  header.magic = {};
  const auto count = read_at(file, name, 0, &header, sizeof header);
  if (!count) return count.error();
  if (*count < sizeof header || header.magic != event_file_magic)
    return Error{name + ": offset 0", "an event file of this version of Gusset", "another file"};
  RecordedProcess result;
  RecordingFacts& facts = result.facts;
  facts.first_thread = header.first_thread;
  facts.depth = static_cast<Depth>(std::min(header.depth, static_cast<std::uint32_t>(Depth::accesses)));
  facts.is_incomplete = header.is_incomplete.load(std::memory_order_relaxed) != 0;
  facts.end_ns = header.end_ns.load(std::memory_order_relaxed);
  facts.is_cut = facts.end_ns == 0;
  if (facts.is_incomplete) {
    facts.ran_until_ns = facts.end_ns;
    facts.end_ns = header.stopped_ns.load(std::memory_order_relaxed);
  }
  result.start_epoch_ns = header.start_epoch_ns;
  result.is_started = header.is_started != 0;
  result.asks_for_one_thread = header.asks_for_one_thread != 0;
  if (std::isfinite(header.quota) && header.quota > 0.0) facts.quota = header.quota;
  if (header.rank >= 0) result.rank = static_cast<unsigned>(header.rank);
  if (std::isfinite(header.event_ns) && header.event_ns > 0.0 && header.event_ns < 1e6) {
    result.event_ns = header.event_ns;
    facts.recording_ns = std::max<std::int64_t>(0, header.growing_ns.load(std::memory_order_relaxed));
  }
  facts.start_up_ns = std::max<std::int64_t>(0, header.start_up_ns);
  header.runtime.back() = '\0';
  result.runtime = header.runtime.data();
  header.ended_by.back() = '\0';
  result.ended_by = header.ended_by.data();
  return result;
}

}  // namespace

Result<RecordedProcess> read_event_file_header(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return unreadable(path.string(), errno);
  auto result = read_header(file, path.string());
  ::close(file);
  return result;
}

void note_end(const std::filesystem::path& path, const std::string& ended_by) {
  decltype(EventFileHeader::ended_by) text{};
  std::copy_n(ended_by.begin(), std::min(ended_by.size(), text.size() - 1), text.begin());
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return;  // the file cannot be changed, so only this conversion knows
  // The header's page exists, so this needs no space.
  if (::pwrite(file, text.data(), text.size(), offsetof(EventFileHeader, ended_by)) < 0) errno = 0;
  ::close(file);
}

Result<std::unique_ptr<EventFileReader>> EventFileReader::open(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return unreadable(path.string(), errno);
  std::unique_ptr<EventFileReader> reader(new EventFileReader(path.string(), file));
  auto process = read_header(file, reader->name_);
  if (!process) return process.error();
  reader->process_ = std::move(process).value();
  reader->process_.command = words_of(text_of(path.string() + command_extension));
  reader->process_.maps = text_of(path.string() + maps_extension);
  if (auto flaw = reader->find_chunks()) return *std::move(flaw);
  return reader;
}

EventFileReader::~EventFileReader() {
  ::close(file_);
}

std::optional<Error> EventFileReader::find_chunks() {
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(name_, unknown);
  if (unknown) return unreadable(name_, unknown.value());
  const std::uint64_t chunks = size / EventChunk::bytes;
  const std::uint32_t first_thread = process_.facts.first_thread;
  const double event_ns = process_.event_ns;
  struct ChunkHead {
    std::uint32_t thread, sequence, is_worker, unused;
    std::uint64_t count;
  } head{};
  static_assert(offsetof(EventChunk, is_worker) == offsetof(ChunkHead, is_worker) &&
                offsetof(EventChunk, count) == offsetof(ChunkHead, count));
  for (std::uint64_t place = event_file_header_bytes; place + EventChunk::bytes <= size;
       place += EventChunk::bytes) {
    const auto count = read_at(file_, name_, place, &head, sizeof head);
    if (!count) return count.error();
    if (*count < sizeof head) break;
    if (head.count == 0) continue;
    const std::uint64_t thread = std::uint64_t{head.thread} - first_thread;
    if (head.count > EventChunk::capacity || head.thread < first_thread || thread >= chunks) {
      return Error{name_ + ": offset " + std::to_string(place), "a chunk of one thread's events",
                   count_text(head.count, "event") + " of thread " + std::to_string(head.thread)};
    }
    process_.facts.recording_ns += static_cast<std::int64_t>(event_ns * static_cast<double>(head.count));
    if (threads_.size() <= thread) threads_.resize(thread + 1);
    Thread& mine = threads_[thread];
    mine.is_worker = mine.is_worker || head.is_worker != 0;
    mine.chunks.push_back({place + offsetof(EventChunk, events), head.count});
  }
  return {};
}

std::size_t EventFileReader::read(std::size_t thread, std::span<Event> to) {
  Thread& mine = threads_[thread];
  if (mine.chunk == mine.chunks.size()) return 0;
  const Chunk& chunk = mine.chunks[mine.chunk];
  if (mine.events == 0 && mine.chunk + 1 < mine.chunks.size()) {
    const Chunk& next = mine.chunks[mine.chunk + 1];  // not adjacent: the system can't read ahead
    ::posix_fadvise(file_, static_cast<off_t>(next.offset), static_cast<off_t>(next.events * sizeof(Event)),
                    POSIX_FADV_WILLNEED);
  }
  const std::size_t count = std::min<std::size_t>(to.size(), chunk.events - mine.events);
  const std::uint64_t offset = chunk.offset + mine.events * sizeof(Event);
  const auto got = read_at(file_, name_, offset, to.data(), count * sizeof(Event));
  if (!got) throw ConversionFailure(got.error());
  if (*got < count * sizeof(Event))
    throw ConversionFailure({name_ + ": offset " + std::to_string(offset), "events", "the end of the file"});
  mine.events += count;
  if (mine.events == chunk.events) {
    ++mine.chunk;
    mine.events = 0;
  }
  return count;
}

}  // namespace gusset::ompt
