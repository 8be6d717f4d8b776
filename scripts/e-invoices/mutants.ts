import type { EInvoiceModel, ModelLine, VatBreakdown } from '../../shared/domain/e-invoice/model.ts';

/** A faulty mapping: what it changes in the model of a sample, and the format in which the validators must find the fault. */
export interface Mutant {
  readonly name: string;
  /** Name of the sample. */
  readonly sample: string;
  readonly format: 'cii' | 'ubl' | 'xrechnung_ubl' | 'peppol';
  readonly mutate: (model: EInvoiceModel) => EInvoiceModel;
}

type Mutate = Mutant['mutate'];

/** Changes the line at `index`, by default the first. */
const line =
  (change: (line: ModelLine) => Partial<ModelLine>, index = 0): Mutate =>
  (model) => ({ ...model, lines: model.lines.map((each, at) => (at === index ? { ...each, ...change(each) } : each)) });

/** Changes the first tax rate of the document. */
const tax =
  (change: (tax: VatBreakdown) => Partial<VatBreakdown>): Mutate =>
  (model) => ({ ...model, taxes: model.taxes.map((each, at) => (at === 0 ? { ...each, ...change(each) } : each)) });

const totals =
  (change: (totals: EInvoiceModel['totals']) => Partial<EInvoiceModel['totals']>): Mutate =>
  (model) => ({ ...model, totals: { ...model.totals, ...change(model.totals) } });

const seller =
  (change: Partial<EInvoiceModel['seller']>): Mutate =>
  (model) => ({ ...model, seller: { ...model.seller, ...change } });

const buyer =
  (change: Partial<EInvoiceModel['buyer']>): Mutate =>
  (model) => ({ ...model, buyer: { ...model.buyer, ...change } });

const root =
  (change: Partial<EInvoiceModel>): Mutate =>
  (model) => ({ ...model, ...change });

const on =
  (sample: string, format: Mutant['format']) =>
  (name: string, mutate: Mutate): Mutant => ({ name, sample, format, mutate });

const domestic = on('carried-credit', 'cii');
const reverse = on('reverse-charge', 'cii');
const credit = on('credit-note-two-rates', 'cii');
const open = on('open-invoice', 'cii');
const german = on('german-public-buyer', 'xrechnung_ubl');
const belgian = on('belgian-peppol', 'peppol');
const dutch = on('dutch-kvk', 'peppol');

export const MUTANTS: readonly Mutant[] = [
  domestic(
    'line-exempt',
    line(() => ({ category: 'E' })),
  ),
  domestic(
    'tax-exempt',
    tax(() => ({ category: 'E' })),
  ),
  reverse(
    'reverse-charge-as-standard',
    tax(() => ({ category: 'S', exemption: null })),
  ),
  reverse(
    'reverse-charge-as-export',
    line(() => ({ category: 'G' })),
  ),
  reverse(
    'no-reason',
    tax(() => ({ exemption: null })),
  ),
  reverse('no-buyer-vat-id', buyer({ vatId: null })),
  domestic(
    'line-rate',
    line(() => ({ rateBasisPoints: 900 })),
  ),
  domestic(
    'tax-rate',
    tax(() => ({ rateBasisPoints: 1900 })),
  ),
  credit(
    'rate-of-the-other-group',
    line(() => ({ rateBasisPoints: 1900 })),
  ),
  domestic(
    'sum-of-lines',
    totals(({ linesCents }) => ({ linesCents: linesCents + 1 })),
  ),
  domestic(
    'sum-of-tax',
    totals(({ taxCents }) => ({ taxCents: taxCents + 1 })),
  ),
  domestic(
    'total',
    totals(({ totalCents }) => ({ totalCents: totalCents + 1 })),
  ),
  domestic(
    'due',
    totals(({ dueCents }) => ({ dueCents: dueCents + 1 })),
  ),
  domestic(
    'paid',
    totals(() => ({ paidCents: 0 })),
  ),
  domestic(
    'line-amount',
    line(({ netCents }) => ({ netCents: netCents + 1 })),
  ),
  domestic(
    'taxable',
    tax(({ taxableCents }) => ({ taxableCents: taxableCents + 1 })),
  ),
  belgian(
    'discount',
    line(() => ({ discount: null })),
  ),
  belgian(
    'price',
    line(({ price }) => ({ price: { ...price, amountDecimal: `${price.amountDecimal}0` } })),
  ),
  domestic(
    'sign-of-quantity',
    line(({ quantity }) => ({ quantity: quantity.replace('-', '') }), 1),
  ),
  domestic(
    'sign-of-price',
    line(({ price }) => ({ price: { ...price, amountDecimal: `-${price.amountDecimal}` } }), 1),
  ),
  credit(
    'sign-of-tax',
    tax(({ taxCents }) => ({ taxCents: -taxCents })),
  ),
  credit('type', root({ typeCode: '380' })),
  domestic('no-number', root({ number: '' })),
  domestic('no-seller-name', seller({ name: null })),
  domestic('no-seller-vat-id', seller({ vatId: null })),
  domestic('no-buyer-country', (model) => buyer({ address: { ...model.buyer.address, countryCode: null } })(model)),
  domestic(
    'no-line-name',
    line(() => ({ name: '' })),
  ),
  domestic('no-taxes', root({ taxes: [] })),
  german('no-buyer-reference', root({ buyerReference: null })),
  german('no-contact', seller({ contact: { name: null, phone: null, email: null } })),
  german('no-seller-city', (model) => seller({ address: { ...model.seller.address, city: null } })(model)),
  belgian('no-electronic-address', buyer({ electronicAddress: null })),
  belgian('no-references', root({ buyerReference: null, purchaseOrderReference: null })),
  dutch('wrong-register', seller({ legalId: { scheme: '0208', value: '12345678' } })),
  open('no-due-day', (model) => ({ ...model, dueDay: null, payment: { ...model.payment, terms: null } })),
  open('no-account', (model) => ({ ...model, payment: { ...model.payment, account: null } })),
  domestic('issue-day', root({ issueDay: '2026-02-27' })),
  domestic('reversed-period', (model) => ({ ...model, period: { first: '2026-03-31', last: '2026-02-28' } })),
  belgian(
    'line-outside-the-period',
    line(() => ({ period: { first: '2020-01-01', last: '2020-01-31' } })),
  ),
  domestic('currency', root({ currency: 'SEK' })),
];
