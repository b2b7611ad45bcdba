#pragma once
#include <map>
#include <memory>
#include <vector>

#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

namespace gusset::viewer {

/// The tracks above the rows of each open trace (traces::tracks), computed off the user interface's thread
/// when they are shown.
class PanelTracks {
 public:
  using Tracks = std::shared_ptr<const std::vector<traces::Track>>;

  /// `document` always holds the open traces.
  PanelTracks(JobRunner& jobs, const std::shared_ptr<const Document>& document)
      : jobs_(jobs), document_(document) {}

  /// Emitted after tracks become known, or are no longer shown.
  Signal<> changed;

  /// Applies to these traces and those opened later.
  void show(bool shown);
  bool are_shown() const { return are_shown_; }
  /// Drops the earlier traces' tracks. Call this after other traces are opened.
  void restart();
  /// The tracks of each panel; null until they are known. Empty if tracks are not shown.
  std::vector<Tracks> all() const;

 private:
  using Known = std::map<const traces::Trace*, Tracks>;

  void need();

  JobRunner& jobs_;
  const std::shared_ptr<const Document>& document_;
  bool are_shown_ = false;
  Known known_;
};

}  // namespace gusset::viewer
