// Numbers as people read and write them.
#include "core/base/units.hpp"

#include "core/base/error.hpp"
#include "tests/catch.hpp"

using namespace zerolab;
using test::ContainsSubstring;

TEST_CASE("separators stand every three digits") {
  CHECK(with_separators(0) == "0");
  CHECK(with_separators(999) == "999");
  CHECK(with_separators(1000) == "1,000");
  CHECK(with_separators(1234567) == "1,234,567");
  CHECK(with_separators(-1234567) == "-1,234,567");
  CHECK(with_separators(-999) == "-999");
}

TEST_CASE("bytes are decimal and have about four digits") {
  CHECK(format_bytes(0) == "0 B");
  CHECK(format_bytes(999) == "999 B");
  CHECK(format_bytes(1000) == "1.000 kB");
  CHECK(format_bytes(1234567) == "1.235 MB");
  CHECK(format_bytes(31'400'000'000) == "31.40 GB");
  CHECK(format_bytes(120'000'000'000) == "120.0 GB");
  CHECK(format_bytes(999'999'999) == "1.000 GB");
  CHECK(format_bytes(9'999'600) == "10.00 MB");
}

TEST_CASE("multiples of psi have three decimals") {
  CHECK(as_multiple_of_psi(7, 8) == "0.875 Ψ");
  CHECK(as_multiple_of_psi(14, 8) == "1.750 Ψ");
  CHECK(as_multiple_of_psi(0, 8) == "0 Ψ");
  CHECK(as_multiple_of_psi(5, 0) == "0 Ψ");
}

TEST_CASE("width counts letters and not bytes") {
  CHECK(display_width("Ψ - c_r") == 7);
  CHECK(display_width("") == 0);
}

TEST_CASE("any bytes become text that a terminal and json can take") {
  CHECK(printable("plain\n\ttext") == "plain\n\ttext");
  CHECK(printable("Ψ ∇ 😀") == "Ψ ∇ 😀");
  CHECK(printable("\x1b[31m") == "\\x1B[31m");
  CHECK(printable("a\xA6"
                  "b") ==
        "a\\xA6"
        "b");
  CHECK(printable("\xCE") == "\\xCE");
  CHECK(printable("\xC0\x80") == "\\xC0\\x80");           // overlong
  CHECK(printable("\xED\xA0\x80") == "\\xED\\xA0\\x80");  // a surrogate
  CHECK(printable(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("counts are read as people write them") {
  CHECK(parse_count("1000", "elements") == 1000);
  CHECK(parse_count("7.5e9", "elements") == 7'500'000'000);
  CHECK(parse_count("7.5B", "elements") == 7'500'000'000);
  CHECK(parse_count("64K", "elements") == 64'000);
  CHECK(parse_count("1.5M", "elements") == 1'500'000);
  CHECK(parse_count("1T", "elements") == 1'000'000'000'000);
  for (const char* bad : {"", "K", "ten", "-5", "0", "1.5", "1e16", "nan", "inf", "5 M", "12x"}) {
    INFO(bad);
    CHECK_THROWS_WITH(parse_count(bad, "elements"),
                      ContainsSubstring("elements '" + std::string(bad) + "'") &&
                          ContainsSubstring("1 to 10^15"));
  }
}
