const BLACK = '#111827';
const STEP = 0.9;
/** What WCAG asks of small text. */
const LEAST_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

const rgbOf = (color: string): Rgb => {
  const part = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16);
  return [part(1), part(3), part(5)];
};
const darker = ([red, green, blue]: Rgb): Rgb => [red * STEP, green * STEP, blue * STEP];
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => (part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Rgb): number => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** How a color stands out from white, 1 to 21. */
export const contrastWithWhite = (color: string): number => 1.05 / (luminance(rgbOf(color)) + 0.05);

/** The color, darkened until text in it reads well on white; near black where there is none. */
export const readableOnWhite = (color: string | null): string => {
  if (color === null || !/^#[0-9a-fA-F]{6}$/.test(color)) return BLACK;
  let readable = color.toLowerCase();
  while (contrastWithWhite(readable) < LEAST_CONTRAST) readable = hexOf(darker(rgbOf(readable)));
  return readable;
};
