// Files with correct checksums whose columns or metadata are wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "gus_file.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "sample_file.hpp"

namespace gusset::traces {
namespace {

using gus::Column;
using gus::Section;
using testing::Bytes;
using testing::bytes_of;
using testing::error_of;
using testing::GusFile;
using testing::raw_column;
using testing::sample_trace;
using namespace testing;  // operator+ for columns

Bytes text_payload(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  Bytes payload(bytes.begin(), bytes.end());
  while (payload.size() % 8 != 0) payload.push_back(std::byte{' '});
  return payload;
}

// Columns.

/// The error for a file whose types section has this payload. "P" replaces the payload's offset.
std::string error_of_types(std::uint32_t rows, const Bytes& payload) {
  GusFile file = sample();
  file.set_payload(Section::types, rows, payload);
  const std::string offset = std::to_string(file.offset(Section::types) + chunk_header_bytes);
  std::string error = error_of(file.bytes());
  if (const auto found = error.find("offset " + offset + ":"); found != std::string::npos) {
    error.replace(found + 7, offset.size(), "P");
  }
  return error;
}

const std::string p = "t.gus: offset P: expected ";

TEST(GusContent, ValidColumnsAreRead) {
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 2, 6, {1, 2, 3}, "abbccc")), "");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 8, 2, 6, {1, 2, 3}, "abbccc")), "");
}

TEST(GusContent, InvalidColumnHeaderIsRefused) {
  EXPECT_EQ(error_of_types(3, Bytes(8)), p + "a column header, found other bytes");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 9, 2, 6, {1, 2, 3}, "abbccc")),
            p + "a column header, found other bytes");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 8 + 2, 6, {1, 2, 3}, "abbccc")),
            p + "a column header, found other bytes");
  Bytes reserved = raw_column(Column::name, 1, 2, 6, {1, 2, 3}, "abbccc");
  reserved[4] = std::byte{1};
  EXPECT_EQ(error_of_types(3, reserved), p + "a column header, found other bytes");
}

TEST(GusContent, FirstColumnMustHaveBytes) {
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 0, 2, 0, {}, "")),
            p + "a first column of at least 1 byte per row, found 0");
}

TEST(GusContent, ColumnMustFitItsChunk) {
  EXPECT_EQ(error_of_types(20, raw_column(Column::name, 1, 2, 3, {1, 2}, "")),
            p + "a column of at most 8 bytes, found 24");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 2, 17, {1, 2, 3}, "abbccc")),
            p + "a column of at most 8 bytes, found 17");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 2, std::numeric_limits<std::uint64_t>::max(),
                                         {1, 2, 3}, "abbccc")),
            p + "a column of at most 8 bytes, found 18446744073709551615");
}

TEST(GusContent, StringLengthsMustSumToTheText) {
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 2, 6, {1, 2, 2}, "abbccc")),
            p + "strings of 6 bytes in total, found another length");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 2, 6, {1, 2, 4}, "abbccc")),
            p + "strings of 6 bytes in total, found another length");
}

TEST(GusContent, EachStringMustBeUtf8) {
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 2, 3, {1, 1, 1},
                                         "a\xff"
                                         "b")),
            p + "strings in UTF-8, found other bytes in row 1");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 2, 3, {1, 1, 1}, "a\xc3\xa9")),
            p + "strings in UTF-8, found other bytes in row 1");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 2, 3, {1, 2, 0}, "a\xc3\xa9")), "");
}

TEST(GusContent, ColumnMustHaveItsKind) {
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 0, 6, {1, 2, 3})),
            p + "a column of strings, found another kind");
  EXPECT_EQ(error_of_types(3, raw_column(Column::name, 1, 3, 6, {1, 2, 3}, "abbccc")),
            p + "a column of strings, found another kind");
}

TEST(GusContent, UnknownMissingAndRepeatedColumnsAreRefused) {
  const Bytes names = raw_column(Column::name, 1, 2, 6, {1, 2, 3}, "abbccc");
  EXPECT_THAT(error_of_types(3, names + names),
              ::testing::HasSubstr("expected each column once, found column 1 again"));
  EXPECT_THAT(
      error_of_types(3, names + raw_column(Column::work, 1, 0, 0, {1, 2, 3})),
      ::testing::HasSubstr("expected a column of this section, or one that may be skipped, found column 12"));
  EXPECT_EQ(error_of_types(3, names + raw_column(Column{999}, 1, gus::column_optional, 0, {1, 2, 3})), "");
  EXPECT_EQ(error_of_types(3, raw_column(Column{999}, 1, gus::column_optional, 0, {1, 2, 3}) + names), "");
  GusFile file = sample();
  file.set_payload(Section::types, 3, raw_column(Column::work, 1, 0, 0, {1, 2, 3}));
  EXPECT_EQ(error_of(file.bytes()), at(file.offset(Section::types)) + "column 1, found none");
}

TEST(GusContent, ChunkHasAtMost64Columns) {
  Bytes payload = raw_column(Column::name, 1, 2, 6, {1, 2, 3}, "abbccc");
  for (std::uint16_t id = 100; id < 163; ++id) {
    payload = payload + raw_column(Column{id}, 0, gus::column_optional, 0, {});
  }
  EXPECT_EQ(error_of_types(3, payload), "");
  EXPECT_THAT(error_of_types(3, payload + raw_column(Column{200}, 0, gus::column_optional, 0, {})),
              ::testing::HasSubstr("expected at most 64 columns, found more"));
}

/// The error for a file whose only lane has one span chunk with these columns.
std::string error_of_spans(const Bytes& begin, const Bytes& duration, const Bytes& task, const Bytes& kind) {
  GusFile file = sample();
  file.set_payload(Section::spans, 1, begin + duration + task + kind);
  std::erase_if(file.chunks, [](const GusFile::Part& part) {
    return part.info.section == gus::number(Section::span_links) ||
           part.info.section == gus::number(Section::task_waits);
  });
  return error_of(file.bytes());
}

TEST(GusContent, NumbersMustBeInRange) {
  const Bytes begin = raw_column(Column::begin, 1, 0, 5, {0});
  const Bytes duration = raw_column(Column::duration, 1, 0, 0, {7});
  const Bytes task = raw_column(Column::task, 1, 0, 0, {0});
  const Bytes kind = raw_column(Column::kind, 1, 0, 0, {0});
  EXPECT_EQ(error_of_spans(begin, duration, task, kind), "");
  const auto huge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(
      error_of_spans(raw_column(Column::begin, 8, 0, 5, {huge}), duration, task, kind),
      ::testing::HasSubstr("expected values from -1152921504606846976 to 1152921504606846976, found 5 with "
                           "offsets up to 18446744073709551615"));
  EXPECT_THAT(
      error_of_spans(raw_column(Column::begin, 1, 0, std::uint64_t{1} << 63, {0}), duration, task, kind),
      ::testing::HasSubstr("found -9223372036854775808 with offsets up to 0"));
  EXPECT_THAT(
      error_of_spans(begin, raw_column(Column::duration, 8, 0, 0, {huge}), task, kind),
      ::testing::HasSubstr("expected values from 0 to 2305843009213693952, found 0 with offsets up to"));
  EXPECT_THAT(
      error_of_spans(begin, raw_column(Column::duration, 8, 0, 0, {std::uint64_t{1} << 61}), task, kind),
      ::testing::HasSubstr("lane 0, span 0: expected an end within 2^60 ns of the trace's start"));
  EXPECT_THAT(
      error_of_spans(begin, duration, raw_column(Column::task, 4, 0, 0, {0xffffffff}), kind),
      ::testing::HasSubstr("expected values from 0 to 4294967294, found 0 with offsets up to 4294967295"));
  EXPECT_EQ(error_of_spans(begin, duration, raw_column(Column::task, 1, 1, 0, {0}), kind), "");
  EXPECT_THAT(error_of_spans(begin, duration, task, raw_column(Column::kind, 1, 0, 0, {7})),
              ::testing::HasSubstr("expected values from 0 to 6, found 0 with offsets up to 7"));
  EXPECT_THAT(error_of_spans(begin, duration, task, raw_column(Column::kind, 1, 1, 0, {1})),
              ::testing::HasSubstr("expected a column of numbers, none missing, found another kind"));
  EXPECT_THAT(error_of_spans(begin, duration, raw_column(Column::task, 1, 2, 1, {1}, "a"), kind),
              ::testing::HasSubstr("expected a column of numbers, found another kind"));
}

TEST(GusContent, NullableColumnsCountFromOne) {
  GusFile file = sample();
  const Bytes rest = raw_column(Column::duration, 1, 0, 0, {7, 7, 7, 7}) +
                     raw_column(Column::task, 1, 1, 3, {1, 0, 2, 0}) +
                     raw_column(Column::kind, 1, 0, 0, {0, 0, 0, 0});
  file.set_payload(Section::spans, 4, raw_column(Column::begin, 1, 0, 5, {0, 10, 20, 30}) + rest);
  const auto read = read_gus(file.bytes(), "t.gus");
  ASSERT_TRUE(read.ok()) << read.error().message();
  const SpanColumns& spans = (*read)->lanes[0].spans;
  EXPECT_EQ(spans.task, (std::vector<TaskId>{TaskId(3), TaskId(), TaskId(4), TaskId()}));
  EXPECT_EQ(spans.begin_ns, (std::vector<std::int64_t>{5, 15, 25, 35}));
  EXPECT_EQ(spans.end_ns, (std::vector<std::int64_t>{12, 22, 32, 42}));
}

TEST(GusContent, ColumnsThatWereNotRecordedMustBeAbsent) {
  GusFile file = sample();
  file.set_payload(Section::metadata, 1, text_payload(R"({"origin":"measured","recorded":[]})"));
  EXPECT_THAT(error_of(file.bytes()), ::testing::HasSubstr("found column 11"));
}

TEST(GusContent, SpansOutOfOrderAreRefused) {
  Trace trace = sample_trace();
  std::swap(trace.lanes[2].spans.begin_ns[0], trace.lanes[2].spans.begin_ns[1]);
  std::swap(trace.lanes[2].spans.end_ns[0], trace.lanes[2].spans.end_ns[1]);
  EXPECT_EQ(error_of(bytes_of(trace)),
            "t.gus: lane 2, span 1: expected spans sorted by start, longer first, found one out of order");
}

TEST(GusContent, AccessesMustBeSortedByTask) {
  GusFile file = sample();
  const auto rest = [](std::size_t rows) {
    const std::vector<std::uint64_t> zeros(rows, 0);
    return raw_column(Column::handle, 1, 0, 0, zeros) + raw_column(Column::mode, 0, 0, 0, {}) +
           raw_column(Column::version, 0, 0, 0, {});
  };
  file.set_payload(Section::accesses, 3, raw_column(Column::task, 1, 0, 0, {0, 3, 3}) + rest(3));
  EXPECT_EQ(error_of(file.bytes()), "");
  file.set_payload(Section::accesses, 3, raw_column(Column::task, 1, 0, 0, {0, 3, 2}) + rest(3));
  EXPECT_EQ(error_of(file.bytes()), "t.gus: access 2: expected a task of at least 3, below 5, found task 2");
  file.set_payload(Section::accesses, 3, raw_column(Column::task, 1, 0, 0, {0, 3, 5}) + rest(3));
  EXPECT_EQ(error_of(file.bytes()), "t.gus: access 2: expected a task of at least 3, below 5, found task 5");
  file.set_payload(Section::accesses, 3, raw_column(Column::task, 1, 1, 0, {0, 3, 5}) + rest(3));
  EXPECT_EQ(error_of(file.bytes()), "t.gus: access 0: expected a task of at least 0, below 5, found none");
}

// Metadata.

std::string error_of_metadata(const std::string& text) {
  GusFile file = sample();
  file.set_payload(Section::metadata, 1, text_payload(text));
  return error_of(file.bytes());
}

TEST(GusContent, MetadataMustBeAJsonObject) {
  const std::string error =
      "t.gus: offset 80: expected metadata as one JSON object, nested at most 64 deep, found something else";
  EXPECT_EQ(error_of_metadata("[]"), error);
  EXPECT_EQ(error_of_metadata("{"), error);
  EXPECT_EQ(error_of_metadata("{\"program\":\"\xff\"}"), error);
  EXPECT_EQ(error_of_metadata("{} {}"), error);
  EXPECT_EQ(error_of_metadata(R"({"a":)" + std::string(100000, '[') + std::string(100000, ']') + "}"), error);
}

TEST(GusContent, MetadataFieldsMustHaveTheirTypes) {
  const std::string start = "t.gus: offset 80: expected metadata field ";
  EXPECT_EQ(error_of_metadata(R"({"recorded":[]})"),
            start + R"("origin" as "measured", "predicted" or "imported", found null)");
  EXPECT_EQ(error_of_metadata(R"({"origin":"guessed","recorded":[]})"),
            start + R"("origin" as "measured", "predicted" or "imported", found "guessed")");
  EXPECT_EQ(error_of_metadata(R"({"origin":"measured","recorded":[],"host":3})"),
            start + R"("host" as a string, found 3)");
  EXPECT_EQ(error_of_metadata(R"({"origin":"measured","recorded":[],"command":["a",1]})"),
            start + R"("command" as a list of strings, found ["a",1])");
  EXPECT_EQ(error_of_metadata(R"({"origin":"measured"})"),
            start + R"("recorded" as a list of strings, found null)");
  EXPECT_EQ(error_of_metadata(R"({"origin":"measured","recorded":[],"recording_ns":-1})"),
            start + R"("recording_ns" as a time in ns, found -1)");
  for (const char* part :
       {"3", R"({"grid":[2],"host":"","node":-1,"run":""})",
        R"({"grid":[4294967296],"host":"","node":0,"run":""})", R"({"grid":2,"host":"","node":0})"}) {
    EXPECT_THAT(
        error_of_metadata(R"({"origin":"measured","recorded":[],"part":)" + std::string(part) + "}"),
        ::testing::StartsWith(start + R"("part" as an object with node, grid, run and host, found )"));
  }
  EXPECT_EQ(
      error_of_metadata(R"({"origin":"measured","recorded":[],"notes":")" + std::string(50, 'x') + "\"}"),
      start + R"("notes" as a list of strings, found string of 52 bytes)");
}

TEST(GusContent, UnknownMetadataFieldsSurviveRewriting) {
  GusFile file = GusFile::parse(bytes_of(Trace{}));
  file.set_payload(
      Section::metadata, 1,
      text_payload(R"({"origin":"imported","recorded":["parents","moods"],"weather":{"rain":true}})"));
  const auto read = read_gus(file.bytes(), "t.gus");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ((*read)->metadata.extra, R"({"weather":{"rain":true}})");
  EXPECT_EQ((*read)->metadata.origin, Origin::imported);
  EXPECT_EQ((*read)->recorded, (Recorded{.parents = true}));
  const auto again = read_gus(bytes_of(**read), "t.gus");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ((*again)->metadata.extra, R"({"weather":{"rain":true}})");
}

}  // namespace
}  // namespace gusset::traces
