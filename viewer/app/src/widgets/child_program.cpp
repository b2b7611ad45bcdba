#include "gusset/viewer/app/widgets/child_program.hpp"

#include <QProcess>
#include <utility>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int time_to_end_ms = 2000;
constexpr int max_message_bytes = 400;

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
                         const QString& folder, const std::filesystem::path& output) {
  abandon();
  last_error_.clear();
  name_ = "gusset " + arguments.front();
  QStringList texts;
  for (const std::string& argument : arguments) texts << QString::fromLocal8Bit(argument.c_str());
  child_ = new QProcess;
  child_->setStandardOutputFile(output.empty() ? QProcess::nullDevice() : qt_path(output));
  child_->setStandardInputFile(QProcess::nullDevice());
  if (!folder.isEmpty()) child_->setWorkingDirectory(folder);
  child_->setReadChannel(QProcess::StandardError);
  QObject::connect(child_, &QProcess::readyReadStandardError, [this] { read_errors(); });
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

void ChildProgram::read_errors() {
  while (child_->canReadLine()) read_error(child_->readLine().trimmed().toStdString());
}

// `gusset` reports errors in one line, which comes last.
void ChildProgram::read_error(const std::string& line) {
  if (line.empty() || (takes_line && takes_line(line))) return;
  last_error_ = line.substr(0, max_message_bytes);
}

void ChildProgram::finish() {
  read_errors();
  QProcess* child = std::exchange(child_, nullptr);
  child->disconnect();
  child->deleteLater();  // this runs inside the child's signal
  was_killed_ = child->exitStatus() != QProcess::NormalExit;
  if (child->error() == QProcess::FailedToStart) return ended(child->errorString().toStdString());
  if (child->exitStatus() == QProcess::NormalExit && child->exitCode() == 0) return ended({});
  read_error(child->readAllStandardError().trimmed().toStdString());  // a last line without a newline
  std::string why = last_error_;
  if (why.empty()) {
    why = was_killed_ ? name_ + ": expected a normal exit, found a crash"
                      : name_ + ": expected exit status 0, found " + std::to_string(child->exitCode());
  }
  ended(why);
}

}  // namespace gusset::viewer
