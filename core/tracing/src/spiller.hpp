#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "block_pool.hpp"
#include "clock.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/traces/gus/recording_file.hpp"
#include "record_stream.hpp"
#include "records.hpp"

namespace gusset::core_tracing {

struct HandleRecord {
  std::string name;
  std::uint64_t size_bytes = 0;
};

/// What a task carries besides, of any kind.
struct ValueRecord {
  std::string name;
  std::variant<std::int64_t, double, std::string> value;
  std::uint64_t number = 0;  ///< of the task
};

/// Takes what workers write and puts it into a file while they go on writing, by a thread of its own. What
/// has been written for a second is in the file; what is complete, earlier.
class Spiller {
 public:
  /// Opens the file when there is something to be written.
  using Open = std::function<Result<traces::RecordingFile>(const traces::RecordingHead&)>;

  Spiller(Depth depth, const Clock& clock, std::size_t workers, std::size_t memory_bytes, Open open);
  ~Spiller();

  RecordStream& stream(std::size_t worker) { return *lanes_[worker].stream; }

  /// Thread-safe. Ids come in about their order, each once.
  void add_handle(std::size_t id, HandleRecord handle);
  void add_value(ValueRecord value);

  /// After the last record: writes what is left, and completes the file; nothing where the recording had to
  /// be stopped, which has been said then. Fails where the file can't be opened or completed.
  Result<std::optional<traces::RecordingFile>> finish();

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  struct Lane {
    std::unique_ptr<RecordStream> stream;
    traces::RecordedTasks tasks;
    traces::RecordedPauses pauses;
    traces::RecordedAccesses accesses;
    struct {
      std::vector<std::uint64_t> number;  // of the tasks
      std::vector<std::string> victim;
    } thefts;
    std::uint64_t latest_number = 0;  // of a task of which more accesses may come
  };

  void work();
  void spill(bool is_last);
  void drain(Lane& lane);
  void take_task(Lane& lane, const SpanRecord& span, const std::byte* rest);
  void take_accesses(Lane& lane, std::uint32_t count, const std::byte* records);
  void write(bool is_last);
  bool open();
  void write_handles();
  void take_handles(traces::HandleColumns& columns);
  void write_values();
  void sample_memory();
  void stop(const Error& error);
  traces::TypeId type_of(TaskTypeId type);

  Depth depth_;
  const Clock& clock_;
  Open open_;
  BlockPool pool_;
  std::vector<Lane> lanes_;
  std::optional<traces::RecordingFile> file_;
  std::optional<Error> not_opened_;
  bool is_stopped_ = false;
  SteadyTime last_write_;

  std::vector<std::uint32_t> types_;  // by TaskTypeId; traces' number plus one
  std::uint32_t type_count_ = 0;
  std::vector<std::string> new_types_;
  std::optional<std::uint32_t> stolen_from_;  // an attribute
  std::optional<std::uint32_t> memory_counter_;
  std::vector<std::int64_t> sample_ticks_;
  std::vector<double> samples_;
  struct KnownAttribute {
    std::string name;
    std::size_t kind;
    std::uint32_t index;
  };
  std::vector<KnownAttribute> attributes_;

  std::mutex pending_;                                // guards the next three
  std::vector<std::optional<HandleRecord>> handles_;  // from first_handle_ on
  std::size_t first_handle_ = 0;                      // which this thread alone changes
  std::vector<ValueRecord> values_;

  std::mutex mutex_;  // guards the next two
  bool is_ending_ = false;
  bool is_wanted_ = false;
  std::condition_variable wanted_;
  std::thread thread_;
};

}  // namespace gusset::core_tracing
