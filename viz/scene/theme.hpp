// Colours and sizes of the pictures, dark and light.
//
// The chunk colours are those of Okabe and Ito (2008), told apart with every kind of colour vision;
// the eighth is F2F2F2 on dark and 333333 on light ground. Chunks 8 to 15 reuse them with
// hatching, and so on. Colour never says anything alone: the chunk's number stands on it.
#pragma once

#include <array>

#include "viz/paint/painter.hpp"

namespace zerolab {

enum class ThemeName { dark, light };

struct Theme {
  Colour ground;      // behind everything
  Colour panel;       // cards and tables on it
  Colour outline;     // of cells and cards: contrast at least 3 on ground and panel
  Colour faint;       // rules, idle links, what is still to come: decoration only
  Colour text;        // contrast at least 7 on ground and panel
  Colour quiet_text;  // secondary: at least 4.5
  Colour accent;      // the cursor, what is selected, "now"
  Colour good;        // measured = predicted, always with a mark
  Colour bad;         // measured ≠ predicted, likewise
  std::array<Colour, 8> chunks;
  std::array<Colour, 9> memory;  // by MemoryCategory
};

const Theme& theme(ThemeName name);

// The fill of a chunk's cells. From chunk 8 on hatched() says to draw lines over it.
Colour chunk_colour(const Theme& theme, int chunk);
bool hatched(int chunk);

// Black or white, whichever contrasts more with `fill`.
Colour number_on(Colour fill);

// `over` painted on `under` with the given share, opaque.
Colour mixed(Colour under, Colour over, float share);

// WCAG 2.1 contrast ratio, 1 … 21; alpha is ignored.
double contrast(Colour a, Colour b);

}  // namespace zerolab
