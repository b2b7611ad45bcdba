#include "gusset/core/engine/processors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

namespace gusset::detail {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Two packages of four cores with two hyperthreads each. hwloc numbers the processors core by core: 0 and 1
/// belong to one core, 8 … 15 to the second package.
const char* const two_sockets = "package:2 core:4 pu:2";

std::vector<unsigned> processors(const std::vector<WorkerPlace>& places) {
  std::vector<unsigned> found;
  for (const WorkerPlace& place : places) {
    EXPECT_THAT(place.processors, SizeIs(1));
    found.push_back(place.processors.empty() ? 0 : place.processors.front());
  }
  return found;
}

std::vector<unsigned> domains(const std::vector<WorkerPlace>& places) {
  std::vector<unsigned> found;
  for (const WorkerPlace& place : places) found.push_back(place.domain.value());
  return found;
}

TEST(Topology, DescribesPackagesCoresAndHyperthreads) {
  const Topology topology = Topology::synthetic("package:2 core:2 pu:2");
  const Topology expected{{{{{{0, 1}}, {{2, 3}}}}, {{{{4, 5}}, {{6, 7}}}}}};
  EXPECT_EQ(topology, expected);
}

TEST(Topology, MachineWithoutPackagesIsOnePackage) {
  const Topology topology = Topology::synthetic("core:2 pu:1");
  EXPECT_EQ(topology, (Topology{{{{{{0}}, {{1}}}}}}));
}

TEST(Topology, MachineWithoutCoresHasOneCorePerProcessor) {
  const Topology topology = Topology::synthetic("package:2 pu:2");
  EXPECT_EQ(topology, (Topology{{{{{{0}}, {{1}}}}, {{{{2}}, {{3}}}}}}));
}

TEST(Topology, DisallowedProcessorsAreOmitted) {
  const Topology topology = Topology::synthetic("package:3 core:2 pu:2", {1, 2, 8, 9});
  EXPECT_EQ(topology, (Topology{{{{{{1}}, {{2}}}}, {{{{8, 9}}}}}}));
}

TEST(Topology, InvalidDescriptionGivesAnEmptyTopology) {
  EXPECT_EQ(Topology::synthetic("sofa:2"), Topology());
}

TEST(Topology, ThisThreadsTopologyHasItsAllowedProcessors) {
  ProcessorSet all;
  for (const Topology::Package& package : Topology::of_this_thread().packages) {
    for (const Topology::Core& core : package.cores)
      all.insert(all.end(), core.processors.begin(), core.processors.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_FALSE(all.empty());
  EXPECT_EQ(all, binding_of_this_thread());
  EXPECT_EQ(all.size(), available_cores());
}

TEST(PlanWorkers, CompactTakesNeighbouringCoresBeforeHyperthreads) {
  const auto places = plan_workers(Topology::synthetic(two_sockets), Pinning::compact, 10);
  EXPECT_THAT(processors(places), ElementsAre(0, 2, 4, 6, 8, 10, 12, 14, 1, 3));
  EXPECT_THAT(domains(places), ElementsAre(0, 0, 0, 0, 1, 1, 1, 1, 0, 0));
}

TEST(PlanWorkers, ScatterAlternatesBetweenPackages) {
  const auto places = plan_workers(Topology::synthetic(two_sockets), Pinning::scatter, 10);
  EXPECT_THAT(processors(places), ElementsAre(0, 8, 2, 10, 4, 12, 6, 14, 1, 9));
  EXPECT_THAT(domains(places), ElementsAre(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
}

TEST(PlanWorkers, ScatterContinuesWhenOnePackageIsFull) {
  const Topology topology = Topology::synthetic("package:2 core:3 pu:2", {0, 1, 6, 7, 8, 10});
  const auto places = plan_workers(topology, Pinning::scatter, 6);
  EXPECT_THAT(processors(places), ElementsAre(0, 6, 8, 10, 1, 7));
  EXPECT_THAT(domains(places), ElementsAre(0, 1, 1, 1, 0, 1));
}

TEST(PlanWorkers, HybridBindsWorkersToPackagesOneByOne) {
  const auto places = plan_workers(Topology::synthetic(two_sockets), Pinning::hybrid, 6);
  EXPECT_THAT(domains(places), ElementsAre(0, 0, 0, 0, 1, 1));
  EXPECT_THAT(places[0].processors, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_EQ(places[3], places[0]);
  EXPECT_THAT(places[5].processors, ElementsAre(8, 9, 10, 11, 12, 13, 14, 15));
}

TEST(PlanWorkers, SwitchesCompactFillsACoreBeforeTheNext) {
  const auto places = plan_workers(Topology::synthetic(two_sockets), Pinning::switches_compact, 10);
  EXPECT_THAT(processors(places), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(domains(places), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 1, 1));
}

TEST(PlanWorkers, SwitchesScatterIsScatter) {
  for (const char* const machine : {two_sockets, "package:1 core:5 pu:4", "package:3 core:2 pu:1"}) {
    const Topology topology = Topology::synthetic(machine);
    EXPECT_EQ(plan_workers(topology, Pinning::switches_scatter, 30),
              plan_workers(topology, Pinning::scatter, 30));
  }
}

TEST(PlanWorkers, SwitchesHybridScattersOverAllCoresAndThenFillsThem) {
  const auto places = plan_workers(Topology::synthetic(two_sockets), Pinning::switches_hybrid, 17);
  EXPECT_THAT(processors(places), ElementsAre(0, 8, 2, 10, 4, 12, 6, 14, 1, 3, 5, 7, 9, 11, 13, 15, 0));
  EXPECT_THAT(domains(places), ElementsAre(0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0));
  // With four hardware threads per core, as on a Xeon Phi, a core is full before the next gets a second.
  EXPECT_THAT(processors(plan_workers(Topology::synthetic("core:3 pu:4"), Pinning::switches_hybrid, 12)),
              ElementsAre(0, 4, 8, 1, 2, 3, 5, 6, 7, 9, 10, 11));
}

TEST(PlanWorkers, SwitchesHybridSkipsProcessorsThatAreNotAllowed) {
  const Topology topology = Topology::synthetic("package:2 core:2 pu:2", {1, 2, 3, 7});
  EXPECT_THAT(processors(plan_workers(topology, Pinning::switches_hybrid, 5)), ElementsAre(1, 7, 2, 3, 1));
}

TEST(PlanWorkers, ExtraWorkersWrapAround) {
  const Topology topology = Topology::synthetic("package:2 core:1 pu:2");
  const auto compact = plan_workers(topology, Pinning::compact, 6);
  EXPECT_THAT(processors(compact), ElementsAre(0, 2, 1, 3, 0, 2));
  EXPECT_THAT(domains(compact), ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_EQ(plan_workers(topology, Pinning::scatter, 6)[4], compact[4]);
  EXPECT_THAT(plan_workers(topology, Pinning::hybrid, 6)[4].processors, ElementsAre(0, 1));
}

TEST(PlanWorkers, WithoutPinningPlacesAreUnknown) {
  EXPECT_THAT(plan_workers(Topology::synthetic(two_sockets), Pinning::none, 3),
              ElementsAre(WorkerPlace{}, WorkerPlace{}, WorkerPlace{}));
  EXPECT_EQ(WorkerPlace{}.domain, DomainId(0));
  EXPECT_EQ(plan_workers(Pinning::none, 2), plan_workers(Topology(), Pinning::none, 2));
}

TEST(PlanWorkers, EmptyTopologyLeavesWorkersToTheSystem) {
  EXPECT_THAT(plan_workers(Topology(), Pinning::compact, 2), ElementsAre(WorkerPlace{}, WorkerPlace{}));
}

TEST(PlanWorkers, UsesOnlyAllowedProcessors) {
  const ProcessorSet allowed = binding_of_this_thread();
  const auto places = plan_workers(Pinning::compact, 3);
  ASSERT_THAT(places, SizeIs(3));
  for (const WorkerPlace& place : places) {
    ASSERT_THAT(place.processors, SizeIs(1));
    EXPECT_TRUE(std::binary_search(allowed.begin(), allowed.end(), place.processors.front()));
  }
}

TEST(BindThisThread, BindsAndRestores) {
  const ProcessorSet before = binding_of_this_thread();
  ASSERT_FALSE(before.empty());
  const ProcessorSet last{before.back()};
  if (!bind_this_thread(last)) GTEST_SKIP() << pinning_forbidden(Pinning::compact);
  EXPECT_EQ(binding_of_this_thread(), last);
  EXPECT_EQ(available_cores(), 1u);
  EXPECT_TRUE(bind_this_thread(before));
  EXPECT_EQ(binding_of_this_thread(), before);
}

TEST(BindThisThread, DoesNotBindOtherThreads) {
  const ProcessorSet before = binding_of_this_thread();
  ProcessorSet theirs;
  bool is_bound = false;
  std::thread([&] {
    is_bound = bind_this_thread({before.front()});
    theirs = binding_of_this_thread();
  }).join();
  EXPECT_EQ(binding_of_this_thread(), before);
  EXPECT_EQ(theirs, is_bound ? ProcessorSet{before.front()} : before);
}

TEST(BindThisThread, ReturnsFalseIfImpossible) {
  const ProcessorSet before = binding_of_this_thread();
  EXPECT_FALSE(bind_this_thread({}));
  EXPECT_FALSE(bind_this_thread({1'000'000}));  // a processor that does not exist, as in a container
  EXPECT_EQ(binding_of_this_thread(), before);
}

TEST(PinningForbidden, MessageNamesTheSetting) {
  EXPECT_EQ(pinning_forbidden(Pinning::scatter),
            "GUSSET_PIN=scatter: expected permission to bind threads to processors, found none (containers "
            "may forbid it); workers are not pinned");
}

TEST(NameThisThread, KeepsFifteenCharacters) {
  std::array<char, 32> name{};
  std::thread([&] {
    name_this_thread("gusset worker 1234");
    pthread_getname_np(pthread_self(), name.data(), name.size());
  }).join();
  EXPECT_STREQ(name.data(), "gusset worker 1");
}

}  // namespace
}  // namespace gusset::detail
