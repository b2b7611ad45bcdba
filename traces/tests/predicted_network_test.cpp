#include "gusset/traces/model/predicted_network.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gusset::traces {
namespace {

Metadata predicted(const std::string& platform) {
  Metadata metadata;
  metadata.origin = Origin::predicted;
  metadata.model = R"({"inputs": {"platform": )" + platform + "}}";
  return metadata;
}

TEST(PredictedNetwork, ReadsTheCrossbarOfAPrediction) {
  const std::string crossbar =
      R"({"topology": "crossbar", "latency_s": 1e-6, "bandwidth_bytes_per_s": 5e9, "header_bytes": 192})";
  EXPECT_EQ(predicted_network(predicted(crossbar)), (PredictedNetwork{1e-6, 5e9, 192}));
  Metadata measured = predicted(crossbar);
  measured.origin = Origin::measured;
  EXPECT_EQ(predicted_network(measured), std::nullopt);
}

TEST(PredictedNetwork, IsNoneForOtherOrInvalidPlatforms) {
  for (const char* platform :
       {"null", "{}", "[1]",
        R"({"topology": "fat tree", "latency_s": 1e-6, "bandwidth_bytes_per_s": 5e9, "header_bytes": 1})",
        R"({"topology": "crossbar", "latency_s": 1e-6, "header_bytes": 1})",
        R"({"topology": "crossbar", "latency_s": 1e-6, "bandwidth_bytes_per_s": 5e9})",
        R"({"topology": "crossbar", "latency_s": "x", "bandwidth_bytes_per_s": 5e9, "header_bytes": 1})",
        R"({"topology": "crossbar", "latency_s": 0, "bandwidth_bytes_per_s": 0, "header_bytes": 1})",
        R"({"topology": "crossbar", "latency_s": -1, "bandwidth_bytes_per_s": 5e9, "header_bytes": 1})"}) {
    EXPECT_EQ(predicted_network(predicted(platform)), std::nullopt) << platform;
  }
  Metadata broken = predicted("{}");
  for (const char* model : {"", "{", "7", "null"}) {
    broken.model = model;
    EXPECT_EQ(predicted_network(broken), std::nullopt) << model;
  }
}

TEST(PredictedPolicy, IsReadFromPredictionsThatNameOne) {
  Metadata metadata;
  metadata.origin = Origin::predicted;
  metadata.model = R"({"model": {"kind": "timed", "scheduler": "fifo"}})";
  EXPECT_EQ(predicted_policy(metadata), "fifo");
  for (const char* model : {"", "{", "7", "{}", R"({"model": 1})", R"({"model": {"scheduler": null}})",
                            R"({"model": {"scheduler": 7}})"}) {
    Metadata other = metadata;
    other.model = model;
    EXPECT_EQ(predicted_policy(other), "") << model;
  }
  metadata.origin = Origin::measured;
  EXPECT_EQ(predicted_policy(metadata), "");
}

TEST(WhatIf, IsAReplayOrAScheduleThatWasFound) {
  Metadata metadata;
  metadata.origin = Origin::predicted;
  for (const char* model :
       {R"({"model": {"costs": {"kind": "trace", "source": "a.gus"}}})", R"({"kind": "schedule"})"}) {
    metadata.model = model;
    EXPECT_TRUE(is_what_if(metadata)) << model;
  }
  for (const char* model :
       {"", "{", "7", "{}", R"({"model": {"costs": {"kind": "table"}}})", R"({"kind": 1})"}) {
    metadata.model = model;
    EXPECT_FALSE(is_what_if(metadata)) << model;
  }
  metadata.model = R"({"kind": "schedule"})";
  metadata.origin = Origin::measured;
  EXPECT_FALSE(is_what_if(metadata));
}

}  // namespace
}  // namespace gusset::traces
