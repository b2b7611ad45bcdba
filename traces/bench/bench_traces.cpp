// What reading traces costs, beside other programs in the same run: medians, each reading in a process of its
// own so that its memory can be told, of files that are in the page cache. usage: bench_traces --help
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "child.hpp"
#include "rows.hpp"

namespace {

using namespace gusset::traces::bench;

constexpr const char* help =
    "usage: bench_traces [--rows REGEX] [--rounds N] [--tasks N] [--files FOLDER] [--json]\n"
    "What reading traces costs, beside others in the same run; medians of all rounds.\n"
    "  --rows REGEX  the rows whose names hold a match\n"
    "  --rounds N    readings per row (5)\n"
    "  --tasks N     of each file (1000000); ten or a hundred times as many where the row says so\n"
    "  --files F     makes the files in folder F, keeps them, and takes those that are there\n"
    "  --json        a list of {name, unit, ours, peers, goal, better}\n";

struct Figure {
  const Row* row = nullptr;
  std::optional<double> ours;
  std::map<std::string, std::optional<double>> peers;
};

std::size_t number(const std::string& option, const std::string& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) {
    throw std::invalid_argument(option + ": expected a whole number from 1 on, found \"" + text + "\"");
  }
  return value;
}

/// Nothing where one fails (a peer that is not installed), which is told.
std::optional<double> median(const Row::Measure& measure, const std::filesystem::path& file,
                             std::size_t tasks, std::size_t rounds) {
  std::vector<double> values;
  try {
    for (std::size_t i = 0; i < rounds; ++i) values.push_back(measure(file, tasks));
  } catch (const std::runtime_error& failure) {
    std::fprintf(stderr, "bench_traces: %s\n", failure.what());
    return {};
  }
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_table(const std::vector<Figure>& figures) {
  std::printf("| figure | unit | Gusset | peer | goal |\n| --- | --- | --: | --- | --: |\n");
  for (const Figure& figure : figures) {
    std::printf("| %s | %s | ", figure.row->name.c_str(), figure.row->unit.c_str());
    figure.ours ? std::printf("%.3g |", *figure.ours) : std::printf("– |");
    for (const auto& [name, value] : figure.peers)
      value ? std::printf(" %s %.3g", name.c_str(), *value) : std::printf(" %s –", name.c_str());
    const char* const sign = figure.row->better == "lower" ? "≤" : "≥";
    figure.row->goal ? std::printf(" | %s %g |\n", sign, *figure.row->goal) : std::printf(" | – |\n");
  }
}

nlohmann::ordered_json or_null(std::optional<double> value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

void print_json(const std::vector<Figure>& figures) {
  auto list = nlohmann::ordered_json::array();
  for (const Figure& figure : figures) {
    auto peers = nlohmann::ordered_json::object();
    for (const auto& [name, value] : figure.peers) {
      if (value) peers[name] = *value;
    }
    list.push_back({{"name", figure.row->name},
                    {"unit", figure.row->unit},
                    {"ours", or_null(figure.ours)},
                    {"peers", peers},
                    {"goal", or_null(figure.row->goal)},
                    {"better", figure.row->better}});
  }
  std::printf("%s\n", list.dump(2).c_str());
}

/// In a process of its own: how much memory that takes would count as that of all children after it.
void make_apart(const Row& row, const std::filesystem::path& file, std::size_t tasks) {
  std::fflush(nullptr);
  const pid_t maker = ::fork();
  if (maker < 0) throw std::runtime_error("expected a process, found none");
  if (maker == 0) {
    try {
      row.make(file, tasks);
      std::_Exit(0);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "bench_traces: %s\n", error.what());
      std::_Exit(1);
    }
  }
  int status = 0;
  if (::waitpid(maker, &status, 0) < 0 || status != 0)
    throw std::runtime_error(file.string() + ": was not made");
}

struct Options {
  std::size_t tasks = 1'000'000;
  std::size_t rounds = 5;
  std::string pattern;
  std::filesystem::path files;  ///< empty: in a folder of its own that goes with it
  bool is_json = false;
};

int measure_all(const Options& options) {
  const bool keeps = !options.files.empty();
  const auto folder =
      keeps ? options.files
            : std::filesystem::temp_directory_path() / ("bench_traces." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::vector<Figure> figures;
  bool has_failed = false;
  const std::regex wanted(options.pattern);
  for (const Row& row : rows()) {
    if (!std::regex_search(row.name, wanted)) continue;
    const std::size_t tasks = options.tasks * row.size;
    const auto file = folder / row.file;
    if (!std::filesystem::exists(file)) make_apart(row, file, tasks);
    Figure figure{&row, median(row.ours, file, tasks, options.rounds), {}};
    has_failed = has_failed || !figure.ours;
    for (const auto& [name, measure] : row.peers) {
      figure.peers[name] = median(measure, file, tasks, options.rounds);
    }
    figures.push_back(std::move(figure));
  }
  if (!keeps) std::filesystem::remove_all(folder);
  options.is_json ? print_json(figures) : print_table(figures);
  return has_failed ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 3 && words[0] == "--child") return child(words[1], words[2]);
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool has_value = i + 1 < words.size();
      if (words[i] == "--help") {
        std::printf("%s", help);
        return 0;
      }
      if (words[i] == "--json") {
        options.is_json = true;
      } else if (words[i] == "--rows" && has_value) {
        options.pattern = words[++i];
      } else if (words[i] == "--rounds" && has_value) {
        options.rounds = number("--rounds", words[++i]);
      } else if (words[i] == "--tasks" && has_value) {
        options.tasks = number("--tasks", words[++i]);
      } else if (words[i] == "--files" && has_value) {
        options.files = words[++i];
      } else {
        throw std::invalid_argument("expected an option (see --help), found \"" + words[i] + "\"");
      }
    }
    return measure_all(options);
  } catch (const std::logic_error& error) {
    std::fprintf(stderr, "bench_traces: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_traces: %s\n", error.what());
    return 1;
  }
}
