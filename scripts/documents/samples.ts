import { creditNoteDocument } from '../../shared/documents/credit-note-document.ts';
import { invoiceDocument } from '../../shared/documents/invoice-document.ts';
import type { DocumentModel } from '../../shared/documents/model.ts';
import type { Discount } from '../../shared/domain/amounts/discounts.ts';
import { buyerNamed, creditNoteOf, invoiceOf, lineOf, vat } from './sales.ts';

const TEN_PERCENT: Discount = {
  couponId: 'cpn_0000000000000000000000000A',
  code: 'WELCOME10',
  percentOffBasisPoints: 1000,
  amountOffCents: null,
  currency: null,
  duration: 'once',
  durationInMonths: null,
  endsAt: null,
};

const onePage = () =>
  invoiceOf({
    buyer: buyerNamed('Ada de Vries'),
    lines: [lineOf('Team plan', 4900), lineOf('API requests', 1234, { type: 'usage', quantity: '49360', unitAmountDecimal: '0.025' })],
    tax: vat(2100, 'inclusive'),
    discount: TEN_PERCENT,
  });

const threePages = () =>
  invoiceOf({
    buyer: buyerNamed('Grüne Höhen Gärtnerei GmbH & Co. KG', { language: 'de', countryCode: 'DE' }),
    lines: Array.from({ length: 34 }, (_, index) => lineOf(`Arbeitsplatz ${index + 1}`, 1999 + index * 100)),
    tax: vat(1900, 'exclusive'),
  });

const reverseCharge = () =>
  invoiceOf({
    buyer: buyerNamed('Société Générale de Conseil', {
      language: 'fr',
      countryCode: 'FR',
      address: { line1: '12 rue de la Paix', line2: null, postalCode: '75002', city: 'Paris' },
      vatNumber: 'FR40303265045',
      vatName: 'SA SOCIETE GENERALE DE CONSEIL',
      vatVerifiedAt: 1,
    }),
    lines: [lineOf('Forfait entreprise', 99_900)],
    tax: vat(2000, 'exclusive', true),
  });

const yen = () =>
  invoiceOf({
    buyer: buyerNamed('Tanaka Trading', {
      countryCode: 'JP',
      address: { line1: '1-2-3 Ginza', line2: null, postalCode: '104-0061', city: 'Tokyo' },
    }),
    lines: [lineOf('Business plan', 128_000)],
    currency: 'JPY',
    tax: { ...vat(1000, 'inclusive'), rate: { rateBasisPoints: 1000, displayName: 'Consumption tax' } },
  });

/** Greek, Cyrillic, Polish and Turkish letters. The labels are in Dutch, since the service has no Greek texts. */
const greek = () =>
  invoiceOf({
    buyer: buyerNamed('Ελευθέριος Παπαδόπουλος & Υιοί Α.Ε.', {
      language: 'nl',
      countryCode: 'GR',
      address: { line1: 'Λεωφόρος Βασιλίσσης Σοφίας 45', line2: 'Щёголь · Łódź · İğdır', postalCode: '106 76', city: 'Αθήνα' },
    }),
    lines: [lineOf('Συνδρομή Επαγγελματική', 2400)],
    tax: vat(2400, 'inclusive'),
  });

/** Sample documents by file name. */
export const SAMPLES: Readonly<Record<string, () => DocumentModel>> = {
  'one-page': () => invoiceDocument(onePage(), 'live'),
  'three-pages': () => invoiceDocument(threePages(), 'live'),
  'reverse-charge': () => invoiceDocument(reverseCharge(), 'live'),
  'credit-note': () => creditNoteDocument(creditNoteOf(onePage(), 2000, 'Half of the month was not used'), 'live'),
  yen: () => invoiceDocument(yen(), 'test'),
  greek: () => invoiceDocument(greek(), 'live'),
};
