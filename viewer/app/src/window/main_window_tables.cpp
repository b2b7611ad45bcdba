// The tables that can be copied and exported, and their content.
#include <QMenu>
#include <algorithm>
#include <utility>
#include <vector>

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

// Facts arrive trace by trace; a table of some traces would be wrong.
template <class Facts>
bool are_known(const std::vector<const Facts*>& facts) {
  return std::find(facts.begin(), facts.end(), nullptr) == facts.end();
}

}  // namespace

void MainWindow::add_tables() {
  const auto widget = [this](const char* name) -> QWidget& { return *findChild<QWidget*>(name); };
  using Known = CsvExports::Known;
  const QString open_first = "open a trace first";
  StatisticsPanel& statistics = explanation_docks_->statistics();
  tables_->add(
      "statistics", statistics.table(), [&statistics] { return ready(statistics.csv()); }, open_first,
      Known::once_shown);
  const auto name_statistics = [this, &statistics] { tables_->set_title("statistics", statistics.title()); };
  keep({statistics.title_changed.connect(name_statistics)});
  name_statistics();
  tables_->add(
      "critical path", widget("critical path table"),
      [this]() -> OptionalJob {
        const std::vector<const CriticalPathFacts*> facts = explanations_.path().all();
        if (!are_known(facts)) return std::nullopt;
        return ready(critical_path_table(*session_.document(), facts));
      },
      "the open traces have none", Known::once_shown);
  tables_->add(
      "critical path tasks", widget("critical path tasks"),
      [this]() -> OptionalJob {
        if (!are_known(explanations_.path().all())) return std::nullopt;
        std::vector<std::shared_ptr<const CriticalPathFacts>> facts;
        bool has_tasks = false;
        for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel) {
          facts.push_back(explanations_.path().shared(panel));
          has_tasks = has_tasks || !facts.back()->tasks.chain.empty();
        }
        if (!has_tasks) return std::nullopt;
        return [document = session_.document(), facts] { return path_tasks_table(*document, facts); };
      },
      "the open traces have none", Known::once_shown);
  tables_->add(
      "idle time", widget("idle table"),
      [this]() -> OptionalJob {
        const std::vector<const IdleFacts*> facts = explanations_.idle().all();
        if (!are_known(facts)) return std::nullopt;
        return ready(idle_table(*session_.document(), facts));
      },
      "the open traces have no times", Known::once_shown);
  tables_->add(
      "comparison", widget("compare bars"), [this] { return ready(what_if_docks_->compare().csv()); },
      "it needs two traces (File, Add for comparison)", Known::once_shown);
  tables_->add(
      "schedules", what_if_docks_->schedule(), [this] { return ready(what_if_docks_->schedule().csv()); },
      "search for a better schedule first (Ctrl+B)");
  SpeedupPanel& speedup = classroom_->speedup();
  tables_->add(
      "speedup", speedup, [&speedup] { return ready(speedup.csv()); }, "press Compute in its panel first (U)",
      Known::once_shown);
  tables_->add(
      "sweep", widget("sweep table"), [this] { return ready(what_if_docks_->sweep().csv()); },
      "open a file of gusset tune first");
  tables_->add(
      "legend", *legend_,
      [this] {
        return ready(legend_table(*session_.document(),
                                  legend_rows(*session_.document(), session_.totals().categories())));
      },
      open_first);
  legend_->setContextMenuPolicy(Qt::DefaultContextMenu);  // its own context menu includes these actions
  tables_->add(
      "marks", widget("marks"), [this] { return ready(marks_table(session_.edits().marks)); },
      "mark a time first (M)");
  const auto found_tasks = [this]() -> OptionalJob {
    if (!session_.search().result() || session_.search().result()->count == 0) return std::nullopt;
    return [document = session_.document(), found = *session_.search().result()] {
      return tasks_table(*document, matching_tasks(*document, found));
    };
  };
  tables_->add("found tasks", *find_, found_tasks, "find tasks first (Ctrl+F)");
  const auto selected_tasks = [this]() -> OptionalJob {
    const SelectionState& state = session_.selection().state();
    if (state.tasks.empty() && state.set == nullptr) return std::nullopt;
    return [document = session_.document(), tasks = state.tasks, set = state.set] {
      return tasks_table(*document, set != nullptr ? set->tasks : tasks);
    };
  };
  tables_->add("selected tasks", *details_, selected_tasks, "select a task first");
  const auto why = [this]() -> OptionalJob {
    const WhyFacts* facts = explanations_.why();
    if (facts == nullptr || !session_.document()->has(facts->task)) return std::nullopt;
    const traces::Trace& trace = *session_.document()->panel(facts->task.panel).trace;
    return ready(traces::csv_of(traces::why_table(trace, facts->analysis.steps)));
  };
  tables_->add("causal chain", *details_, why, "select a task and ask why it did not start earlier (Y)");
}

}  // namespace gusset::viewer
