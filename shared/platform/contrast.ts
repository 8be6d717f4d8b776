/** Readable colors by the contrast ratio of WCAG 2.2. Colors are `#rrggbb`. */

type Rgb = readonly [number, number, number];

/** Minimum contrast of text on its background (1.4.3). */
export const READABLE_CONTRAST = 4.5;

const channelsOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const colorOf = (channels: Rgb): string => `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Linear light of an sRGB channel, 0 to 1. */
const linearLight = (channel: number): number => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance by the definition of WCAG, 0 to 1. */
const luminanceOf = (color: string): number => {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linearLight(red) + 0.7152 * linearLight(green) + 0.0722 * linearLight(blue);
};

/** Contrast ratio of two colors, 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Mixes two colors. `share`: how much of the result is the color `towards`, 0 to 1. */
export const mixColors = (color: string, towards: string, share: number): string => {
  const [red, green, blue] = channelsOf(color);
  const [toRed, toGreen, toBlue] = channelsOf(towards);
  const between = (from: number, to: number): number => from + (to - from) * share;
  return colorOf([between(red, toRed), between(green, toGreen), between(blue, toBlue)]);
};

/** Maximum number of mixtures that `readableOn` tries. */
const STEPS = 50;

export const WHITE = '#ffffff';
const BLACK = '#000000';

/** White or black, whichever has the higher contrast on the color. That contrast is at least 4.5. */
export const textColorOn = (color: string): string => (contrastOf(color, WHITE) >= contrastOf(color, BLACK) ? WHITE : BLACK);

/** Returns `color`, made darker or lighter until its contrast with the background is at least `contrast`. */
export const readableOn = (background: string, color: string, contrast = READABLE_CONTRAST): string => {
  const textColor = textColorOn(background);
  let readable = color;
  for (let step = 1; step <= STEPS && contrastOf(background, readable) < contrast; step += 1) {
    readable = mixColors(color, textColor, step / STEPS);
  }
  return readable;
};
