#pragma once
#include <QFileSystemWatcher>
#include <QTimer>
#include <filesystem>
#include <vector>

#include "gusset/viewer/model/document/job_runner.hpp"

namespace gusset::viewer {

/// Tells when files that are open have been written anew, once they are whole: a writer may take its time,
/// replace a file or write it piece by piece.
class FileWatch : public QObject {
 public:
  using Paths = std::vector<std::filesystem::path>;

  explicit FileWatch(JobRunner& jobs, QObject* parent = nullptr);

  /// Some of the files are other ones than when `watch` was called, and all of these can be read.
  Signal<const Paths&> changed;

  /// Looks at these, as they are now, and at no others.
  void watch(const Paths& paths);
  /// How often files have been looked at after a sign of a change.
  std::uint64_t looks() const { return looks_; }

 private:
  /// What tells one state of a file from another; all 0 where there is none.
  struct Signature {
    std::uintmax_t size_bytes = 0;
    std::int64_t written = 0;
    friend bool operator==(const Signature&, const Signature&) = default;
  };
  static Signature signature_of(const std::filesystem::path& path);
  void look();

  JobRunner& jobs_;
  Paths paths_;
  std::vector<Signature> known_;
  bool knows_ = false;
  std::uint64_t looks_ = 0;
  QFileSystemWatcher watcher_;
  QTimer soon_;
};

}  // namespace gusset::viewer
