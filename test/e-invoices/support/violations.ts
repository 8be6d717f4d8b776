import { decimalsOf, sum } from '../../../shared/domain/amounts/money.ts';
import type { EInvoiceModel, ModelLine, VatBreakdown } from '../../../shared/domain/e-invoice/model.ts';
import type { EInvoiceFormat } from '../../../shared/domain/e-invoice/types.ts';
import type { EInvoiceSource } from '../../../shared/e-invoices/types.ts';

/**
 * Rules of EN 16931, XRechnung and Peppol as checks of the model (the content of an e-invoice before it is written as XML). They are
 * written from the standards, not from the code that builds the model. They need no Java, unlike `npm run test:e-invoices`, which checks
 * the files with the complete rules.
 */

type Check = readonly [rule: string, isMet: boolean];

/** With a tolerance for floating-point errors. */
const HALF_CENT = 0.500001;
const isText = (text: string | null): boolean => text !== null && text.trim() !== '';
const implies = (condition: boolean, conclusion: boolean): boolean => !condition || conclusion;

const computedNet = ({ quantity, price, discount }: ModelLine): number =>
  (Number(quantity) * Number(price.amountDecimal)) / Number(price.baseQuantity) - (discount?.amountCents ?? 0);

const isSameGroup = (line: ModelLine, { category, rateBasisPoints }: VatBreakdown): boolean =>
  line.category === category && line.rateBasisPoints === rateBasisPoints;

const lineChecks = (line: ModelLine, { taxes, period }: EInvoiceModel): readonly Check[] => [
  ['BR-25', isText(line.name)],
  ['BR-27', Number(line.price.amountDecimal) >= 0],
  ['BR-CO-18', taxes.some((tax) => isSameGroup(line, tax))],
  ['PEPPOL-EN16931-R120', Math.abs(computedNet(line) - line.netCents) <= HALF_CENT],
  ['PEPPOL-EN16931-R121', Number(line.price.baseQuantity) > 0],
  ['BR-30', line.period === null || line.period.last >= line.period.first],
  [
    'PEPPOL-EN16931-R110',
    line.period === null || (period !== null && line.period.first >= period.first && line.period.last <= period.last),
  ],
];

const taxChecks = (tax: VatBreakdown, { lines, seller, buyer, currency }: EInvoiceModel): readonly Check[] => {
  const { category, rateBasisPoints, taxableCents, taxCents, exemption } = tax;
  const difference = Math.abs(taxCents - (taxableCents * rateBasisPoints) / 10_000);
  return [
    ['BR-S-08', sum(lines.filter((line) => isSameGroup(line, tax)).map(({ netCents }) => netCents)) === taxableCents],
    // The standard allows a difference of less than one unit of the currency, such as 1 EUR.
    ['BR-S-09', difference < 10 ** decimalsOf(currency) && implies(taxableCents !== 0, taxCents * taxableCents >= 0)],
    ['BR-S-05', (category === 'S') === rateBasisPoints > 0],
    ['BR-S-10', (category === 'S') === (exemption === null)],
    ['BR-S-02', implies(category !== 'O', isText(seller.vatId))],
    ['BR-AE-02', implies(category === 'AE', isText(buyer.vatId))],
    ['BR-AE-10', implies(category === 'AE', exemption?.code === 'VATEX-EU-AE')],
    [
      'BR-O-11',
      implies(
        category === 'O',
        lines.every((line) => line.category === 'O'),
      ),
    ],
  ];
};

const totalChecks = ({ totals, lines, taxes, dueDay, payment }: EInvoiceModel): readonly Check[] => [
  ['BR-CO-10', totals.linesCents === sum(lines.map(({ netCents }) => netCents))],
  ['BR-CO-14', totals.taxCents === sum(taxes.map(({ taxCents }) => taxCents))],
  ['BR-CO-15', totals.totalCents === totals.linesCents + totals.taxCents],
  ['BR-CO-16', totals.dueCents === totals.totalCents - totals.paidCents],
  ['BR-CO-25', implies(totals.dueCents > 0, dueDay !== null || payment.terms !== null)],
  ['BR-61', implies(payment.meansCode === '30' || payment.meansCode === '58', payment.account !== null)],
];

const headChecks = ({ number, seller, buyer, lines, period }: EInvoiceModel): readonly Check[] => [
  ['BR-02', isText(number)],
  ['BR-06', isText(seller.name)],
  ['BR-07', isText(buyer.name)],
  ['BR-09', isText(seller.address.countryCode)],
  ['BR-11', isText(buyer.address.countryCode)],
  ['BR-16', lines.length > 0],
  ['BR-29', period === null || period.last >= period.first],
  ['NL-R-003', implies(seller.address.countryCode === 'NL' && seller.legalId?.scheme !== null, seller.legalId?.scheme === '0106')],
];

const germanChecks = ({ seller, buyer, buyerReference }: EInvoiceModel): readonly Check[] => [
  ['BR-DE-2', [seller.contact.name, seller.contact.phone, seller.contact.email].every(isText)],
  ['BR-DE-3', [seller.address.city, seller.address.postalCode].every(isText)],
  ['BR-DE-8', [buyer.address.city, buyer.address.postalCode].every(isText)],
  ['BR-DE-15', isText(buyerReference)],
];

const networkChecks = ({ seller, buyer, buyerReference, purchaseOrderReference }: EInvoiceModel): readonly Check[] => [
  ['PEPPOL-EN16931-R003', isText(buyerReference) || isText(purchaseOrderReference)],
  ['PEPPOL-EN16931-R010', isText(buyer.electronicAddress?.value ?? null)],
  ['PEPPOL-EN16931-R020', isText(seller.electronicAddress?.value ?? null)],
];

/** Checks that the model contains the values of the invoice or credit note. */
const recordChecks = (model: EInvoiceModel, { document, corrected }: EInvoiceSource): readonly Check[] => [
  ['number', model.number === document.number],
  ['type', model.typeCode === ('invoiceId' in document ? '381' : '380')],
  ['issue day', model.issueDay === new Date(document.issuedAt * 1000).toISOString().slice(0, 10)],
  ['currency', model.currency === document.currency],
  ['total', model.totals.totalCents === document.totalCents && model.totals.taxCents === document.taxCents],
  ['preceding invoice', (model.preceding?.number ?? null) === (corrected?.number ?? null)],
  [
    'taxes',
    document.tax.every(({ rateBasisPoints, taxableCents, taxCents }) => {
      const tax = model.taxes.find((each) => each.rateBasisPoints === rateBasisPoints);
      return tax === undefined ? taxableCents === 0 && taxCents === 0 : tax.taxableCents === taxableCents && tax.taxCents === taxCents;
    }),
  ],
];

/** Rules that the model breaks, and values that differ from those of the invoice or credit note. Empty if there are none. */
export const violationsOf = (model: EInvoiceModel, source: EInvoiceSource, format: EInvoiceFormat): readonly string[] => {
  const isGerman = format.startsWith('xrechnung');
  const checks = [
    ...headChecks(model),
    ...totalChecks(model),
    ...model.lines.flatMap((line) => lineChecks(line, model)),
    ...model.taxes.flatMap((tax) => taxChecks(tax, model)),
    ...recordChecks(model, source),
    ...(isGerman ? germanChecks(model) : []),
    // R003, the first network check, is not part of XRechnung, which always requires the buyer reference (BR-DE-15).
    ...(isGerman || format === 'peppol' ? networkChecks(model).slice(isGerman ? 1 : 0) : []),
  ];
  return [...new Set(checks.filter(([, isMet]) => !isMet).map(([rule]) => rule))];
};
