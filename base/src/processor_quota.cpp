#include "gusset/base/processor_quota.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

namespace gusset {
namespace {

/// Whether a comma-separated list has this word.
bool has_word(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

/// The process's own group in the hierarchy of each version, if that hierarchy can limit processors.
struct OwnGroups {
  std::optional<std::string> version_1;
  std::optional<std::string> version_2;
};

OwnGroups own_groups(const std::string& root) {
  OwnGroups groups;
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {  // number:controllers:path
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controllers.empty()) groups.version_2 = line.substr(second + 1);
    if (has_word(controllers, "cpu")) groups.version_1 = line.substr(second + 1);
  }
  return groups;
}

/// A group's path below the mounted group. Empty for the mounted group itself, and for a group outside of the
/// mounted part: the mounted group is then the only visible one.
std::string path_below(const std::string& mounted, const std::string& group) {
  const std::string above = mounted == "/" ? "" : mounted;
  if (!group.starts_with(above + "/") || group.find("/..") != std::string::npos) return "";
  return group == "/" ? "" : group.substr(above.size());
}

/// The limit of one group in processors; 0 if it has none.
double limit_of(const std::string& folder) {
  double quota = 0.0;
  double period = 0.0;
  // "max" is not a number, and -1 in version 1 means no limit.
  if (std::ifstream file(folder + "/cpu.max"); !(file >> quota >> period)) {
    quota = period = 0.0;
    std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;
    std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  }
  return quota > 0.0 && period > 0.0 ? quota / period : 0.0;
}

/// The smaller of two limits; 0 means no limit.
double smaller(double a, double b) {
  return a > 0.0 && b > 0.0 ? std::min(a, b) : std::max(a, b);
}

}  // namespace

double processor_quota(const std::string& root) {
  const OwnGroups groups = own_groups(root);
  double quota = 0.0;
  std::ifstream file(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t separator = line.find(" - ");
    if (separator == std::string::npos) continue;
    std::string skipped, mounted, point, kind, options;
    std::istringstream(line.substr(0, separator)) >> skipped >> skipped >> skipped >> mounted >> point;
    std::istringstream(line.substr(separator + 3)) >> kind >> skipped >> options;
    std::optional<std::string> group;
    if (kind == "cgroup2") group = groups.version_2;
    if (kind == "cgroup" && has_word(options, "cpu")) group = groups.version_1;
    if (!group) continue;
    std::string below = path_below(mounted, *group);
    quota = smaller(quota, limit_of(root + point + below));
    while (!below.empty()) {
      below.resize(below.rfind('/'));
      quota = smaller(quota, limit_of(root + point + below));
    }
  }
  return quota;
}

}  // namespace gusset
