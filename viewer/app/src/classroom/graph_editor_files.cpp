// How the graph editor saves graphs, and asks before unsaved changes are discarded.
#include "gusset/viewer/app/classroom/graph_editor.hpp"

#include <QFileDialog>
#include <QMainWindow>
#include <QMessageBox>
#include <utility>

#include "gusset/traces/exchange/write_trace.hpp"
#include "gusset/viewer/app/widgets/installed_files.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

// The format for a graph that a file's name selects.
std::optional<traces::OutputChoice> output_for_graph(const std::filesystem::path& path) {
  const auto choice = traces::output_choice(path);
  const bool is_run = choice && (choice->format == traces::OutputFormat::chrome_json ||
                                 choice->format == traces::OutputFormat::paje);
  return is_run ? std::nullopt : choice;
}

}  // namespace

QString GraphEditor::title_mark() const {
  if (!is_modified()) return {};
  return is_new_ ? ", not saved*" : "*";
}

bool GraphEditor::ask_to_save(std::function<void()> go_on) {
  take_typed();
  if (!asks_to_save || is_leaving_ || !is_modified()) return false;
  auto* box = named(new QMessageBox(QMessageBox::Question, "Unsaved graph", "Save changes to the graph?",
                                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_),
                    "save changes");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setDefaultButton(QMessageBox::Save);
  connect(box, &QDialog::finished, this, [this, go_on = std::move(go_on)](int answer) {
    if (answer == QMessageBox::Discard) return leave(go_on);
    if (answer != QMessageBox::Save) return;
    save_file(go_on);
  });
  box->open();
  return true;
}

std::filesystem::path GraphEditor::own_file_of(const LoadedTrace& opened) const {
  const std::filesystem::path lessons = installed_file("lessons").toStdU16String();
  std::error_code ignored;
  if (owns(opened.path) || std::filesystem::equivalent(opened.path.parent_path(), lessons, ignored))
    return {};
  return output_for_graph(opened.path) ? opened.path : std::filesystem::path();
}

void GraphEditor::save_file(std::function<void()> then) {
  if (graph() == nullptr) return;
  take_typed();
  if (file_.empty()) return ask_for_file(std::move(then));
  if (save(file_)) leave(then);
}

void GraphEditor::leave(const std::function<void()>& go_on) {
  if (!go_on) return;
  is_leaving_ = true;
  go_on();
  is_leaving_ = false;
}

void GraphEditor::ask_for_file(std::function<void()> then) {
  if (graph() == nullptr) return;
  take_typed();
  auto* dialog = named(new QFileDialog(&window_, "Save the graph"), "save graph dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setFileMode(QFileDialog::AnyFile);
  dialog->setOption(QFileDialog::DontConfirmOverwrite);  // save_as asks, about the name with its extension
  dialog->setNameFilters({"Graphviz (*.dot)", "Table (*.csv)", "Gusset trace (*.gus)"});
  dialog->selectFile(!file_.empty() ? qt_path(file_) : is_new_ ? "graph" : qt_text(title_));
  connect(dialog, &QDialog::finished, this, [this, dialog, then = std::move(then)](int answer) {
    if (answer != QDialog::Accepted || dialog->selectedFiles().isEmpty()) return;
    save_as(dialog->selectedFiles().front().toStdU16String(), dialog->selectedNameFilter(), then);
  });
  dialog->open();
}

// `type` is the chosen entry of the dialog, for a name without a known extension.
void GraphEditor::save_as(std::filesystem::path path, const QString& type, std::function<void()> then) {
  if (!output_for_graph(path)) path += type.section("(*", 1).section(')', 0, 0).toStdU16String();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    if (save(path)) leave(then);
    return;
  }
  auto* box = named(new QMessageBox(QMessageBox::Warning, "Save the graph",
                                    qt_path(path.filename()) + " already exists.\nDo you want to replace it?",
                                    QMessageBox::Yes | QMessageBox::No, &window_),
                    "replace file");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::PlainText);
  box->setDefaultButton(QMessageBox::No);
  connect(box, &QDialog::finished, this, [this, path, then = std::move(then)](int answer) {
    if (answer == QMessageBox::Yes && save(path)) leave(then);
  });
  box->open();
}

bool GraphEditor::save(const std::filesystem::path& path) {
  if (graph() == nullptr) return false;
  const auto choice = output_for_graph(path);
  if (!choice) {
    failed(path.string() + ": expected a name that ends in .dot, .csv or .gus, found another");
    return false;
  }
  const auto written = traces::write_trace(graph()->trace(), path, choice->format, choice->options);
  if (!written) {
    failed(written.error().message());
    return false;
  }
  saved_ = *graph();
  file_ = path;
  is_new_ = false;
  title_ = path.filename().string();
  const std::shared_ptr<const Document> document = session_.document();
  std::vector<std::shared_ptr<const LoadedTrace>> all = document->traces;
  all.front() = retitled(*all.front(), title_);
  session_.show(make_document(std::move(all), document->appearance, document->alignment), true);
  say("Saved " + qt_path(path), false);
  saved(path);
  return true;
}

}  // namespace gusset::viewer
