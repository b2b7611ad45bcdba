#include "gusset/viewer/app/widgets/file_watch.hpp"

#include <QStringList>
#include <algorithm>

#include "gusset/traces/exchange/read_trace.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int quiet_ms = 300;

// Returns false for a file that its writer has not finished: the reader refuses it, or reports a truncation.
bool is_complete(const std::filesystem::path& path) {
  const Result<traces::ReadTrace> read = traces::read_trace(path);
  return read && std::none_of(read->issues.begin(), read->issues.end(), [](const traces::ImportIssue& issue) {
           return issue.kind == traces::ImportIssue::Kind::truncated;
         });
}

}  // namespace

FileWatch::FileWatch(JobRunner& jobs, QObject* parent) : QObject(parent), jobs_(jobs) {
  soon_.setSingleShot(true);
  soon_.setInterval(quiet_ms);
  connect(&soon_, &QTimer::timeout, this, [this] { check(); });
  // Each sign of a change restarts the wait, so that only files at rest are checked.
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { soon_.start(); });
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this] { soon_.start(); });
}

FileWatch::Signature FileWatch::signature_of(const std::filesystem::path& path) {
  std::error_code none;
  Signature signature;
  signature.size_bytes = std::filesystem::file_size(path, none);
  if (none) return {};
  signature.written = std::filesystem::last_write_time(path, none).time_since_epoch().count();
  return none ? Signature() : signature;
}

void FileWatch::watch(const Paths& paths) {
  soon_.stop();
  jobs_.cancel("check files");
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  if (!watcher_.directories().isEmpty()) watcher_.removePaths(watcher_.directories());
  paths_ = paths;
  is_known_ = false;
  if (paths.empty()) return;
  QStringList places;
  for (const std::filesystem::path& path : paths) {
    // Watches the folder too: a file that is replaced is no longer watched by its name.
    places << qt_path(path) << qt_path(std::filesystem::absolute(path).parent_path());
  }
  places.removeDuplicates();
  watcher_.addPaths(places);
  jobs_.start(
      "check files",
      [paths](const JobRunner::Cancelled&) {
        std::vector<Signature> known;
        for (const auto& path : paths) known.push_back(signature_of(path));
        return known;
      },
      [this](std::vector<Signature> known) {
        known_ = std::move(known);
        is_known_ = true;
      });
}

void FileWatch::check() {
  if (!is_known_) return;
  for (const std::filesystem::path& path : paths_) {
    if (!watcher_.files().contains(qt_path(path))) watcher_.addPath(qt_path(path));
  }
  struct Seen {
    Paths changed;
    std::vector<Signature> signatures;
  };
  jobs_.start(
      "check files",
      [paths = paths_, known = known_](const JobRunner::Cancelled&) {
        Seen seen;
        for (std::size_t i = 0; i < paths.size(); ++i) {
          const Signature before = signature_of(paths[i]);
          seen.signatures.push_back(before);
          if (before == known[i]) continue;
          // The file is still growing, or broken. The next change triggers another check.
          if (before == Signature() || !is_complete(paths[i]) || signature_of(paths[i]) != before)
            return Seen();
          seen.changed.push_back(paths[i]);
        }
        return seen;
      },
      [this](const Seen& seen) {
        ++checks_;
        if (seen.changed.empty()) return;
        known_ = seen.signatures;  // reports each change once
        changed(seen.changed);
      });
}

}  // namespace gusset::viewer
