import { DARK, FONT_STACK, LIGHT } from '../platform/design-tokens.ts';

/** Inline styles for mails, because many mail programs drop style sheets. `sheet` adds dark mode for programs that keep style sheets. */

export const BODY = LIGHT.panel;
export const CARD = LIGHT.page;
/** Default color of the band at the top. */
export const BAND = LIGHT.text;
const TEXT = LIGHT.text;
const MUTED = LIGHT.soft;
const LINE = LIGHT.hairline;

const BREAK = 'overflow-wrap:anywhere;word-break:break-word;';
const CELL = `padding:9px 0;border-bottom:1px solid ${LINE};vertical-align:top;font-size:15px;line-height:1.4;`;
const SUM = 'padding:12px 0 4px;vertical-align:top;font-size:17px;line-height:1.4;font-weight:700;';
const ONE_LINE = 'white-space:nowrap;';

export const STYLES = {
  body: `margin:0;padding:0;font-family:${FONT_STACK};color:${TEXT};`,
  card: `max-width:560px;border-radius:10px;border-collapse:separate;overflow:hidden;font-family:${FONT_STACK};color:${TEXT};text-align:left;`,
  band: `padding:18px 24px;font-size:18px;line-height:1.3;font-weight:700;${BREAK}`,
  notice: `margin:0 0 20px;padding:8px 12px;border:1px solid ${LINE};border-radius:6px;font-size:14px;line-height:1.4;`,
  heading: `margin:0 0 12px;font-size:22px;line-height:1.25;font-weight:700;${BREAK}`,
  paragraph: `margin:0 0 16px;font-size:16px;line-height:1.5;${BREAK}`,
  table: 'margin:4px 0 24px;border-collapse:collapse;',
  /** The cells of a fact: a short name and a value of any length. */
  factName: `${CELL}${ONE_LINE}padding-right:16px;text-align:left;font-weight:400;color:${MUTED};`,
  factValue: `${CELL}${BREAK}text-align:right;`,
  /** The cells of an amount: a name of any length and a value that must not wrap. */
  amountName: `${CELL}${BREAK}padding-right:16px;text-align:left;font-weight:400;color:${MUTED};`,
  amountValue: `${CELL}${ONE_LINE}text-align:right;`,
  sumName: `${SUM}${BREAK}padding-right:16px;text-align:left;`,
  sumValue: `${SUM}${ONE_LINE}text-align:right;`,
  button: 'display:inline-block;padding:11px 18px;border-radius:6px;font-weight:700;text-decoration:none;',
  footer: `padding:16px 24px 20px;border-top:1px solid ${LINE};font-size:13px;line-height:1.5;color:${MUTED};${BREAK}`,
  footerLine: 'margin:0 0 4px;',
  sheet: `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.body{background-color:${DARK.page} !important}
.card{background-color:${DARK.panel} !important;color:${DARK.text} !important}
.muted{color:${DARK.soft} !important}
.line{border-color:${DARK.hairline} !important}
}`,
} as const;
