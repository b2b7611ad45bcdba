// The tables that can be copied and exported, and their content.
#include <QMenu>
#include <utility>

#include "gusset/viewer/app/timeline/find_bar.hpp"
#include "gusset/viewer/app/timeline/marks_panel.hpp"
#include "gusset/viewer/app/window/csv_exports.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/model/explain/csv_tables.hpp"

namespace gusset::viewer {
namespace {

using OptionalJob = std::optional<CsvExports::Job>;

// Wraps a table that is small enough to be made immediately.
OptionalJob ready(std::optional<traces::CsvTable> table) {
  if (!table || table->rows.empty()) return std::nullopt;
  return [table = std::move(*table)] { return table; };
}

}  // namespace

void MainWindow::add_tables() {
  const auto widget = [this](const char* name) -> QWidget& { return *findChild<QWidget*>(name); };
  tables_->add("statistics", widget("statistics table"),
               [this] { return ready(explanation_docks_->statistics().csv()); });
  tables_->add("critical path", widget("critical path table"), [this] {
    return ready(critical_path_table(*session_.document(), explanations_.path().all()));
  });
  tables_->add("idle time", widget("idle table"),
               [this] { return ready(idle_table(*session_.document(), explanations_.idle().all())); });
  tables_->add("comparison", widget("compare bars"),
               [this] { return ready(what_if_docks_->compare().csv()); });
  tables_->add("schedules", what_if_docks_->schedule(),
               [this] { return ready(what_if_docks_->schedule().csv()); });
  tables_->add("sweep", widget("sweep table"), [this] { return ready(what_if_docks_->sweep().csv()); });
  tables_->add("legend", *legend_, [this] {
    return ready(legend_table(*session_.document(),
                              legend_rows(*session_.document(), session_.totals().categories())));
  });
  legend_->setContextMenuPolicy(Qt::DefaultContextMenu);  // its own context menu includes these actions
  tables_->add("marks", widget("marks"), [this] { return ready(marks_table(session_.edits().marks)); });
  tables_->add("found tasks", *find_, [this]() -> OptionalJob {
    if (!session_.search().result() || session_.search().result()->count == 0) return std::nullopt;
    return [document = session_.document(), found = *session_.search().result()] {
      return tasks_table(*document, matching_tasks(*document, found));
    };
  });
  tables_->add("selected tasks", *details_, [this]() -> OptionalJob {
    const SelectionState& state = session_.selection().state();
    if (state.tasks.empty() && state.set == nullptr) return std::nullopt;
    return [document = session_.document(), tasks = state.tasks, set = state.set] {
      return tasks_table(*document, set != nullptr ? set->tasks : tasks);
    };
  });
  const auto why = [this]() -> OptionalJob {
    const WhyFacts* facts = explanations_.why();
    if (facts == nullptr || !session_.document()->has(facts->task)) return std::nullopt;
    const traces::Trace& trace = *session_.document()->panel(facts->task.panel).trace;
    return ready(traces::csv_of(traces::why_table(trace, facts->analysis.steps)));
  };
  tables_->add("causal chain", *details_, why);
}

}  // namespace gusset::viewer
