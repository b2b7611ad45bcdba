#include "sample_trace.hpp"

namespace gusset::traces::testing {

Trace sample_trace() {
  Trace t;
  t.metadata.origin = Origin::predicted;
  t.metadata.program = "cholesky";
  t.metadata.command = {"cholesky", "--size", "4096"};
  t.metadata.host = "élan";
  t.metadata.cpu = "a processor";
  t.metadata.compiler = "a compiler";
  t.metadata.runtime = "gusset 0.1.0";
  t.metadata.date = "2024-02-29T12:00:00Z";
  t.metadata.model = R"({"nodes":2,"rate":1.5})";
  t.metadata.notes = {"first note", "second note"};
  t.metadata.extra = R"({"campaign":{"run":7}})";
  t.recorded = {true, true, true, true, true, true, true, true, true, true};

  t.types = {"potrf", "trsm", ""};
  t.nodes = {{"n0", 0, 0.0, 0}, {"n1", -250, 1.5e-6, 40}};
  t.workers = {{NodeId(0), "w0"}, {NodeId(0), "w1"}, {NodeId(1), "w0"}};
  t.access_modes = {{"read", true, false, false}, {"write", false, true, true}, {"add", true, true, true}};
  t.handles.name = {"A(0,0)", "", "Ä(1,0)"};
  t.handles.size_bytes = {32768, 0, std::uint64_t{1} << 40};
  t.handles.owner = {NodeId(0), NodeId(0), NodeId(1)};

  t.tasks.type = {TypeId(0), TypeId(1), TypeId(1), TypeId(2), TypeId(0)};
  t.tasks.parent = {TaskId(), TaskId(), TaskId(0), TaskId(2), TaskId()};
  t.tasks.work = {1e9, 0.0, 2.5, 1e9, 3.0};
  t.tasks.submit_ns = {0, 10, unknown_time, -5, 70000};
  t.tasks.ready_ns = {0, 900, 1000, unknown_time, 80000};
  t.accesses.first = {0, 1, 3, 3, 6, 7};
  t.accesses.items = {{HandleId(0), AccessModeId(1), 0}, {HandleId(0), AccessModeId(0), 1},
                      {HandleId(2), AccessModeId(1), 0}, {HandleId(0), AccessModeId(0), 1},
                      {HandleId(1), AccessModeId(2), 4}, {HandleId(2), AccessModeId(2), 4000000000},
                      {HandleId(0), AccessModeId(1), 3}};

  t.lanes.resize(4);
  t.lanes[0].worker = WorkerId(0);
  t.lanes[0].spans.push_back(0, 1000, TaskId(0), SpanKind::run);
  t.lanes[0].spans.push_back(200, 300, TaskId(2), SpanKind::run);
  t.lanes[0].spans.push_back(300, 1000, TaskId(), SpanKind::wait);
  t.lanes[0].spans.push_back(1000, 5'000'000'000, TaskId(3), SpanKind::run);
  t.lanes[1].worker = WorkerId(1);
  t.lanes[2].worker = WorkerId(2);
  t.lanes[2].spans.push_back(-20, -20, TaskId(), SpanKind::other);
  t.lanes[2].spans.push_back(1300, 2500, TaskId(1), SpanKind::run);
  t.lanes[3].worker = WorkerId(2);
  t.lanes[3].spans.push_back(80000, 90000, TaskId(4), SpanKind::run);

  t.dependencies = {{TaskId(0), TaskId(1)}, {TaskId(3), TaskId(2)}};
  t.span_links = {{{LaneId(0), 0}, {LaneId(0), 1}, SpanLink::Kind::create},
                  {{LaneId(2), 1}, {LaneId(0), 3}, SpanLink::Kind::join}};
  t.fork_join.waits = {{{LaneId(0), 2}, TaskWait::Kind::lock, 1, 0},
                       {{LaneId(2), 0}, TaskWait::Kind::taskgroup, TaskWait::no_object, -20}};
  t.fork_join.joined = {{TaskId(0), 7}, {TaskId(2), JoinedTask::no_region}};
  t.fork_join.locks = {"lock a.c:3", "critical ü"};
  t.fork_join.holds = {{0, TaskId(0), 10, 20}, {1, TaskId(3), 2000, 2000}};
  t.processor_time.uses = {{WorkerId(0), -20, 0, 20, 0, 0}, {WorkerId(2), 1300, 2500, 700, 0, 3, 450}};
  t.processor_time.bindings = {{WorkerId(0), 2, "0x3", 1.5}, {WorkerId(2), 0, "", 0.0}};
  t.worksharing.constructs = {
      {"a.c:7", WorkConstruct::Kind::loop, WorkConstruct::Schedule::dynamic, 4, true},
      {"ü.c:9", WorkConstruct::Kind::inferred, WorkConstruct::Schedule::unknown, 0, false}};
  t.worksharing.executions = {{0, 7, 100, -5, -2}, {1, WorkExecution::no_region, unknown_iterations, 0, 0}};
  t.worksharing.shares = {{0, TaskId(0), 10, 500, 60, 15}, {1, TaskId(2), -20, -20, unknown_iterations, 0}};
  t.worksharing.chunks = {{0, TaskId(0), 90, 16, 4}, {0, TaskId(0), 500, 44, 11}};
  t.messages = {{Message::Kind::data, HandleId(0), 1, NodeId(0), NodeId(1), 1000, 1300, 32768, 32960},
                {Message::Kind::control, HandleId(), 0, NodeId(1), NodeId(0), 500, unknown_time, 0, 192}};
  t.attributes = {{"iteration", {TaskId(0), TaskId(4)}, std::vector<std::int64_t>{-1, 1}},
                  {"residual", {TaskId(1)}, std::vector<double>{-0.5}},
                  {"tile", {TaskId(1), TaskId(2), TaskId(3)}, std::vector<std::string>{"(1,0)", "", "(2,ü)"}},
                  {"unused", {}, std::vector<std::string>{}}};
  t.counters = {{"resident memory", "B", NodeId(0), {-20, 0, 0, 5000}, {1e6, 2e6, 2.5e6, 1e6}},
                {"ready tasks", "", NodeId(1), {}, {}}};
  t.marks = {{-20, "begin ü"}, {5000, ""}};
  return t;
}

}  // namespace gusset::traces::testing
