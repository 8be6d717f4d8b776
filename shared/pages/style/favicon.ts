import { textColorOn } from '../../platform/contrast.ts';
import { LIGHT } from '../../platform/design-tokens.ts';

const iconOf = (fill: string, content: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/>${content}</svg>`,
  )}`;

/** Icon of pages without a merchant: a payment card. */
export const NEUTRAL_ICON = iconOf(
  LIGHT.accent,
  `<path d="M8 10h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM6 15h20" fill="none" stroke="${LIGHT['on-fill']}" stroke-width="2"/>`,
);

/**
 * Icon of a merchant without an icon or logo: the first letter or digit of the name on the brand color. `NEUTRAL_ICON` if the name has no
 * letters or digits. `color`: the brand color; `null` for the default color.
 */
export const letterIcon = (name: string, color: string | null): string => {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0];
  if (letter === undefined) return NEUTRAL_ICON;
  const fill = color ?? LIGHT.accent;
  return iconOf(
    fill,
    `<text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-size="20" font-weight="600" fill="${textColorOn(fill)}">${letter.toUpperCase()}</text>`,
  );
};
