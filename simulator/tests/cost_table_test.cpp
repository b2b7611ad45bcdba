#include "gusset/simulator/costs/cost_table.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gusset/base/text_file.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::contents;
using testing::temporary;

CostTable table() {
  CostTable result;
  result.machine = {"host", "A \"quoted\" CPU", 2};
  result.trim = 0.1;
  result.entries = {{"gemm", SizeKind::work, 33554432.0, 220, 1.0 / 3.0, 0.01, 0.25, 0.3, 0.5},
                    {"gemm", SizeKind::work, 1e18, 1, 7.0, 0.0, 7.0, 7.0, 7.0},
                    {"load", SizeKind::bytes, 4096.0, 3, 1e-9, 0.0, 1e-9, 1e-9, 1e-9}};
  result.caches = {{"gemm", 3, 1.0 / 3.0, 0.2, 0.4, 0.1, 0.05, 220},
                   {"load", 2, 0.5, 0.4, 0.6, 0.9, 1.0, 12}};
  result.variation.interruptions = {1.0 / 3.0, {0.004, 0.0281}, 12, 36.5, true};
  result.variation.speed = {0.95, 1.2, 0.08, 0.02, 0.76, 400};
  result.variation.first_touches = {{"load", 1e-9 / 3.0, 40, {0.0, 1e-9 / 3.0, 1.0}}, {"other", 0.0, 3}};
  result.variation.runs = {{1.02, 0.01}, {0.97, 0.02}};
  result.entries[0].lost_share = 0.125;
  return result;
}

/// Returns a document with one cost in which `other` replaces `piece`.
std::string document(const std::string& piece = "", const std::string& other = "") {
  std::string text =
      R"({"format": "gusset costs", "version": 1, "machine": {"host": "h", "cpu": "c", "workers": 2}, "trim": 0.1, "costs": [)"
      R"({"type": "gemm", "work": 100, "count": 10, "mean_s": 2, "stddev_s": 1, "min_s": 1, "median_s": 2, "max_s": 3}]})";
  if (!piece.empty()) {
    const std::size_t at = text.find(piece);
    EXPECT_NE(at, std::string::npos) << piece;
    text.replace(at, piece.size(), other);
  }
  return text;
}

std::string error_of(const std::string& piece, const std::string& other) {
  const auto costs = parse_costs(document(piece, other), "c.json");
  return costs ? "no error" : costs.error().message();
}

TEST(CostTable, JsonRoundTrips) {
  const auto again = parse_costs(to_json(table()), "c.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, table());
}

TEST(CostTable, RefusesBadPricesOfMissingBytes) {
  const auto error = [](const std::string& piece, const std::string& other) {
    std::string prices =
        R"("caches": [{"type": "gemm", "level": 3, "ns_per_byte": 0.5, "low_ns_per_byte": 0.4, )"
        R"("high_ns_per_byte": 0.6, "r_squared": 0.2, "time_share": 0.1, "count": 20}], "costs")";
    prices.replace(prices.find(piece), piece.size(), other);
    return error_of(R"("costs")", prices);
  };
  EXPECT_EQ(error("0.5", "0.5"), "no error");
  EXPECT_EQ(error("\"level\": 3", "\"level\": 1"), "c.json: caches[0].level: expected 2 or 3, found 1");
  EXPECT_EQ(error("0.5", "-0.5"),
            "c.json: caches[0].ns_per_byte: expected ns per byte from 0 to 1e9, found -0.5");
  EXPECT_EQ(error("0.2", "1.2"), "c.json: caches[0].r_squared: expected a share from 0 to 1, found 1.2");
  EXPECT_EQ(error("20}",
                  "20}, {\"type\": \"gemm\", \"level\": 2, \"ns_per_byte\": 1, \"low_ns_per_byte\": 1, "
                  "\"high_ns_per_byte\": 1, \"r_squared\": 1, \"time_share\": 0, \"count\": 1}"),
            "c.json: caches: expected each type once, found \"gemm\" twice");
}

TEST(CostTable, RefusesBadVariation) {
  const auto error = [](const std::string& variation) {
    return error_of(R"("costs")", R"("variation": )" + variation + R"(, "costs")");
  };
  EXPECT_EQ(error("{}"), "no error");
  EXPECT_EQ(error(R"({"runs": [{"factor": 0, "deviation": 0}]})"),
            "c.json: variation.runs[0].factor: expected a factor above 0, at most 1e9, found 0");
  EXPECT_EQ(error(R"({"interruptions": {"per_s": 1, "lengths_s": [2, 1], "count": 2, "observed_s": 1, )"
                  R"("measured": true}})"),
            "c.json: variation.interruptions.lengths_s: expected ascending lengths, found a length after a "
            "longer one");
  EXPECT_EQ(error(R"({"speed": {"fast_factor": 1, "slow_factor": 2, "fast_s": 1, "slow_s": 1, )"
                  R"("correlation": 2, "windows": 9}})"),
            "c.json: variation.speed.correlation: expected a number from 0 to 1, found 2");
  const std::string touch = R"({"type": "t", "s_per_byte": 1, "count": 1})";
  EXPECT_EQ(error(R"({"first_touches": [)" + touch + ", " + touch + "]}"),
            "c.json: variation.first_touches: expected each type once, found \"t\" twice");
  EXPECT_EQ(
      error(R"({"first_touches": [{"type": "t", "s_per_byte": 1, "count": 1, "by_run_s_per_byte": [-1]}]})"),
      "c.json: variation.first_touches[0].by_run_s_per_byte[0]: expected seconds per byte from 0 to 1e9, "
      "found -1");
}

TEST(CostTable, FileRoundTrips) {
  const auto path = temporary("costs.json");
  ASSERT_TRUE(write_text(path, to_json(table())));
  EXPECT_EQ(contents(path), to_json(table()));
  const auto again = read_costs(path);
  std::filesystem::remove(path);
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, table());
}

TEST(CostTable, SortsEntriesWhenRead) {
  const auto costs = parse_costs(
      document(
          R"([{"type": "gemm")",
          R"([{"type": "z", "bytes": 0, "count": 1, "mean_s": 2, "stddev_s": 1, "min_s": 1, "median_s": 2, "max_s": 3},)"
          R"( {"type": "gemm", "work": 7, "count": 1, "mean_s": 2, "stddev_s": 1, "min_s": 1, "median_s": 2, "max_s": 3},)"
          R"( {"type": "gemm")"),
      "c.json");
  ASSERT_TRUE(costs) << costs.error().message();
  ASSERT_EQ(costs->entries.size(), 3u);
  EXPECT_EQ(costs->entries[0].size, 7.0);
  EXPECT_EQ(costs->entries[1].size, 100.0);
  EXPECT_EQ(costs->entries[2].type, "z");
  EXPECT_EQ(costs->entries[2].kind, SizeKind::bytes);
}

TEST(CostTable, ErrorsNameFileAndField) {
  EXPECT_EQ(error_of("{\"format\"", "{\"form\""), "c.json: format: expected \"gusset costs\", found nothing");
  EXPECT_EQ(error_of("gusset costs", "other"), "c.json: format: expected \"gusset costs\", found \"other\"");
  EXPECT_EQ(error_of("\"version\": 1", "\"version\": 2"), "c.json: version: expected 1, found 2");
  EXPECT_EQ(error_of("\"trim\": 0.1", "\"trim\": 0.6"),
            "c.json: trim: expected a share from 0 to 0.5, found 0.6");
  EXPECT_EQ(error_of("{\"host\": \"h\", \"cpu\": \"c\", \"workers\": 2}", "3"),
            "c.json: machine: expected an object, found 3");
  EXPECT_EQ(error_of("\"workers\": 2", "\"workers\": -2"),
            "c.json: machine.workers: expected a whole number from 0 to 4294967295, found -2");
  EXPECT_EQ(error_of("\"cpu\"", "\"gpu\""),
            "c.json: machine: expected fields cpu, host, workers, found \"gpu\"");
  EXPECT_EQ(error_of("\"type\": \"gemm\", ", ""), "c.json: costs[0].type: expected text, found nothing");
  EXPECT_EQ(error_of("\"work\": 100, ", ""), "c.json: costs[0].work: expected work or bytes, found neither");
  EXPECT_EQ(error_of("\"work\": 100", "\"work\": 100, \"bytes\": 1"),
            "c.json: costs[0].work: expected either work or bytes, found both");
  EXPECT_EQ(error_of("\"work\": 100", "\"work\": -1"),
            "c.json: costs[0].work: expected a number from 0 to 1e300, found -1");
  EXPECT_EQ(error_of("\"count\": 10", "\"count\": 0"),
            "c.json: costs[0].count: expected a whole number above 0, found 0");
  EXPECT_EQ(error_of("\"mean_s\": 2", "\"mean_s\": \"2\""),
            "c.json: costs[0].mean_s: expected seconds from 0 to 1e9, found \"2\"");
  EXPECT_EQ(error_of("\"mean_s\": 2", "\"mean_s\": 4"),
            "c.json: costs[0].mean_s: expected seconds from min_s to max_s, found 4");
  EXPECT_EQ(error_of("\"median_s\": 2", "\"median_s\": 0.5"),
            "c.json: costs[0].median_s: expected seconds from min_s to max_s, found 0.5");
  EXPECT_EQ(error_of("\"max_s\": 3", "\"max_s\": 3, \"maximum\": 3"),
            "c.json: costs[0]: expected fields bytes, count, deviation_s, lost_share, max_s, mean_s, "
            "median_s, min_s, "
            "stddev_s, type, "
            "work, found "
            "\"maximum\"");
  EXPECT_EQ(error_of("[{", "[[], {"), "c.json: costs[0]: expected an object, found a list");
  EXPECT_EQ(error_of("}]}", "}]"), "c.json: line 1, column 227: expected JSON, found the end of the file");
}

TEST(CostTable, MessagesRoundTripWithMissingFields) {
  CostTable costs = table();
  costs.messages = {.count = 70,
                    .latency_s = 2e-6,
                    .bandwidth_bytes_per_s = 1e10,
                    .send_s = 1e-6,
                    .receive_s = 3e-6,
                    .receive_s_per_byte = 1e-10};
  const std::string json = to_json(costs);
  EXPECT_EQ(json.find("long_latency_s"), std::string::npos);
  const auto again = parse_costs(json, "c.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->messages, costs.messages);
  EXPECT_EQ(to_json(table()).find("messages"), std::string::npos);
}

TEST(CostTable, ErrorsNameTheMessagesField) {
  const auto with = [](const std::string& messages) {
    return error_of("\"trim\": 0.1", "\"trim\": 0.1, \"messages\": " + messages);
  };
  EXPECT_EQ(with("3"), "c.json: messages: expected an object, found 3");
  EXPECT_EQ(with("{}"), "c.json: messages.count: expected a whole number above 0, found nothing");
  EXPECT_EQ(with(R"({"count": 1, "latency_s": -1})"),
            "c.json: messages.latency_s: expected seconds from 0 to 1e9, found -1");
  EXPECT_EQ(with(R"({"count": 1, "bandwidth_bytes_per_s": 0})"),
            "c.json: messages.bandwidth_bytes_per_s: expected bytes per second, from 1 to 1e18, found 0");
  EXPECT_EQ(with(R"({"count": 1, "latency": 1})"),
            "c.json: messages: expected fields bandwidth_bytes_per_s, count, latency_s, long_latency_s, "
            "receive_s, receive_s_per_byte, send_s, found \"latency\"");
}

TEST(CostTable, RefusesDuplicateTypeAndSize) {
  const std::string entry =
      R"({"type": "gemm", "work": 100, "count": 10, "mean_s": 2, "stddev_s": 1, "min_s": 1, "median_s": 2, "max_s": 3})";
  EXPECT_EQ(error_of(entry, entry + "," + entry),
            "c.json: costs: expected each type and size once, found \"gemm\" with work 100.0 twice");
}

TEST(CostTable, UnwritableOutputFails) {
  EXPECT_EQ(write_text("/no/such/folder/c.json", to_json(table())).error().message(),
            "/no/such/folder/c.json: expected a file that can be written, found No such file or directory");
  EXPECT_EQ(write_text("/tmp/", to_json(table())).error().message(),
            "/tmp/: expected a file that can be written, found Is a directory");
}

CostEntry measured(const std::string& type, double work, double mean_s, std::uint64_t count = 10) {
  return {type, SizeKind::work, work, count, mean_s, 0.0, mean_s, mean_s, mean_s, 0.0};
}

TEST(CostFit, FitsAPowerLawThroughTwoSizes) {
  CostTable table;
  table.entries = {measured("gemm", 100.0, 1.0), measured("gemm", 10000.0, 10.0),
                   measured("potrf", 5.0, 1.0)};
  const std::vector<CostFit> fits = fit_costs(table);
  ASSERT_EQ(fits.size(), 1u) << "one size does not determine a fit";
  EXPECT_EQ(fits[0].type, "gemm");
  EXPECT_EQ(fits[0].sizes, 2u);
  EXPECT_NEAR(fits[0].exponent, 0.5, 1e-12);
  EXPECT_NEAR(fits[0].coefficient_s, 0.1, 1e-12);
  EXPECT_NEAR(fits[0].relative_error, 0.0, 1e-12);
}

TEST(CostFit, WeightsSizesByTaskCount) {
  CostTable table;
  table.entries = {measured("gemm", 1.0, 1.0, 1000), measured("gemm", 10.0, 10.0, 1000),
                   measured("gemm", 100.0, 200.0, 1)};
  const std::vector<CostFit> fits = fit_costs(table);
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_NEAR(fits[0].exponent, 1.0, 0.01);
  EXPECT_NEAR(fits[0].relative_error, 1.0, 0.05);
}

TEST(CostTable, OverheadsRoundTripAndAreOptional) {
  CostTable table;
  table.overheads = {1e-6, 2e-7, 3e-7, 4e-7, 5e-7};
  table.entries = {measured("gemm", 1.0, 1.0)};
  const auto read = parse_costs(to_json(table), "c.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, table);
  const auto old = parse_costs(
      R"({"format": "gusset costs", "version": 1, "machine": {}, "trim": 0.1, "costs": []})", "c.json");
  ASSERT_TRUE(old) << old.error().message();
  EXPECT_EQ(old->overheads, Overheads{});
  const auto bad = parse_costs(
      R"({"format": "gusset costs", "version": 1, "machine": {}, "trim": 0, "overheads": {"submit_s": -1}, "costs": []})",
      "c.json");
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message(), "c.json: overheads.submit_s: expected seconds from 0 to 1e9, found -1");
}

}  // namespace
}  // namespace gusset::simulator
