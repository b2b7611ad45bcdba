#pragma once
#include <QString>
#include <filesystem>
#include <optional>
#include <vector>

#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/document/source_location.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QSettings;

namespace gusset::viewer {

/// Opens a line of a source file in the user's editor: the command that the user chose in the window,
/// $VISUAL, $EDITOR or the desktop's default. Searches the folders that the user chose, those of the traces
/// and of the traced programs, and the current folder, each with its subfolders. Reports a missing file as a
/// failure of the session's jobs.
class SourceOpener {
 public:
  SourceOpener(Session& session, QMainWindow& window) : session_(session), window_(window) {}
  ~SourceOpener();
  SourceOpener(const SourceOpener&) = delete;
  SourceOpener& operator=(const SourceOpener&) = delete;

  /// Adds the actions that choose the editor and a folder of sources.
  void add_actions(Actions& actions, QMenu& menu);
  /// Uses the editor that the settings name, and stores the user's choice there.
  void remember(QSettings& settings);
  /// Searches for the file on a job's thread and opens it once found.
  void open(const SourceLocation& place);

 private:
  void open(const SourceLocation& place, const std::optional<std::filesystem::path>& file);
  void ask_for_editor();
  void ask_for_folder();
  std::vector<std::filesystem::path> folders() const;

  Session& session_;
  QMainWindow& window_;
  QSettings* settings_ = nullptr;
  QString editor_;  ///< the user's choice; may be empty
  std::vector<std::filesystem::path> chosen_folders_;
  std::optional<SourceLocation> missing_;  ///< not found; opened once the user has chosen a folder
};

}  // namespace gusset::viewer
