import { DARK, FONT_STACK, LIGHT, radius, space, textStyle, WEIGHT } from '../platform/design-tokens.ts';

/** Inline styles for mails, because many mail programs drop style sheets. `sheet` adds dark mode for programs that keep style sheets. */

export const BODY_BACKGROUND = LIGHT.panel;
export const CARD_BACKGROUND = LIGHT.page;
/** Default color of the band at the top. */
export const DEFAULT_BRAND_COLOR = LIGHT.text;
const TEXT = LIGHT.text;
const MUTED = LIGHT.soft;
const LINE = LIGHT.hairline;

const BREAK = 'overflow-wrap:anywhere;word-break:break-word;';
const CELL = `padding:${space(2)} 0;border-bottom:1px solid ${LINE};vertical-align:top;`;
const SUM = `padding:${space(3)} 0 ${space(1)};vertical-align:top;${textStyle('section', 'heading')}`;
const NAME = `padding-right:${space(4)};text-align:left;`;
const TABULAR = 'font-variant-numeric:tabular-nums;';
const ONE_LINE = 'white-space:nowrap;';
const BODY_TEXT = textStyle('body', 'text');

export const STYLES = {
  body: `margin:0;padding:0;font-family:${FONT_STACK};color:${TEXT};`,
  /** The cell around the card. */
  margin: `padding:${space(5)} ${space(3)};`,
  card: `max-width:560px;border-radius:${radius('-card')};border-collapse:separate;overflow:hidden;font-family:${FONT_STACK};color:${TEXT};text-align:left;`,
  band: `padding:${space(4)} ${space(5)};${textStyle('section', 'heading')}${BREAK}`,
  content: `padding:${space(5)} ${space(5)} ${space(3)};`,
  notice: `margin:0 0 ${space(5)};padding:${space(2)} ${space(3)};border:1px solid ${LINE};border-radius:${radius('')};${BODY_TEXT}`,
  heading: `margin:0 0 ${space(3)};${textStyle('title', 'heading')}${BREAK}`,
  paragraph: `margin:0 0 ${space(4)};${textStyle('section', 'text')}${BREAK}`,
  table: `margin:${space(1)} 0 ${space(5)};border-collapse:collapse;`,
  /** The cells of a fact: a short name, which takes no more width than its text, and a value. */
  factName: `${CELL}${ONE_LINE}width:1%;${NAME}${BODY_TEXT}color:${MUTED};`,
  factValue: `${CELL}${BREAK}text-align:right;${BODY_TEXT}`,
  /** The cell of a fact whose value is below its name. */
  stacked: `${CELL}${BREAK}text-align:left;${BODY_TEXT}`,
  stackedName: `color:${MUTED};`,
  /** The cells of an amount: a name of any length and a value that must not wrap. */
  amountName: `${CELL}${BREAK}${NAME}${BODY_TEXT}color:${MUTED};`,
  amountValue: `${CELL}${ONE_LINE}text-align:right;${BODY_TEXT}${TABULAR}`,
  sumName: `${SUM}${BREAK}${NAME}`,
  sumValue: `${SUM}${ONE_LINE}text-align:right;${TABULAR}`,
  button: `display:inline-block;padding:${space(3)} ${space(5)};border-radius:${radius('')};font-weight:${WEIGHT.heading};text-decoration:none;`,
  footer: `padding:${space(4)} ${space(5)};border-top:1px solid ${LINE};${textStyle('table', 'text')}color:${MUTED};${BREAK}`,
  footerLine: `margin:0 0 ${space(1)};`,
  sheet: `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.body{background-color:${DARK.page} !important}
.card{background-color:${DARK.panel} !important;color:${DARK.text} !important}
.muted{color:${DARK.soft} !important}
.line{border-color:${DARK.hairline} !important}
.button{background-color:${DARK.text} !important;color:${DARK.page} !important}
}`,
} as const;
