// How fast programs are simulated, beside the plain use of SimGrid in the same run: medians, each figure from
// a process of its own. usage: bench_simulator --help
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "cases.hpp"
#include "in_child.hpp"

namespace {

using namespace gusset::simulator::bench;

constexpr const char* help =
    "usage: bench_simulator [--rows REGEX] [--rounds N] [--json]\n"
    "How fast programs are simulated, beside others in the same run; medians of all rounds.\n"
    "  --rows REGEX  the rows whose names hold a match\n"
    "  --rounds N    measurements per figure (3)\n"
    "  --json        a list of {name, unit, ours, peers, goal, better}\n";

struct Options {
  std::string pattern;
  unsigned rounds = 3;
  bool is_json = false;
};

struct Figure {
  Row row;
  double ours = 0.0;
  std::map<std::string, double> peers;
};

Options parse(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--json") {
      options.is_json = true;
    } else if (words[i] == "--rows" && has_value) {
      options.pattern = words[++i];
    } else if (words[i] == "--rounds" && has_value) {
      const std::string& text = words[++i];
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), options.rounds);
      if (error != std::errc() || end != text.data() + text.size() || options.rounds == 0)
        throw std::invalid_argument("--rounds: expected a whole number from 1 on, found \"" + text + "\"");
    } else {
      throw std::invalid_argument("expected an option (see --help), found \"" + words[i] + "\"");
    }
  }
  return options;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Ours and the peers' in turns, so that a machine whose speed drifts treats all alike.
Figure measure(const Row& row, unsigned rounds) {
  std::vector<double> ours;
  std::map<std::string, std::vector<double>> peers;
  for (unsigned round = 0; round < rounds; ++round) {
    ours.push_back(in_child(row.ours));
    for (const auto& [name, peer] : row.peers) peers[name].push_back(in_child(peer));
  }
  Figure figure{row, median(std::move(ours)), {}};
  for (auto& [name, values] : peers) figure.peers[name] = median(std::move(values));
  return figure;
}

void print_table(const std::vector<Figure>& figures) {
  std::printf("| figure | unit | Gusset | peer | goal |\n| --- | --- | --: | --- | --: |\n");
  for (const Figure& figure : figures) {
    std::printf("| %s | %s | %.3g |", figure.row.name.c_str(), figure.row.unit.c_str(), figure.ours);
    for (const auto& [name, value] : figure.peers) std::printf(" %s %.3g", name.c_str(), value);
    std::printf(figure.row.goal ? " | %s %g |\n" : " | – |\n", figure.row.better == "lower" ? "≤" : "≥",
                figure.row.goal.value_or(0.0));
  }
}

void print_json(const std::vector<Figure>& figures) {
  auto list = nlohmann::ordered_json::array();
  for (const Figure& figure : figures) {
    auto goal = figure.row.goal ? nlohmann::ordered_json(*figure.row.goal) : nlohmann::ordered_json(nullptr);
    list.push_back({{"name", figure.row.name},
                    {"unit", figure.row.unit},
                    {"ours", figure.ours},
                    {"peers", figure.peers},
                    {"goal", goal},
                    {"better", figure.row.better}});
  }
  std::printf("%s\n", list.dump(2).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 1 && words[0] == "--help") {
      std::printf("%s", help);
      return 0;
    }
    const Options options = parse(words);
    const std::regex wanted(options.pattern);
    std::vector<Figure> figures;
    for (const Row& row : rows()) {
      if (std::regex_search(row.name, wanted)) figures.push_back(measure(row, options.rounds));
    }
    options.is_json ? print_json(figures) : print_table(figures);
    return 0;
  } catch (const std::logic_error& error) {
    std::fprintf(stderr, "bench_simulator: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_simulator: %s\n", error.what());
    return 1;
  }
}
