#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "recording.hpp"

namespace gusset::ompt {

/// The facts about a process that recorded events.
struct RecordedProcess {
  RecordingFacts facts;
  std::int64_t start_epoch_ns = 0;
  double event_ns = 0.0;             ///< how long recording an event took; 0 if unknown
  bool is_started = false;           ///< by gusset directly, not by a process that gusset started
  bool asks_for_one_thread = false;  ///< whether OMP_NUM_THREADS was 1
  std::optional<unsigned> rank;      ///< see process_rank
  std::string runtime;               ///< as the runtime describes itself
  std::string ended_by;              ///< what ended the process early; empty if it ended on its own
  std::vector<std::string> command;  ///< command line
  std::string maps;                  ///< the process's memory map, in the format of /proc/self/maps
};

/// Reads only the header, without the events and the accompanying files.
Result<RecordedProcess> read_event_file_header(const std::filesystem::path& path);

/// Notes in the event file what ended the process, so that a later conversion knows it too.
void note_end(const std::filesystem::path& path, const std::string& ended_by);

/// Reads an event file and the accompanying files after the process has ended. Keeps only the list of the
/// file's chunks in memory.
class EventFileReader final : public EventSource {
 public:
  /// Fails with the file, the offset, what was expected and what was found.
  static Result<std::unique_ptr<EventFileReader>> open(const std::filesystem::path& path);
  ~EventFileReader() override;
  EventFileReader(const EventFileReader&) = delete;
  EventFileReader& operator=(const EventFileReader&) = delete;

  const RecordedProcess& process() const { return process_; }
  RecordingFacts facts() const override { return process_.facts; }
  std::size_t threads() const override { return threads_.size(); }
  bool is_worker(std::size_t thread) const override { return threads_[thread].is_worker; }
  std::size_t read(std::size_t thread, std::span<Event> to) override;

 private:
  /// Where one chunk's events are in the file.
  struct Chunk {
    std::uint64_t offset = 0;  ///< of the first event
    std::uint64_t events = 0;
  };
  struct Thread {
    bool is_worker = false;
    std::vector<Chunk> chunks;  ///< in the order in which the thread filled them
    std::size_t chunk = 0;      ///< index of the chunk to read
    std::uint64_t events = 0;   ///< how many of that chunk's events have been read
  };

  EventFileReader(std::string name, int file) : name_(std::move(name)), file_(file) {}
  std::optional<Error> find_chunks();

  std::string name_;
  int file_;
  RecordedProcess process_;
  std::vector<Thread> threads_;
};

}  // namespace gusset::ompt
