import { FALLBACK_FONT, WEIGHT } from './design-tokens.ts';
import { FONT_FILES } from './font-files.generated.ts';

const WEIGHTS = `${WEIGHT.text} ${WEIGHT.heading}`;

/** Arial, which most devices have, scaled and placed like Inter. */
const FALLBACK_FACE = `@font-face{font-family:'${FALLBACK_FONT}';src:local('Arial'),local('Liberation Sans');size-adjust:107.06%;ascent-override:90.49%;descent-override:22.56%;line-gap-override:0%}`;

/**
 * CSS that loads Inter from the service. `assets`: URL of `/assets`, without a slash at its end. A browser loads a font file only for a
 * text with one of the file's characters, and shows the text in the fallback font until the file is loaded.
 */
export const fontFaces = (assets: string): string =>
  `${FONT_FILES.map(
    ({ name, unicodeRange }) =>
      `@font-face{font-family:Inter;font-style:normal;font-weight:${WEIGHTS};font-display:swap;src:url(${assets}/${name}) format('woff2');unicode-range:${unicodeRange}}`,
  ).join('')}${FALLBACK_FACE}\n`;
