#include "gusset/viewer/app/explain/source_opener.hpp"

#include <QFileDialog>
#include <QProcess>
#include <QStandardPaths>

#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

std::vector<std::string> split_variable(const char* name) {
  std::vector<std::string> parts;
  for (const QString& part : QProcess::splitCommand(qEnvironmentVariable(name)))
    parts.push_back(part.toStdString());
  return parts;
}

constexpr const char* source_slot = "source";

std::string any_terminal() {
  for (const char* name : {"x-terminal-emulator", "konsole", "xterm"}) {
    if (!QStandardPaths::findExecutable(name).isEmpty()) return name;
  }
  return {};
}

}  // namespace

std::vector<std::filesystem::path> SourceOpener::folders() const {
  std::vector<std::filesystem::path> folders = known_;
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

void SourceOpener::open(const SourceLocation& place, std::optional<std::filesystem::path> file) {
  if (!file) {
    const QString name = qt_text(std::filesystem::path(place.file).filename().string());
    const QString chosen = QFileDialog::getOpenFileName(&window_, "Where is " + name + "?", {},
                                                        name + " (" + name + ");;All files (*)");
    if (chosen.isEmpty()) return;
    file = std::filesystem::path(chosen.toStdU16String());
    known_.insert(known_.begin(), file->parent_path());
  }
  std::vector<std::string> editor = split_variable("VISUAL");
  if (editor.empty()) editor = split_variable("EDITOR");
  const std::vector<std::string> command = editor_command(editor, any_terminal(), *file, place.line);
  QStringList arguments;
  for (std::size_t i = 1; i < command.size(); ++i) arguments << qt_text(command[i]);
  if (QProcess::startDetached(qt_text(command.front()), arguments)) return;
  warn(window_, "Source",
       file->string() + ":" + std::to_string(place.line) +
           ": expected a program that opens it (set VISUAL or EDITOR), found that " + command.front() +
           " can't be started");
}

}  // namespace gusset::viewer
