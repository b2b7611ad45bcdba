#include "gusset/viewer/app/window/run.hpp"

#include <unistd.h>

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QScreen>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "gusset/base/quoting.hpp"
#include "gusset/viewer/app/window/command_line.hpp"
#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/app/window/welcome_and_notices.hpp"
#include "widgets/qt_helpers.hpp"
#include "window/dock_fitter.hpp"

namespace gusset::viewer {
namespace {

int fail(const std::string& message) {
  std::fprintf(stderr, "gusset-viewer: %s\n", printable(message).c_str());
  return 1;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Qt calls abort() if the display cannot be reached. This handler prints one line and exits with a status
// instead.
void handle_message(QtMsgType kind, const QMessageLogContext&, const QString& message) {
  if (kind == QtFatalMsg) {
    const char* display = std::getenv("DISPLAY");
    const bool platform = message.contains("platform plugin");
    fail(platform ? "display: expected a reachable display (or --screenshot FILE), found " +
                        std::string(display == nullptr ? "none" : display)
                  : message.toStdString());
    _exit(1);
  }
  // Qt's warnings to developers do not concern the user.
  if (kind == QtCriticalMsg) fail(message.toStdString());
}

std::string action_names(const MainWindow& window) {
  QStringList names;
  for (const QAction* action : window.findChildren<QAction*>()) {
    if (!action->objectName().isEmpty() && !action->objectName().startsWith("_q_"))
      names << action->objectName();
  }
  names.sort();
  return names.join(", ").toStdString();
}

// Draws the window once everything has settled, and quits.
class Screenshot {
 public:
  Screenshot(MainWindow& window, const CommandLine& line) : window_(window), line_(line) {}

  void when_settled() {
    // Docks and layouts settle in the event loop. Jobs, for example the task graph of a selection, keep the
    // window busy.
    if (window_.busy()) {
      QTimer::singleShot(10, &window_, [this] { when_settled(); });
      return;
    }
    for (int i = 0; i < 3; ++i) QApplication::processEvents();
    if (window_.width() != line_.width || window_.height() != line_.height) {
      const auto size_text = [](int width, int height) {
        return std::to_string(width) + "x" + std::to_string(height);
      };
      QApplication::exit(fail("--size: expected at least " + size_text(window_.width(), window_.height()) +
                              ", which the panels need, found " + size_text(line_.width, line_.height)));
      return;
    }
    window_.view().canvas().draw_now();
    QFile file(qt_path(line_.screenshot));
    const bool saved = file.open(QIODevice::WriteOnly) && window_.grab().save(&file, "PNG") && file.flush();
    QApplication::exit(
        saved ? 0
              : fail(line_.screenshot.string() +
                     ": expected a file that can be written, found: " + file.errorString().toStdString()));
  }

 private:
  MainWindow& window_;
  const CommandLine& line_;
};

// Whether an action opens a dialog, which nobody would answer, or closes the window. The texts of actions
// that ask for something end in "…"; those that find something only show a field.
bool needs_user(const QAction& action) {
  const QString name = action.objectName();
  return name == "quit" || (action.text().endsWith("…") && !name.startsWith("find"));
}

}  // namespace

int run(int argc, char** argv) {
  Result<CommandLine> parsed = parse_command_line({argv, argv + argc});
  if (!parsed) return fail(parsed.error().message());
  const CommandLine& line = parsed.value();
  if (!line.text.empty()) {
    std::fputs(line.text.c_str(), stdout);
    return 0;
  }
  if (!is_set("QT_QPA_PLATFORM")) {
    if (!line.screenshot.empty()) {
      setenv("QT_QPA_PLATFORM", "offscreen", 1);
    } else if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) {
      return fail(
          "display: expected DISPLAY or WAYLAND_DISPLAY to be set (or --screenshot FILE), found neither");
    }
  }
  qInstallMessageHandler(handle_message);
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  QApplication application(argc, argv);
  QApplication::setApplicationName("gusset-viewer");
  QGuiApplication::setDesktopFileName("gusset-viewer");
  QApplication::setApplicationVersion(GUSSET_VERSION);

  Result<std::unique_ptr<Canvas>> canvas = make_canvas(choose_host(), nullptr);
  if (!canvas) return fail(canvas.error().message());
  MainWindow window(std::move(canvas).value(), std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
  window.resize(line.width, line.height);
  if (line.screenshot.empty() && !line.quit_after_first_picture) {
    window.welcome().remember();
    if (line.has_size) window.resize(line.width, line.height);
    fit_to_screen(window, window.screen()->availableGeometry());
  }
  window.explanation_docks().computes_verdict = !line.quit_after_first_picture;
  window.editor().asks_to_save = line.screenshot.empty() && !line.quit_after_first_picture;
  Screenshot screenshot(window, line);

  Connection open_failed;
  if (!line.traces.empty()) {
    open_failed =
        window.failed.connect([](const std::string& message) { QApplication::exit(fail(message)); });
  }
  bool shown = false;
  const Connection picture_shown = window.picture_shown.connect([&] {
    if (shown) return;
    shown = true;
    open_failed = {};                                              // now only the window reports errors
    const bool has_trace = !window.session().document()->empty();  // otherwise it is a sweep
    if (line.selected_task && has_trace) {
      const TaskReference task{0, traces::TaskId(*line.selected_task)};
      const std::shared_ptr<const Document> document = window.session().document();
      if (!document->has(task)) {
        QApplication::exit(fail("--select: expected a task below " +
                                std::to_string(document->panel(0).trace->tasks.size()) + ", found " +
                                std::to_string(*line.selected_task)));
        return;
      }
      window.session().selection().select_task(task, document->row_of(task), SelectionOrigin::command);
    }
    if (!line.colour.empty() && has_trace && !window.colour_by(line.colour)) {
      const auto by = traces::parse_colour_by(*window.session().document()->panel(0).trace, line.colour);
      QApplication::exit(fail("--" + by.error().message()));
      return;
    }
    if (!line.graph.empty()) {
      window.graph().show_by(qt_text(line.graph));
      window.graph().show();
    }
    if (!line.fold.empty() && !window.graph().fold_by(qt_text(line.fold))) {
      QApplication::exit(fail("--fold: expected type, level, an attribute's name or (up to " +
                              std::to_string(traces::max_drawn_tasks) + " tasks) nothing, found " +
                              line.fold));
      return;
    }
    if (!line.find.empty()) window.find(qt_text(line.find));
    for (const std::string& name : line.actions) {
      auto* const action = window.findChild<QAction*>(qt_text(name));
      if (action == nullptr) {
        QApplication::exit(fail("--do: expected one of " + action_names(window) + ", found " + name));
        return;
      }
      if (!line.screenshot.empty() && needs_user(*action)) {
        QApplication::exit(
            fail("--do with --screenshot: expected an action that neither opens a dialog nor quits, found " +
                 name));
        return;
      }
      action->trigger();
    }
    if (!line.screenshot.empty()) {
      QTimer::singleShot(0, &window, [&] { screenshot.when_settled(); });
    } else if (line.quit_after_first_picture) {
      QTimer::singleShot(0, &window, [&] {
        window.repaint();  // the frame is drawn but not on the screen yet
        QApplication::quit();
      });
    }
  });
  window.session().open(line.traces);
  window.show();
  if (line.traces.empty() && !line.screenshot.empty()) {
    QTimer::singleShot(0, &window, [&] { screenshot.when_settled(); });
  }
  return QApplication::exec();
}

}  // namespace gusset::viewer
