// What of the window is written to files as pictures.
#include <QFileDialog>
#include <QLabel>
#include <QStatusBar>
#include <utility>

#include "gusset/figure/figure.hpp"
#include "gusset/figure/graph_figure.hpp"
#include "gusset/viewer/app/as_seen.hpp"
#include "gusset/viewer/app/main_window.hpp"

namespace gusset::viewer {
namespace {

constexpr int exported_ms = 5000;
const char* const picture_filter = "Pictures (*.svg *.pdf *.png)";

}  // namespace

void MainWindow::ask_for_export() {
  const QString name = QFileDialog::getSaveFileName(
      this, "Export picture", studies_->shows_sweep() ? "sweep.svg" : "trace.svg", picture_filter);
  if (!name.isEmpty()) export_picture(name.toStdU16String());
}

// Of the sweep, or of the traces, whichever is in sight.
void MainWindow::export_picture(const std::filesystem::path& path) {
  if (studies_->shows_sweep()) {
    export_by(path, [draw = studies_->sweep()->exporter(), path]() -> traces::Result<QString> {
      const auto drawn = draw(path);
      if (!drawn) return drawn.error();
      return QString();
    });
    return;
  }
  std::vector<figure::Panel> panels =
      panels_as_seen(*session_.document(), view_->timeline(), &reasons_->arrows());
  if (panels.empty()) return;
  export_by(path,
            [panels = std::move(panels), options = options_as_seen(view_->timeline()),
             path]() -> traces::Result<QString> {
              const auto drawn = figure::draw(panels, path, options);
              if (!drawn) return drawn.error();
              return QString();
            });
}

void MainWindow::ask_for_graph_export() {
  if (!has_graph()) return;
  const QString name = QFileDialog::getSaveFileName(this, "Export the graph", "graph.svg", picture_filter);
  if (!name.isEmpty()) export_graph(name.toStdU16String());
}

// Says why there is none.
bool MainWindow::has_graph() {
  if (graph_->graph().laid() != nullptr) return true;
  graph_->show();
  const QString why = QString::fromStdString(graph_->graph().message()).replace('\n', ' ');
  statusBar()->showMessage("No graph to export yet. " + why, exported_ms);
  return false;
}

void MainWindow::export_graph(const std::filesystem::path& path) {
  if (!has_graph()) return;
  export_by(
      path,
      [document = session_.document(), laid = graph_->graph().shared_laid(),
       path]() -> traces::Result<QString> {
        figure::FigureOptions options = figure::graph_options();
        options.own_colours = document->appearance.own_colours;
        const auto drawn = figure::draw(graph_as_seen(*document, *laid), path, options);
        if (!drawn) return drawn.error();
        return QString(drawn->has_names ? "" : "; names would be too small to be read: fold more of it");
      });
}

// What else there is to say is what `draw` returns.
void MainWindow::export_by(const std::filesystem::path& path, std::function<traces::Result<QString>()> draw) {
  busy_->setText("Exporting…");
  exports_.start(
      "export", [draw = std::move(draw)](const JobRunner::Cancelled&) { return draw(); },
      [this, path](const traces::Result<QString>& words) {
        update_busy();
        if (words) {
          statusBar()->showMessage("Exported " + QString::fromStdU16String(path.u16string()) + *words,
                                   exported_ms);
        } else {
          tell("Export", words.error().message());
        }
      },
      [this](const std::string& what) {
        update_busy();
        tell("Export", "export: expected enough memory for the picture, found " + what);
      });
}

}  // namespace gusset::viewer
