import Papa from 'papaparse';

/** Spreadsheets interpret cells with these prefixes as formulas; negative numbers are not formulas. */
const FORMULA = /^(?!-\d+(?:\.\d+)?$)[=+\-@\t\r]/;

/** Formats a table as CSV (RFC 4180), with an apostrophe before cells that spreadsheets would interpret as formulas. */
export const csvText = (headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `${Papa.unparse([[...headings], ...rows.map((cells) => [...cells])], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
