#include "gusset/simulator/platform/platform.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gusset/core/options.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::write_file;

constexpr const char* whole = R"({
  "name": "cluster", "nodes": 9, "cores": 20, "gflops_per_core": 30.0,
  "latency_s": 2e-6, "bandwidth_bytes_per_s": 1e10, "header_bytes": 64
})";

constexpr const char* detailed = R"({
  "cores": 20, "sockets": 2, "gflops_per_core": 35.2,
  "caches": [{"level": 2, "bytes": 262144, "shared_by": 1}, {"level": 3, "bytes": 26214400, "shared_by": 10}],
  "memory_bytes": 137438953472, "memory_bandwidth_bytes_per_s": 136.6e9,
  "topology": {"kind": "torus", "dimensions": [4, 3]}, "latency_s": 1e-6, "bandwidth_bytes_per_s": 1e10,
  "sources": {"cores": "a data sheet", "latency_s": "assumed: none was found"}
})";

constexpr const char* uneven = R"({
  "cores": 2, "node_speeds": [1, 0.5, 2], "latency_s": 1e-6, "bandwidth_bytes_per_s": 1e10
})";

std::string error_of(const std::string& json) {
  const auto platform = parse_platform(json, "m.json");
  return platform ? "no error" : platform.error().message();
}
std::string text_error_of(const std::string& text) {
  const auto platform = platform_from_text(text, "--platform");
  return platform ? "no error" : platform.error().message();
}

TEST(Platform, ReadsAllFields) {
  const auto platform = parse_platform(whole, "m.json");
  ASSERT_TRUE(platform) << platform.error().message();
  EXPECT_EQ(platform->name, "cluster");
  EXPECT_EQ(platform->nodes, 9u);
  EXPECT_EQ(platform->cores, 20u);
  EXPECT_EQ(platform->gflops_per_core, 30.0);
  EXPECT_EQ(platform->latency_s, 2e-6);
  EXPECT_EQ(platform->bandwidth_bytes_per_s, 1e10);
  EXPECT_EQ(platform->header_bytes, 64u);
}

TEST(Platform, OptionalFieldsHaveDefaults) {
  const auto platform =
      parse_platform(R"({"cores": 4, "latency_s": 0, "bandwidth_bytes_per_s": 1e9})", "m.json");
  ASSERT_TRUE(platform) << platform.error().message();
  EXPECT_EQ(platform->name, "");
  EXPECT_FALSE(platform->nodes.has_value());
  EXPECT_FALSE(platform->gflops_per_core.has_value());
  EXPECT_EQ(platform->header_bytes, 192u);
}

TEST(Platform, ReadsNodeDetails) {
  const auto platform = parse_platform(detailed, "m.json");
  ASSERT_TRUE(platform) << platform.error().message();
  EXPECT_EQ(platform->sockets, 2u);
  EXPECT_EQ(platform->caches, (std::vector<Cache>{{2, 262144, 1}, {3, 26214400, 10}}));
  EXPECT_EQ(platform->memory_bytes, std::uint64_t{128} << 30);
  EXPECT_EQ(platform->memory_bandwidth_bytes_per_s, 136.6e9);
  EXPECT_EQ(platform->topology.dimensions, (std::vector<unsigned>{4, 3}));
  EXPECT_EQ(platform->sources.at("cores"), "a data sheet");
}

TEST(Platform, NodesMayHaveDifferentSpeeds) {
  const auto platform = parse_platform(uneven, "m.json");
  ASSERT_TRUE(platform) << platform.error().message();
  EXPECT_EQ(platform->node_speeds, (std::vector<double>{1.0, 0.5, 2.0}));
  const auto error_with = [](const std::string& fields) {
    return error_of(R"({"cores": 20, "latency_s": 0, "bandwidth_bytes_per_s": 1, )" + fields + "}");
  };
  EXPECT_EQ(error_with(R"("node_speeds": 2)"), "m.json: node_speeds: expected a list, found 2");
  EXPECT_EQ(error_with(R"("node_speeds": [1, 0])"),
            "m.json: node_speeds[1]: expected a speed from 1e-6 to 1e6, found 0");
  EXPECT_EQ(error_with(R"("node_speeds": [1, "slow"])"),
            "m.json: node_speeds[1]: expected a speed from 1e-6 to 1e6, found \"slow\"");
  EXPECT_EQ(error_with(R"("node_speeds": [])"),
            "m.json: node_speeds: expected one speed for each node, found 0 speeds");
  EXPECT_EQ(error_with(R"("nodes": 3, "node_speeds": [1, 1])"),
            "m.json: node_speeds: expected one speed for each of 3 nodes, found 2 speeds");
}

TEST(Platform, JsonRoundTrips) {
  for (const char* json : {whole, detailed, uneven,
                           R"({"cores": 1, "latency_s": 0.1, "bandwidth_bytes_per_s": 123456789.25})"}) {
    const auto platform = parse_platform(json, "m.json");
    ASSERT_TRUE(platform);
    const auto again = parse_platform(to_json(*platform), "again.json");
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(*again, *platform);
  }
}

TEST(Platform, ErrorsNameTheInvalidField) {
  EXPECT_EQ(error_of(R"({"nodes": 9, "cores": 20, "latency_s": 2e-6})"),
            "m.json: bandwidth_bytes_per_s: expected bytes per second, from 1 to 1e18, found nothing");
  EXPECT_EQ(error_of(R"({"cores": 20, "latency_s": 2e-6, "bandwidth_bytes_per_s": 0})"),
            "m.json: bandwidth_bytes_per_s: expected bytes per second, from 1 to 1e18, found 0");
  EXPECT_EQ(error_of(R"({"cores": 20, "latency_s": 2e-6, "bandwidth_bytes_per_s": "fast"})"),
            "m.json: bandwidth_bytes_per_s: expected bytes per second, from 1 to 1e18, found \"fast\"");
  EXPECT_EQ(error_of(R"({"cores": 20, "latency_s": -1, "bandwidth_bytes_per_s": 1})"),
            "m.json: latency_s: expected seconds from 0 to 1e6, found -1");
  EXPECT_EQ(error_of(R"({"nodes": 0, "cores": 20, "latency_s": 0, "bandwidth_bytes_per_s": 1})"),
            "m.json: nodes: expected a whole number from 1 to 65536, found 0");
  EXPECT_EQ(error_of(R"({"nodes": 4294967297, "cores": 20, "latency_s": 0, "bandwidth_bytes_per_s": 1})"),
            "m.json: nodes: expected a whole number from 1 to 65536, found 4294967297");
  EXPECT_EQ(error_of(R"({"nodes": 1.5, "cores": 20, "latency_s": 0, "bandwidth_bytes_per_s": 1})"),
            "m.json: nodes: expected a whole number from 1 to 65536, found 1.5");
  EXPECT_EQ(error_of(R"({"cores": -4, "latency_s": 0, "bandwidth_bytes_per_s": 1})"),
            "m.json: cores: expected a whole number from 1 to 65536, found -4");
  EXPECT_EQ(error_of(R"({"cores": 1, "gflops_per_core": 0, "latency_s": 0, "bandwidth_bytes_per_s": 1})"),
            "m.json: gflops_per_core: expected GFlop/s per core, above 0, at most 1e12, found 0");
  EXPECT_EQ(error_of(R"({"cores": 1, "latency_s": 0, "bandwidth_bytes_per_s": 1, "header_bytes": []})"),
            "m.json: header_bytes: expected a whole number of bytes from 0 to 1e12, found a list");
  EXPECT_EQ(error_of(R"({"name": {}, "cores": 1, "latency_s": 0, "bandwidth_bytes_per_s": 1})"),
            "m.json: name: expected text, found an object");
}

TEST(Platform, ErrorsNameTheInvalidNodeDetail) {
  const auto error_with = [](const std::string& fields) {
    return error_of(R"({"cores": 20, "latency_s": 0, "bandwidth_bytes_per_s": 1, )" + fields + "}");
  };
  EXPECT_EQ(error_with(R"("sockets": 3)"), "m.json: sockets: expected a divisor of cores (20), found 3");
  EXPECT_EQ(error_with(R"("sockets": 0)"),
            "m.json: sockets: expected a whole number from 1 to 65536, found 0");
  EXPECT_EQ(error_with(R"("memory_bytes": 0)"),
            "m.json: memory_bytes: expected a whole number of bytes from 1 to 1e18, found 0");
  EXPECT_EQ(
      error_with(R"("memory_bandwidth_bytes_per_s": "much")"),
      "m.json: memory_bandwidth_bytes_per_s: expected bytes per second, from 1 to 1e18, found \"much\"");
  EXPECT_EQ(error_with(R"("caches": 3)"), "m.json: caches: expected a list, found 3");
  EXPECT_EQ(error_with(R"("caches": [7])"), "m.json: caches[0]: expected an object, found 7");
  EXPECT_EQ(error_with(R"("caches": [{"level": 1, "bytes": 32768}])"),
            "m.json: caches[0].shared_by: expected a whole number from 1 to 65536, found nothing");
  EXPECT_EQ(error_with(R"("caches": [{"level": 1, "bytes": 32768, "shared_by": 3}])"),
            "m.json: caches[0].shared_by: expected a divisor of cores (20), found 3");
  EXPECT_EQ(
      error_with(
          R"("caches": [{"level": 2, "bytes": 1, "shared_by": 1}, {"level": 2, "bytes": 1, "shared_by": 1}])"),
      "m.json: caches[1].level: expected a level above 2, the previous cache's, found 2");
  EXPECT_EQ(error_with(R"("sources": [])"), "m.json: sources: expected an object, found a list");
  EXPECT_EQ(error_with(R"("sources": {"core": "x"})"),
            "m.json: sources: expected names of platform fields, found \"core\"");
  EXPECT_EQ(error_with(R"("sources": {"cores": 1})"), "m.json: sources.cores: expected text, found 1");
}

TEST(Platform, SharesLinksOfCrossbarsOnly) {
  const std::string shared =
      R"({"cores": 1, "nodes_per_link": 4, "latency_s": 0, "bandwidth_bytes_per_s": 1)";
  const Result<Platform> platform = parse_platform(shared + "}", "m.json");
  ASSERT_TRUE(platform.ok());
  EXPECT_EQ(platform->nodes_per_link, 4u);
  EXPECT_EQ(*parse_platform(to_json(*platform), "again"), *platform);
  EXPECT_EQ(error_of(shared + R"(, "topology": {"kind": "torus", "dimensions": [4]}})"),
            "m.json: nodes_per_link: expected 1 unless the topology is a crossbar, found 4");
}

TEST(Platform, RefusesUnknownAndRepeatedFields) {
  EXPECT_EQ(error_of(R"({"cores": 1, "latency_s": 0, "bandwidth_bytes_per_s": 1, "latency": 1})"),
            "m.json: expected fields bandwidth_bytes_per_s, caches, cores, gflops_per_core, header_bytes, "
            "latency_s, "
            "memory_bandwidth_bytes_per_s, memory_bytes, name, node_speeds, nodes, nodes_per_host, "
            "nodes_per_link, sockets, "
            "sources, topology, "
            "found "
            "\"latency\"");
  EXPECT_EQ(error_of(R"({"cores": 1, "cores": 2, "latency_s": 0, "bandwidth_bytes_per_s": 1})"),
            "m.json: expected each field once, found \"cores\" twice");
}

TEST(Platform, InvalidJsonErrorsStateThePosition) {
  EXPECT_EQ(error_of(""), "m.json: line 1, column 1: expected JSON, found the end of the file");
  EXPECT_EQ(error_of("{\n  \"cores\": ?\n}"), "m.json: line 2, column 12: expected JSON, found '?'");
  EXPECT_EQ(error_of("{\"cores\": 4"), "m.json: line 1, column 12: expected JSON, found the end of the file");
  EXPECT_EQ(error_of("[1]"), "m.json: expected a JSON object, found a list");
  EXPECT_EQ(error_of("{\"cores\": 1e999}"),
            "m.json: expected numbers of at most 1.8e308, found a larger number");
}

TEST(Platform, ReadsFiveNumbers) {
  const auto platform = platform_from_text("9:20:30:2e-6:1e10", "--platform");
  ASSERT_TRUE(platform) << platform.error().message();
  EXPECT_EQ(platform->nodes, 9u);
  EXPECT_EQ(platform->cores, 20u);
  EXPECT_EQ(platform->gflops_per_core, 30.0);
  EXPECT_EQ(platform->latency_s, 2e-6);
  EXPECT_EQ(platform->bandwidth_bytes_per_s, 1e10);
  EXPECT_EQ(platform->header_bytes, 192u);
}

TEST(Platform, EmptyNodesAndSpeedAreUnknown) {
  for (const char* text : {"4:10::2e-6:10e9", "4:10:0:2e-6:10e9", "4:10:0.0:2e-6:10e9"}) {
    const auto platform = platform_from_text(text, "--platform");
    ASSERT_TRUE(platform) << platform.error().message();
    EXPECT_FALSE(platform->gflops_per_core.has_value()) << text;
  }
  const auto any = platform_from_text(":10::2e-6:10e9", "--platform");
  ASSERT_TRUE(any);
  EXPECT_FALSE(any->nodes.has_value());
}

TEST(Platform, ErrorsNameTheInvalidNumber) {
  EXPECT_EQ(text_error_of("4:10"), "--platform: expected nodes:cores:gflops:latency:bandwidth, found '4:10'");
  EXPECT_EQ(text_error_of("1:2:3:4:5:6"),
            "--platform: expected nodes:cores:gflops:latency:bandwidth, found '1:2:3:4:5:6'");
  EXPECT_EQ(text_error_of("4:10::2e-6:"),
            "--platform: bandwidth: expected bytes per second, from 1 to 1e18, found nothing");
  EXPECT_EQ(text_error_of("4:10::2e-6:nan"),
            "--platform: bandwidth: expected bytes per second, from 1 to 1e18, found 'nan'");
  EXPECT_EQ(text_error_of("4:10::2e-6:1e10x"),
            "--platform: bandwidth: expected bytes per second, from 1 to 1e18, found '1e10x'");
  EXPECT_EQ(text_error_of("4:10::-1:1e10"),
            "--platform: latency: expected seconds from 0 to 1e6, found '-1'");
  EXPECT_EQ(text_error_of("4:10:-3:0:1e10"),
            "--platform: gflops: expected GFlop/s per core, at most 1e12, or nothing, found '-3'");
  EXPECT_EQ(text_error_of("4::1:0:1e10"),
            "--platform: cores: expected a whole number from 1 to 65536, found nothing");
  EXPECT_EQ(text_error_of("4:1e3:1:0:1e10"),
            "--platform: cores: expected a whole number from 1 to 65536, found '1e3'");
  EXPECT_EQ(text_error_of("0:1:1:0:1e10"),
            "--platform: nodes: expected a whole number from 1 to 65536, found '0'");
  EXPECT_EQ(text_error_of("99999999999:1:1:0:1e10"),
            "--platform: nodes: expected a whole number from 1 to 65536, found '99999999999'");
}

TEST(Platform, ArgumentIsAFileOrFiveNumbers) {
  const auto path = write_file("m:1.json", whole);
  const auto from_file = platform_from_argument(path.string(), "--platform");
  ASSERT_TRUE(from_file) << from_file.error().message();
  EXPECT_EQ(from_file->name, "cluster");
  std::filesystem::remove(path);
  const auto from_text = platform_from_argument("2:1::0:1", "--platform");
  ASSERT_TRUE(from_text);
  EXPECT_EQ(from_text->nodes, 2u);
  EXPECT_EQ(platform_from_argument("no-such.json", "--platform").error().message(),
            "no-such.json: expected a file that can be read, found No such file or directory");
  EXPECT_EQ(platform_from_argument("/", "--platform").error().message(),
            "/: expected a file that can be read, found Is a directory");
  EXPECT_EQ(platform_from_argument("", "--platform").error().message(),
            "--platform: expected a file, nodes:cores:gflops:latency:bandwidth, opteron2427, "
            "opteron8380, rackham, tintin, xeonphi7120p or this, found "
            "nothing");
}

TEST(Platform, RefusesOversizedFiles) {
  const auto path = write_file("big.json", std::string((1 << 20) + 1, ' '));
  EXPECT_EQ(read_platform(path).error().message(),
            path.string() + ": expected at most 1048576 bytes, found more");
  std::filesystem::remove(path);
}

TEST(Platform, ThisMachineHasItsCoresAndTheAssumedCrossbar) {
  const Platform platform = this_machine();
  EXPECT_EQ(platform.cores, available_cores());
  EXPECT_FALSE(platform.nodes.has_value());
  EXPECT_FALSE(platform.gflops_per_core.has_value());
  EXPECT_EQ(platform.latency_s, 2e-6);
  EXPECT_EQ(platform.bandwidth_bytes_per_s, 1e10);
}

}  // namespace
}  // namespace gusset::simulator
