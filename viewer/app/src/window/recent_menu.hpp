#pragma once
#include <filesystem>

#include "gusset/viewer/app/widgets/actions.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/state/recent_traces.hpp"

class QMenu;
class QSettings;

namespace gusset::viewer {

class MainWindow;
class WelcomePage;

/// The recent traces, in the File menu and on the welcome page.
class RecentMenu {
 public:
  RecentMenu(MainWindow& window, Actions& actions, WelcomePage& page, JobRunner& jobs);

  /// Restores the list and from now on saves it. The settings must outlive this object.
  void remember(QSettings& settings);
  /// Finds out which traces are missing.
  void check();
  /// Adds the open traces, except temporary ones.
  void add_open_traces();
  /// Adds the file to which the user has saved the first open graph.
  void add_saved_graph(const std::filesystem::path& path);

 private:
  void describe(RecentTrace& entry, std::size_t panel) const;
  void add(RecentTrace entry);
  void show();
  void save(const RecentTraces& traces);

  MainWindow& window_;
  Actions& actions_;
  WelcomePage& page_;
  JobRunner& jobs_;
  QMenu& menu_;
  QSettings* settings_ = nullptr;
  RecentTraces recent_;
};

}  // namespace gusset::viewer
