import { readableOnWhite } from './colors.ts';
import type { Style } from './sheet.ts';

/** Colors and text styles of a seller's documents. The accent is the seller's color, darkened if needed for contrast. */
export interface Theme {
  readonly accent: string;
  readonly faint: string;
  readonly title: Style;
  readonly brand: Style;
  readonly heading: Style;
  readonly head: Style;
  readonly body: Style;
  readonly strong: Style;
  readonly small: Style;
}

const TEXT = '#111827';
const MUTED = '#4b5563';
const FAINT = '#d1d5db';

export const buildTheme = (primaryColor: string | null): Theme => {
  const accent = readableOnWhite(primaryColor);
  return {
    accent,
    faint: FAINT,
    title: { weight: 'bold', size: 20, color: accent },
    brand: { weight: 'bold', size: 14, color: TEXT },
    heading: { weight: 'bold', size: 9, color: accent },
    head: { weight: 'bold', size: 8.5, color: TEXT },
    body: { weight: 'regular', size: 9, color: TEXT },
    strong: { weight: 'bold', size: 10.5, color: TEXT },
    small: { weight: 'regular', size: 8, color: MUTED },
  };
};
