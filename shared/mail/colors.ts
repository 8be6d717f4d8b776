/** Relative luminance of a colour `#rrggbb` (WCAG 2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const WHITE = '#ffffff';
const BLACK = '#111111';

/** Black or white, whichever is easier to read on the colour. */
export const textOn = (background: string): string => (contrast(WHITE, background) >= contrast(BLACK, background) ? WHITE : BLACK);
