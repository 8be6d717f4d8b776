import { type Html, html, raw } from '../pages/html.ts';
import type { Mail } from '../ports/index.ts';

/** What a mail says, told once: the text and the HTML are both made of it. */
export interface Letter {
  readonly subject: string;
  readonly opening: string;
  /** Named facts, in order. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly closing: readonly string[];
}

const textOf = ({ opening, facts, closing }: Letter): string =>
  [opening, facts.map(([name, value]) => `${name}: ${value}`).join('\n'), ...closing].join('\n\n').concat('\n');

/** Mail programs know few styles; none is needed to read this. */
const htmlOf = ({ subject, opening, facts, closing }: Letter): Html => html`<!doctype html>
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

/** The letter as a mail to this address. */
export const mailOf = (to: string, letter: Letter): Mail => ({
  to,
  subject: letter.subject,
  text: textOf(letter),
  html: htmlOf(letter).markup,
});
