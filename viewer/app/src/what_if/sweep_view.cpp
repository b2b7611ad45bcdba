#include "gusset/viewer/app/what_if/sweep_view.hpp"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStandardPaths>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gusset/traces/paper/charts/chart_file.hpp"
#include "gusset/traces/picture/canvas/dark_canvas.hpp"
#include "gusset/traces/sweep/sweep_file.hpp"
#include "gusset/traces/sweep/sweep_picture.hpp"
#include "gusset/traces/sweep/sweep_summary.hpp"
#include "gusset/viewer/app/widgets/installed_files.hpp"
#include "gusset/viewer/app/widgets/qt_canvas.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "sweep_canvas.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

constexpr int draw_after_ms = 30;
constexpr int min_picture_width = 320;
constexpr int picture_share = 3;  // picture to table is 3 to 2
constexpr int table_share = 2;
constexpr int table_row_height = 22;

// Returns an empty picture if there is nothing to draw.
SweepPicture drawn(const picture::SweepFigure& figure, int width, int scale, bool is_dark,
                   const QFont& font) {
  SweepPicture result;
  const int height = sweep_height(figure, width);
  if (height == 0) return result;
  result.image = QImage(width * scale, height * scale, QImage::Format_RGB32);
  if (result.image.isNull()) return result;
  result.image.setDevicePixelRatio(scale);
  result.image.fill(is_dark ? qt_colour(traces::dark_background) : Qt::white);
  QPainter painter(&result.image);
  QtCanvas canvas(painter, font);
  picture::DarkCanvas dark(canvas);
  result.spots = draw_sweep(is_dark ? static_cast<picture::Canvas&>(dark) : canvas, figure, width);
  return result;
}

}  // namespace

SweepView::SweepView(QWidget& timeline, JobRunner::Post post, QWidget* parent)
    : QWidget(parent), timeline_(timeline), jobs_(std::move(post), 1) {
  setObjectName("sweep");
  make_parts();
  connections_ = {jobs_.busy_changed.connect([this] { busy_changed(); }),
                  jobs_.failed.connect([this](const std::string& message) { failed(message); }),
                  child_.ended.connect([this](const std::string& why) { simulation_ended(why); }),
                  canvas_->clicked.connect([this](std::optional<std::size_t> at) { select(at); })};
  draw_soon_.setSingleShot(true);
  draw_soon_.setInterval(draw_after_ms);
  connect(&draw_soon_, &QTimer::timeout, this, [this] { draw(); });
  hide();
}

void SweepView::make_parts() {
  auto* column = new QVBoxLayout(this);
  verdict_ = plain_text_label("sweep verdict");
  QFont bold = verdict_->font();
  bold.setBold(true);
  verdict_->setFont(bold);
  column->addWidget(verdict_);
  auto* row = new QSplitter;
  row->setChildrenCollapsible(false);
  column->addWidget(row, 1);
  canvas_ = new SweepCanvas;
  scroll_ = new QScrollArea;
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidget(canvas_);
  row->addWidget(scroll_);
  auto* beside = new QWidget;
  auto* side = tight_column(beside);
  row->addWidget(beside);
  row->setStretchFactor(0, picture_share);
  row->setStretchFactor(1, table_share);
  row->setSizes({100 * picture_share, 100 * table_share});
  connect(row, &QSplitter::splitterMoved, this, [this] { draw_soon_.start(); });
  table_ = named(new QTableWidget, "sweep table");
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(table_row_height);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  connect(table_, &QTableWidget::itemSelectionChanged, this, [this] {
    const QList<QTableWidgetItem*> items = table_->selectedItems();
    if (!items.isEmpty()) select(items.front()->data(Qt::UserRole).toULongLong());
  });
  side->addWidget(table_, 3);
  details_ = report_label("sweep details");
  side->addWidget(scroll_area(details_), 2);
  state_ = plain_text_label("sweep state");
  side->addWidget(state_);
  auto* buttons = new QHBoxLayout;
  const auto button = [&](const QString& text, const QString& name, auto act) {
    auto* made = named(new QPushButton(text), name);
    connect(made, &QPushButton::clicked, this, act);
    buttons->addWidget(made);
    return made;
  };
  simulate_ = button("Open predicted trace", "sweep simulate", [this] { simulate(); });
  cancel_ = button("Cancel", "sweep cancel", [this] { cancel(); });
  back_ = button("Back to timeline", "sweep leave", [this] { leave(); });
  side->addLayout(buttons);
}

bool SweepView::is_sweep(const std::filesystem::path& path) {
  return sweep::is_sweep_file(path.string());
}

void SweepView::open(const std::filesystem::path& path) {
  jobs_.start(
      "read",
      [path](const JobRunner::Cancelled&) {
        auto content = std::make_shared<Content>();
        content->sweep = sweep::read_sweep(path.string());
        content->ranking = sweep::rank(content->sweep);
        return std::shared_ptr<const Content>(content);
      },
      [this, path](std::shared_ptr<const Content> content) {
        cancel();
        const std::optional<std::size_t> selected =
            path == path_ ? row_of_selected(content->sweep) : std::nullopt;
        path_ = path;
        content_ = std::move(content);
        show_content(selected);
      },
      [this](const std::string& what) { failed(what); });
}

std::function<Result<Done>(const std::filesystem::path&)> SweepView::exporter(
    const paper::FigureOptions& options) const {
  if (content_ == nullptr) return nullptr;
  return [content = content_, options](const std::filesystem::path& path) {
    return paper::draw(sweep::sweep_picture(content->sweep, content->ranking), path, options);
  };
}

void SweepView::leave() {
  hide();
  timeline_.show();
  visibility_changed();
}

bool SweepView::show_again() {
  if (content_ == nullptr) return false;
  timeline_.hide();
  show();
  visibility_changed();
  return true;
}

std::optional<traces::CsvTable> SweepView::csv() const {
  if (content_ == nullptr) return std::nullopt;
  return sweep::sweep_csv(content_->sweep, content_->ranking);
}

// Returns the row of the selected configuration in the file's new content.
std::optional<std::size_t> SweepView::row_of_selected(const sweep::Sweep& now) const {
  if (content_ == nullptr || !selected_) return std::nullopt;
  sweep::Configuration wanted = content_->sweep.rows[*selected_].configuration;
  for (std::size_t row = 0; row < now.rows.size(); ++row) {
    wanted.number = now.rows[row].configuration.number;
    if (now.rows[row].configuration == wanted) return row;
  }
  return std::nullopt;
}

void SweepView::show_content(std::optional<std::size_t> selected) {
  const sweep::Sweep& sweep = content_->sweep;
  const sweep::Ranking& ranking = content_->ranking;
  verdict_->setText(qt_text(sweep::sweep_verdict(sweep, ranking) + "."));
  const sweep::SweepTable found = sweep::sweep_table(sweep, ranking);
  {
    const QSignalBlocker quiet(table_);
    table_->clear();
    table_->setRowCount(static_cast<int>(found.rows.size()));
    table_->setColumnCount(static_cast<int>(found.header.size()));
    QStringList header;
    for (const std::string& cell : found.header) header << qt_text(cell);
    table_->setHorizontalHeaderLabels(header);
    for (std::size_t row = 0; row < found.rows.size(); ++row) {
      for (std::size_t cell = 0; cell < found.rows[row].size(); ++cell) {
        auto* item = new QTableWidgetItem(qt_text(found.rows[row][cell]));
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        item->setData(Qt::UserRole, static_cast<qulonglong>(found.numbers[row]));
        table_->setItem(static_cast<int>(row), static_cast<int>(cell), item);
      }
    }
  }
  table_->setToolTip(plain_tooltip(qt_text(sweep::sweep_marks(sweep, ranking))));
  const auto best = ranking.ranked.empty() ? std::nullopt : std::optional(ranking.ranked.front().row);
  select(selected ? selected : best);
  show_again();
  draw_soon_.start();
}

void SweepView::draw() {
  if (content_ == nullptr) return;
  const int width = std::max(min_picture_width, scroll_->viewport()->width());
  const int scale = std::max(1, static_cast<int>(devicePixelRatioF()));
  const bool is_dark = background_of(palette()) == traces::Background::dark;
  jobs_.start(
      "picture of the sweep",
      [content = content_, width, scale, is_dark, font = font()](const JobRunner::Cancelled&) {
        picture::SweepFigure figure = sweep::sweep_picture(content->sweep, content->ranking);
        figure.title = content->sweep.definition.program.front();  // the verdict is shown above the picture
        return drawn(figure, width, scale, is_dark, font);
      },
      [this](SweepPicture picture) {
        picture_ = std::move(picture);
        canvas_->show_picture(picture_, selected_);
        shown();
      });
}

void SweepView::select(std::optional<std::size_t> configuration) {
  if (content_ == nullptr) return;
  const sweep::Sweep& sweep = content_->sweep;
  selected_ = configuration && *configuration < sweep.rows.size() ? configuration : std::nullopt;
  canvas_->show_picture(picture_, selected_);
  {
    const QSignalBlocker quiet(table_);
    table_->clearSelection();
    for (int row = 0; selected_ && row < table_->rowCount(); ++row) {
      if (table_->item(row, 0)->data(Qt::UserRole).toULongLong() == *selected_) table_->selectRow(row);
    }
  }
  QString text = "<p>Click a cell, a point or a row to see its details.</p>";
  const sweep::SweepRow* const row = selected_ ? &sweep.rows[*selected_] : nullptr;
  if (row != nullptr) {
    text = "<p><b>" + escaped_html(sweep::label_of(sweep.definition, row->configuration)) +
           "</b></p><table cellpadding=\"2\">";
    const QString muted = palette().color(QPalette::PlaceholderText).name();
    for (const auto& [name, value] : sweep::configuration_facts(*row)) {
      text += "<tr><td style=\"color:" + muted + "\">" + escaped_html(name) + "&nbsp;</td><td>" +
              escaped_html(value) + "</td></tr>";
    }
    text += "</table>";
  }
  details_->setText(text);
  if (!child_.is_running()) state_->clear();
  const bool is_timed = row != nullptr && row->measures() != nullptr && row->measures()->makespan_s;
  simulate_->setEnabled(is_timed && !child_.is_running());
  simulate_->setToolTip(is_timed ? "Simulate it with gusset simulate and open the trace"
                                 : "Only configurations with a predicted time can be simulated");
  cancel_->setEnabled(child_.is_running());
}

QString SweepView::working_folder(const QString& program) const {
  const QString beside = QFileInfo(qt_text(path_.string())).absolutePath();
  if (!program.contains('/')) return QStandardPaths::findExecutable(program).isEmpty() ? QString() : beside;
  // Commands name programs relative to the folder where `gusset tune` ran: the file's folder or the current
  // one.
  for (const QString& folder : {beside, QDir::currentPath()}) {
    const QFileInfo found(QDir(folder), program);
    if (found.isFile() && found.isExecutable()) return folder;
  }
  return {};
}

void SweepView::simulate() {
  if (content_ == nullptr || !selected_ || child_.is_running()) return;
  const sweep::SweepDefinition& definition = content_->sweep.definition;
  const QString program = qt_text(definition.program.front());
  const QString gusset = gusset_command();
  if (gusset.isEmpty()) {
    state_->setText("gusset: expected the program beside gusset-viewer or in PATH, found none");
    return;
  }
  const QString folder = working_folder(program);
  if (folder.isEmpty()) {
    state_->setText(program + ": expected the sweep's program where the sweep was made, found none");
    return;
  }
  if (const Result<Done> made = child_.make_folder(); !made) {
    state_->setText(qt_text(made.error().message()));
    return;
  }
  output_ = child_.folder() / ("predicted-" + std::to_string(++runs_) + ".gus");
  is_cancelled_ = false;
  state_->setText("Simulating " +
                  qt_text(sweep::label_of(definition, content_->sweep.rows[*selected_].configuration)) + "…");
  simulate_->setEnabled(false);
  cancel_->setEnabled(true);
  child_.start(gusset, sweep::simulate_arguments(definition, content_->sweep.rows[*selected_], output_),
               folder);
  busy_changed();
}

void SweepView::simulation_ended(const std::string& why) {
  select(selected_);
  if (is_cancelled_) {
    state_->setText("Cancelled");
  } else {
    state_->setText(qt_text(why));
    if (why.empty()) predicted(output_);
  }
  busy_changed();
}

void SweepView::cancel() {
  is_cancelled_ = true;
  child_.terminate();  // lets gusset end its child program, too
}

void SweepView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (content_ != nullptr) draw_soon_.start();
}

void SweepView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || content_ == nullptr) return;
  select(selected_);  // the text contains colours
  draw_soon_.start();
}

void SweepView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (content_ != nullptr) draw_soon_.start();
}

}  // namespace gusset::viewer
