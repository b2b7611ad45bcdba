#include "window/tour_and_lessons.hpp"

#include <QMenu>
#include <QTimer>
#include <utility>

#include "gusset/viewer/app/widgets/installed_files.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/window/tour_card.hpp"
#include "gusset/viewer/app/window/welcome_page.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

TourAndLessons::TourAndLessons(MainWindow& window, Actions& actions, WelcomePage& page)
    : window_(window), card_(*new TourCard(window)) {
  QMenu& help = actions.menu("Help");
  actions.add_always(help, "One-minute &tour", "tour", {}, [this] { start_tour(); });
  QMenu* samples = help.addMenu("&Samples");
  for (const SampleTrace& sample : sample_traces()) {
    actions.add_always(*samples, qt_text(sample.title), "open " + qt_text(sample.file), {},
                       [this, &sample] { open_sample(sample.file); });
  }
  QMenu* taught = help.addMenu("&Lessons");
  for (const Lesson& lesson : lessons()) {
    actions.add_always(*taught, qt_text(lesson.title), "open lesson " + qt_text(lesson.id), {},
                       [this, &lesson] { open_lesson(lesson); });
  }
  const QString missing = installed_file("lessons").isEmpty() ? "The lessons are not installed."
                          : gusset_command().isEmpty()
                              ? "Lessons need the gusset command, beside this program or in PATH."
                              : "";
  page.show_availability(installed_file("samples").isEmpty() ? "The samples are not installed." : "",
                         missing);
  connections_ = {window.failed.connect([this] {
                    is_tour_wanted_ = false;
                    hint_.clear();
                  }),
                  player_.failed.connect([this](const std::string& message) { window_.failed(message); }),
                  player_.played.connect([this](const Lesson& lesson, const auto& traces) {
                    hint_ = lesson.look;
                    window_.session().open(traces);
                  })};
}

std::string TourAndLessons::traces_changed() {
  if (std::exchange(is_tour_wanted_, false) && !window_.session().document()->empty())
    QTimer::singleShot(0, &card_, [this] { card_.start(); });  // after the layout is done
  return std::exchange(hint_, {});
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
  const QString graph = installed_file("lessons/" + qt_text(lesson.id) + ".dot");
  const QString program = gusset_command();
  if (graph.isEmpty()) {
    window_.failed("lesson: expected " + lesson.id + ".dot in share/gusset/lessons, found none");
  } else if (program.isEmpty()) {
    window_.failed("lesson: expected the gusset command beside this program or in PATH, found none");
  } else {
    player_.play(lesson, program, graph);
  }
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
