#include "hosts.hpp"

// This header needs s4u.hpp but doesn't include it.
#include <simgrid/version.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace gusset::simulator {
namespace {

namespace s4u = simgrid::s4u;
using Hosts = std::vector<s4u::Host*>;
using Sharing = s4u::Link::SharingPolicy;

constexpr double no_latency = 0.0;

s4u::Host* make_host(s4u::NetZone* zone, const std::string& name) {
#if SIMGRID_VERSION >= 40000
  return zone->add_host(name, 1.0)->seal();
#else
  return zone->create_host(name, 1.0)->seal();
#endif
}

s4u::Link* make_link(s4u::NetZone* zone, const std::string& name, const Platform& platform) {
#if SIMGRID_VERSION >= 40000
  auto* const link = zone->add_link(name, platform.bandwidth_bytes_per_s);
#else
  auto* const link = zone->create_link(name, platform.bandwidth_bytes_per_s);
#endif
  return link->set_latency(platform.latency_s / 2)->seal();
}

s4u::NetZone* make_star(s4u::Engine& engine) {
#if SIMGRID_VERSION >= 40000
  return engine.get_netzone_root()->add_netzone_star("crossbar");
#else
  (void)engine;
  return s4u::create_star_zone("crossbar");
#endif
}

s4u::NetZone* build_crossbar(s4u::Engine& engine, const Platform& platform, unsigned nodes, Hosts& hosts) {
  s4u::NetZone* const zone = make_star(engine);
  for (unsigned i = 0; i < nodes; ++i) {
    const std::string number = std::to_string(i);
    s4u::Host* const host = make_host(zone, "node" + number);
    s4u::Link* const up = make_link(zone, "up" + number, platform);
    s4u::Link* const down = make_link(zone, "down" + number, platform);
#if SIMGRID_VERSION >= 33600
    zone->add_route(host, nullptr, {s4u::LinkInRoute(up)}, false);
    zone->add_route(nullptr, host, {s4u::LinkInRoute(down)}, false);
#else
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {s4u::LinkInRoute(up)}, false);
    zone->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {s4u::LinkInRoute(down)}, false);
#endif
    hosts.push_back(host);
  }
  return zone;
}

/// Returns SimGrid's callback that makes each place's host, in order.
auto host_maker(Hosts& hosts) {
  return [&hosts](s4u::NetZone* zone, const std::vector<unsigned long>&, unsigned long) -> s4u::Host* {
    hosts.push_back(make_host(zone, "node" + std::to_string(hosts.size())));
    return hosts.back();
  };
}

#if SIMGRID_VERSION < 40000
s4u::ClusterCallbacks callbacks(Hosts& hosts) {
#if SIMGRID_VERSION >= 33500
  return s4u::ClusterCallbacks(host_maker(hosts));
#else
  return s4u::ClusterCallbacks([make = host_maker(hosts)](s4u::NetZone* zone,
                                                          const std::vector<unsigned long>& place,
                                                          unsigned long id) {
    simgrid::kernel::routing::NetPoint* const no_gateway = nullptr;
    return std::make_pair(make(zone, place, id)->get_netpoint(), no_gateway);
  });
#endif
}
#endif

s4u::NetZone* build_fat_tree(s4u::Engine& engine, const Platform& platform, Hosts& hosts) {
  std::vector<unsigned> down;
  std::vector<unsigned> up;
  std::vector<unsigned> links;
  for (const FatTreeLevel& level : platform.topology.levels) {
    down.push_back(level.children);
    up.push_back(level.parents);
    links.push_back(level.links);
  }
  const auto levels = static_cast<unsigned>(down.size());
#if SIMGRID_VERSION >= 40000
  s4u::NetZone* const zone = engine.get_netzone_root()->add_netzone_fatTree(
      "fat_tree", levels, down, up, links, platform.bandwidth_bytes_per_s, no_latency, Sharing::SPLITDUPLEX);
  zone->set_host_cb(host_maker(hosts));
  return zone;
#else
  (void)engine;
  return s4u::create_fatTree_zone("fat_tree", nullptr, {levels, down, up, links}, callbacks(hosts),
                                  platform.bandwidth_bytes_per_s, no_latency, Sharing::SPLITDUPLEX);
#endif
}

s4u::NetZone* build_torus(s4u::Engine& engine, const Platform& platform, Hosts& hosts) {
  const std::vector<unsigned long> dimensions(platform.topology.dimensions.begin(),
                                              platform.topology.dimensions.end());
#if SIMGRID_VERSION >= 40000
  s4u::NetZone* const zone = engine.get_netzone_root()->add_netzone_torus(
      "torus", dimensions, platform.bandwidth_bytes_per_s, no_latency, Sharing::SPLITDUPLEX);
  zone->set_host_cb(host_maker(hosts));
  return zone;
#else
  (void)engine;
  return s4u::create_torus_zone("torus", nullptr, dimensions, callbacks(hosts),
                                platform.bandwidth_bytes_per_s, no_latency, Sharing::SPLITDUPLEX);
#endif
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Removes the leading number from the text and returns it without leading zeros.
std::string_view take_number(std::string_view& text) {
  const std::size_t zeros = std::min(text.find_first_not_of('0'), text.size());
  std::size_t end = zeros;
  while (end < text.size() && is_digit(text[end])) ++end;
  const std::string_view number = text.substr(zeros, end - zeros);
  text.remove_prefix(end);
  return number;
}

bool comes_before(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view number_a = take_number(a);
      const std::string_view number_b = take_number(b);
      if (number_a.size() != number_b.size()) return number_a.size() < number_b.size();
      if (number_a != number_b) return number_a < number_b;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;  // 07 and 7 are different hosts
}

}  // namespace

Hosts build_hosts(s4u::Engine& engine, const Platform& platform, unsigned nodes) {
  Hosts hosts;
  s4u::NetZone* zone = nullptr;
  switch (platform.topology.kind) {
    case Topology::Kind::fat_tree:
      zone = build_fat_tree(engine, platform, hosts);
      break;
    case Topology::Kind::torus:
      zone = build_torus(engine, platform, hosts);
      break;
    case Topology::Kind::crossbar:
    case Topology::Kind::simgrid:
      zone = build_crossbar(engine, platform, nodes, hosts);
      break;
  }
  zone->seal();
  return hosts;
}

Hosts loaded_hosts(s4u::Engine& engine) {
  Hosts hosts = engine.get_all_hosts();
  std::sort(hosts.begin(), hosts.end(), [](const s4u::Host* a, const s4u::Host* b) {
    return comes_before(a->get_name(), b->get_name());
  });
  return hosts;
}

std::string simgrid_version() {
  int major = 0;
  int minor = 0;
  int patch = 0;
  sg_version_get(&major, &minor, &patch);
  return std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace gusset::simulator
