import { decimalsOf, decimalText } from '../../shared/domain/amounts/money.ts';
import { isSettled } from '../../shared/domain/e-invoice/types.ts';
import { netCentsOfLines } from '../../shared/domain/invoice/net-lines.ts';
import type { EInvoiceSource } from '../../shared/e-invoices/types.ts';
import { documentLocaleFor, lineName } from '../../shared/locales/documents.ts';

/** What drafthorse (a Python library) read from a file. Numbers are decimals as text, or `null` if the file does not contain them. */
export interface Reading {
  readonly file: string;
  readonly number: string;
  readonly type: string;
  readonly issued: string;
  readonly currency: string;
  readonly seller: string;
  readonly buyer: string;
  readonly sellerVatIds: readonly string[];
  readonly buyerVatIds: readonly string[];
  readonly sellerCountry: string;
  readonly buyerCountry: string;
  readonly total: string | null;
  readonly paid: string | null;
  readonly due: string | null;
  readonly lines: readonly { readonly name: string; readonly quantity: string; readonly net: string; readonly rate: string | null }[];
  readonly taxes: readonly {
    readonly category: string;
    readonly rate: string | null;
    readonly taxable: string;
    readonly tax: string;
  }[];
}

const sameNumber = (left: string | null, right: string | null): boolean => Number(left ?? 0) === Number(right ?? 0);

interface Comparison {
  readonly what: string;
  readonly is: string | null;
  readonly shouldBe: string;
  readonly numeric: boolean;
}

const compareTexts = (reading: Reading, { document }: EInvoiceSource): readonly Comparison[] => {
  const { seller, buyer } = document;
  // A document with neither tax nor reverse charge can be without VAT ids.
  const isTaxed = document.reverseCharge || document.taxCents > 0;
  return [
    { what: 'number', is: reading.number, shouldBe: document.number },
    { what: 'type', is: reading.type, shouldBe: 'invoiceId' in document ? '381' : '380' },
    { what: 'issue day', is: reading.issued.slice(0, 10), shouldBe: new Date(document.issuedAt * 1000).toISOString().slice(0, 10) },
    { what: 'currency', is: reading.currency, shouldBe: document.currency },
    { what: 'seller', is: reading.seller, shouldBe: seller.legalName ?? seller.name },
    { what: 'buyer', is: reading.buyer, shouldBe: buyer.name ?? '' },
    ...(isTaxed ? [{ what: 'VAT id of the seller', is: reading.sellerVatIds.join(), shouldBe: seller.vatId ?? '' }] : []),
    ...(document.reverseCharge ? [{ what: 'VAT id of the buyer', is: reading.buyerVatIds.join(), shouldBe: buyer.vatNumber ?? '' }] : []),
    { what: 'country of the seller', is: reading.sellerCountry, shouldBe: seller.countryCode ?? '' },
    { what: 'country of the buyer', is: reading.buyerCountry, shouldBe: buyer.countryCode ?? '' },
  ].map((each) => ({ ...each, numeric: false }));
};

const compareSums = (reading: Reading, { document }: EInvoiceSource): readonly Comparison[] => {
  const amount = (cents: number): string => decimalText(cents, document.currency);
  const paidCents = isSettled(document) ? document.totalCents : 0;
  return [
    { what: 'total', is: reading.total, shouldBe: amount(document.totalCents) },
    { what: 'paid', is: reading.paid, shouldBe: amount(paidCents) },
    { what: 'due', is: reading.due, shouldBe: amount(document.totalCents - paidCents) },
    ...document.tax.flatMap(({ rateBasisPoints, taxableCents, taxCents }) => {
      const taxInFile = reading.taxes.find(({ rate }) => sameNumber(rate, String(rateBasisPoints / 100)));
      const percent = `${rateBasisPoints / 100} %`;
      return [
        { what: `taxable at ${percent}`, is: taxInFile?.taxable ?? null, shouldBe: amount(taxableCents) },
        { what: `tax at ${percent}`, is: taxInFile?.tax ?? null, shouldBe: amount(taxCents) },
      ];
    }),
  ].map((each) => ({ ...each, numeric: true }));
};

/** Compares the sums of the lines by name and rate: in the file, a usage line with a flat fee becomes two lines with the same name. */
const compareLines = (reading: Reading, { document }: EInvoiceSource): readonly Comparison[] => {
  const { texts: documentTexts } = documentLocaleFor(document.buyer.language);
  const net = netCentsOfLines(document.lines, document);
  const expected = new Map<string, number>();
  for (const [index, line] of document.lines.entries()) {
    const key = `${lineName(line, documentTexts)} at ${line.taxRateBasisPoints / 100} %`;
    expected.set(key, (expected.get(key) ?? 0) + (net[index] ?? 0));
  }
  const factor = 10 ** decimalsOf(document.currency);
  const centsInFile = new Map<string, number>();
  for (const { name, rate, net: amount } of reading.lines) {
    const key = `${name} at ${Number(rate ?? 0)} %`;
    centsInFile.set(key, (centsInFile.get(key) ?? 0) + Math.round(Number(amount) * factor));
  }
  // For a tax rate without a line in the document, the file has a line of 0, so lines of 0 that only the file has are ignored.
  const keys = new Set([...expected.keys(), ...[...centsInFile].filter(([, cents]) => cents !== 0).map(([key]) => key)]);
  return [...keys].map((key) => ({
    what: `line ${key}`,
    is: decimalText(centsInFile.get(key) ?? 0, document.currency),
    shouldBe: decimalText(expected.get(key) ?? 0, document.currency),
    numeric: true,
  }));
};

/** The sum of the lines of each rate, which must be the document's taxable amount of this rate. */
const compareLinesByRate = (reading: Reading, { document }: EInvoiceSource): readonly Comparison[] =>
  document.tax.map(({ rateBasisPoints, taxableCents }) => {
    const ofRate = reading.lines.filter(({ rate }) => sameNumber(rate, String(rateBasisPoints / 100)));
    const cents = ofRate.reduce((total, { net }) => total + Math.round(Number(net) * 100), 0);
    return {
      what: `lines at ${rateBasisPoints / 100} %`,
      is: (cents / 100).toFixed(2),
      shouldBe: decimalText(taxableCents, document.currency),
      numeric: true,
    };
  });

/** Differences between what drafthorse read and what the API shows, as sentences. Empty if there are none. */
export const differencesFromApi = (reading: Reading, source: EInvoiceSource): readonly string[] =>
  [
    ...compareTexts(reading, source),
    ...compareSums(reading, source),
    ...compareLines(reading, source),
    ...compareLinesByRate(reading, source),
  ]
    .filter(({ is, shouldBe, numeric }) => (numeric ? !sameNumber(is, shouldBe) : is !== shouldBe))
    .map(({ what, is, shouldBe }) => `${what} is ${is}, but ${shouldBe} in the API`);
