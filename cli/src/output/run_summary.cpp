#include "run_summary.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

#include "gusset/base/quoting.hpp"
#include "gusset/traces/answers/verdict.hpp"
#include "output/console.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

// The most important sentences. gusset report has the rest, with the commands to try next.
std::string first_sentences(const traces::Trace& trace, const std::string& name) {
  constexpr std::size_t sentences = 2;
  const std::vector<traces::Finding> found = traces::verdict(trace, {name, nullptr, ""}).findings;
  std::string text;
  for (std::size_t i = 0; i < std::min(found.size(), sentences); ++i)
    text += "  " + printable(found[i].sentence) + "\n";
  return text;
}

// Traces with more tasks are not read at once, because reading them may take longer than the run.
constexpr std::uint64_t most_tasks_to_read = 10'000'000;

std::string summary_of(const std::vector<std::string>& names) {
  std::string summary;
  std::set<std::string> runtimes;  // other than Gusset's
  for (const std::string& name : names) {
    const auto sizes = traces::read_gus_sizes(name);
    const bool is_large = sizes.ok() && sizes->tasks > most_tasks_to_read;
    const TracePointer trace =
        load_trace(name, false, is_large ? traces::Sections::none() : traces::Sections::all());
    summary += is_large ? size_line(*trace, sizes->tasks, name) +
                              "  To read all of it: " + shell_text("gusset", {"report", name}) + "\n"
                        : summary_line(*trace, name) + first_sentences(*trace, name);
    if (traces::ran_on_openmp(trace->metadata)) runtimes.insert(trace->metadata.runtime);
  }
  for (const std::string& runtime : runtimes) summary += "Recorded on " + runtime + ".\n";
  return summary;
}

}  // namespace

std::vector<std::string> commit_and_summarize(OutputFile& output) {
  const std::vector<std::string> names = output.commit();
  const std::string summary = summary_of(names);
  if (is_output_open()) print(summary);  // the trace is the result, so a closed standard output is no failure
  return names;
}

}  // namespace gusset::cli
