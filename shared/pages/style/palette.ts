import { contrastOf, mixColors, READABLE_CONTRAST, readableOn, textColorOn, WHITE } from '../../platform/contrast.ts';
import { LIGHT } from '../../platform/design-tokens.ts';

/** Custom colours for a page, `#rrggbb`; `null`: the default. */
interface ChosenColors {
  readonly text: string | null;
  readonly primary: string | null;
  readonly danger: string | null;
}

/** Shares of the text colour (0 to 1) in the mixture with the background. */
const PANEL_SHARE = 0.04;
const BORDER_SHARE = 0.15;
const SECONDARY_TEXT_SHARE = 0.7;
const CONTROL_BORDER_SHARE = 0.45;
/** Minimum contrast of control borders (WCAG 2.2, 1.4.11). */
const CONTROL_BORDER_CONTRAST = 3;

/** Background of the order panel: slightly off the page's background, or equal to it if the text would not be readable on both. */
const panelOn = (background: string, text: string): string => {
  const panel = mixColors(background, text, PANEL_SHARE);
  return contrastOf(panel, text) >= READABLE_CONTRAST && textColorOn(panel) === textColorOn(background) ? panel : background;
};

/**
 * CSS properties for a page with this background. Chosen colours that are not readable on it are replaced by the nearest readable ones;
 * only `--fill` keeps the chosen colour.
 */
export const paletteOn = (background: string, { text, primary, danger }: ChosenColors): Readonly<Record<string, string>> => {
  const ink = readableOn(background, text ?? textColorOn(background));
  const panel = panelOn(background, ink);
  const readable = (color: string): string => readableOn(panel, readableOn(background, color));
  const accent = readable(primary ?? LIGHT.accent);
  const fill = primary ?? accent;
  return {
    '--page': background,
    '--panel': panel,
    '--hairline': mixColors(background, ink, BORDER_SHARE),
    '--text': ink,
    '--soft': readable(mixColors(background, ink, SECONDARY_TEXT_SHARE)),
    '--line': readableOn(background, mixColors(background, ink, CONTROL_BORDER_SHARE), CONTROL_BORDER_CONTRAST),
    '--accent': accent,
    '--fill': fill,
    '--on-fill': textColorOn(fill),
    '--danger': readable(danger ?? LIGHT.danger),
  };
};

/** Whether a background is light or dark. */
export const schemeOn = (background: string): 'light' | 'dark' => (textColorOn(background) === WHITE ? 'dark' : 'light');
