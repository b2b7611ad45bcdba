// How far predictions are from runs that they were not calibrated on: tiled Cholesky factorizations with
// little parallelism on two workers. Prints a Markdown table of measured medians, predictions, and what the
// simple bound max(work ÷ workers, critical path) says.
//
// Task costs come from runs of one other size with the same tiles. Measured runs of all sizes take turns with
// calibration runs, so that a machine whose speed drifts treats them alike.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr int tile = 256;
constexpr int calibration_blocks = 12;
constexpr int calibration_runs = 3;
constexpr int fewest_blocks = 4;
constexpr int most_blocks = 8;
constexpr int measured_runs = 5;
constexpr int workers = 2;

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// The commands of this build, and a folder for their files.
class Laboratory {
 public:
  Laboratory() : programs_(fs::read_symlink("/proc/self/exe").parent_path()) {
    std::string name = (fs::temp_directory_path() / "prediction-accuracy-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
    folder_ = name;
  }
  ~Laboratory() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Laboratory(const Laboratory&) = delete;
  Laboratory& operator=(const Laboratory&) = delete;

  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  // What `gusset WORDS…` writes to standard output. Throws where it fails; it has said why.
  std::string gusset(const std::vector<std::string>& words) const {
    std::string command = quoted((programs_ / "gusset").string());
    for (const std::string& word : words) command += " " + quoted(word);
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("can't run " + command);
    std::string output;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output.push_back(static_cast<char>(c));
    if (pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
    return output;
  }

  std::vector<std::string> cholesky(int blocks) const {
    return {"--",       (programs_ / "cholesky").string(),
            "--size",   std::to_string(tile * blocks),
            "--blocks", std::to_string(blocks)};
  }

  json info(const std::string& trace) const { return json::parse(gusset({"info", trace, "--json"})); }

 private:
  fs::path programs_;
  fs::path folder_;
};

std::vector<std::string> operator+(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

struct Prediction {
  double makespan_s = 0.0;
  double bound_s = 0.0;  ///< max(work ÷ workers, critical path), from the same costs
};

const std::vector<std::string> threads{"--threads", std::to_string(workers)};

double measure(const Laboratory& laboratory, int blocks, const std::string& trace) {
  laboratory.gusset(std::vector<std::string>{"run", "-o", trace} + threads + laboratory.cholesky(blocks));
  return laboratory.info(trace).at("makespan_s").get<double>();
}

Prediction predict(const Laboratory& laboratory, int blocks, const std::string& costs) {
  const std::string trace = laboratory.file("predicted.gus");
  laboratory.gusset(std::vector<std::string>{"simulate", "-o", trace, "--costs", costs} + threads +
                    laboratory.cholesky(blocks));
  const json info = laboratory.info(trace);
  return {info.at("makespan_s").get<double>(), std::max(info.at("busy_s").get<double>() / workers,
                                                        info.at("critical_path_bound_s").get<double>())};
}

double error(double predicted, double measured) {
  return predicted / measured - 1.0;
}

void study() {
  const Laboratory laboratory;
  std::vector<std::string> calibration;
  std::map<int, std::vector<double>> measured_s;
  for (int round = 0; round < std::max(measured_runs, calibration_runs); ++round) {
    if (round < calibration_runs) {
      calibration.push_back(laboratory.file("calibration" + std::to_string(round) + ".gus"));
      measure(laboratory, calibration_blocks, calibration.back());
    }
    for (int blocks = fewest_blocks; blocks <= most_blocks && round < measured_runs; ++blocks) {
      measured_s[blocks].push_back(measure(laboratory, blocks, laboratory.file("measured.gus")));
    }
  }
  const std::string costs = laboratory.file("costs.json");
  laboratory.gusset(std::vector<std::string>{"calibrate"} + calibration +
                    std::vector<std::string>{"-o", costs});

  std::printf("| N | B | measured, ms | predicted, ms | error | bound, ms | error |\n");
  std::printf("|--:|--:|--:|--:|--:|--:|--:|\n");
  std::vector<double> prediction_errors;
  std::vector<double> bound_errors;
  for (const auto& [blocks, runs_s] : measured_s) {
    const double truth_s = median(runs_s);
    const Prediction prediction = predict(laboratory, blocks, costs);
    const double prediction_error = error(prediction.makespan_s, truth_s);
    const double bound_error = error(prediction.bound_s, truth_s);
    std::printf("| %d | %d | %.2f | %.2f | %+.1f %% | %.2f | %+.1f %% |\n", tile * blocks, blocks,
                truth_s * 1e3, prediction.makespan_s * 1e3, prediction_error * 100.0,
                prediction.bound_s * 1e3, bound_error * 100.0);
    prediction_errors.push_back(std::abs(prediction_error));
    bound_errors.push_back(std::abs(bound_error));
  }
  std::printf(
      "\nMedian error: %.1f %% of the prediction, %.1f %% of the bound max(work ÷ workers, critical path).\n",
      median(prediction_errors) * 100.0, median(bound_errors) * 100.0);
}

}  // namespace

int main() {
  try {
    study();
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "prediction_accuracy: %s\n", failure.what());
    return 1;
  }
}
