import { create } from 'xmlbuilder2';
import { decimalsOf, decimalText } from '../domain/amounts/money.ts';
import { withoutForbiddenInXml } from '../domain/e-invoice/settings.ts';

/**
 * Content of an element: its text, an element with attributes (`@name`) and text (`#`), child elements in order, or a list of such elements
 * with the same name. `null`, blank texts and elements without content are left out, since empty elements are not allowed.
 */
export type XmlContent = string | null | { readonly [name: string]: XmlContent } | readonly XmlContent[];

type NonEmptyContent = string | { readonly [name: string]: NonEmptyContent } | readonly NonEmptyContent[];

/** Removes empty content; returns `null` if nothing is left. An element that has only attributes is empty. */
const withoutEmptyContent = (content: XmlContent): NonEmptyContent | null => {
  if (content === null) return null;
  if (typeof content === 'string') {
    const text = withoutForbiddenInXml(content).trim();
    return text === '' ? null : text;
  }
  if (Array.isArray(content)) {
    const items = content.map(withoutEmptyContent).filter((item) => item !== null);
    return items.length === 0 ? null : items;
  }
  const entries = Object.entries(content as { readonly [name: string]: XmlContent }).flatMap(([name, child]) => {
    const childContent = withoutEmptyContent(child);
    return childContent === null ? [] : [[name, childContent] as const];
  });
  return entries.every(([name]) => name.startsWith('@')) ? null : Object.fromEntries(entries);
};

/** Writes a document: UTF-8, indented. `root`: the name of the root element. `content` includes its namespaces (`@xmlns`). */
export const xmlDocument = (root: string, content: { readonly [name: string]: XmlContent }): string =>
  `${create({ version: '1.0', encoding: 'UTF-8' }, { [root]: withoutEmptyContent(content) ?? {} }).end({ prettyPrint: true })}\n`;

/** An amount in the currency's main unit: `12.50`. */
export const amountOf = (amountCents: number, currency: string): string => decimalText(amountCents, currency);

/** Converts a decimal amount from the currency's smallest unit to its main unit, without trailing zeros: `0.25` (cents) to `0.0025`. */
export const unitAmountOf = (amountDecimal: string, currency: string): string => {
  const [whole = '', fraction = ''] = amountDecimal.split('.');
  const decimals = decimalsOf(currency);
  const digits = whole.padStart(decimals + 1, '0');
  const pointAt = digits.length - decimals;
  const decimalDigits = `${digits.slice(pointAt)}${fraction}`.replace(/0+$/, '').padEnd(decimals, '0');
  return decimalDigits === '' ? digits.slice(0, pointAt) : `${digits.slice(0, pointAt)}.${decimalDigits}`;
};

/** A rate in percent: 2100 basis points are `21.00`. */
export const percentOf = (basisPoints: number): string => {
  const digits = String(basisPoints).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** UN/ECE Recommendation 20: one piece. */
export const UNIT_CODE = 'C62';
