#pragma once
#include <QProcess>
#include <QString>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/document/last_wins.hpp"
#include "gusset/viewer/model/document/scratch_folder.hpp"
#include "gusset/viewer/model/what_if/what_if.hpp"
#include "gusset/viewer/model/what_if/what_if_report.hpp"

namespace gusset::viewer {

/// What to play again, and how.
struct WhatIfRequest {
  std::filesystem::path trace;
  WhatIf base;
  WhatIf changed;
  Appearance appearance;  ///< of the result's picture
};

/// Plays traces again by `gusset replay`, a child process, one at a time: the last one asked for wins. Its
/// files are in a folder that goes with this object.
class WhatIfRunner {
 public:
  struct Answer {
    WhatIfRequest request;
    ReplayResult result;
    std::shared_ptr<const LoadedTrace> loaded;  ///< its path is in this runner's folder
  };

  /// `threads` is how many reading the result may use.
  WhatIfRunner(JobRunner::Post post, unsigned threads);
  ~WhatIfRunner();

  Signal<const Answer&> answered;
  Signal<const std::string&> failed;  ///< one line
  Signal<> busy_changed;

  /// The program to call instead of the one that gusset_command finds.
  void set_program(QString program) { program_ = std::move(program); }
  const QString& program() const { return program_; }

  void ask(WhatIfRequest request);
  /// Stops the child; nothing that was asked for so far is answered.
  void give_up();
  bool busy() const { return requests_.running().has_value() || jobs_.busy(); }

  /// Whether a file is one of this runner's.
  bool owns(const std::filesystem::path& path) const;
  /// Removes one of its traces.
  void remove(const std::filesystem::path& path) const;

 private:
  void start(const WhatIfRequest& request);
  void ended();
  void read(const WhatIfRequest& request, const std::filesystem::path& output);
  std::filesystem::path statistics_of(const std::filesystem::path& output) const;

  unsigned threads_;
  QString program_;
  std::optional<ScratchFolder> folder_;
  std::uint64_t runs_ = 0;
  std::filesystem::path output_;  ///< of the child
  std::filesystem::path read_;    ///< the last that was read, or is
  QProcess child_;
  QTimer patience_;
  LastWins<WhatIfRequest> requests_;
  JobRunner jobs_;  // its end waits for work
  Connections connections_;
};

}  // namespace gusset::viewer
