import type { LineType } from '../domain/invoice/record.ts';
import { labelled, supportedLanguageOf } from '../platform/language.ts';
import { FACT_LABELS } from './invoice-facts.ts';
import { LINE_PREFIXES } from './line-prefixes.ts';
import { LANGUAGES, type Language, type Translations } from './translations.ts';

type Text<Values extends readonly unknown[]> = (...values: Values) => string;

/** Texts of documents. Texts with values are functions, so that each language chooses the word order. */
const TEXTS = {
  ...FACT_LABELS,
  invoice: { en: 'Invoice', de: 'Rechnung', nl: 'Factuur', fr: 'Facture', es: 'Factura', it: 'Fattura', pl: 'Faktura' },
  creditNote: {
    en: 'Credit note',
    de: 'Rechnungskorrektur',
    nl: 'Creditfactuur',
    fr: 'Avoir',
    es: 'Factura rectificativa',
    it: 'Nota di credito',
    pl: 'Faktura korygująca',
  },
  creditNoteNumber: {
    en: 'Credit note number',
    de: 'Belegnummer',
    nl: 'Nummer creditfactuur',
    fr: 'Numéro de l’avoir',
    es: 'Número de la rectificativa',
    it: 'Numero nota di credito',
    pl: 'Numer faktury korygującej',
  },
  dueOnReceipt: {
    en: 'Due on receipt.',
    de: 'Sofort nach Erhalt zahlbar.',
    nl: 'Te betalen bij ontvangst.',
    fr: 'Payable à réception.',
    es: 'Pago a la recepción de la factura.',
    it: 'Pagamento al ricevimento della fattura.',
    pl: 'Płatne po otrzymaniu faktury.',
  },
  creditedInvoice: {
    en: 'Credits invoice',
    de: 'Korrektur zu Rechnung',
    nl: 'Betreft factuur',
    fr: 'Facture corrigée',
    es: 'Rectifica la factura',
    it: 'Rettifica la fattura',
    pl: 'Korekta do faktury',
  },
  reason: { en: 'Reason', de: 'Grund', nl: 'Reden', fr: 'Motif', es: 'Motivo', it: 'Motivo', pl: 'Przyczyna korekty' },
  /** The reason of a credit note after a withdrawal from the contract. */
  withdrawal: {
    en: 'Withdrawal from the contract',
    de: 'Widerruf',
    nl: 'Herroeping van de overeenkomst',
    fr: 'Rétractation',
    es: 'Desistimiento',
    it: 'Recesso dal contratto',
    pl: 'Odstąpienie od umowy',
  },
  seller: { en: 'From', de: 'Rechnungssteller', nl: 'Van', fr: 'Émetteur', es: 'Emisor', it: 'Fornitore', pl: 'Sprzedawca' },
  buyer: { en: 'Bill to', de: 'Rechnungsempfänger', nl: 'Factuur aan', fr: 'Facturé à', es: 'Cliente', it: 'Cliente', pl: 'Nabywca' },
  description: {
    en: 'Description',
    de: 'Beschreibung',
    nl: 'Omschrijving',
    fr: 'Désignation',
    es: 'Descripción',
    it: 'Descrizione',
    pl: 'Opis',
  },
  quantity: { en: 'Quantity', de: 'Menge', nl: 'Aantal', fr: 'Quantité', es: 'Cantidad', it: 'Quantità', pl: 'Ilość' },
  unitPrice: {
    en: 'Unit price',
    de: 'Einzelpreis',
    nl: 'Prijs per stuk',
    fr: 'Prix unitaire',
    es: 'Precio unitario',
    it: 'Prezzo unitario',
    pl: 'Cena jednostkowa',
  },
  taxRate: { en: 'Tax', de: 'USt.', nl: 'Btw', fr: 'TVA', es: 'IVA', it: 'IVA', pl: 'VAT' },
  amount: { en: 'Amount', de: 'Betrag', nl: 'Bedrag', fr: 'Montant', es: 'Importe', it: 'Importo', pl: 'Kwota' },
  subtotal: { en: 'Subtotal', de: 'Zwischensumme', nl: 'Subtotaal', fr: 'Sous-total', es: 'Subtotal', it: 'Subtotale', pl: 'Suma pozycji' },
  discount: { en: 'Discount', de: 'Rabatt', nl: 'Korting', fr: 'Remise', es: 'Descuento', it: 'Sconto', pl: 'Rabat' },
  tax: { en: 'Tax', de: 'USt.', nl: 'Btw', fr: 'TVA', es: 'IVA', it: 'IVA', pl: 'VAT' },
  total: { en: 'Total', de: 'Gesamtbetrag', nl: 'Totaal', fr: 'Total', es: 'Total', it: 'Totale', pl: 'Razem' },
  totalCredited: {
    en: 'Total credited',
    de: 'Gutgeschriebener Betrag',
    nl: 'Totaal gecrediteerd',
    fr: 'Total crédité',
    es: 'Total abonado',
    it: 'Totale accreditato',
    pl: 'Kwota korekty',
  },
  taxSummary: {
    en: 'Tax by rate',
    de: 'USt. nach Steuersätzen',
    nl: 'Btw per tarief',
    fr: 'TVA par taux',
    es: 'IVA por tipo',
    it: 'IVA per aliquota',
    pl: 'VAT według stawek',
  },
  net: { en: 'Net amount', de: 'Netto', nl: 'Netto', fr: 'Montant HT', es: 'Base imponible', it: 'Imponibile', pl: 'Netto' },
  gross: { en: 'Gross amount', de: 'Brutto', nl: 'Bruto', fr: 'Montant TTC', es: 'Total con IVA', it: 'Totale IVA inclusa', pl: 'Brutto' },
  vatId: {
    en: (id) => `VAT ID: ${id}`,
    de: (id) => `USt-IdNr.: ${id}`,
    nl: (id) => `Btw-nummer: ${id}`,
    fr: (id) => `N° de TVA : ${id}`,
    es: (id) => `NIF-IVA: ${id}`,
    it: (id) => `Partita IVA: ${id}`,
    pl: (id) => `Numer VAT: ${id}`,
  } satisfies Translations<Text<[id: string]>>,
  registrationNumber: {
    en: (value) => `Registration no.: ${value}`,
    de: (value) => `Registernummer: ${value}`,
    nl: (value) => `Registratienummer: ${value}`,
    fr: (value) => `N° d’immatriculation : ${value}`,
    es: (value) => `N.º de registro: ${value}`,
    it: (value) => `N. di registrazione: ${value}`,
    pl: (value) => `Numer w rejestrze: ${value}`,
  } satisfies Translations<Text<[value: string]>>,
  lineDiscount: {
    en: (amount) => `Discount ${amount}`,
    de: (amount) => `Rabatt ${amount}`,
    nl: (amount) => `Korting ${amount}`,
    fr: (amount) => `Remise ${amount}`,
    es: (amount) => `Descuento ${amount}`,
    it: (amount) => `Sconto ${amount}`,
    pl: (amount) => `Rabat ${amount}`,
  } satisfies Translations<Text<[amount: string]>>,
  lines: LINE_PREFIXES,
  /** `method`: `Visa 2681`; `null`: nothing was charged. */
  paid: {
    en: (day, method) => (method === null ? `Paid on ${day}` : `Paid on ${day} with ${method}`),
    de: (day, method) => (method === null ? `Bezahlt am ${day}` : `Bezahlt am ${day} per ${method}`),
    nl: (day, method) => (method === null ? `Betaald op ${day}` : `Betaald op ${day} via ${method}`),
    fr: (day, method) => (method === null ? `Payée le ${day}` : `Payée le ${day} par ${method}`),
    es: (day, method) => (method === null ? `Pagada el ${day}` : `Pagada el ${day} mediante ${method}`),
    it: (day, method) => (method === null ? `Pagata il giorno ${day}` : `Pagata il giorno ${day} con ${method}`),
    pl: (day, method) => (method === null ? `Zapłacono ${day}` : `Zapłacono ${day}: ${method}`),
  } satisfies Translations<Text<[day: string, method: string | null]>>,
  methods: {
    en: { creditcard: 'card', directdebit: 'SEPA Direct Debit', banktransfer: 'bank transfer' },
    de: { creditcard: 'Karte', directdebit: 'SEPA-Lastschrift', banktransfer: 'Überweisung' },
    nl: { creditcard: 'kaart', directdebit: 'SEPA-incasso', banktransfer: 'overboeking' },
    fr: { creditcard: 'carte', directdebit: 'prélèvement SEPA', banktransfer: 'virement' },
    es: { creditcard: 'tarjeta', directdebit: 'adeudo directo SEPA', banktransfer: 'transferencia' },
    it: { creditcard: 'carta', directdebit: 'addebito diretto SEPA', banktransfer: 'bonifico' },
    pl: { creditcard: 'karta', directdebit: 'polecenie zapłaty SEPA', banktransfer: 'przelew' },
  },
  taxIncluded: {
    en: 'Prices include tax.',
    de: 'Die Preise enthalten die USt.',
    nl: 'De prijzen zijn inclusief btw.',
    fr: 'Les prix sont TTC.',
    es: 'Los precios incluyen el IVA.',
    it: 'I prezzi includono l’IVA.',
    pl: 'Ceny zawierają VAT.',
  },
  reverseChargeRate: {
    en: 'Reverse charge',
    de: 'Reverse Charge',
    nl: 'Btw verlegd',
    fr: 'Autoliquidation',
    es: 'Inversión del sujeto pasivo',
    it: 'Inversione contabile',
    pl: 'Odwrotne obciążenie',
  },
  /** The legally required notice when the buyer owes the tax, with both VAT ids (`null`: unknown). */
  reverseCharge: {
    en: (seller, buyer) =>
      `Reverse charge: the recipient of the service owes the VAT (Article 196 of Council Directive 2006/112/EC). VAT ID of the supplier: ${seller ?? '–'}. VAT ID of the customer: ${buyer ?? '–'}.`,
    de: (seller, buyer) =>
      `Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge, Artikel 196 der Richtlinie 2006/112/EG). USt-IdNr. des Leistungserbringers: ${seller ?? '–'}. USt-IdNr. des Leistungsempfängers: ${buyer ?? '–'}.`,
    nl: (seller, buyer) =>
      `Btw verlegd: de afnemer is de btw verschuldigd (artikel 196 van Richtlijn 2006/112/EG). Btw-nummer van de leverancier: ${seller ?? '–'}. Btw-nummer van de afnemer: ${buyer ?? '–'}.`,
    fr: (seller, buyer) =>
      `Autoliquidation : la TVA est due par le preneur (article 196 de la directive 2006/112/CE). N° de TVA du prestataire : ${seller ?? '–'}. N° de TVA du preneur : ${buyer ?? '–'}.`,
    es: (seller, buyer) =>
      `Inversión del sujeto pasivo: el destinatario es el deudor del IVA (artículo 196 de la Directiva 2006/112/CE). NIF-IVA del prestador: ${seller ?? '–'}. NIF-IVA del destinatario: ${buyer ?? '–'}.`,
    it: (seller, buyer) =>
      `Inversione contabile: l’IVA è dovuta dal committente (articolo 196 della direttiva 2006/112/CE). Partita IVA del prestatore: ${seller ?? '–'}. Partita IVA del committente: ${buyer ?? '–'}.`,
    pl: (seller, buyer) =>
      `Odwrotne obciążenie: podatek VAT rozlicza usługobiorca (art. 196 dyrektywy 2006/112/WE). Numer VAT usługodawcy: ${seller ?? '–'}. Numer VAT usługobiorcy: ${buyer ?? '–'}.`,
  } satisfies Translations<Text<[seller: string | null, buyer: string | null]>>,
  testDocument: {
    en: 'Test mode: not a valid invoice.',
    de: 'Testmodus: keine gültige Rechnung.',
    nl: 'Testmodus: geen geldige factuur.',
    fr: 'Mode test : document sans valeur.',
    es: 'Modo de prueba: esta factura no es válida.',
    it: 'Modalità di test: fattura non valida.',
    pl: 'Tryb testowy: to nie jest ważna faktura.',
  },
  page: {
    en: (page, pages) => `Page ${page} of ${pages}`,
    de: (page, pages) => `Seite ${page} von ${pages}`,
    nl: (page, pages) => `Pagina ${page} van ${pages}`,
    fr: (page, pages) => `Page ${page} sur ${pages}`,
    es: (page, pages) => `Página ${page} de ${pages}`,
    it: (page, pages) => `Pagina ${page} di ${pages}`,
    pl: (page, pages) => `Strona ${page} z ${pages}`,
  } satisfies Translations<Text<[page: number, pages: number]>>,
  logoOf: {
    en: (seller) => `Logo of ${seller}`,
    de: (seller) => `Logo von ${seller}`,
    nl: (seller) => `Logo van ${seller}`,
    fr: (seller) => `Logo de ${seller}`,
    es: (seller) => `Logotipo de ${seller}`,
    it: (seller) => `Logo di ${seller}`,
    pl: (seller) => `Logo: ${seller}`,
  } satisfies Translations<Text<[seller: string]>>,
  labelled: {
    en: (label, value) => labelled('en', label, value),
    de: (label, value) => labelled('de', label, value),
    nl: (label, value) => labelled('nl', label, value),
    fr: (label, value) => labelled('fr', label, value),
    es: (label, value) => labelled('es', label, value),
    it: (label, value) => labelled('it', label, value),
    pl: (label, value) => labelled('pl', label, value),
  } satisfies Translations<Text<[label: string, value: string]>>,
};

type TextName = keyof typeof TEXTS;

/** The texts of documents in one language. */
export type DocumentTexts = { readonly [Name in TextName]: (typeof TEXTS)[Name][Language] };

const textsIn = (language: Language): DocumentTexts =>
  // The translations of each text have one type, so any language's values have the types of `DocumentTexts`.
  Object.fromEntries(Object.entries(TEXTS).map(([name, translations]) => [name, translations[language]])) as unknown as DocumentTexts;

export const DOCUMENT_TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, textsIn(language)])) as Record<
  Language,
  DocumentTexts
>;

/** The texts of a document and the locale for its numbers and dates. */
export interface DocumentLocale {
  readonly texts: DocumentTexts;
  readonly language: Language;
  /** BCP 47: the language, with the region if the customer's tag has one. */
  readonly locale: string;
}

const ENGLISH: DocumentLocale = { texts: DOCUMENT_TEXTS.en, language: 'en', locale: 'en' };

/** Returns the locale of a customer's language tag: `de-AT` is German with Austrian formats. Other tags, and `null`, are English. */
export const documentLocaleFor = (tag: string | null): DocumentLocale => {
  const supported = supportedLanguageOf(DOCUMENT_TEXTS, tag);
  return supported === null ? ENGLISH : { texts: DOCUMENT_TEXTS[supported.language], ...supported };
};

/** The product's name on a line, with a prefix on lines of plan changes. */
export const lineName = (
  { type, description }: { readonly type: LineType; readonly description: string },
  texts: DocumentTexts,
): string => {
  const prefix = texts.lines[type];
  return prefix === undefined ? description : texts.labelled(prefix, description);
};
