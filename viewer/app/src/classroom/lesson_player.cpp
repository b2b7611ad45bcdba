#include "gusset/viewer/app/classroom/lesson_player.hpp"

namespace gusset::viewer {

LessonPlayer::LessonPlayer()
    : connection_(child_.ended.connect([this](const std::string& why) { ended(why); })) {}

void LessonPlayer::play(const Lesson& lesson, const QString& program, const QString& graph) {
  if (const Result<Done> made = child_.make_folder(); !made) return failed(made.error().message());
  lesson_ = &lesson;
  program_ = program;
  graph_ = graph;
  traces_.clear();
  start();
}

void LessonPlayer::start() {
  const LessonSchedule& schedule = lesson_->schedules[traces_.size()];
  traces_.push_back(child_.folder() / schedule.title);
  child_.start(program_, lesson_->arguments(schedule, graph_.toStdString(), traces_.back().string()));
}

void LessonPlayer::ended(const std::string& why) {
  if (!why.empty()) {
    failed("lesson " + lesson_->id + ": expected " + program_.toStdString() +
           " to predict a schedule, found: " + why);
  } else if (traces_.size() < lesson_->schedules.size()) {
    start();
  } else {
    played(*lesson_, traces_);
  }
}

}  // namespace gusset::viewer
