#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/viewer/model/state/edits.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"

namespace gusset::viewer {

/// The part of a window's view that is saved between sessions. A value. The window saves its docks itself.
struct SavedView {
  /// One open trace.
  struct Panel {
    std::string checksum;  ///< checksum of the file's content (file_checksum)
    RowOptions rows;
    traces::TaskId aligned_task{};  ///< the task to align at, if traces are aligned at a task
    friend bool operator==(const Panel&, const Panel&) = default;
  };
  std::vector<Panel> panels;  ///< from top to bottom
  TimeRange range;            ///< the visible times
  double row_height = 0.0;    ///< in pixels; 0: fit rows to the window
  TaskShape shape = TaskShape::triangle;
  bool sub_rows = true;  ///< split rows where tasks ran within others
  bool task_names = true;
  bool tracks = false;  ///< show tracks above the rows
  ArrowsShown arrows;
  traces::AlignAt align_at = traces::AlignAt::recorded;
  bool own_scales = false;
  std::vector<Mark> marks;  ///< sorted by time
  std::string colour_by;    ///< in traces::parse_colour_by's syntax
  std::vector<std::string> conditions;
  std::set<std::string> hidden;
  std::map<std::string, traces::Colour> custom_colours;
  friend bool operator==(const SavedView&, const SavedView&) = default;
};

/// The current view. `checksums` are the panels' checksums.
SavedView saved_view(const Timeline& timeline, const Session& session,
                     const std::vector<std::string>& checksums, ArrowsShown arrows = {});
/// Restores the time range, the row height, the shape, sub-rows and names in tasks, and the rows of the
/// panels whose trace is unchanged. Call it after restoring the session, because the range is on the
/// session's axis.
void restore_view(Timeline& timeline, const SavedView& view, const std::vector<std::string>& checksums);
/// Restores colours, filters, alignment, marks and tracks. Keeps the current colouring if no open trace has
/// the facts for the saved one. Keeps the current alignment unless the open traces are the saved ones.
void restore_view(Session& session, const SavedView& view, const std::vector<std::string>& checksums);

/// JSON in Gusset's own format ("gusset view").
std::string to_json(const SavedView& view);
/// Fails if the text is not a "gusset view" document; `where` names the file in the error.
Result<SavedView> parse_saved_view(const std::string& text, const std::string& where);

/// "T.gus.view.json" in the trace's folder.
std::filesystem::path view_file_beside(const std::filesystem::path& trace);
/// The same file in the user's state folder, for traces in folders that are not writable.
std::filesystem::path view_file_in(const std::filesystem::path& state_folder,
                                   const std::filesystem::path& trace);
/// 64-bit XXH3 of the file's content, in hexadecimal. Fails if the file can't be read.
Result<std::string> file_checksum(const std::filesystem::path& path);

}  // namespace gusset::viewer
