import { contrastOf, mixColors, READABLE_CONTRAST } from '../../platform/contrast.ts';

const NEAR_BLACK = '#111827';
const BLACK = '#000000';
const PAPER = '#ffffff';
const STEP = 0.1;

/** The color, darkened until it has enough contrast on white; near black for `null` and invalid colors. */
export const readableOnWhite = (color: string | null): string => {
  if (color === null || !/^#[0-9a-fA-F]{6}$/.test(color)) return NEAR_BLACK;
  let readable = color.toLowerCase();
  while (contrastOf(readable, PAPER) < READABLE_CONTRAST) readable = mixColors(readable, BLACK, STEP);
  return readable;
};
