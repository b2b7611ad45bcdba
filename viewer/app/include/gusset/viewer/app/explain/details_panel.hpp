#pragma once
#include <QTextBrowser>
#include <functional>

#include "gusset/viewer/model/document/selection.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

namespace gusset::viewer {

/// Shows the report of the selected task; its links select other tasks.
class DetailsPanel : public QTextBrowser {
 public:
  explicit DetailsPanel(Session& session, QWidget* parent = nullptr);
  /// Shows what is known now.
  void refresh();
  /// The messages of a task: a section below its report.
  std::function<std::optional<ReportSection>(TaskReference)> messages;
  /// The children of a trace's tasks; null while they are not known.
  std::function<const TaskChildren*(std::size_t panel)> children;
  /// What others know of a task: a section below its report.
  std::function<std::optional<ReportSection>(TaskReference)> more;

  /// Sections to show before the selected task's own.
  std::function<std::vector<ReportSection>()> first_sections;
  /// All tasks that meet a condition are to be found.
  std::function<void(const QString& condition)> find_asked;
  /// Opens a line of a source file.
  std::function<void(const SourcePlace&)> open_source;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  Session& session_;
  Selection::Subscription subscription_;
};

}  // namespace gusset::viewer
