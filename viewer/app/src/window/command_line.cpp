#include "gusset/viewer/app/window/command_line.hpp"

#include <QCommandLineParser>
#include <QStringList>

namespace gusset::viewer {
namespace {

constexpr int min_size = 200;
constexpr int max_size = 16384;

Error error(const QString& where, const std::string& expected, const QString& found) {
  return {where.toStdString(), expected, found.toStdString()};
}

}  // namespace

Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments) {
  QCommandLineParser parser;
  parser.setApplicationDescription(
      "Shows traces of task-parallel programs, one above the other on one time axis.");
  const QCommandLineOption help = parser.addHelpOption();
  const QCommandLineOption version = parser.addVersionOption();
  const QCommandLineOption screenshot("screenshot",
                                      "Draw the window to a PNG file without a display, and quit.", "FILE");
  const QCommandLineOption size("size", "Window size in pixels (default 1440x900).", "WxH");
  const QCommandLineOption select("select", "Select a task of the first trace by its number, from 0.",
                                  "TASK");
  const QCommandLineOption colour(
      "colour",
      "Colour tasks by type, node, level, duration (outliers), slack, waiting (its "
      "cause) or an attribute's name.",
      "KEY");
  const QCommandLineOption graph("graph", "Show the task graph, drawn by tasks or by data versions.",
                                 "tasks|data");
  const QCommandLineOption fold(
      "fold", "Fold the task graph by nothing, type, level or an attribute's name (with --graph).", "KEY");
  const QCommandLineOption action(
      "do", "Run a menu action, such as \"fold all\" or \"boxes\"; may be repeated.", "ACTION");
  const QCommandLineOption find("find", "Find tasks by number, name or conditions, as in the window.",
                                "TEXT");
  const QCommandLineOption quit("quit-after-first-picture", "Quit once the traces have been drawn.");
  parser.addOptions({screenshot, size, select, colour, action, graph, fold, find, quit});
  parser.addPositionalArgument("traces", "Traces, graphs or sweeps to open.", "[TRACE…]");

  QStringList list;
  for (const std::string& argument : arguments) list << QString::fromLocal8Bit(argument.c_str());
  if (!parser.parse(list))
    return error("command line", "known options (see --help)", parser.errorText().toLower());

  CommandLine result;
  if (parser.isSet(help)) {
    result.text = parser.helpText().replace("<executable_name>", "gusset-viewer").toStdString();
    return result;
  }
  if (parser.isSet(version)) {
    result.text = "gusset-viewer " GUSSET_VERSION "\n";
    return result;
  }
  for (const QString& trace : parser.positionalArguments()) {
    result.traces.emplace_back(trace.toLocal8Bit().toStdString());
  }
  if (parser.isSet(screenshot)) {
    const QString path = parser.value(screenshot);
    if (!path.endsWith(".png", Qt::CaseInsensitive))
      return error("--screenshot", "a file ending in .png", path);
    result.screenshot = path.toLocal8Bit().toStdString();
  }
  if (parser.isSet(size)) {
    result.has_size = true;
    const QStringList parts = parser.value(size).split('x');
    bool width_ok = parts.size() == 2;
    bool height_ok = width_ok;
    if (width_ok) {
      result.width = parts[0].toInt(&width_ok);
      result.height = parts[1].toInt(&height_ok);
    }
    const auto fits = [](int pixels) { return pixels >= min_size && pixels <= max_size; };
    if (!width_ok || !height_ok || !fits(result.width) || !fits(result.height)) {
      return error("--size", "WIDTHxHEIGHT, each from 200 to 16384 pixels", parser.value(size));
    }
  }
  if (parser.isSet(select)) {
    bool ok = false;
    const uint task = parser.value(select).toUInt(&ok);
    if (!ok) return error("--select", "the number of a task, from 0", parser.value(select));
    if (result.traces.empty()) return error("--select", "a trace that has the task", "none");
    result.selected_task = task;
  }
  if (parser.isSet(colour)) {
    result.colour = parser.value(colour).toStdString();
    if (result.traces.empty()) return error("--colour", "a trace to colour", "none");
  }
  if (parser.isSet(graph)) {
    const QString by = parser.value(graph);
    if (by != "tasks" && by != "data") return error("--graph", "tasks or data", by);
    if (result.traces.empty()) return error("--graph", "a trace to show", "none");
    result.graph = by.toStdString();
  }
  if (parser.isSet(fold)) {
    if (result.graph.empty()) return error("--fold", "--graph as well", "none");
    result.fold = parser.value(fold).toStdString();
  }
  for (const QString& one : parser.values(action)) result.actions.push_back(one.toStdString());
  if (!result.actions.empty() && result.traces.empty()) return error("--do", "a trace to show", "none");
  if (parser.isSet(find)) {
    result.find = parser.value(find).toStdString();
    if (result.traces.empty()) return error("--find", "a trace to search", "none");
  }
  result.quit_after_first_picture = parser.isSet(quit);
  if (result.quit_after_first_picture && result.traces.empty()) {
    return error("--quit-after-first-picture", "a trace to draw", "none");
  }
  return result;
}

}  // namespace gusset::viewer
