#include "gusset/viewer/app/window/view_persistence.hpp"

#include <QDir>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int write_delay_ms = 1000;
constexpr std::size_t largest_view_bytes = 1 << 20;

std::filesystem::path state_folder() {
  QString folder = qEnvironmentVariable("XDG_STATE_HOME");
  if (!QDir::isAbsolutePath(folder)) folder = QDir::homePath() + "/.local/state";
  return (folder + "/gusset/views").toStdU16String();
}

JobRunner::Slot write_slot(const std::filesystem::path& first) {
  return {"saved view", first.string()};
}

bool write_view(const std::filesystem::path& trace, const SavedView& view) {
  const std::string text = to_json(view);
  if (write_text(view_file_beside(trace), text)) return true;
  const std::filesystem::path folder = state_folder();
  return QDir().mkpath(qt_path(folder)) && write_text(view_file_in(folder, trace), text).ok();
}

// Returns the newer of the two possible view files; empty if there is none.
std::filesystem::path newest_view_file(const std::filesystem::path& trace) {
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

ViewPersistence::ViewPersistence(QMainWindow& window, Session& session, TimelineView& view, Arrows& arrows,
                                 JobRunner& jobs)
    : QObject(&window), window_(window), session_(session), view_(view), arrows_(arrows), jobs_(jobs) {
  soon_.setSingleShot(true);
  soon_.setInterval(write_delay_ms);
  connect(&soon_, &QTimer::timeout, this, [this] { write(); });
}

void ViewPersistence::start() {
  connections_ = {view_.document_shown.connect([this](bool keep_view) { document_changed(keep_view); }),
                  view_.view_changed.connect([this] { view_changed(); }),
                  arrows_.shown_changed.connect([this] { view_changed(); }),
                  session_.marks_changed.connect([this] { view_changed(); })};
}

ViewPersistence::StoredView ViewPersistence::read_stored(const std::vector<std::filesystem::path>& paths) {
  StoredView stored;
  for (const auto& path : paths) {
    const Result<std::string> checksum = file_checksum(path);
    if (!checksum) return {};
    stored.checksums.push_back(checksum.value());
  }
  const std::filesystem::path file = newest_view_file(paths.front());
  if (file.empty()) return stored;
  const Result<std::string> text = read_text(file, largest_view_bytes);
  const std::string name = file.filename().string();
  if (!text) {
    stored.note = name + " cannot be read: ignored";
    return stored;
  }
  const Result<SavedView> view = parse_saved_view(*text, name);
  if (!view) {
    stored.note = view.error().message() + ": ignored";
  } else if (view->panels.front().checksum != stored.checksums.front()) {
    stored.note = name + " belongs to another version of the trace: ignored";
  } else {
    stored.view = view.value();
  }
  return stored;
}

void ViewPersistence::document_changed(bool keep_view) {
  std::vector<std::shared_ptr<const traces::Trace>> traces;
  std::vector<std::filesystem::path> paths;
  bool are_files = true;
  for (const auto& loaded : session_.document()->traces) {
    traces.push_back(loaded->trace);
    paths.push_back(loaded->path);
    are_files = are_files && !loaded->path.empty();
    are_files = are_files && !(is_excluded_ && is_excluded_(loaded->path));
  }
  if (traces == traces_) {
    view_changed();
    return;
  }
  write();  // writes the previous document's view
  traces_ = std::move(traces);
  checksums_.clear();
  jobs_.cancel("find views");
  if (paths.empty() || !are_files) return;
  first_ = paths.front();
  jobs_.start(
      "find views", [paths](const JobRunner::Cancelled&) { return read_stored(paths); },
      [this, keep_view, axis = view_.timeline().axis()](const StoredView& stored) {
        apply(stored, !keep_view, axis);
      });
}

void ViewPersistence::apply(const StoredView& stored, bool may_restore, const TimeAxis& axis) {
  checksums_ = stored.checksums;
  // A user who changed the view before the file was read keeps that view. A resized window does not count as
  // a change.
  const TimeAxis& now = view_.timeline().axis();
  const double few_ns = 2.0 * now.ns_per_pixel();
  const bool untouched = std::fabs(now.begin_ns() - axis.begin_ns()) < few_ns &&
                         std::fabs(now.end_ns() - axis.end_ns()) < few_ns;
  if (may_restore && untouched && stored.view) {
    restore_view(session_, *stored.view, checksums_);
    view_.restore(*stored.view, checksums_);
    arrows_.show(stored.view->arrows);
  }
  if (may_restore && !stored.note.empty()) say(window_, qt_text(stored.note));
  written_ = saved_view(view_.timeline(), session_, checksums_, arrows_.shown());
  pending_.reset();  // drops changes made while restoring
  soon_.stop();
}

void ViewPersistence::files_rewritten() {
  if (checksums_.empty()) return;  // views of these traces are not saved
  std::vector<std::filesystem::path> paths;
  for (const auto& loaded : session_.document()->traces) paths.push_back(loaded->path);
  jobs_.start(
      "find views", [paths](const JobRunner::Cancelled&) { return read_stored(paths); },
      [this](const StoredView& stored) {
        checksums_ = stored.checksums;
        written_ = {};
        view_changed();
      });
}

bool ViewPersistence::is_known(const Document& document) const {
  return std::equal(document.traces.begin(), document.traces.end(), traces_.begin(), traces_.end(),
                    [](const auto& loaded, const auto& trace) { return loaded->trace == trace; });
}

void ViewPersistence::view_changed() {
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

void ViewPersistence::write() {
  soon_.stop();
  if (!pending_) return;
  written_ = *std::exchange(pending_, std::nullopt);
  // One slot per trace, so that later writes replace earlier ones.
  jobs_.start(
      write_slot(first_),
      [first = first_, view = written_](const JobRunner::Cancelled&) { return write_view(first, view); },
      [this](bool done) {
        if (!done)
          say(window_, "Cannot save the view: neither the trace's folder nor the state folder is writable");
      });
}

void ViewPersistence::flush() {
  soon_.stop();
  if (!pending_ && !jobs_.busy(write_slot(first_))) return;
  if (pending_) written_ = *std::exchange(pending_, std::nullopt);
  jobs_.cancel(write_slot(first_));
  write_view(first_, written_);
}

}  // namespace gusset::viewer
