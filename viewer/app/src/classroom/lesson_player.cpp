#include "gusset/viewer/app/classroom/lesson_player.hpp"

#include <utility>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

LessonPlayer::LessonPlayer(QObject* parent) : QObject(parent) {}

LessonPlayer::~LessonPlayer() {
  stop_child();
}

void LessonPlayer::stop_child() {
  QProcess* child = std::exchange(child_, nullptr);
  if (child == nullptr) return;
  child->disconnect(this);
  child->kill();
  child->waitForFinished(1000);
  child->deleteLater();
}

void LessonPlayer::play(const Lesson& lesson, const QString& program, const QString& graph) {
  stop_child();
  if (!folder_) folder_ = std::make_unique<QTemporaryDir>();
  if (!folder_->isValid()) {
    failed("lesson: expected a folder for temporary files, found: " + folder_->errorString().toStdString());
    return;
  }
  lesson_ = &lesson;
  program_ = program;
  graph_ = graph;
  traces_.clear();
  start();
}

void LessonPlayer::start() {
  const LessonSchedule& schedule = lesson_->schedules[traces_.size()];
  const QString output = folder_->filePath(qt_text(schedule.title));
  QStringList arguments;
  for (const std::string& one : lesson_->arguments(schedule, graph_.toStdString(), output.toStdString()))
    arguments << qt_text(one);
  child_ = new QProcess(this);
  child_->setStandardOutputFile(QProcess::nullDevice());
  connect(child_, &QProcess::finished, this, &LessonPlayer::ended);
  connect(child_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) ended(-1, QProcess::CrashExit);
  });
  traces_.emplace_back(output.toStdU16String());
  child_->start(program_, arguments);
}

void LessonPlayer::ended(int status, QProcess::ExitStatus how) {
  QProcess* child = std::exchange(child_, nullptr);
  if (child == nullptr) return;
  child->disconnect(this);
  child->deleteLater();
  if (how != QProcess::NormalExit || status != 0) {
    const QString said = QString::fromUtf8(child->readAllStandardError()).trimmed().section('\n', 0, 0);
    const QString why = said.isEmpty() ? child->errorString() : said;
    failed("lesson " + lesson_->id + ": expected " + program_.toStdString() +
           " to predict its schedule, found: " + why.toStdString());
    return;
  }
  if (traces_.size() < lesson_->schedules.size()) {
    start();
  } else {
    played(*lesson_, traces_);
  }
}

}  // namespace gusset::viewer
