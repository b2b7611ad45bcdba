#pragma once
#include <QFileSystemWatcher>
#include <QTimer>
#include <filesystem>
#include <vector>

#include "gusset/viewer/model/document/job_runner.hpp"

namespace gusset::viewer {

/// Reports when open files were rewritten, once they are complete. A writer may take its time, replace a file
/// or write it piece by piece.
class FileWatch : public QObject {
 public:
  using Paths = std::vector<std::filesystem::path>;

  explicit FileWatch(JobRunner& jobs, QObject* parent = nullptr);

  /// Passes the files that changed since `watch`. All of them are complete.
  Signal<const Paths&> changed;

  /// Watches these files, starting from their current state, and no others.
  void watch(const Paths& paths);
  /// How often files were checked after a sign of a change.
  std::uint64_t checks() const { return checks_; }

 private:
  /// Identifies the state of a file; all 0 if there is no file.
  struct Signature {
    std::uintmax_t size_bytes = 0;
    std::int64_t written = 0;
    friend bool operator==(const Signature&, const Signature&) = default;
  };
  static Signature signature_of(const std::filesystem::path& path);
  void check();

  JobRunner& jobs_;
  Paths paths_;
  std::vector<Signature> known_;
  bool is_known_ = false;
  std::uint64_t checks_ = 0;
  QFileSystemWatcher watcher_;
  QTimer soon_;
};

}  // namespace gusset::viewer
