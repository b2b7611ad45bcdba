#include "gusset/viewer/app/widgets/child_program.hpp"

#include <QProcess>
#include <utility>

namespace gusset::viewer {
namespace {

constexpr int time_to_end_ms = 2000;
constexpr int max_message_bytes = 400;

// Returns the last line of a program's output; `gusset` reports errors in one line.
std::string last_line(const QByteArray& text) {
  return text.trimmed().split('\n').back().left(max_message_bytes).toStdString();
}

}  // namespace

ChildProgram::~ChildProgram() {
  abandon();
}

Result<Done> ChildProgram::make_folder() {
  if (folder_) return Done();
  auto made = ScratchFolder::make();
  if (!made) return made.error();
  folder_.emplace(std::move(made).value());
  return Done();
}

void ChildProgram::start(const QString& program, const std::vector<std::string>& arguments,
                         const QString& folder) {
  abandon();
  name_ = "gusset " + arguments.front();
  QStringList texts;
  for (const std::string& argument : arguments) texts << QString::fromLocal8Bit(argument.c_str());
  child_ = new QProcess;
  child_->setStandardOutputFile(QProcess::nullDevice());
  child_->setStandardInputFile(QProcess::nullDevice());
  if (!folder.isEmpty()) child_->setWorkingDirectory(folder);
  QObject::connect(child_, &QProcess::finished, [this] { finish(); });
  QObject::connect(child_, &QProcess::errorOccurred, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) finish();  // other errors also emit `finished`
  });
  child_->start(program, texts, QIODevice::ReadOnly);
}

void ChildProgram::terminate() {
  if (child_ != nullptr) child_->terminate();
}

void ChildProgram::kill() {
  if (child_ != nullptr) child_->kill();
}

void ChildProgram::abandon() {
  QProcess* child = std::exchange(child_, nullptr);
  if (child == nullptr) return;
  child->disconnect();
  child->terminate();
  if (!child->waitForFinished(time_to_end_ms)) child->kill();
  child->waitForFinished(time_to_end_ms);
  child->deleteLater();
}

void ChildProgram::finish() {
  QProcess* child = std::exchange(child_, nullptr);
  child->disconnect();
  child->deleteLater();  // this runs inside the child's signal
  if (child->error() == QProcess::FailedToStart) return ended(child->errorString().toStdString());
  if (child->exitStatus() == QProcess::NormalExit && child->exitCode() == 0) return ended({});
  std::string why = last_line(child->readAllStandardError());
  if (why.empty()) {
    why = child->exitStatus() != QProcess::NormalExit
              ? name_ + ": expected a normal exit, found a crash"
              : name_ + ": expected exit status 0, found " + std::to_string(child->exitCode());
  }
  ended(why);
}

}  // namespace gusset::viewer
