#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gusset::viewer {

/// The stages of opening a trace, in order.
enum class LoadStage : std::uint8_t {
  reading,  ///< read and check the file
  colours,  ///< compute categories and the level of detail
  times,    ///< compute times of tasks and rows, and totals
  filters,
};

/// Progress of opening files. Thread-safe: the loading job writes it, the user interface reads it.
class LoadProgress {
 public:
  explicit LoadProgress(std::vector<std::string> names) : names_(std::move(names)) {}

  void begin(std::size_t file, LoadStage stage) {
    place_.store(file * stages + static_cast<std::size_t>(stage), std::memory_order_relaxed);
  }
  /// The size of the file being read; 0 if unknown.
  void set_size_bytes(std::uint64_t size) { size_bytes_.store(size, std::memory_order_relaxed); }

  /// The files' names.
  const std::vector<std::string>& names() const { return names_; }
  /// Index of the file being read.
  std::size_t file() const { return place_.load(std::memory_order_relaxed) / stages; }
  LoadStage stage() const { return static_cast<LoadStage>(place_.load(std::memory_order_relaxed) % stages); }
  /// The finished share of all stages of all files, 0…1. Does not advance within a stage.
  double share() const;
  /// "Reading 12.34 MB", "Computing totals".
  std::string text() const;

 private:
  static constexpr std::size_t stages = 4;
  const std::vector<std::string> names_;
  // Relaxed: no other data is published through these.
  std::atomic<std::size_t> place_ = 0;  // file * stages + stage
  std::atomic<std::uint64_t> size_bytes_ = 0;
};

/// Reports a loading job's progress and asks whether to cancel it. A value; members may be null.
struct LoadWatch {
  LoadProgress* progress = nullptr;
  std::size_t file = 0;
  const std::atomic<bool>* cancelled = nullptr;

  /// Reports the start of a stage. Returns false if the job is cancelled.
  bool begin(LoadStage stage) const;
};

}  // namespace gusset::viewer
