#include "gusset/traces/exchange/write_trace.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "export/text_writer.hpp"
#include "export/writers.hpp"
#include "gus/gus_sink.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/picture/graph/dot.hpp"

namespace gusset::traces {
namespace {

using exporting::LeftOut;
using exporting::TextWriter;

/// A drawing of the graph has no times. It has each task's type, the detail in its name, and its work.
LeftOut write_dot(const Trace& trace, bool by_version, TextWriter& out) {
  const TaskGraph graph(trace);
  out << (by_version ? to_version_dot(trace, graph) : to_dot(trace, graph));
  LeftOut left_out;
  std::size_t spans = 0;
  for (const Lane& lane : trace.lanes) spans += lane.spans.size();
  exporting::add_count(left_out, spans, "span (a graph has no times)", "spans (a graph has no times)");
  const auto details = std::ranges::count(trace.attributes, task_detail, &Attribute::name);
  exporting::add_count(left_out, trace.attributes.size() - static_cast<std::size_t>(details), "attribute",
                       "attributes");
  exporting::add_count(left_out, trace.messages.size(), "message", "messages");
  exporting::add_count(left_out, trace.counters.size(), "counter", "counters");
  exporting::add_count(left_out, trace.marks.size(), "mark", "marks");
  exporting::add_count(left_out, trace.span_links.size(), "span link", "span links");
  exporting::add_threads(left_out, trace);
  const Recorded& known = trace.recorded;
  if (known.parents || known.submit || known.ready)
    left_out.emplace_back("parents, submit times and ready times of tasks");
  return left_out;
}

LeftOut write_as(OutputFormat format, const Trace& trace, TextWriter& out) {
  switch (format) {
    case OutputFormat::chrome_json:
      return exporting::write_chrome_json(trace, out);
    case OutputFormat::csv:
      return exporting::write_csv(trace, out);
    case OutputFormat::paje:
      return exporting::write_paje(trace, out);
    case OutputFormat::task_dot:
    case OutputFormat::version_dot:
      return write_dot(trace, format == OutputFormat::version_dot, out);
    case OutputFormat::gus:
      break;
  }
  return {};
}

}  // namespace

std::optional<OutputChoice> output_choice(const std::filesystem::path& path) {
  constexpr std::pair<std::string_view, OutputFormat> extensions[] = {{".gus", OutputFormat::gus},
                                                                      {".json", OutputFormat::chrome_json},
                                                                      {".csv", OutputFormat::csv},
                                                                      {".paje", OutputFormat::paje},
                                                                      {".dot", OutputFormat::task_dot}};
  std::string name = lower_case(path.filename().string());
  OutputChoice choice;
  if (name.ends_with(".gz")) {
    choice.options.gzip = true;
    name.resize(name.size() - 3);
  }
  for (const auto& [extension, format] : extensions) {
    if (!name.ends_with(extension) || (choice.options.gzip && format == OutputFormat::gus)) continue;
    choice.format = format;
    return choice;
  }
  return {};
}

Result<WrittenTrace> write_trace(const Trace& trace, const std::filesystem::path& path, OutputFormat format,
                                 const WriteOptions& options) {
  if (format == OutputFormat::gus) {
    if (auto done = write_gus(trace, path); !done) return done.error();
    return WrittenTrace{};
  }
  auto sink = gus::FileSink::open(path);
  if (!sink) return sink.error();
  TextWriter out(*sink, options.gzip);
  WrittenTrace written{write_as(format, trace, out)};
  if (auto done = out.finish(); !done) return done.error();
  if (auto done = sink->commit(); !done) return done.error();
  return written;
}

}  // namespace gusset::traces
