#include "platform/simgrid_platform.hpp"

#include <xbt/log.h>
#include <simgrid/s4u.hpp>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/utf8.hpp"
#include "hosts.hpp"
#include "platform/platform_ranges.hpp"

namespace gusset::simulator {
namespace {

namespace s4u = simgrid::s4u;
using nlohmann::json;

constexpr std::size_t max_hosts = 4096;  // checking all pairs of this many takes seconds
constexpr unsigned max_seconds = 120;
constexpr std::size_t longest_quote = 300;

/// Memory that the child writes to and the parent reads.
class SharedText {
 public:
  SharedText() : descriptor_(::memfd_create("gusset", MFD_CLOEXEC)) {}
  ~SharedText() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  int descriptor() const { return descriptor_; }
  bool write(const std::string& text) const {
    return ::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  std::string read() const {
    std::string text;
    char buffer[4096];
    ssize_t length = 0;
    while ((length = ::pread(descriptor_, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0)
      text.append(buffer, static_cast<std::size_t>(length));
    return text;
  }

 private:
  int descriptor_;
};

json refusal(const std::string& expected, const std::string& found) {
  return {{"expected", expected}, {"found", found}};
}

/// The route that the child is looking for. SimGrid may crash if it does not exist.
struct Route {
  std::size_t from = 0;
  std::size_t to = 0;  ///< equal to `from`: not looking for a route
};

class SharedRoute {
 public:
  SharedRoute()
      : memory_(::mmap(nullptr, sizeof(Route), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {}
  ~SharedRoute() {
    if (*this) ::munmap(memory_, sizeof(Route));
  }
  SharedRoute(const SharedRoute&) = delete;
  SharedRoute& operator=(const SharedRoute&) = delete;
  explicit operator bool() const { return memory_ != MAP_FAILED; }
  volatile Route& operator*() const { return *static_cast<Route*>(memory_); }

 private:
  void* memory_;
};

std::string speed_of(const s4u::Host& host) {
  return "'" + host.get_name() + "' with " +
         count_text(static_cast<std::uint64_t>(host.get_core_count()), "core") + " of " +
         json(host.get_speed() / flops_per_gflop).dump() + " GFlop/s";
}

bool has_route(const s4u::Host& from, const s4u::Host& to) {
  std::vector<s4u::Link*> links;
  double latency_s = 0.0;
  try {
    from.route_to(&to, links, &latency_s);
  } catch (const std::exception&) {  // each kind of zone reports a missing route differently
    return false;
  }
  return !links.empty() || latency_s > 0.0;
}

Error no_route(const std::string& file, const std::string& from, const std::string& to) {
  return {file, "a route from each host to every other", "none from '" + from + "' to '" + to + "'"};
}

/// Runs in the child. Returns the file's contents or what is wrong with it. Writes the hosts' names to
/// `names` before it looks for routes.
json inspect(const std::string& file, volatile Route& route, const SharedText& names) {
  xbt_log_control_set("root.thresh:critical");
  s4u::Engine engine("gusset");
  try {
    engine.load_platform(file);
    engine.seal_platform();
  } catch (const std::exception& error) {
    return {{"unreadable", error.what()}};
  }
  const std::vector<s4u::Host*> hosts = loaded_hosts(engine);
  if (hosts.empty()) return refusal("hosts", "none");
  if (hosts.size() > max_hosts)
    return refusal("at most " + std::to_string(max_hosts) + " hosts", std::to_string(hosts.size()));
  const s4u::Host& first = *hosts.front();
  for (const s4u::Host* host : hosts) {
    if (host->get_core_count() != first.get_core_count() || host->get_speed() != first.get_speed())
      return refusal("hosts with equal cores and speed", speed_of(first) + " and " + speed_of(*host));
  }
  json all_names = json::array();
  for (const s4u::Host* host : hosts) all_names.push_back(host->get_name());
  if (!names.write(json_text(all_names))) return {{"unreadable", "no memory for the hosts' names"}};
  for (std::size_t from = 0; from < hosts.size(); ++from) {
    route.from = from;
    for (std::size_t to = 0; to < hosts.size(); ++to) {
      route.to = to;
      if (from != to && !has_route(*hosts[from], *hosts[to])) return {{"from", from}, {"to", to}};
    }
  }
  route.to = route.from;
  return {{"nodes", hosts.size()}, {"cores", first.get_core_count()}, {"flops", first.get_speed()}};
}

/// Memory that parent and child share.
struct Shared {
  SharedText answer;
  SharedText errors;  ///< SimGrid's output
  SharedText names;   ///< the hosts' names, a JSON array
  SharedRoute route;
  explicit operator bool() const {
    return answer.descriptor() >= 0 && errors.descriptor() >= 0 && names.descriptor() >= 0 && route;
  }
};

[[noreturn]] void inspect_in_child(const std::string& file, const Shared& shared) {
  constexpr rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::alarm(max_seconds);
  ::dup2(shared.errors.descriptor(), STDOUT_FILENO);
  ::dup2(shared.errors.descriptor(), STDERR_FILENO);
  ::_exit(shared.answer.write(json_text(inspect(file, *shared.route, shared.names))) ? 0 : 1);
}

/// Quotes the part of SimGrid's output that fits into one line.
std::string quoted(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  if (text.size() > longest_quote) text = std::string(beginning(text, longest_quote)) + "…";
  return "\"" + text + "\"";
}

/// Returns the first critical line without its tag; otherwise the first line.
std::string error_line(const std::string& errors) {
  const std::size_t critical = errors.find("CRITICAL]");
  std::size_t begin = critical == std::string::npos ? 0 : critical + std::string("CRITICAL]").size();
  begin = std::min(errors.find_first_not_of(" \n", begin), errors.size());
  return errors.substr(begin, errors.find('\n', begin) - begin);
}

}  // namespace

Result<Platform> read_simgrid_platform(const std::filesystem::path& path) {
  const std::string file = path.string();
  const std::string readable = "a platform that SimGrid " + simgrid_version() + " can read";
  const Shared shared;
  const pid_t child = shared ? ::fork() : -1;
  if (child < 0) return Error{file, "a child process for SimGrid", std::generic_category().message(errno)};
  if (child == 0) inspect_in_child(file, shared);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const json names = json::parse(shared.names.read(), nullptr, false);
  const auto name_of = [&names](std::size_t host) { return names.at(host).get<std::string>(); };
  const json found = json::parse(shared.answer.read(), nullptr, false);
  if (!found.is_object()) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
      return Error{file, readable + " within " + std::to_string(max_seconds) + " s", "one that takes longer"};
    const Route route{(*shared.route).from, (*shared.route).to};
    if (names.is_array() && route.from != route.to)
      return no_route(file, name_of(route.from), name_of(route.to));
    return Error{file, readable, quoted(error_line(shared.errors.read()))};
  }
  if (found.contains("unreadable"))
    return Error{file, readable, quoted(found.at("unreadable").get<std::string>())};
  if (found.contains("from")) return no_route(file, name_of(found.at("from")), name_of(found.at("to")));
  if (found.contains("expected"))
    return Error{file, found.at("expected").get<std::string>(), found.at("found").get<std::string>()};
  Platform platform;
  platform.name = path.stem().string();
  platform.nodes = found.at("nodes").get<unsigned>();
  platform.cores = found.at("cores").get<unsigned>();
  if (const double flops = found.at("flops").get<double>(); flops > 0.0)
    platform.gflops_per_core = flops / flops_per_gflop;
  platform.topology.kind = Topology::Kind::simgrid;
  platform.topology.file = file;
  return platform;
}

}  // namespace gusset::simulator
