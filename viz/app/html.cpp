// The HTML page: all frames as SVG, compressed together, and a small script that shows one at a
// time. Frames are whole beats and the halves between them, where chunks are on their way.
#include <cmath>

#include <fmt/core.h>

#include "core/base/error.hpp"
#include "core/trace/gzip.hpp"
#include "viz/app/export.hpp"

namespace zerolab {

namespace {

constexpr std::size_t most_page_beats = 2000;
constexpr PictureSize page_size{1440, 810, 1};

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

std::string escaped_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

// {0}: title, {1}: ground, {2}: text colour, {3}: frames, {4}: base64 of the gzipped frames, which
// are separated by the byte 0x1E (record separator), {5}: the frame to begin with.
constexpr const char* page_form = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title>
<style>
html, body {{ margin: 0; height: 100%; background: {1}; color: {2}; font-family: Inter, system-ui, sans-serif; }}
body {{ display: flex; flex-direction: column; }}
main {{ flex: 1; min-height: 0; display: flex; align-items: center; justify-content: center; }}
main svg {{ width: 100%; height: 100%; }}
footer {{ padding: 8px 24px 12px; display: flex; gap: 16px; align-items: center; font-size: 15px; }}
button {{ font: inherit; color: inherit; background: transparent; border: 1px solid currentColor; border-radius: 6px;
  padding: 4px 12px; }}
input {{ flex: 1; }}
</style>
</head>
<body>
<main id="picture">This page needs a browser that can unpack gzip (Firefox 113, Chrome 80, Safari 16.4 or later) and scripts.</main>
<footer>
<button id="back" title="left arrow">← back</button>
<button id="next" title="right arrow">next →</button>
<input id="time" type="range" min="0" max="{3}" value="0" aria-label="time">
<span id="place"></span>
<span>← → one step, Shift: half a step, Home, End</span>
</footer>
<script>
const packed = "{4}";
async function unpack() {{
  const bytes = Uint8Array.from(atob(packed), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).text()).split("\u001e");
}}
unpack().then(frames => {{
  const picture = document.getElementById("picture");
  const time = document.getElementById("time");
  const place = document.getElementById("place");
  const last = frames.length - 1;
  let now = 0;
  function show(frame) {{
    now = Math.max(0, Math.min(last, frame));
    picture.innerHTML = frames[now];
    time.value = now;
    place.textContent = (now / 2) + " / " + (last / 2);
  }}
  const whole = (frame, by) => by > 0 ? frame + 2 - frame % 2 : frame - 2 + frame % 2;
  document.getElementById("back").onclick = () => show(whole(now, -1));
  document.getElementById("next").onclick = () => show(whole(now, 1));
  time.oninput = () => show(Number(time.value));
  document.addEventListener("keydown", event => {{
    const step = {{ ArrowLeft: -1, ArrowRight: 1 }}[event.key];
    if (step) show(event.shiftKey ? now + step : whole(now, step));
    else if (event.key === "Home") show(0);
    else if (event.key === "End") show(last);
    else return;
    event.preventDefault();
  }});
  show(Number((location.hash.match(/^#(\d+)$/) || [0, {5}])[1]));
}});
</script>
</body>
</html>
)";

std::string css_colour(Colour c) {
  return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
}

}  // namespace

std::string html_page(Controller& controller, const Fonts& fonts, const std::string& title,
                      const std::function<void(std::size_t, std::size_t)>& progress) {
  const std::size_t beats = controller.beat_count();
  if (beats > most_page_beats) {
    throw input_error(
        "a page of {} steps and operations would be too large for a browser; at most {} go into "
        "one: "
        "trace fewer training steps (train --trace-steps)",
        beats, most_page_beats);
  }
  const ViewAt before = controller.where();
  std::string frames;
  const std::size_t count = 2 * beats + 1;
  for (std::size_t frame = 0; frame < count; ++frame) {
    controller.go_to(static_cast<double>(frame) / 2);
    if (frame > 0) frames += '\x1e';
    frames += svg_picture(controller, fonts, page_size, fmt::format("f{}-", frame));
    if (progress) progress(frame + 1, count);
  }
  controller.go_to(before.time);
  const Theme& colours = theme(before.view.theme);
  return fmt::format(fmt::runtime(page_form), escaped_html(title), css_colour(colours.ground),
                     css_colour(colours.text), count - 1, base64(gzip(frames)),
                     std::lround(2 * before.time));
}

}  // namespace zerolab
