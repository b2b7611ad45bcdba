#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "gusset/traces/answers/comparison_answer.hpp"
#include "gusset/traces/answers/repeated_runs_answer.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/print_answer.hpp"
#include "output/repeated_recordings.hpp"
#include "output/trace_text.hpp"
#include "programs/statistics_comparison.hpp"

namespace gusset::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> paths;
  std::vector<std::string> against;
  std::string fail_if;
  std::string from;
  std::string to;
  std::string from_b;
  std::string to_b;
  bool json = false;
  bool strict = false;
};

bool has_range(const CompareArguments& arguments) {
  return !arguments.from.empty() || !arguments.to.empty() || !arguments.from_b.empty() ||
         !arguments.to_b.empty();
}

// A time on the command line, with the option that gave it.
struct GivenTime {
  std::string option;
  std::string text;
};

// `name`: "A" or "B".
traces::ComparedRange range_in(const traces::Trace& trace, const std::string& name, const GivenTime& from,
                               const GivenTime& to) {
  traces::ComparedRange range{0, traces::compute_statistics(trace).makespan_ns};
  const std::int64_t end_ns = range.end_ns;
  if (!from.text.empty()) range.begin_ns = parse_time("compare", from.option, from.text);
  if (!to.text.empty()) range.end_ns = parse_time("compare", to.option, to.text);
  if (range.begin_ns >= end_ns)
    throw errors::bad_value("compare", from.option,
                            "a time before the end of " + name + ", " + duration_text_ns(end_ns),
                            from.text.empty() ? "0" : from.text);
  if (range.end_ns <= range.begin_ns)
    throw errors::bad_value("compare", to.option,
                            "a time after " + (from.text.empty() ? std::string("0") : from.text), to.text);
  return range;
}

// B's range begins and ends at A's times unless --from-b or --to-b give others.
traces::ComparedRanges ranges_in(const CompareArguments& arguments, const traces::Trace& a,
                                 const traces::Trace& b) {
  const auto of_b = [](const char* option, const std::string& text, const char* other,
                       const std::string& of_a) {
    return text.empty() ? GivenTime{other, of_a} : GivenTime{option, text};
  };
  return {range_in(a, "A", {"--from", arguments.from}, {"--to", arguments.to}),
          range_in(b, "B", of_b("--from-b", arguments.from_b, "--from", arguments.from),
                   of_b("--to-b", arguments.to_b, "--to", arguments.to))};
}

int compare_two(const CompareArguments& arguments) {
  if (!arguments.fail_if.empty()) throw errors::missing_argument("compare", "--against with --fail-if");
  if (arguments.paths.size() < 2) throw errors::missing_argument("compare", "two traces (A.gus B.gus)");
  if (arguments.paths.size() > 2) throw errors::second_group_without_against(arguments.paths.size());
  const std::string& path_a = arguments.paths[0];
  const std::string& path_b = arguments.paths[1];
  const TracePointer a = load_trace(path_a, arguments.strict);
  const TracePointer b = load_trace(path_b, arguments.strict);
  const traces::Comparison comparison =
      has_range(arguments) ? traces::compare(*a, *b, ranges_in(arguments, *a, *b)) : traces::compare(*a, *b);
  const traces::ComparisonCauses causes = traces::comparison_causes(*a, *b, comparison);
  print(arguments.json ? traces::comparison_json(*a, path_a, *b, path_b, comparison, causes)
                       : answer_text(traces::comparison_answer(*a, *b, comparison, causes)));
  return 0;
}

// Enough bytes for the format, which is the first field of a document.
constexpr std::size_t statistics_start = 256;

std::optional<traces::ChangeLimit> limit_of(const std::string& fail_if) {
  if (fail_if.empty()) return std::nullopt;
  const auto limit = traces::parse_change_limit(fail_if);
  if (!limit)
    throw errors::bad_value("compare", "--fail-if",
                            "makespan, busy or idle with a limit, such as makespan>5% or makespan<-5%",
                            fail_if);
  return limit;
}

int compare_groups(const CompareArguments& arguments) {
  if (arguments.paths.empty()) throw errors::missing_argument("compare", "traces (A*.gus) before --against");
  const auto fail_if = limit_of(arguments.fail_if);
  auto a = load_runs(arguments.paths, arguments.strict);
  auto b = load_runs(arguments.against, arguments.strict);
  const traces::RepeatedRuns runs = traces::compare_runs(std::move(a), std::move(b));
  print(arguments.json ? traces::repeated_runs_json(runs, fail_if)
                       : answer_text(traces::repeated_runs_answer(runs, fail_if)));
  const bool has_failed = fail_if && fail_if->decide(runs.of(fail_if->quantity).estimate) ==
                                         traces::ChangeLimit::Decision::failed;
  return has_failed ? Failure::beyond_limit : 0;
}

// Whether a file is a statistics document, rather than a trace of any format.
bool is_statistics(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;  // reading would empty a pipe
  std::ifstream file(path);
  std::string start(statistics_start, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  return start.find(double_quoted(statistics_format)) != std::string::npos;
}

simulator::SimulationStatistics load_statistics(const std::string& path) {
  auto statistics = simulator::read_statistics(path);
  if (!statistics.ok()) throw Failure(statistics.error());
  return std::move(statistics).value();
}

int compare_statistics(const CompareArguments& arguments) {
  const auto& paths = arguments.paths;
  if (!arguments.fail_if.empty()) throw errors::missing_argument("compare", "--against with --fail-if");
  const auto a = load_statistics(paths[0]);
  const auto b = load_statistics(paths[1]);
  const StatisticsComparison comparison(a, b);
  print(arguments.json ? comparison.json(paths[0], paths[1]) : answer_text(comparison.answer()));
  return 0;
}

void refuse_range(const CompareArguments& arguments, const std::string& expected) {
  const std::array<GivenTime, 4> times{{{"--from", arguments.from},
                                        {"--to", arguments.to},
                                        {"--from-b", arguments.from_b},
                                        {"--to-b", arguments.to_b}}};
  for (const GivenTime& time : times) {
    if (!time.text.empty()) throw errors::bad_value("compare", time.option, expected, time.text);
  }
}

int compare(const CompareArguments& arguments) {
  std::vector<std::string> paths = arguments.paths;
  paths.insert(paths.end(), arguments.against.begin(), arguments.against.end());
  const auto statistics = std::find_if(paths.begin(), paths.end(), is_statistics);
  if (statistics != paths.end()) {
    if (arguments.paths.size() != 2 || paths.size() != 2 ||
        !std::all_of(paths.begin(), paths.end(), is_statistics))
      throw errors::statistics_with_others(*statistics);
    refuse_range(arguments, "two traces with it");
    return compare_statistics(arguments);
  }
  if (!arguments.against.empty()) refuse_range(arguments, "no --against with it");
  return arguments.against.empty() ? compare_two(arguments) : compare_groups(arguments);
}

}  // namespace

Command add_compare(CLI::App& gusset) {
  return add_command<CompareArguments>(
      gusset,
      {"compare",
       "A.gus B.gus [--from TIME] [--to TIME] [--from-b TIME] [--to-b TIME] [--json] [--strict]\n"
       "       gusset compare A*.gus --against B*.gus [--fail-if CONDITION] [--json] [--strict]\n"
       "       gusset compare S.json T.json [--json]",
       "Compare two traces (a run and its prediction, or two runs), repeated runs of two versions, or two\n"
       "statistics documents.",
       "gusset compare old*.gus --against new*.gus --fail-if 'makespan>5%'"},
      [](CLI::App& command, CompareArguments& arguments) {
        add_trace_option(command, "A.gus", arguments.paths,
                         "The first trace and the one to compare it with; with --against, all runs of A.\n"
                         "Or two documents that --stats wrote");
        add_option(command, "--from TIME", arguments.from,
                   "Compare only what happened after this time, such as 1.5ms, in both traces");
        add_option(command, "--to TIME", arguments.to, "Compare only what happened before this time");
        add_option(command, "--from-b TIME", arguments.from_b, "Begin B's range at this time instead of A's");
        add_option(command, "--to-b TIME", arguments.to_b, "End B's range at this time instead of A's");
        add_trace_option(command, "--against B.gus", arguments.against,
                         "Compare A's runs with these runs of B: is the difference more than noise?");
        add_option(
            command, "--fail-if CONDITION", arguments.fail_if,
            "Exit with status 3 if the whole 95 % interval of the change from A to B meets CONDITION,\n"
            "such as makespan>5%, busy>5%, idle>10% or makespan<-5%");
        add_json_flag(command, arguments.json);
        add_strict_flag(command, arguments.strict);
      },
      compare);
}

}  // namespace gusset::cli
