#include "gusset/viewer/app/explain/source_opener.hpp"

#include <QFileDialog>
#include <QInputDialog>
#include <QMainWindow>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <utility>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

// The words of the first command that is not empty: the user's choice, $VISUAL, $EDITOR.
std::vector<std::string> editor_words(const QString& chosen) {
  for (const QString& command : {chosen, qEnvironmentVariable("VISUAL"), qEnvironmentVariable("EDITOR")}) {
    std::vector<std::string> words;
    for (const QString& word : QProcess::splitCommand(command)) words.push_back(word.toStdString());
    if (!words.empty()) return words;
  }
  return {};
}

constexpr const char* editor_key = "source editor";
constexpr const char* source_slot = "source";

std::string any_terminal() {
  for (const char* name : {"x-terminal-emulator", "konsole", "xterm"}) {
    if (!QStandardPaths::findExecutable(name).isEmpty()) return name;
  }
  return {};
}

}  // namespace

void SourceOpener::add_actions(Actions& actions, QMenu& menu) {
  actions.add_always(menu, "Source e&ditor…", "source editor", {}, [this] { ask_for_editor(); });
  actions.add(menu, "Source &folder…", "source folder", {}, [this] { ask_for_folder(); });
}

void SourceOpener::remember(QSettings& settings) {
  settings_ = &settings;
  editor_ = settings.value(editor_key).toString();
}

void SourceOpener::ask_for_editor() {
  auto* dialog = named(new QInputDialog(&window_), "source editor dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle("Source editor");
  dialog->setLabelText(
      "The command that opens a task's source, such as code --goto {file}:{line}\n"
      "If {file} and {line} are missing, they are added in the form that the editor expects.\n"
      "If empty: $VISUAL, $EDITOR or the desktop's default.");
  dialog->setTextValue(editor_);
  QObject::connect(dialog, &QInputDialog::textValueSelected, &window_, [this](const QString& text) {
    editor_ = text.trimmed();
    if (settings_ != nullptr) settings_->setValue(editor_key, editor_);
  });
  dialog->open();
}

void SourceOpener::ask_for_folder() {
  const QString folder = QFileDialog::getExistingDirectory(&window_, "Where are the sources?");
  if (folder.isEmpty()) return;
  chosen_folders_.insert(chosen_folders_.begin(), folder.toStdU16String());
  if (const auto place = std::exchange(missing_, std::nullopt)) open(*place);
}

std::vector<std::filesystem::path> SourceOpener::folders() const {
  std::vector<std::filesystem::path> folders = chosen_folders_;
  for (const auto& loaded : session_.document()->traces) {
    if (!loaded->path.empty()) folders.push_back(std::filesystem::absolute(loaded->path).parent_path());
    if (!loaded->trace->metadata.command.empty()) {
      const std::filesystem::path program(loaded->trace->metadata.command.front());
      if (program.is_absolute()) folders.push_back(program.parent_path());
    }
  }
  std::error_code error;
  folders.push_back(std::filesystem::current_path(error));
  return folders;
}

SourceOpener::~SourceOpener() {
  session_.jobs().cancel(source_slot);
}

void SourceOpener::open(const SourceLocation& place) {
  session_.jobs().start(
      source_slot,
      [place, folders = folders()](const JobRunner::Cancelled&) { return find_source(place, folders); },
      [this, place](const std::optional<std::filesystem::path>& file) { open(place, file); },
      [this](const std::string& what) {
        session_.jobs().failed("source: expected folders that can be searched, found " + what);
      });
}

void SourceOpener::open(const SourceLocation& place, const std::optional<std::filesystem::path>& file) {
  if (!file) {
    missing_ = place;
    return session_.jobs().failed(place.file +
                                  ": expected it beside the trace or its program, or in the current folder, "
                                  "found none: choose its folder with File, Source folder");
  }
  const std::vector<std::string> command =
      editor_command(editor_words(editor_), any_terminal(), *file, place.line);
  QStringList arguments;
  for (std::size_t i = 1; i < command.size(); ++i) arguments << qt_text(command[i]);
  if (QProcess::startDetached(qt_text(command.front()), arguments)) return;
  session_.jobs().failed(file->string() + ":" + std::to_string(place.line) +
                         ": expected a program that opens it (File, Source editor), found that " +
                         command.front() + " can't be started");
}

}  // namespace gusset::viewer
