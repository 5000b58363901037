// Reading files as people write them, and what is said about files that nobody can read.
#include <fstream>

#include "core/base/error.hpp"
#include "core/deepspeed/ds_config.hpp"
#include "core/deepspeed/plain_json.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using namespace zerolab::test;

namespace {

std::string refusal(const std::string& text) {
  try {
    parse_ds_config(text, "f.json");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    CHECK(std::string(error.what()).find('\n') == std::string::npos);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("comments and trailing commas and a byte order mark are read over") {
  const std::string text =
      "\xEF\xBB\xBF{ // a comment with \"quotes\" and , }\n"
      "  # another\n"
      "  /* of\n"
      "     two lines */ \"train_batch_size\": 64 , \"steps_per_print\": 10,\n"
      "  \"optimizer\": {\"type\": \"a // b, } # c\", \"params\": {\"betas\": [0.9, 0.95,],},},\n"
      "}\n";
  const DsConfig config = parse_ds_config(text, "f");
  REQUIRE(config.entries.size() == 6);
  CHECK(config.find("train_batch_size")->number == 64);
  CHECK(config.find("train_batch_size")->line == 4);
  CHECK(config.find("optimizer.type")->text == "a // b, } # c");
  CHECK(config.find("optimizer.type")->line == 5);
  CHECK(config.find("optimizer.params.betas")->numbers == std::vector<double>{0.9, 0.95});
  CHECK(plain_json(text, "f").size() == text.size());
  CHECK(plain_json("\xEF\xBB\xBF{\"a\": 1,} # b\n", "f") == "   {\"a\": 1 }    \n");
}

TEST_CASE("keys and values lie where the file says") {
  const std::string text =
      "{\"zero_optimization\" : {\"stage\":2 ,\n\"prefetch_bucket_size\": 5e7},\n"
      " \"steps_per_print\":  10}";
  const DsConfig config = parse_ds_config(text, "f");
  const auto part = [&](const Range& bytes) { return text.substr(bytes.begin, bytes.size()); };
  const auto lies = [&](const std::string& path, const std::string& key, const std::string& value) {
    const DsEntry* entry = config.find(path);
    REQUIRE(entry != nullptr);
    CHECK(part(entry->key_bytes) == key);
    CHECK(part(entry->value_bytes) == value);
  };
  lies("zero_optimization.stage", "\"stage\"", "2");
  lies("zero_optimization.stage3_prefetch_bucket_size", "\"prefetch_bucket_size\"", "5e7");
  lies("steps_per_print", "\"steps_per_print\"", "10");
  lies("zero_optimization", "\"zero_optimization\"",
       "{\"stage\":2 ,\n\"prefetch_bucket_size\": 5e7}");
}

TEST_CASE("values and defaults and where they come from") {
  const DsConfig config = parse_ds_config(
      R"({"gradient_clipping": "auto", "zero_optimization": {"reduce_scatter": false,
          "overlap_comm": null}})",
      "f");
  CHECK(config.flag("zero_optimization.reduce_scatter") == false);
  CHECK(config.flag("zero_optimization.contiguous_gradients") == true);
  CHECK(config.number("zero_optimization.reduce_bucket_size") == 5e8);
  CHECK(config.number("optimizer.params.lr") == std::nullopt);
  CHECK(config.origin("gradient_clipping") == Origin::automatic);
  CHECK(config.number("gradient_clipping") == 0);
  CHECK(config.origin("zero_optimization.overlap_comm") == Origin::by_default);
  CHECK(config.mention("zero_optimization.reduce_scatter") == "reduce_scatter = false (line 1)");
  CHECK(config.mention("zero_optimization.stage") == "stage = 0 (default)");
  CHECK(config.mention("gradient_clipping") == "gradient_clipping = \"auto\" (line 1)");
  CHECK_THROWS_AS(config.flag("no_such_key"), InvariantError);
}

TEST_CASE("a key with a dot in its name is not a path") {
  const DsConfig config = parse_ds_config(R"({"zero_optimization.stage": 3})", "f");
  CHECK(config.find("zero_optimization.stage") == nullptr);
  CHECK(config.unknown == std::vector<std::string>{"\"zero_optimization.stage\""});
}

TEST_CASE("files that cannot be read say where and why") {
  CHECK(refusal("") == "f.json: holds no configuration; the shortest is {}");
  CHECK(refusal(" \n// only a comment\n") == "f.json: holds no configuration; the shortest is {}");
  CHECK(refusal("[1, 2]") ==
        "f.json: not an object at the top; a configuration is { \"key\": value, … }");
  CHECK(refusal("3") == refusal("[1, 2]"));
  CHECK(refusal("{\n/* no end") == "f.json line 2: a comment /* has no end; close it with */");
  CHECK(refusal(std::string("{\n\0}", 4)) ==
        "f.json line 2: a zero byte, so not a text file; save it as UTF-8");
  CHECK(refusal("{\n\"stage\": 1,\n\n\"stage\": 2}") ==
        "f.json line 4: 'stage' is given twice, first in line 2; DeepSpeed refuses that too: keep "
        "one");
  CHECK_THAT(refusal("{\n\"gradient_clipping\": NaN}"), ContainsSubstring("f.json line 2: "));
  CHECK_THAT(refusal("{\n\"gradient_clipping\": 1e999}"), ContainsSubstring("1e999"));
  CHECK_THAT(refusal("{\"gradient_clipping\": 1"), ContainsSubstring("f.json line 1: "));
  CHECK_THAT(refusal("{\"a\": 1} {}"), ContainsSubstring("f.json line 1: "));
  CHECK_THAT(refusal("{'a': 1}"), ContainsSubstring("f.json line 1: "));
  CHECK_THAT(refusal(std::string(40, '[')), ContainsSubstring("not an object"));
  std::string nested = "{\"a\": ";
  for (int i = 0; i < 40; ++i) nested += "{\"a\": ";
  CHECK(refusal(nested) == "f.json line 1: brackets 33 deep; a configuration needs at most 32");
}

TEST_CASE("values of another type say which is wanted") {
  CHECK(refusal(R"({"zero_optimization": {"stage": "3"}})") ==
        "f.json line 1: stage is \"3\", a text; DeepSpeed takes a whole number, at least 0 there: "
        "write it without quotes");
  CHECK(refusal(R"({"zero_optimization": {"reduce_scatter": "true"}})") ==
        "f.json line 1: reduce_scatter is \"true\", a text; DeepSpeed takes true or false there: "
        "write it without quotes");
  CHECK(refusal(R"({"zero_optimization": {"reduce_bucket_size": -1}})") ==
        "f.json line 1: reduce_bucket_size is -1, a number; DeepSpeed takes a whole number, at "
        "least 0 there");
  CHECK_THAT(refusal(R"({"zero_optimization": {"reduce_bucket_size": 0.5}})"),
             ContainsSubstring("a whole number"));
  CHECK_THAT(refusal(R"({"zero_optimization": 3})"), ContainsSubstring("a section { … }"));
  CHECK_THAT(refusal(R"({"fp16": "auto"})"), ContainsSubstring("a section { … }"));
  CHECK_THAT(refusal(R"({"optimizer": ["AdamW"]})"), ContainsSubstring("a section { … }"));
  CHECK(refusal(R"({"zero_optimization": {"mics_shard_size": -1, "reduce_bucket_size": 1e9}})")
            .empty());
}

TEST_CASE("a file that is not there says so") {
  CHECK_THROWS_WITH(read_ds_config("no/such/file.json"),
                    ContainsSubstring("cannot read no/such/file.json: No such file"));
  CHECK_THROWS_WITH(read_ds_config("/"), ContainsSubstring("it is a directory"));
}
