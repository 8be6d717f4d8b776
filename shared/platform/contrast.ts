/** Colours, `#rrggbb`, as people can read them: by the contrast of WCAG 2.2. */

type Rgb = readonly [number, number, number];

/** What text and the lines that show a control need on their background. */
export const READABLE_CONTRAST = 4.5;

const channelsOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const colorOf = (channels: Rgb): string => `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** A channel's share of light, undone of the screen's own curve. */
const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminanceOf = (color: string): number => {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** The colour on its way to another: `share` 0 to 1 of it. */
export const mixed = (color: string, towards: string, share: number): string => {
  const [red, green, blue] = channelsOf(color);
  const [toRed, toGreen, toBlue] = channelsOf(towards);
  const between = (from: number, to: number): number => from + (to - from) * share;
  return colorOf([between(red, toRed), between(green, toGreen), between(blue, toBlue)]);
};

const STEPS = 50;

const WHITE = '#ffffff';
const BLACK = '#000000';

/** White or black, whichever is read better on the colour; that is always enough. `black`: where it is not quite that. */
export const textOn = (color: string, black = BLACK): string => (contrastOf(color, WHITE) >= contrastOf(color, black) ? WHITE : black);

/** The given colour where it is out from the background; otherwise as much darker or lighter as it takes. */
export const readableOn = (background: string, color: string, contrast = READABLE_CONTRAST): string => {
  const away = textOn(background);
  let readable = color;
  for (let step = 1; step <= STEPS && contrastOf(background, readable) < contrast; step += 1) {
    readable = mixed(color, away, step / STEPS);
  }
  return readable;
};
