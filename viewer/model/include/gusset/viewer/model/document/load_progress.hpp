#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gusset::viewer {

/// What opening a trace is busy with, in this order.
enum class LoadStage : std::uint8_t {
  reading,  ///< and checking the file
  colours,  ///< categories and the level of detail
  times,    ///< of tasks, rows, totals
  filters,
};

/// How far opening files has come. Written by the job that reads, read by whoever shows it.
class LoadProgress {
 public:
  explicit LoadProgress(std::vector<std::string> names) : names_(std::move(names)) {}

  void begin(std::size_t file, LoadStage stage);
  /// How large the file is that is being read; 0: not known.
  void set_size_bytes(std::uint64_t size) { size_bytes_.store(size, std::memory_order_relaxed); }

  /// Of the files.
  const std::vector<std::string>& names() const { return names_; }
  /// The file that is being read.
  std::size_t file() const;
  LoadStage stage() const;
  /// 0…1 of all stages of all files; what a stage does inside is not known.
  double share() const;
  /// "Reading (12.34 MB)", "Totals of tasks and workers".
  std::string words() const;

 private:
  static constexpr std::size_t stages = 4;
  const std::vector<std::string> names_;
  // Relaxed, as nothing else is passed on by them.
  std::atomic<std::size_t> place_ = 0;  // file * stages + stage
  std::atomic<std::uint64_t> size_bytes_ = 0;
};

/// What a job that loads tells, and asks. A value; members may be null.
struct LoadWatch {
  LoadProgress* progress = nullptr;
  std::size_t file = 0;
  const std::atomic<bool>* cancelled = nullptr;

  /// Tells that a stage begins; false where the job should give up instead.
  bool begin(LoadStage stage) const;
};

}  // namespace gusset::viewer
