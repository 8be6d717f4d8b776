import { contrastOf, mixed, READABLE_CONTRAST, readableOn, textOn } from '../platform/contrast.ts';

/** The colours that somebody chose for a page, `#rrggbb`; `null`: the page's own. */
interface ChosenColors {
  readonly text: string | null;
  readonly primary: string | null;
  readonly danger: string | null;
}

const ACCENT = '#0b57d0';
const BAD = '#b3261e';

/** How much of the text's colour is in a panel, in quiet texts and in the lines of controls, as the style sheet has it on its own. */
const PANEL_SHARE = 0.04;
const SOFT_SHARE = 0.7;
const LINE_SHARE = 0.45;
/** What lines that show a control need (WCAG 2.2, 1.4.11). */
const LINE_CONTRAST = 3;

/** The panel of what is bought, a little off the page; the page itself where what is read on one could not be read on the other. */
const panelOn = (background: string, text: string): string => {
  const panel = mixed(background, text, PANEL_SHARE);
  return contrastOf(panel, text) >= READABLE_CONTRAST && textOn(panel) === textOn(background) ? panel : background;
};

/** The style sheet's properties for a page of this background: what was chosen, as near to it as can be read there. */
export const paletteOn = (background: string, { text, primary, danger }: ChosenColors): Readonly<Record<string, string>> => {
  const ink = readableOn(background, text ?? textOn(background));
  const panel = panelOn(background, ink);
  const readable = (color: string): string => readableOn(panel, readableOn(background, color));
  const accent = readable(primary ?? ACCENT);
  const fill = primary ?? accent;
  return {
    '--page': background,
    '--panel': panel,
    '--text': ink,
    '--soft': readable(mixed(background, ink, SOFT_SHARE)),
    '--line': readableOn(background, mixed(background, ink, LINE_SHARE), LINE_CONTRAST),
    '--accent': accent,
    '--fill': fill,
    '--on-fill': textOn(fill),
    '--bad': readable(danger ?? BAD),
  };
};

/** Whether a page of this background is a light or a dark one. */
export const schemeOn = (background: string): 'light' | 'dark' => (textOn(background) === '#ffffff' ? 'dark' : 'light');
