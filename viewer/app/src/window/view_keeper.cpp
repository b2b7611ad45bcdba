#include "gusset/viewer/app/window/view_keeper.hpp"

#include <QDir>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int keep_after_ms = 1000;
constexpr std::size_t largest_view_bytes = 1 << 20;

std::filesystem::path state_folder() {
  QString folder = qEnvironmentVariable("XDG_STATE_HOME");
  if (!QDir::isAbsolutePath(folder)) folder = QDir::homePath() + "/.local/state";
  return (folder + "/gusset/views").toStdU16String();
}

JobRunner::Slot slot_of(const std::filesystem::path& first) {
  return {"kept view", first.string()};
}

bool write_view(const std::filesystem::path& trace, const SavedView& view) {
  const std::string text = to_json(view);
  if (write_text(view_file_beside(trace), text)) return true;
  const std::filesystem::path folder = state_folder();
  return QDir().mkpath(qt_path(folder)) && write_text(view_file_in(folder, trace), text).ok();
}

// Returns the newer of the two possible view files; empty if there is none.
std::filesystem::path kept_view(const std::filesystem::path& trace) {
  std::filesystem::path latest;
  std::filesystem::file_time_type when{};
  for (const auto& path : {view_file_beside(trace), view_file_in(state_folder(), trace)}) {
    std::error_code none;
    const auto written = std::filesystem::last_write_time(path, none);
    if (none || (!latest.empty() && written <= when)) continue;
    latest = path;
    when = written;
  }
  return latest;
}

}  // namespace

ViewKeeper::ViewKeeper(QMainWindow& window, Session& session, TimelineView& view, Arrows& arrows,
                       JobRunner& jobs)
    : QObject(&window), window_(window), session_(session), view_(view), arrows_(arrows), jobs_(jobs) {
  soon_.setSingleShot(true);
  soon_.setInterval(keep_after_ms);
  connect(&soon_, &QTimer::timeout, this, [this] { write(); });
}

void ViewKeeper::start() {
  connections_ = {view_.document_shown.connect([this](bool keep_view) { document_changed(keep_view); }),
                  view_.view_changed.connect([this] { view_changed(); }),
                  arrows_.shown_changed.connect([this] { view_changed(); }),
                  session_.marks_changed.connect([this] { view_changed(); })};
}

ViewKeeper::Looked ViewKeeper::look(const std::vector<std::filesystem::path>& paths) {
  Looked looked;
  for (const auto& path : paths) {
    const Result<std::string> checksum = file_checksum(path);
    if (!checksum) return {};
    looked.checksums.push_back(checksum.value());
  }
  const std::filesystem::path kept = kept_view(paths.front());
  if (kept.empty()) return looked;
  const Result<std::string> text = read_text(kept, largest_view_bytes);
  const std::string name = kept.filename().string();
  if (!text) {
    looked.told = name + " can't be read: not used";
    return looked;
  }
  const Result<SavedView> view = parse_saved_view(*text, name);
  if (!view) {
    looked.told = view.error().message() + ": not used";
  } else if (view->panels.front().checksum != looked.checksums.front()) {
    looked.told = name + " is of another version of the trace: not used";
  } else {
    looked.view = view.value();
  }
  return looked;
}

void ViewKeeper::document_changed(bool keep_view) {
  std::vector<std::shared_ptr<const traces::Trace>> traces;
  std::vector<std::filesystem::path> paths;
  bool are_files = true;
  for (const auto& loaded : session_.document()->traces) {
    traces.push_back(loaded->trace);
    paths.push_back(loaded->path);
    are_files = are_files && !loaded->path.empty();
    are_files = are_files && (except_.empty() || loaded->path.parent_path() != except_);
  }
  if (traces == traces_) {
    view_changed();
    return;
  }
  write();  // writes the previous document's view
  traces_ = std::move(traces);
  checksums_.clear();
  jobs_.cancel("look for views");
  if (paths.empty() || !are_files) return;
  first_ = paths.front();
  jobs_.start(
      "look for views", [paths](const JobRunner::Cancelled&) { return look(paths); },
      [this, keep_view, axis = view_.timeline().axis()](const Looked& result) {
        looked(result, !keep_view, axis);
      });
}

void ViewKeeper::looked(const Looked& looked, bool may_restore, const TimeAxis& axis) {
  checksums_ = looked.checksums;
  // A user who changed the view before the file was read keeps that view. A resized window does not count as
  // a change.
  const TimeAxis& now = view_.timeline().axis();
  const double few_ns = 2.0 * now.ns_per_pixel();
  const bool untouched = std::fabs(now.begin_ns() - axis.begin_ns()) < few_ns &&
                         std::fabs(now.end_ns() - axis.end_ns()) < few_ns;
  if (may_restore && untouched && looked.view) {
    restore_view(session_, *looked.view, checksums_);
    view_.restore(*looked.view, checksums_);
    arrows_.show(looked.view->arrows);
  }
  if (may_restore && !looked.told.empty()) say(window_, qt_text(looked.told));
  written_ = saved_view(view_.timeline(), session_, checksums_, arrows_.shown());
  pending_.reset();  // drops changes made while restoring
  soon_.stop();
}

bool ViewKeeper::is_known(const Document& document) const {
  return std::equal(document.traces.begin(), document.traces.end(), traces_.begin(), traces_.end(),
                    [](const auto& loaded, const auto& trace) { return loaded->trace == trace; });
}

void ViewKeeper::view_changed() {
  // During a change of documents, the view and the marks change before the document is known here.
  if (checksums_.empty() || !is_known(view_.timeline().document()) || !is_known(*session_.document())) return;
  SavedView now = saved_view(view_.timeline(), session_, checksums_, arrows_.shown());
  if (now == written_) {
    pending_.reset();
    soon_.stop();
  } else if (now != pending_) {
    pending_ = std::move(now);
    soon_.start();
  }
}

void ViewKeeper::write() {
  soon_.stop();
  if (!pending_) return;
  written_ = *std::exchange(pending_, std::nullopt);
  // One slot per trace, so that later writes replace earlier ones.
  jobs_.start(
      slot_of(first_),
      [first = first_, view = written_](const JobRunner::Cancelled&) { return write_view(first, view); },
      [this](bool done) {
        if (!done)
          say(window_, "The view can't be kept: neither the trace's folder nor yours can be written");
      });
}

void ViewKeeper::flush() {
  soon_.stop();
  if (!pending_ && !jobs_.busy(slot_of(first_))) return;
  if (pending_) written_ = *std::exchange(pending_, std::nullopt);
  jobs_.cancel(slot_of(first_));
  write_view(first_, written_);
}

}  // namespace gusset::viewer
