#pragma once
#include <QWidget>
#include <filesystem>
#include <optional>
#include <vector>

#include "gusset/viewer/model/document/source_place.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// Opens a line of a source file in the user's editor ($VISUAL, $EDITOR, or what the desktop has). Files are
/// looked for beside and below the traces, the folder that the program was started in and those that files
/// were found in before; where they are not, the user is asked.
class SourceOpener {
 public:
  SourceOpener(Session& session, QWidget& window) : session_(session), window_(window) {}
  ~SourceOpener();
  SourceOpener(const SourceOpener&) = delete;
  SourceOpener& operator=(const SourceOpener&) = delete;
  /// Looks for the file off the user interface's thread, and opens it once it is found.
  void open(const SourcePlace& place);

 private:
  void open(const SourcePlace& place, std::optional<std::filesystem::path> file);
  std::vector<std::filesystem::path> folders() const;

  Session& session_;
  QWidget& window_;
  std::vector<std::filesystem::path> known_;
};

}  // namespace gusset::viewer
