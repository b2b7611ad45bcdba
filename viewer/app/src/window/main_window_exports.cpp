// What of the window is written to files as pictures.
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QStatusBar>
#include <utility>

#include "gusset/traces/paper/timeline/figure.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"
#include "gusset/viewer/app/window/as_seen.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/window/picture_dialog.hpp"

namespace gusset::viewer {
namespace {

constexpr int exported_ms = 5000;
const char* const no_graph = "No graph to export yet. ";

}  // namespace

void MainWindow::ask_for_picture(const QString& title, const QString& full, const QString& name,
                                 std::function<void(const std::filesystem::path&, PictureSize)> draw) {
  const QDir folder = picture_folder_.isEmpty() ? QDir::current() : QDir(picture_folder_);
  auto* dialog = new PictureDialog(title, full, folder.filePath(name), picture_size_, this);
  dialog->chosen = [this, draw = std::move(draw)](const std::filesystem::path& path, PictureSize size) {
    picture_size_ = size;
    picture_folder_ = QFileInfo(QString::fromStdU16String(path.u16string())).absolutePath();
    draw(path, size);
  };
  dialog->open();
}

void MainWindow::ask_for_export() {
  const Document& document = *session_.document();
  const std::filesystem::path of = studies_->shows_sweep() ? studies_->sweep()->path()
                                   : document.empty()      ? std::filesystem::path()
                                                           : document.panel(0).path;
  ask_for_picture("Export picture", QString("Wide, %1 pixels").arg(picture_options(PictureSize::full).width),
                  picture_stem(of) + ".svg", [this](const std::filesystem::path& path, PictureSize size) {
                    export_picture(path, size);
                  });
}

// Of the sweep, or of the traces, whichever is in sight.
void MainWindow::export_picture(const std::filesystem::path& path, PictureSize size) {
  const figure::FigureOptions paper = picture_options(size);
  if (studies_->shows_sweep()) {
    export_by(path, [draw = studies_->sweep()->exporter(paper), path]() -> Result<QString> {
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
            [panels = std::move(panels), options = options_as_seen(view_->timeline(), paper),
             path]() -> Result<QString> {
              const auto drawn = figure::draw(panels, path, options);
              if (!drawn) return drawn.error();
              return QString();
            });
}

void MainWindow::ask_for_graph_export() {
  exports_graph_ = !has_graph();
  if (exports_graph_) return;
  const LoadedTrace& of = session_.document()->panel(graph_->graph().laid()->panel);
  ask_for_picture("Export the graph", "As large as the graph is", picture_stem(of.path) + "-graph.svg",
                  [this](const std::filesystem::path& path, PictureSize size) { export_graph(path, size); });
}

// Says why there is none.
bool MainWindow::has_graph() {
  if (graph_->graph().laid() != nullptr) return true;
  graph_->show();
  const QString why = QString::fromStdString(graph_->graph().message()).replace('\n', ' ');
  statusBar()->showMessage(no_graph + why, exported_ms);
  return false;
}

void MainWindow::graph_laid_out() {
  if (statusBar()->currentMessage().startsWith(no_graph)) statusBar()->clearMessage();
  if (exports_graph_) ask_for_graph_export();
}

void MainWindow::export_graph(const std::filesystem::path& path, PictureSize size) {
  if (!has_graph()) return;
  export_by(
      path,
      [document = session_.document(), laid = graph_->graph().shared_laid(), path,
       size]() -> Result<QString> {
        figure::FigureOptions options = picture_options(size, figure::graph_options());
        options.own_colours = document->appearance.own_colours;
        const auto drawn = figure::draw(graph_as_seen(*document, *laid), path, options);
        if (!drawn) return drawn.error();
        return QString(drawn->has_names ? "" : "; names would be too small to be read: fold more of it");
      });
}

// What else there is to say is what `draw` returns.
void MainWindow::export_by(const std::filesystem::path& path, std::function<Result<QString>()> draw) {
  busy_->setText("Exporting…");
  exports_.start(
      "export", [draw = std::move(draw)](const JobRunner::Cancelled&) { return draw(); },
      [this, path](const Result<QString>& words) {
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
