import { type Html, html, raw } from '../platform/html.ts';
import type { Mail } from '../ports/index.ts';

/** What a mail says, told once: the text and the HTML are both made of it. */
export interface EmailTemplate {
  readonly subject: string;
  readonly opening: string;
  /** Named facts, in order. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly closing: readonly string[];
}

const textOf = ({ opening, facts, closing }: EmailTemplate): string =>
  [opening, facts.map(([name, value]) => `${name}: ${value}`).join('\n'), ...closing].join('\n\n').concat('\n');

/** Mail programs know few styles; none is needed to read this. */
const htmlOf = ({ subject, opening, facts, closing }: EmailTemplate): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${subject}</title>
</head>
<body>
<p>${opening}</p>
<table>
${facts.map(([name, value]) => html`<tr><th scope="row" align="left">${name}</th><td>${value}</td></tr>${raw('\n')}`)}</table>
${closing.map((paragraph) => html`<p>${paragraph}</p>${raw('\n')}`)}</body>
</html>
`;

/** The template as a mail to this address. */
export const mailOf = (to: string, template: EmailTemplate): Mail => ({
  to,
  subject: template.subject,
  text: textOf(template),
  html: htmlOf(template).markup,
});
