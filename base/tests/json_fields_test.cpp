#include "gusset/base/json_fields.hpp"

#include <gtest/gtest.h>

namespace gusset {

struct Room {
  std::string name;
  std::optional<double> area;
  std::vector<unsigned> doors;
  friend bool operator==(const Room&, const Room&) = default;
};
struct House {
  std::uint64_t number = 0;
  std::string owner;
  bool is_empty = false;
  std::vector<Room> rooms;
  std::optional<Room> cellar;
  std::optional<std::uint64_t> flats;
  friend bool operator==(const House&, const House&) = default;
};

void fields(auto& io, IsOneOf<Room> auto& room) {
  io("name", room.name);
  io("area", room.area);
  io("doors", room.doors);
}
void fields(auto& io, IsOneOf<House> auto& house) {
  io("number", house.number);
  io.unless_empty("owner", house.owner);
  io("is_empty", house.is_empty);
  io("rooms", house.rooms);
  io.later("cellar", house.cellar);
  io.if_known("flats", house.flats);
}

namespace {

const House house{7, "", true, {{"hall", 12.5, {1, 2}}, {"attic", {}, {}}}, {}, {}};

std::string text_of(const House& value) {
  JsonWriter io;
  fields(io, value);
  return io.text();
}

TEST(JsonFields, AreWrittenInDeclarationOrder) {
  EXPECT_EQ(text_of(house),
            R"({"number":7,"owner":null,"is_empty":true,"rooms":[{"name":"hall","area":12.5,"doors":[1,2]},)"
            R"({"name":"attic","area":null,"doors":[]}],"cellar":null})");
}

TEST(JsonFields, IndentsLikeJsonText) {
  House full = house;
  full.cellar = Room{"a \"cellar\"\nof\xff two lines", -0.1, {}};
  JsonWriter io(2);
  fields(io, full);
  io.derived("none", nullptr);
  io.derived("nested", nlohmann::ordered_json::parse(R"({"b": [1, {}], "a": []})"));
  io.part("part", [](auto& part) { part("x", true); });
  io.part("empty", [](auto&) {});
  const std::string text = io.text();
  EXPECT_EQ(text, json_text(nlohmann::ordered_json::parse(text), 2));
  EXPECT_NE(text.find("\"nested\": {\n    \"b\": ["), std::string::npos) << text;
}

TEST(JsonFields, RoundTrip) {
  House full = house;
  full.owner = "A";
  full.cellar = Room{"cellar", 3.0, {}};
  full.flats = 3;
  for (const House& each : {house, full})
    EXPECT_EQ(read_fields<House>(JsonField(nlohmann::json::parse(text_of(each)), "H.json")), each);
}

TEST(JsonFields, UnknownValuesMayBeLeftOut) {
  House known = house;
  known.flats = 0;
  EXPECT_EQ(nlohmann::json::parse(text_of(known)).at("flats"), 0);
  EXPECT_FALSE(nlohmann::json::parse(text_of(house)).contains("flats"));
}

TEST(JsonFields, LaterFieldsMayBeMissing) {
  nlohmann::json document = nlohmann::json::parse(text_of(house));
  document.erase("cellar");
  document.erase("owner");
  EXPECT_EQ(read_fields<House>(JsonField(document, "H.json")), house);
}

TEST(JsonFields, MissingFieldsAreNamed) {
  nlohmann::json document = nlohmann::json::parse(text_of(house));
  document["rooms"][1].erase("name");
  try {
    read_fields<House>(JsonField(document, "H.json"));
    ADD_FAILURE() << "accepted";
  } catch (const DocumentError& refused) {
    EXPECT_STREQ(refused.what(), "H.json: rooms[1].name: expected text, found nothing");
  }
}

}  // namespace
}  // namespace gusset
