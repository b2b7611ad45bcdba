#include "gusset/viewer/app/window/picture_exports.hpp"

#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QImageReader>
#include <QMainWindow>
#include <QStatusBar>
#include <QXmlStreamReader>
#include <optional>
#include <utility>

#include "gusset/traces/paper/charts/chart_file.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/paper/graph/graph_figure.hpp"
#include "gusset/viewer/app/explain/as_seen.hpp"
#include "gusset/viewer/app/widgets/docks.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

const char* const no_graph = "No graph to export yet. ";

// The picture's size in pixels; empty for formats that have none.
QSize pixels_of(const QString& file) {
  if (QFileInfo(file).suffix().toLower() != "svg") return QImageReader(file).size();
  QFile svg(file);
  if (!svg.open(QIODevice::ReadOnly)) return {};
  QXmlStreamReader xml(&svg);
  if (!xml.readNextStartElement()) return {};
  bool has_width = false;
  bool has_height = false;
  const QSize size(qRound(xml.attributes().value("width").toDouble(&has_width)),
                   qRound(xml.attributes().value("height").toDouble(&has_height)));
  return has_width && has_height ? size : QSize();
}

// "Saved run.svg (1600 × 420, SVG)".
QString saved_text(const std::filesystem::path& path) {
  const QString file = qt_path(path);
  const QSize pixels = pixels_of(file);
  const QString size =
      pixels.isValid() ? QString("%1 × %2, ").arg(pixels.width()).arg(pixels.height()) : QString();
  return "Saved " + file + " (" + size + QFileInfo(file).suffix().toUpper() + ")";
}

}  // namespace

PictureExports::PictureExports(QMainWindow& window, JobRunner& jobs, Session& session, TimelineView& view,
                               GraphDock& graph, Arrows& arrows, Explanations& explanations, SweepView& sweep,
                               SpeedupPanel& speedup)
    : window_(window),
      jobs_(jobs),
      session_(session),
      view_(view),
      graph_(graph),
      arrows_(arrows),
      explanations_(explanations),
      sweep_(sweep),
      speedup_(speedup),
      connections_{graph.graph().changed.connect([this] { graph_changed(); }),
                   session.document_changed.connect([this] { is_graph_wanted_ = false; })} {}

void PictureExports::ask(const QString& title, const QString& full, const QString& name,
                         std::function<void(const std::filesystem::path&, PictureSize)> draw) {
  const QDir folder = folder_.isEmpty() ? QDir::current() : QDir(folder_);
  auto* dialog = new PictureDialog(title, full, folder.filePath(name), size_, &window_);
  QObject::connect(dialog, &QDialog::accepted, &window_, [this, dialog, draw = std::move(draw)] {
    size_ = dialog->size();
    folder_ = QFileInfo(qt_path(dialog->path())).absolutePath();
    draw(dialog->path(), size_);
  });
  dialog->open();
}

void PictureExports::ask_for_picture() {
  const Document& document = *session_.document();
  const std::filesystem::path of = !sweep_.isHidden() ? sweep_.path()
                                   : document.empty() ? std::filesystem::path()
                                                      : document.panel(0).path;
  ask("Export picture", QString("Wide, %1 pixels").arg(picture_options(PictureSize::full).width),
      picture_stem(of) + ".svg",
      [this](const std::filesystem::path& path, PictureSize size) { export_picture(path, size); });
}

void PictureExports::export_picture(const std::filesystem::path& path, PictureSize size) {
  const paper::FigureOptions base = picture_options(size);
  if (!sweep_.isHidden()) {
    run(path, [draw = sweep_.exporter(base), path]() -> Result<QString> {
      const auto drawn = draw(path);
      if (!drawn) return drawn.error();
      return QString();
    });
    return;
  }
  std::vector<paper::Panel> panels =
      panels_as_seen(*session_.document(), view_.timeline(), &arrows_, &explanations_);
  if (panels.empty()) return;
  run(path,
      [panels = std::move(panels), options = options_as_seen(view_.timeline(), base),
       path]() -> Result<QString> {
        const auto drawn = paper::draw(panels, path, options);
        if (!drawn) return drawn.error();
        return QString();
      });
}

void PictureExports::ask_for_graph() {
  is_graph_wanted_ = !has_graph();
  if (is_graph_wanted_) return;
  const LoadedTrace& of = session_.document()->panel(graph_.graph().drawing()->panel);
  ask("Export the graph", "As large as the graph", picture_stem(of.path) + "-graph.svg",
      [this](const std::filesystem::path& path, PictureSize size) { export_graph(path, size); });
}

bool PictureExports::has_graph() {
  if (graph_.graph().drawing() != nullptr) return true;
  graph_.show();
  say(window_, no_graph + qt_text(graph_.graph().message()).replace('\n', ' '));
  return false;
}

void PictureExports::graph_changed() {
  if (graph_.graph().drawing() == nullptr) return;
  if (window_.statusBar()->currentMessage().startsWith(no_graph)) window_.statusBar()->clearMessage();
  if (is_graph_wanted_) ask_for_graph();
}

void PictureExports::export_graph(const std::filesystem::path& path, PictureSize size) {
  if (!has_graph()) return;
  run(path,
      [document = session_.document(), drawing = graph_.graph().shared_drawing(), path,
       size]() -> Result<QString> {
        paper::FigureOptions options = picture_options(size, paper::graph_options());
        options.custom_colours = document->appearance.custom_colours;
        const auto drawn = paper::draw(graph_as_seen(*document, *drawing), path, options);
        if (!drawn) return drawn.error();
        return QString(drawn->has_names ? "" : "; names are too small to read: fold more groups");
      });
}

void PictureExports::ask_for_speedup() {
  if (!speedup_.figure()) {
    bring_to_front(window_.findChild<QDockWidget*>("Speedup"));
    return say(window_, "No speedup to export yet: export it once it is computed");
  }
  ask("Export the speedup", QString("Wide, %1 pixels").arg(paper::curves_width),
      picture_stem(speedup_.path()) + "-speedup.svg",
      [this](const std::filesystem::path& path, PictureSize size) { export_speedup(path, size); });
}

void PictureExports::export_speedup(const std::filesystem::path& path, PictureSize size) {
  std::optional<picture::CurvesFigure> figure = speedup_.figure();
  if (!figure) return;
  paper::FigureOptions full;
  full.width = paper::curves_width;
  run(path, [figure = *std::move(figure), path, options = picture_options(size, full)]() -> Result<QString> {
    const auto drawn = paper::draw(figure, path, options);
    if (!drawn) return drawn.error();
    return QString();
  });
}

// `draw` returns additional text for the status bar.
void PictureExports::run(const std::filesystem::path& path, Draw draw) {
  jobs_.start(
      "export",
      [draw = std::move(draw), path](const JobRunner::Cancelled&) -> Result<QString> {
        const Result<QString> note = draw();
        if (!note) return note;
        return saved_text(path) + *note;
      },
      [this](const Result<QString>& notice) {
        if (notice) {
          say(window_, *notice);
        } else {
          jobs_.failed(notice.error().message());
        }
      });
}

}  // namespace gusset::viewer
