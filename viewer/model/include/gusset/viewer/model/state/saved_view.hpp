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

/// How a window showed traces: what is kept from one day to the next. A value. Docks are the window's.
struct SavedView {
  /// One open trace.
  struct Panel {
    std::string checksum;  ///< of the file's content (file_checksum)
    RowOptions rows;
    traces::TaskId aligned_task{};  ///< where traces are aligned at a task
    friend bool operator==(const Panel&, const Panel&) = default;
  };
  std::vector<Panel> panels;  ///< from the top
  TimeRange range;            ///< the times in view
  double row_height = 0.0;    ///< in pixels; 0: as fits
  TaskShape shape = TaskShape::triangle;
  bool sub_rows = true;  ///< where tasks ran within others
  bool tracks = false;   ///< above the rows
  ArrowsShown arrows;
  traces::AlignAt align_at = traces::AlignAt::recorded;
  bool own_scales = false;
  std::vector<Mark> marks;  ///< by time
  std::string colour_by;    ///< as traces::parse_colour_by reads it
  std::vector<std::string> conditions;
  std::set<std::string> hidden;
  std::map<std::string, traces::Colour> own_colours;
  friend bool operator==(const SavedView&, const SavedView&) = default;
};

/// What is shown now. `checksums` are those of the panels.
SavedView saved_view(const Timeline& timeline, const Session& session,
                     const std::vector<std::string>& checksums, ArrowsShown arrows = {});
/// Rows, range, shape and sub-rows, of those panels whose trace is the same; after the session's part, on
/// whose axis the range is.
void restore_view(Timeline& timeline, const SavedView& view, const std::vector<std::string>& checksums);
/// Colours, filters, alignment, marks and tracks. What the document can't be coloured by stays; so does the
/// alignment where other traces lie beside the first one.
void restore_view(Session& session, const SavedView& view, const std::vector<std::string>& checksums);

/// JSON, a document of Gusset's own ("gusset view").
std::string to_json(const SavedView& view);
/// Fails where the text is no such document; `where` names the file.
Result<SavedView> parse_saved_view(const std::string& text, const std::string& where);

/// "T.gus.view.json", beside the trace.
std::filesystem::path view_file_beside(const std::filesystem::path& trace);
/// The same in a folder that is the user's, for traces whose folder can't be written.
std::filesystem::path view_file_in(const std::filesystem::path& state_folder,
                                   const std::filesystem::path& trace);
/// 64-bit XXH3 of all bytes, in hexadecimal. Fails where the file can't be read.
Result<std::string> file_checksum(const std::filesystem::path& path);

}  // namespace gusset::viewer
