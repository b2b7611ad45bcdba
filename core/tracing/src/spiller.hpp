#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "block_pool.hpp"
#include "clock.hpp"
#include "gusset/traces/gus/recording_file.hpp"
#include "handle_rows.hpp"
#include "record_stream.hpp"
#include "records.hpp"
#include "value_rows.hpp"

namespace gusset::core_tracing {

/// Writes the workers' records to a file while the workers continue to write, on its own thread. Records
/// usually reach the file within a second; complete chunks sooner.
class Spiller {
 public:
  /// Opens the file. Called when there is data to write; for a node's part, at once.
  using Open = std::function<Result<traces::RecordingFile>(const traces::RecordingHead&)>;

  /// `part`: set if the recording is one node's part of a run.
  Spiller(Depth depth, const Clock& clock, std::size_t workers, std::size_t memory_bytes, Open open,
          std::optional<traces::RecordedPart> part = std::nullopt);
  ~Spiller();

  RecordStream& stream(std::size_t worker) { return *lanes_[worker].stream; }

  HandleRows& handles() { return handles_; }
  /// Adds a note to the metadata when the recording ends.
  void add_note(const std::string& text) { notes_.push_back(text); }
  ValueRows& values() { return values_; }
  /// Thread-safe. Only for a part.
  void add_message(const traces::RecordedMessage& message);
  void add_comparison(const traces::ClockComparison& comparison);

  /// Writes what has been recorded so far. Returns when the file has it. Thread-safe, before finish().
  void flush();

  /// Writes the remaining data and completes the file. Call it after the last record. Returns nothing if the
  /// recording had to stop early, which has been reported then. Fails if the file cannot be opened or
  /// completed.
  Result<std::optional<traces::RecordingFile>> finish();

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  struct Lane {
    std::unique_ptr<RecordStream> stream;
    traces::RecordedTasks tasks;
    traces::RecordedPauses pauses;
    traces::RecordedAccesses accesses;
    traces::ProcessorSamples processor;
    struct {
      std::vector<std::uint64_t> number;  // the tasks' numbers
      std::vector<std::string> victim;
    } thefts;
    std::uint64_t latest_number = 0;  // the latest task's number: more of its accesses may follow
  };

  void work();
  void spill(bool force);
  void drain(Lane& lane);
  void take_usage(Lane& lane, const SpanRecord& span, const std::byte* rest);
  void take_binding(const Lane& lane, const SpanRecord& span);
  void take_task(Lane& lane, const SpanRecord& span, const std::byte* rest);
  void take_accesses(Lane& lane, std::uint32_t count, const std::byte* records);
  void write(bool force);
  bool open();
  void take_messages();
  void write_handles();
  void write_modes();
  void sample_memory();
  void stop(const Error& error);
  traces::TypeId type_of(TaskTypeId type);

  Depth depth_;
  const Clock& clock_;
  Open open_;
  std::optional<traces::RecordedPart> part_;
  BlockPool pool_;
  std::vector<Lane> lanes_;
  std::optional<traces::RecordingFile> file_;
  std::optional<Error> open_error_;
  bool is_stopped_ = false;
  SteadyTime last_write_;

  std::uint32_t event_mode_ = 0;      // the trace's index of the mode of events
  std::size_t mode_count_ = 0;        // the number of the program's modes that the file has
  std::vector<std::uint32_t> types_;  // by TaskTypeId; the trace's type number plus one
  std::uint32_t type_count_ = 0;
  std::vector<std::string> new_types_;
  std::optional<std::uint32_t> stolen_from_;  // the attribute's id
  std::optional<std::uint32_t> memory_counter_;
  std::vector<std::int64_t> sample_ticks_;
  std::vector<double> samples_;
  double quota_ = 0.0;  // see processor_quota
  std::vector<traces::Binding> bindings_;
  std::vector<std::string> notes_;

  // Taken, but not written yet.
  std::vector<traces::RecordedMessage> messages_;
  std::vector<traces::ClockComparison> comparisons_;

  HandleRows handles_;
  ValueRows values_;

  std::mutex pending_;  // guards the next two members
  std::vector<traces::RecordedMessage> new_messages_;
  std::vector<traces::ClockComparison> new_comparisons_;

  std::mutex mutex_;  // guards the next four members
  bool is_ending_ = false;
  bool is_requested_ = false;
  std::uint64_t wanted_flushes_ = 0;
  std::uint64_t flushes_ = 0;
  std::condition_variable wake_;
  std::condition_variable flushed_;
  std::thread thread_;
};

}  // namespace gusset::core_tracing
