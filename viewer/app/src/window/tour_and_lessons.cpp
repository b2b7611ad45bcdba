#include "window/tour_and_lessons.hpp"

#include <QAction>
#include <QMenu>
#include <QScreen>
#include <QTimer>
#include <utility>

#include "gusset/traces/exchange/read_trace.hpp"
#include "gusset/viewer/app/widgets/installed_files.hpp"
#include "gusset/viewer/app/window/key_table.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/window/tour_card.hpp"
#include "gusset/viewer/app/window/welcome_page.hpp"
#include "gusset/viewer/model/state/graph_draft.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "window/lecturer_notes.hpp"

namespace gusset::viewer {
namespace {

// Returns why the files in a folder beside the program cannot be opened, and the remedy; empty if they can.
QString reason_if_missing(const QString& files, const QString& folder) {
  if (!installed_file(folder).isEmpty()) return {};
  return "The " + files + " are not installed: copy Gusset's share/gusset/" + folder + " to " +
         installed_folder() + "/" + folder;
}

// The file of a lesson's graph; empty if it is not installed.
std::filesystem::path graph_file(const Lesson& lesson) {
  return installed_file("lessons/" + qt_text(lesson.id) + ".dot").toStdU16String();
}

// Disables an action for a reason, which becomes its tooltip; enables it without one.
void offer(QAction& action, const QString& why_not) {
  action.setEnabled(why_not.isEmpty());
  action.setToolTip(plain_tooltip(why_not));
}

}  // namespace

TourAndLessons::TourAndLessons(MainWindow& window, Actions& actions, WelcomePage& page, NoticeBar& notice)
    : window_(window), notice_(notice), card_(*new TourCard(window)) {
  no_samples_ = reason_if_missing("samples", "samples");
  no_lessons_ = reason_if_missing("lessons", "lessons");
  const QString no_notes = no_lessons_;
  if (no_lessons_.isEmpty() && gusset_command().isEmpty())
    no_lessons_ = "Lessons need the gusset command, beside this program or in PATH.";
  page.show_availability(no_samples_, no_lessons_);
  QMenu& help = actions.menu("Help");
  tour_ = actions.add_always(help, "One-minute &tour", "tour", {}, [this] { start_tour(); });
  enable_tour();
  help.setToolTipsVisible(!no_samples_.isEmpty());
  QMenu* samples = help.addMenu("&Samples");
  samples->setToolTipsVisible(!no_samples_.isEmpty());
  for (const SampleTrace& sample : sample_traces()) {
    offer(*actions.add_always(*samples, qt_text(sample.title), "open " + qt_text(sample.file), {},
                              [this, &sample] { open_sample(sample.file); }),
          no_samples_);
  }
  QMenu* taught = help.addMenu("&Lessons");
  taught->setToolTipsVisible(!no_lessons_.isEmpty());
  for (const Lesson& lesson : lessons()) {
    offer(*actions.add_always(*taught, qt_text(lesson.title), "open lesson " + qt_text(lesson.id), {},
                              [this, &lesson] { open_lesson(lesson); }),
          no_lessons_);
  }
  taught->addSeparator();
  answer_ =
      actions.add_always(*taught, "Show or hide the &answer", "lesson answer", "Q", [this] { answer(); });
  edit_ = actions.add_always(*taught, "&Edit the lesson's graph", "edit lesson graph", "Shift+F8",
                             [this] { edit_graph(); });
  next_lesson_ =
      actions.add_always(*taught, "Ne&xt lesson", "next lesson", "Ctrl+PgDown", [this] { go_to_lesson(1); });
  previous_lesson_ = actions.add_always(*taught, "&Previous lesson", "previous lesson", "Ctrl+PgUp",
                                        [this] { go_to_lesson(-1); });
  show_lesson(nullptr);
  offer(
      *actions.add_always(*taught, "&Notes for the lecturer", "lecturer notes", {}, [this] { show_notes(); }),
      no_notes);
  connections_ = {window.failed.connect([this] {
                    is_tour_wanted_ = false;
                    next_ = nullptr;
                    edited_ = nullptr;
                  }),
                  window.classroom().projector().changed.connect([this](bool on) { hide_notes(on); }),
                  player_.failed.connect([this](const std::string& message) {
                    simulated_ = nullptr;
                    window_.failed(message);
                  }),
                  player_.played.connect([this](const Lesson& lesson, const auto& traces) {
                    simulated_ = nullptr;
                    const auto open = [this, &lesson, traces] {
                      next_ = &lesson;
                      hide_overlays();
                      window_.session().open(traces);
                    };
                    if (!window_.editor().ask_to_save(open)) open();
                  })};
}

// What one lesson was explained with does not stay over the next.
void TourAndLessons::hide_overlays() {
  for (const char* overlay : {"critical path", "idle causes"}) {
    if (auto* action = window_.findChild<QAction*>(overlay); action->isChecked()) action->trigger();
  }
}

void TourAndLessons::enable_tour() {
  offer(*tour_, window_.session().document()->empty() ? no_samples_ : "");
}

void TourAndLessons::traces_changed(bool first_changed) {
  enable_tour();
  if (std::exchange(is_tour_wanted_, false) && !window_.session().document()->empty())
    QTimer::singleShot(0, &card_, [this] { card_.start(); });  // after the layout is done
  if (next_ == nullptr && !first_changed) return;              // only traces below changed; the lesson stays
  show_lesson(std::exchange(next_, nullptr));
  if (const Lesson* const edited = std::exchange(edited_, nullptr)) {
    window_.editor().set_machine(static_cast<unsigned>(edited->schedules[0].workers),
                                 edited->schedules[0].policy);
    QTimer::singleShot(0, &card_, [this] { window_.editor().edit_open(); });  // once the graph is shown
  }
}

void TourAndLessons::show_lesson(const Lesson* lesson) {
  lesson_ = lesson;
  if (lesson_ != nullptr) last_ = lesson_;
  answer_->setEnabled(lesson_ != nullptr);
  offer_to_edit();
  next_lesson_->setEnabled(no_lessons_.isEmpty() && lesson_after(1) != nullptr);
  previous_lesson_->setEnabled(no_lessons_.isEmpty() && lesson_after(-1) != nullptr);
  window_.classroom().projector().set_lesson(lesson_ != nullptr,
                                             lesson_ != nullptr && next_lesson_->isEnabled());
  if (lesson_ != nullptr) ask_question();
}

void TourAndLessons::ask(const QString& text, std::vector<NoticeBar::Answer> answers) {
  if (lesson_after(1) != nullptr)
    answers.push_back({"Next lesson (" + keys_text(*next_lesson_) + ")", "notice next lesson",
                       [this] { go_to_lesson(1); }});
  notice_.say(NoticeBar::Kind::hint, text, answers);
}

void TourAndLessons::offer_to_edit() {
  if (lesson_ == nullptr) return edit_->setEnabled(false);
  const auto graph = traces::read_trace(graph_file(*lesson_));  // a small one
  if (!graph) return offer(*edit_, qt_text(graph.error().message()));
  const auto draft = GraphDraft::of(*graph->trace);
  offer(*edit_, draft ? QString() : qt_text(draft.error().message()));
}

void TourAndLessons::ask_question() {
  ask(qt_text(lesson_->look), {{"Answer (Q)", "notice answer", [this] { answer(); }}});
}

void TourAndLessons::answer() {
  if (lesson_ == nullptr) return;
  const QString text = qt_text(lesson_->look) + "\n\n" + qt_text(lesson_->answer);
  if (notice_.isVisible() && notice_.text() == text) return ask_question();
  ask(text, {{"Hide answer (Q)", "notice hide answer", [this] { ask_question(); }}});
}

const Lesson* TourAndLessons::lesson_after(int places) const {
  const Lesson* const current = simulated_ != nullptr ? simulated_ : next_ != nullptr ? next_ : lesson_;
  const auto after = [places](const Lesson* each) { return each - lessons().data() + places; };
  const auto wanted = current != nullptr ? after(current)
                      : last_ != nullptr ? after(last_) + (places < 0 ? 1 : 0)
                                         : places - 1;
  return wanted >= 0 && wanted < std::ssize(lessons()) ? &lessons()[static_cast<std::size_t>(wanted)]
                                                       : nullptr;
}

void TourAndLessons::go_to_lesson(int places) {
  if (const Lesson* const lesson = lesson_after(places)) open_lesson(*lesson);
}

// Students must not read the answers on the wall: while the projector is on, the notes are shown only if the
// lecturer asks for them, or if they are on another screen.
void TourAndLessons::hide_notes(bool projects) {
  if (!projects) {
    if (!std::exchange(are_notes_hidden_, false) || notes_ == nullptr) return;
    notes_->show();
    window_.activateWindow();  // its keys go on
  } else if (notes_ != nullptr && notes_->isVisible() && notes_->screen() == window_.screen()) {
    notes_->hide();
    are_notes_hidden_ = true;
    window_.activateWindow();  // its keys go on
  }
}

void TourAndLessons::show_notes() {
  are_notes_hidden_ = false;
  if (notes_ != nullptr) {
    notes_->show();
    notes_->raise();
    notes_->activateWindow();
    return;
  }
  if (installed_file("lessons/lecture.md").isEmpty())
    return window_.failed("lessons: expected lecture.md in share/gusset/lessons, found none");
  notes_ = new LecturerNotes(window_, [this](const std::string& message) { window_.failed(message); });
  notes_->show();
}

void TourAndLessons::open_sample(const std::string& file) {
  const QString path = installed_file("samples/" + qt_text(file));
  if (path.isEmpty()) {
    window_.failed("sample: expected " + file + " in share/gusset/samples, found none");
  } else {
    window_.session().open({std::filesystem::path(path.toStdU16String())});
  }
}

void TourAndLessons::open_lesson(const Lesson& lesson) {
  const std::filesystem::path graph = graph_file(lesson);
  const QString program = gusset_command();
  if (graph.empty()) {
    window_.failed("lesson: expected " + lesson.id + ".dot in share/gusset/lessons, found none");
  } else if (program.isEmpty()) {
    window_.failed("lesson: expected the gusset command beside this program or in PATH, found none");
  } else {
    simulated_ = &lesson;
    player_.play(lesson, program, qt_path(graph));
  }
}

void TourAndLessons::edit_graph() {
  if (lesson_ == nullptr) return;
  edited_ = lesson_;
  window_.session().open({graph_file(*lesson_)});
}

void TourAndLessons::start_tour() {
  if (!window_.session().document()->empty()) {
    card_.start();
    return;
  }
  is_tour_wanted_ = true;
  open_sample(sample_traces().front().file);
}

}  // namespace gusset::viewer
