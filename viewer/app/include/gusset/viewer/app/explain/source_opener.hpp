#pragma once
#include <QWidget>
#include <filesystem>
#include <optional>
#include <vector>

#include "gusset/viewer/model/document/source_location.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// Opens a line of a source file in the user's editor: $VISUAL, $EDITOR or the desktop's default. Searches
/// the folders of the traces, of the traced programs and of earlier hits, and the current folder, each with
/// its subfolders. Asks the user if the search fails.
class SourceOpener {
 public:
  SourceOpener(Session& session, QWidget& window) : session_(session), window_(window) {}
  ~SourceOpener();
  SourceOpener(const SourceOpener&) = delete;
  SourceOpener& operator=(const SourceOpener&) = delete;
  /// Searches for the file on a job's thread and opens it once found.
  void open(const SourceLocation& place);

 private:
  void open(const SourceLocation& place, std::optional<std::filesystem::path> file);
  std::vector<std::filesystem::path> folders() const;

  Session& session_;
  QWidget& window_;
  std::vector<std::filesystem::path> known_;
};

}  // namespace gusset::viewer
