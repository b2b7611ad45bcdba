#include "platform/simgrid_platform.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "callback_loop.hpp"
#include "cholesky.hpp"
#include "gusset/base/utf8.hpp"
#include "network/simgrid/network.hpp"
#include "simulate.hpp"

namespace gusset::simulator {
namespace {

using testing::CallbackLoop;
using testing::in_child;
using testing::message_of;
using testing::temporary;

/// A SimGrid file that is deleted with the test.
class XmlFile {
 public:
  XmlFile(const std::string& name, const std::string& contents) : path_(temporary(name)) {
    std::ofstream(path_, std::ios::binary) << contents;
  }
  ~XmlFile() { std::filesystem::remove(path_); }
  XmlFile(const XmlFile&) = delete;
  XmlFile& operator=(const XmlFile&) = delete;
  std::string path() const { return path_.string(); }
  /// Returns the error message without the file's name.
  std::string error() const {
    const auto platform = read_platform(path_);
    if (platform) return "no error";
    const std::string message = platform.error().message();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.starts_with(path() + ": ") ? message.substr(path().size() + 2) : message;
  }

 private:
  std::filesystem::path path_;
};

std::string platform_of(const std::string& contents) {
  return "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
         "<platform version=\"4.1\">" +
         contents + "</platform>\n";
}
std::string zone(const std::string& contents, const std::string& routing = "Full") {
  return platform_of("<zone id=\"world\" routing=\"" + routing + "\">" + contents + "</zone>");
}
std::string cluster(unsigned nodes) {
  return zone("<cluster id=\"c\" prefix=\"node-\" suffix=\".lan\" radical=\"0-" + std::to_string(nodes - 1) +
              "\" speed=\"35Gf\" core=\"4\" bw=\"10GBps\" lat=\"1us\"/>");
}
constexpr const char* two_hosts = "<host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"1Gf\"/>";
constexpr const char* a_link = "<link id=\"l\" bandwidth=\"1GBps\" latency=\"10us\"/>";
constexpr const char* a_to_b = "<route src=\"a\" dst=\"b\"><link_ctn id=\"l\"/></route>";

TEST(XmlPlatform, HostsBecomeNodesWithTheirCoresAndSpeed) {
  const XmlFile file("cluster.xml", cluster(12));
  const auto platform = read_platform(file.path());
  ASSERT_TRUE(platform) << platform.error().message();
  EXPECT_EQ(platform->nodes, 12u);
  EXPECT_EQ(platform->cores, 4u);
  EXPECT_EQ(platform->gflops_per_core, 35.0);
  EXPECT_EQ(platform->topology.kind, Topology::Kind::simgrid);
  EXPECT_EQ(platform->topology.file, file.path());
}

TEST(XmlPlatform, LongMessageIsCutBetweenCharacters) {
  for (std::string name : {"", "x"}) {
    for (int i = 0; i < 300; ++i) name += "é";
    const std::string host = "<host id=\"" + name + "\" speed=\"1Gf\"/>";
    const XmlFile file("long_name.xml", zone(host + host));
    const std::string error = file.error();
    EXPECT_TRUE(error.ends_with("é…\"")) << error;
    EXPECT_TRUE(is_utf8(error)) << error;
  }
}

TEST(XmlPlatform, IsRecognizedByItsFirstCharacterWithoutExtension) {
  const XmlFile file("cluster_without_ending", " \n" + cluster(2).substr(cluster(2).find("<!DOCTYPE")));
  const auto platform = platform_from_argument(file.path(), "--platform");
  ASSERT_TRUE(platform) << platform.error().message();
  EXPECT_EQ(platform->nodes, 2u);
}

TEST(XmlPlatform, UnreadableFileErrorsQuoteSimGrid) {
  const std::string readable = "expected a platform that SimGrid";
  for (const auto& [contents, reason] : std::vector<std::pair<std::string, std::string>>{
           {"hello", "Invalid XML"},
           {"", "Invalid XML"},
           {zone("<host id=\"a\" speed=\"1Gf\""), "Invalid XML"},
           {zone("<host id=\"a\" speed=\"fast\"/>"), "cannot parse number:fast"},
           {zone("<host id=\"a\" speed=\"1Gf\"/><route src=\"a\" dst=\"z\"><link_ctn id=\"q\"/></route>"),
            "dst='z'"},
           {"<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
            "<platform version=\"2\"><zone id=\"w\" routing=\"Full\"></zone></platform>",
            "old XML file"},
           {platform_of("<config><prop id=\"network/model\" value=\"none\"/></config>"
                        "<zone id=\"w\" routing=\"Full\"><host id=\"a\" speed=\"1Gf\"/></zone>"),
            "Model 'none' is invalid"}}) {
    const XmlFile file("bad.xml", contents);
    const std::string error = file.error();
    EXPECT_TRUE(error.starts_with(readable)) << error;
    EXPECT_NE(error.find(reason), std::string::npos) << error;
  }
}

TEST(XmlPlatform, RefusesMissingFilesAndFolders) {
  EXPECT_EQ(read_platform("none/such.xml").error().message(),
            "none/such.xml: expected a file that can be read, found No such file or directory");
  EXPECT_EQ(read_platform("/").error().message(),
            "/: expected a file that can be read, found Is a directory");
}

TEST(XmlPlatform, MissingRouteErrorsNameBothHosts) {
  const std::string three = std::string(two_hosts) + "<host id=\"c\" speed=\"1Gf\"/>" + a_link + a_to_b;
  for (const char* routing : {"Full", "Floyd", "Dijkstra", "DijkstraCache"}) {
    const XmlFile file("unreachable.xml", zone(three, routing));
    EXPECT_EQ(file.error(), "expected a route from each host to every other, found none from 'a' to 'c'")
        << routing;
  }
  const XmlFile one_way("one_way.xml",
                        zone(std::string(two_hosts) + a_link +
                             "<route src=\"a\" dst=\"b\" symmetrical=\"NO\"><link_ctn id=\"l\"/></route>"));
  EXPECT_EQ(one_way.error(), "expected a route from each host to every other, found none from 'b' to 'a'");
  const XmlFile zones("zones.xml",
                      zone("<zone id=\"x\" routing=\"Full\"><host id=\"a\" speed=\"1Gf\"/></zone>"
                           "<zone id=\"y\" routing=\"Full\"><host id=\"b\" speed=\"1Gf\"/></zone>"));
  EXPECT_EQ(zones.error(), "expected a route from each host to every other, found none from 'a' to 'b'");
}

TEST(XmlPlatform, ErrorsNameUnequalHosts) {
  const XmlFile speed("speed.xml",
                      zone("<host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"2Gf\" core=\"4\"/>"));
  EXPECT_EQ(speed.error(),
            "expected hosts with equal cores and speed, found 'a' with 1 core of 1.0 GFlop/s and 'b' with 4 "
            "cores of 2.0 GFlop/s");
  const XmlFile none("none.xml", zone(""));
  EXPECT_EQ(none.error(), "expected hosts, found none");
}

TEST(XmlPlatform, ReadingLeavesTheProcessFreeToSimulate) {
  in_child([] {
    const XmlFile file("free.xml", cluster(3));
    const auto platform = read_platform(file.path());
    ASSERT_TRUE(platform) << platform.error().message();
    EXPECT_TRUE(read_platform(file.path())) << "any number of times";
    make_simgrid_network(*platform, 3);
  });
}

TEST(XmlPlatform, MessagesFollowSimGridsModel) {
  in_child([] {
    const XmlFile file("lv08.xml", zone(std::string(two_hosts) + a_link + a_to_b));
    const auto platform = read_platform(file.path());
    ASSERT_TRUE(platform) << platform.error().message();
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(*platform, 2));
    std::int64_t end_ns = 0;
    loop->send(NodeId(0), NodeId(1), 10'000'000, [&] { end_ns = loop->now_ns(); });
    loop->run_until([] { return false; });
    // LV08: 13.01 times the latency and 0.97 of the bandwidth, of which acknowledgements in the opposite
    // direction take 5 %.
    EXPECT_NEAR(static_cast<double>(end_ns), 13.01 * 10e3 + 1.05 * 10e6 / 0.97, 2.0);
  });
}

TEST(XmlPlatform, AppliesTheFilesSettings) {
  in_child([] {
    const XmlFile file("cm02.xml", platform_of("<config><prop id=\"network/model\" value=\"CM02\"/>"
                                               "<prop id=\"network/crosstraffic\" value=\"0\"/></config>"
                                               "<zone id=\"w\" routing=\"Full\">" +
                                               std::string(two_hosts) + a_link + a_to_b + "</zone>"));
    const auto platform = read_platform(file.path());
    ASSERT_TRUE(platform) << platform.error().message();
    auto loop = make_simgrid_network(*platform, 2);
    EXPECT_EQ(nlohmann::json::parse(loop->description()).at("sharing"), "CM02");
    CallbackLoop messages(std::move(loop));
    std::int64_t end_ns = 0;
    messages.send(NodeId(0), NodeId(1), 10'000'000, [&] { end_ns = messages.now_ns(); });
    messages.run_until([] { return false; });
    EXPECT_NEAR(static_cast<double>(end_ns), 10e3 + 10e6, 2.0);
  });
}

TEST(XmlPlatform, SortsHostsByNameWithNumbersByValue) {
  in_child([] {
    // Twelve hosts in a row: the route from node 0 to node i has i links only if the nodes are in order.
    std::string contents;
    std::string routes;
    for (int i = 0; i < 12; ++i) contents += "<host id=\"n" + std::to_string(i) + "\" speed=\"1Gf\"/>";
    for (int i = 0; i < 11; ++i) {
      const std::string link = "l" + std::to_string(i);
      contents += "<link id=\"" + link + "\" bandwidth=\"1GBps\" latency=\"1ms\"/>";
      routes += "<route src=\"n" + std::to_string(i) + "\" dst=\"n" + std::to_string(i + 1) +
                "\"><link_ctn id=\"" + link + "\"/></route>";
    }
    const XmlFile file("row.xml", zone(contents + routes, "Floyd"));
    const auto platform = read_platform(file.path());
    ASSERT_TRUE(platform) << platform.error().message();
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(*platform, 12));
    for (unsigned i = 1; i < 12; ++i) {
      const std::int64_t begin_ns = loop->now_ns();
      std::int64_t end_ns = 0;
      loop->send(NodeId(0), NodeId(i), 0, [&] { end_ns = loop->now_ns(); });
      loop->run_until([] { return false; });
      EXPECT_NEAR(static_cast<double>(end_ns - begin_ns), 13.01e6 * i, 100.0) << i;
    }
  });
}

TEST(XmlPlatform, FailedLinkIsAnError) {
  in_child([] {
    const XmlFile profile("down.profile", "0.001 0\n");
    const XmlFile file(
        "down.xml",
        zone(std::string(two_hosts) + "<link id=\"l\" bandwidth=\"1GBps\" latency=\"10us\" state_file=\"" +
             std::filesystem::path(profile.path()).filename().string() + "\"/>" + a_to_b));
    const auto platform = read_platform(file.path());
    ASSERT_TRUE(platform) << platform.error().message();
    const auto loop = std::make_unique<CallbackLoop>(make_simgrid_network(*platform, 2));
    loop->send(NodeId(0), NodeId(1), 10'000'000, [] { ADD_FAILURE() << "arrived"; });
    EXPECT_EQ(message_of([&] { loop->run_until([] { return false; }); }).substr(0, 47),
              "simulate: expected links that stay up, found a ");
  });
}

TEST(XmlPlatform, FactorizationReportsThePlatform) {
  in_child([] {
    const XmlFile file("nine.xml", cluster(9));
    SimulationInputs inputs;
    inputs.platform = std::move(read_platform(file.path())).value();
    inputs.grid = ProcessGrid{3, 3, 1};
    inputs.threads = 2;
    inputs.seeds = 2;
    inputs.wants_trace = true;
    const auto result =
        testing::simulate(inputs, [](Runtime& runtime) { testing::factorize(runtime, 2560, 10); });
    const auto document = nlohmann::json::parse(to_json(result.statistics));
    EXPECT_EQ(document.at("model").at("network").at("topology"), "simgrid");
    EXPECT_EQ(document.at("model").at("network").at("sharing"), "LV08");
    const auto& platform = document.at("inputs").at("platform");
    EXPECT_EQ(platform.at("topology").at("file"), file.path());
    EXPECT_TRUE(platform.at("latency_s").is_null());
    EXPECT_GE(*result.statistics.makespan_s, result.statistics.bounds->work_s);
    EXPECT_GE(*result.statistics.makespan_s, result.statistics.bounds->critical_path_s);
    EXPECT_EQ(result.statistics.bounds->network_s, 0.0) << "only SimGrid knows its links";
  });
}

TEST(XmlPlatform, RefusesGridThatDoesNotMatch) {
  const XmlFile file("three.xml", cluster(3));
  SimulationInputs inputs;
  inputs.platform = std::move(read_platform(file.path())).value();
  inputs.platform_source = "three.xml";
  inputs.grid = ProcessGrid{2, 2, 1};
  EXPECT_EQ(message_of([&] { make_simulation_engine(inputs); }),
            "GUSSET_GRID: expected a grid of 3 nodes, as in three.xml, found 2x2 of 4 nodes");
}

}  // namespace
}  // namespace gusset::simulator
