import { textColorOn } from '../platform/contrast.ts';
import { type Html, html, raw } from '../platform/html.ts';
import { labelled } from '../platform/language.ts';
import type { Mail, MailAttachment } from '../ports/index.ts';
import { BODY_BACKGROUND, CARD_BACKGROUND, DEFAULT_BRAND_COLOR, STYLES } from './email-style.ts';

/** The content of a mail, from which text and HTML are rendered. All values are untrusted and get escaped. */
export interface EmailTemplate {
  /** For the `lang` attribute. */
  readonly language: string;
  readonly subject: string;
  readonly heading: string;
  /** Shown above the heading; `null`: nothing. */
  readonly notice: string | null;
  readonly opening: string;
  /** Named facts, in order. */
  readonly facts: readonly Row[];
  /** Named amounts, in order; the last is emphasized as the sum. */
  readonly amounts: readonly Row[];
  /** The button; `null`: none. */
  readonly action: Action | null;
  readonly closing: readonly string[];
  readonly footer: readonly string[];
  /** The account's branding; `null`: the mail is from the service itself. */
  readonly brand: Brand | null;
}

export interface Action {
  readonly label: string;
  readonly url: string;
}

export type Row = readonly [name: string, value: string];

/** Colors as `#rrggbb`; `null`: the default. */
export interface Brand {
  readonly name: string;
  readonly primaryColor: string | null;
  readonly backgroundColor: string | null;
}

const linesOf = (rows: readonly Row[], language: string): string => rows.map(([name, value]) => labelled(language, name, value)).join('\n');

const textOf = ({ language, brand, notice, heading, opening, facts, amounts, action, closing, footer }: EmailTemplate): string =>
  [
    brand?.name ?? '',
    notice ?? '',
    heading,
    opening,
    linesOf(facts, language),
    linesOf(amounts, language),
    action === null ? '' : labelled(language, action.label, action.url),
    ...closing,
    ...footer,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');

type RowKind = 'fact' | 'amount' | 'sum';

/** CSS classes of the two cells of a row. The style sheet of dark mode uses them. */
const CLASSES: Readonly<Record<RowKind, readonly [name: string, value: string]>> = {
  fact: ['muted line', 'line'],
  amount: ['muted line', 'line'],
  sum: ['', ''],
};

const rowOf = (kind: RowKind, [name, value]: Row): Html => {
  const [nameClass, valueClass] = CLASSES[kind];
  return html`<tr><th scope="row" class="${nameClass}" style="${STYLES[`${kind}Name`]}">${name}</th><td class="${valueClass}" style="${STYLES[`${kind}Value`]}">${value}</td></tr>${raw('\n')}`;
};

const MAX_NAME_LENGTH = 24;
const MAX_VALUE_LENGTH = 60;

/** True for a fact that does not fit on a line of a phone: a long name, a sentence or a link. Its value is shown below its name. */
const isStacked = ([name, value]: Row): boolean =>
  name.length > MAX_NAME_LENGTH || value.length > MAX_VALUE_LENGTH || /^https?:\/\//.test(value);

const stackedOf = ([name, value]: Row): Html =>
  html`<tr><td colspan="2" class="line" style="${STYLES.stacked}"><span class="muted" style="${STYLES.stackedName}">${name}</span><br>${value}</td></tr>${raw('\n')}`;

const factOf = (row: Row): Html => (isStacked(row) ? stackedOf(row) : rowOf('fact', row));

const tableOf = (rows: readonly Html[]): Html | null =>
  rows.length === 0
    ? null
    : html`<table width="100%" cellpadding="0" cellspacing="0" style="${STYLES.table}">${raw('\n')}${rows}</table>${raw('\n')}`;

const paragraph = (text: string): Html => html`<p style="${STYLES.paragraph}">${text}</p>${raw('\n')}`;

/** The band at the top in the brand color. */
const bandOf = ({ name, primaryColor }: Brand): Html => {
  const color = primaryColor ?? DEFAULT_BRAND_COLOR;
  return html`<tr><td style="${STYLES.band}background-color:${color};color:${textColorOn(color)};">${name}</td></tr>${raw('\n')}`;
};

/** The button in the brand color. Without a brand color, it has the default color, which dark mode inverts. */
const buttonOf = ({ label, url }: Action, primaryColor: string | null): Html => {
  const color = primaryColor ?? DEFAULT_BRAND_COLOR;
  const colors = `background-color:${color};color:${textColorOn(color)};`;
  return html`<p style="${STYLES.paragraph}"><a href="${url}" class="${primaryColor === null ? 'button' : ''}" style="${STYLES.button}${colors}">${label}</a></p>${raw('\n')}`;
};

const contentOf = ({ brand, notice, heading, opening, facts, amounts, action, closing }: EmailTemplate): Html => html`${
  notice === null ? null : html`<p class="line" style="${STYLES.notice}">${notice}</p>${raw('\n')}`
}<h1 style="${STYLES.heading}">${heading}</h1>
${paragraph(opening)}${tableOf(facts.map(factOf))}${tableOf(
  amounts.map((row, index) => rowOf(index === amounts.length - 1 ? 'sum' : 'amount', row)),
)}${action === null ? null : buttonOf(action, brand?.primaryColor ?? null)}${closing.map(paragraph)}`;

const footerOf = (footer: readonly string[]): Html | null =>
  footer.length === 0
    ? null
    : html`<tr><td class="muted line" style="${STYLES.footer}">${footer.map((line) => html`<p style="${STYLES.footerLine}">${line}</p>${raw('\n')}`)}</td></tr>${raw('\n')}`;

/**
 * Renders one column that fits a phone and loads nothing external. Many mail programs drop the style sheet. So the style sheet only adds
 * dark mode, and all other styles are inline.
 */
const htmlOf = (template: EmailTemplate): Html => {
  const background = template.brand?.backgroundColor ?? BODY_BACKGROUND;
  return html`<!doctype html>
<html lang="${template.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${template.subject}</title>
<style>${raw(STYLES.sheet)}</style>
</head>
<body class="body" style="${STYLES.body}background-color:${background};">
<main>
<table role="presentation" class="body" width="100%" cellpadding="0" cellspacing="0" style="background-color:${background};">
<tr><td align="center" style="${STYLES.margin}">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="${STYLES.card}background-color:${CARD_BACKGROUND};">
${template.brand === null ? null : bandOf(template.brand)}<tr><td style="${STYLES.content}">
${contentOf(template)}</td></tr>
${footerOf(template.footer)}</table>
</td></tr>
</table>
</main>
</body>
</html>
`;
};

/** Recipient and sender of a mail. */
export interface Envelope {
  readonly to: string;
  /** `null`: the deployment's default name. */
  readonly senderName: string | null;
  /** `null`: no reply address. */
  readonly replyTo: string | null;
}

export const buildMail = (envelope: Envelope, template: EmailTemplate, attachments: readonly MailAttachment[]): Mail => ({
  ...envelope,
  subject: template.subject,
  text: textOf(template),
  html: htmlOf(template).markup,
  attachments,
});
