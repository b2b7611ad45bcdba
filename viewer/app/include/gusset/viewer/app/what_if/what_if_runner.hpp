#pragma once
#include <QString>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "gusset/viewer/app/widgets/child_program.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/document/last_wins.hpp"
#include "gusset/viewer/model/what_if/what_if.hpp"
#include "gusset/viewer/model/what_if/what_if_report.hpp"

namespace gusset::viewer {

/// The trace to simulate, and the values to simulate it with.
struct WhatIfRequest {
  std::filesystem::path trace;
  WhatIf base;
  WhatIf changed;
  Appearance appearance;  ///< appearance of the result's picture
};

/// Simulates traces with `gusset replay`, one child process at a time. The latest request wins. Writes its
/// files to a temporary folder that is removed with this object.
class WhatIfRunner {
 public:
  struct Answer {
    WhatIfRequest request;
    ReplayResult result;
    std::shared_ptr<const LoadedTrace> loaded;  ///< its file is in this runner's folder
  };

  /// `threads` limits the threads that read the result.
  WhatIfRunner(JobRunner::Post post, unsigned threads);

  Signal<const Answer&> answered;
  Signal<const std::string&> failed;  ///< passes a one-line message
  Signal<> busy_changed;

  /// Replaces the program that gusset_command finds.
  void set_program(QString program) { program_ = std::move(program); }
  const QString& program() const { return program_; }

  /// Requests a simulation. Emits `answered` or `failed` later, unless a newer request or `cancel` replaces
  /// it. Emits `failed` immediately without a gusset program or a temporary folder.
  void submit(WhatIfRequest request);
  /// Stops the child. Pending requests get no answer.
  void cancel();
  bool busy() const { return requests_.running().has_value() || jobs_.busy(); }

  /// Whether a file belongs to this runner.
  bool owns(const std::filesystem::path& path) const { return child_.owns(path); }
  /// Removes one of this runner's traces.
  void remove(const std::filesystem::path& path) const;

 private:
  void start(const WhatIfRequest& request);
  void ended(const std::string& why);
  void read(const WhatIfRequest& request, const std::filesystem::path& output);
  std::filesystem::path statistics_of(const std::filesystem::path& output) const;

  unsigned threads_;
  QString program_;
  std::uint64_t runs_ = 0;
  std::filesystem::path output_;  ///< the child's output file
  std::filesystem::path read_;    ///< the trace being read, or read last
  ChildProgram child_;
  QTimer patience_;
  LastWins<WhatIfRequest> requests_;
  JobRunner jobs_;  // its destructor waits for running jobs
  Connections connections_;
};

}  // namespace gusset::viewer
