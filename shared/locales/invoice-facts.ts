import type { ShownInvoice } from '../domain/portal-session/view.ts';
import type { Language, Translations } from './translations.ts';

/**
 * Where a fact of an invoice is shown: the PDF (and `expand=document`), the email of the invoice, the receipt of its payment, the billing
 * portal, and the details on its page in the console.
 */
type Place = 'document' | 'email' | 'receipt' | 'portal' | 'console';

/** Formats of a place in the reader's language. Times are Unix seconds. */
interface FactFormats {
  readonly day: (seconds: number) => string;
  /** `start` (inclusive) to `end` (exclusive). */
  readonly period: (start: number, end: number) => string;
}

interface InvoiceFact {
  readonly label: Translations<string>;
  readonly places: readonly Place[];
  /** Reads only fields that buyers see. `null`: the invoice has no such fact. */
  readonly value: (invoice: ShownInvoice, formats: FactFormats) => string | null;
}

const serviceDays: InvoiceFact['value'] = ({ period_start: start, period_end: end }, { period }) =>
  start === null || end === null ? null : period(start, end);

/** The labeled facts of an invoice, in the order in which they are shown. */
const INVOICE_FACTS = {
  invoiceNumber: {
    label: {
      en: 'Invoice number',
      de: 'Rechnungsnummer',
      nl: 'Factuurnummer',
      fr: 'Numéro de facture',
      es: 'Número de factura',
      it: 'Numero fattura',
      pl: 'Numer faktury',
    },
    places: ['document'],
    value: ({ number }) => number,
  },
  issuedOn: {
    label: {
      en: 'Date of issue',
      de: 'Ausstellungsdatum',
      nl: 'Factuurdatum',
      fr: 'Date d’émission',
      es: 'Fecha de emisión',
      it: 'Data di emissione',
      pl: 'Data wystawienia',
    },
    places: ['document', 'email'],
    value: ({ issued_at: issuedAt }, { day }) => day(issuedAt),
  },
  paidOn: {
    label: {
      en: 'Paid on',
      de: 'Bezahlt am',
      nl: 'Betaald op',
      fr: 'Date du paiement',
      es: 'Fecha del pago',
      it: 'Data del pagamento',
      pl: 'Data płatności',
    },
    places: ['email'],
    value: ({ paid_at: paidAt }, { day }) => (paidAt === null ? null : day(paidAt)),
  },
  servicePeriod: {
    label: {
      en: 'Service period',
      de: 'Leistungszeitraum',
      nl: 'Leveringsperiode',
      fr: 'Période de prestation',
      es: 'Periodo de servicio',
      it: 'Periodo di servizio',
      pl: 'Okres świadczenia usługi',
    },
    places: ['document', 'portal', 'console'],
    value: serviceDays,
  },
  /** The service period, with the shorter label of emails. */
  period: {
    label: { en: 'Period', de: 'Zeitraum', nl: 'Periode', fr: 'Période', es: 'Periodo', it: 'Periodo', pl: 'Okres' },
    places: ['email', 'receipt'],
    value: serviceDays,
  },
} as const satisfies Readonly<Record<string, InvoiceFact>>;

type FactName = keyof typeof INVOICE_FACTS;

const FACTS: readonly (readonly [string, InvoiceFact])[] = Object.entries(INVOICE_FACTS);

/** The labels of the facts, by name. */
export const FACT_LABELS = Object.fromEntries(FACTS.map(([name, { label }]) => [name, label])) as Readonly<
  Record<FactName, Translations<string>>
>;

/** The facts of an invoice that a place shows, as labels with values. */
export const invoiceFacts = (
  invoice: ShownInvoice,
  place: Place,
  language: Language,
  formats: FactFormats,
): readonly (readonly [label: string, value: string])[] =>
  FACTS.flatMap(([, { label, places, value }]) => {
    const text = places.includes(place) ? value(invoice, formats) : null;
    return text === null ? [] : [[label[language], text] as const];
  });

/** Returns a format of periods: the first and last day, or the only day. `day` formats a day. */
export const periodFormat =
  (day: FactFormats['day']): FactFormats['period'] =>
  (start, end) => {
    const [first, last] = [day(start), day(Math.max(start, end - 1))];
    return first === last ? first : `${first} – ${last}`;
  };
