#include "gusset/base/json_field.hpp"

#include <gtest/gtest.h>

namespace gusset {
namespace {

std::string error_of(const std::string& text, auto read) {
  const auto result = read_document(text, "d.json", [&](const JsonField& field) {
    read(field);
    return Done{};
  });
  return result ? "accepted" : result.error().message();
}

TEST(JsonField, ErrorsNameThePathOfTheWrongValue) {
  EXPECT_EQ(error_of(R"({"rows": [{"size": 1}, {"size": "x"}]})",
                     [](const JsonField& d) {
                       for (const JsonField& row : d.at("rows").list()) (void)row.at("size").number();
                     }),
            "d.json: rows[1].size: expected a number from 0 to 1e100, found \"x\"");
  EXPECT_EQ(error_of("[1, {}]", [](const JsonField& d) { (void)d.list()[1].text(); }),
            "d.json: [1]: expected text, found an object");
  EXPECT_EQ(error_of("{}", [](const JsonField& d) { (void)d.at("a").at("b"); }),
            "d.json: a: expected an object, found nothing");
  EXPECT_EQ(error_of("3", [](const JsonField& d) { (void)d.at("a"); }),
            "d.json: expected a JSON object, found 3");
  EXPECT_EQ(error_of(R"({"a": "yes"})", [](const JsonField& d) { (void)d.at("a").flag(); }),
            "d.json: a: expected true or false, found \"yes\"");
  EXPECT_EQ(error_of(R"({"a": 1.5})", [](const JsonField& d) { (void)d.at("a").count(); }),
            "d.json: a: expected a whole number, found 1.5");
  EXPECT_EQ(error_of(R"({"a": 4294967296})", [](const JsonField& d) { (void)d.at("a").small_count(); }),
            "d.json: a: expected a whole number below 2^32, found 4294967296");
}

TEST(JsonField, MissingOptionalMembersAreNone) {
  const nlohmann::json document = {{"null", nullptr}, {"one", 1}};
  const JsonField field(document, "d.json");
  EXPECT_FALSE(field.find("missing"));
  EXPECT_FALSE(field.find("null"));
  EXPECT_EQ(field.find("one")->count(), 1U);
  EXPECT_EQ(field.at("missing").optional_number(), std::nullopt);
  EXPECT_EQ(field.at("missing").optional_text(), "");
}

TEST(JsonField, UnknownMembersAreRefused) {
  EXPECT_EQ(error_of(R"({"b": 1, "c": 2})",
                     [](const JsonField& d) {
                       (void)d.at("b").count();
                       (void)d.find("a");
                       d.refuse_other_members();
                     }),
            "d.json: expected fields a, b, found \"c\"");
}

TEST(JsonField, WrongFormatOrVersionIsRefused) {
  const auto check = [](const JsonField& d) { d.check_format("gusset sweep", 1); };
  EXPECT_EQ(error_of(R"({"format": "gusset sweep", "version": 1})", check), "accepted");
  EXPECT_EQ(error_of(R"({"format": "x"})", check), "d.json: format: expected \"gusset sweep\", found \"x\"");
  EXPECT_EQ(error_of(R"({"format": "gusset sweep", "version": 2})", check),
            "d.json: version: expected 1, found 2");
}

TEST(JsonField, ParseErrorsHaveLineAndColumn) {
  const auto nothing = [](const JsonField&) {};
  EXPECT_EQ(error_of("", nothing), "d.json: line 1, column 1: expected JSON, found the end of the file");
  EXPECT_EQ(error_of("{\n  \"a\": ?\n}", nothing), "d.json: line 2, column 8: expected JSON, found '?'");
  EXPECT_EQ(error_of(R"([{"a": 1, "a": 2}])", nothing),
            "d.json: expected each field once, found \"a\" twice");
}

constexpr const char* with_list =
    R"({"a": [[1]], "rows": [{"n": [1, 2]}, 7, "x", [], null], "b": {"rows": [3]}})";

TEST(LongList, ElementsAreReadInOrderAndAreNotInTheDocument) {
  std::vector<std::string> elements;
  const nlohmann::json document =
      parse_json(with_list, "d.json",
                 {"rows", [&](const JsonField& field) { elements.push_back(field.value().dump()); }});
  EXPECT_EQ(elements, (std::vector<std::string>{R"({"n":[1,2]})", "7", R"("x")", "[]", "null"}));
  EXPECT_EQ(document, nlohmann::json::parse(R"({"a": [[1]], "rows": [], "b": {"rows": [3]}})"));
}

TEST(LongList, IsSkippedWithoutAReader) {
  EXPECT_EQ(parse_json(with_list, "d.json", {"rows", {}}),
            nlohmann::json::parse(R"({"a": [[1]], "rows": [], "b": {"rows": [3]}})"));
}

TEST(LongList, ErrorsNameTheElement) {
  const auto result =
      read_document(R"({"rows": [{"n": 1}, {"n": "x"}]})", "d.json", [](const JsonField&) { return Done{}; },
                    {"rows", [](const JsonField& row) { (void)row.at("n").count(); }});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message(), "d.json: rows[1].n: expected a whole number, found \"x\"");
}

TEST(LongList, OnlyATopLevelMemberIsTakenOut) {
  EXPECT_EQ(parse_json(R"({"rows": {"rows": [1]}})", "d.json", {"rows", {}}),
            nlohmann::json::parse(R"({"rows": {"rows": [1]}})"));
  EXPECT_EQ(parse_json(R"([{"rows": [1]}])", "d.json", {"rows", {}}),
            nlohmann::json::parse(R"([{"rows": [1]}])"));
}

TEST(JsonField, LongListsTakeLinearTime) {
  std::string text = "[";
  for (int i = 0; i < 300'000; ++i) text += "{},";  // quadratic time would take minutes
  text += "{}]";
  EXPECT_EQ(parse_json(text, "d.json").size(), 300'001u);
}

}  // namespace
}  // namespace gusset
