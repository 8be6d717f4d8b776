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
const changeLine =
  (change: (line: ModelLine) => Partial<ModelLine>, index = 0): Mutate =>
  (model) => ({ ...model, lines: model.lines.map((each, at) => (at === index ? { ...each, ...change(each) } : each)) });

/** Changes the first VAT breakdown of the document. */
const changeTax =
  (change: (tax: VatBreakdown) => Partial<VatBreakdown>): Mutate =>
  (model) => ({ ...model, taxes: model.taxes.map((each, at) => (at === 0 ? { ...each, ...change(each) } : each)) });

const changeTotals =
  (change: (totals: EInvoiceModel['totals']) => Partial<EInvoiceModel['totals']>): Mutate =>
  (model) => ({ ...model, totals: { ...model.totals, ...change(model.totals) } });

const changeSeller =
  (change: Partial<EInvoiceModel['seller']>): Mutate =>
  (model) => ({ ...model, seller: { ...model.seller, ...change } });

const changeBuyer =
  (change: Partial<EInvoiceModel['buyer']>): Mutate =>
  (model) => ({ ...model, buyer: { ...model.buyer, ...change } });

const changeModel =
  (change: Partial<EInvoiceModel>): Mutate =>
  (model) => ({ ...model, ...change });

/** Returns a function that builds mutants of one sample in one format. */
const mutantOf =
  (sample: string, format: Mutant['format']) =>
  (name: string, mutate: Mutate): Mutant => ({ name, sample, format, mutate });

const domestic = mutantOf('carried-credit', 'cii');
const reverse = mutantOf('reverse-charge', 'cii');
const credit = mutantOf('credit-note-two-rates', 'cii');
const open = mutantOf('open-invoice', 'cii');
const german = mutantOf('german-public-buyer', 'xrechnung_ubl');
const belgian = mutantOf('belgian-peppol', 'peppol');
const dutch = mutantOf('dutch-kvk', 'peppol');

export const MUTANTS: readonly Mutant[] = [
  domestic(
    'line-exempt',
    changeLine(() => ({ category: 'E' })),
  ),
  domestic(
    'tax-exempt',
    changeTax(() => ({ category: 'E' })),
  ),
  reverse(
    'reverse-charge-as-standard',
    changeTax(() => ({ category: 'S', exemption: null })),
  ),
  reverse(
    'reverse-charge-as-export',
    changeLine(() => ({ category: 'G' })),
  ),
  reverse(
    'no-reason',
    changeTax(() => ({ exemption: null })),
  ),
  reverse('no-buyer-vat-id', changeBuyer({ vatId: null })),
  domestic(
    'line-rate',
    changeLine(() => ({ rateBasisPoints: 900 })),
  ),
  domestic(
    'tax-rate',
    changeTax(() => ({ rateBasisPoints: 1900 })),
  ),
  credit(
    'rate-of-the-other-group',
    changeLine(() => ({ rateBasisPoints: 1900 })),
  ),
  domestic(
    'sum-of-lines',
    changeTotals(({ linesCents }) => ({ linesCents: linesCents + 1 })),
  ),
  domestic(
    'sum-of-tax',
    changeTotals(({ taxCents }) => ({ taxCents: taxCents + 1 })),
  ),
  domestic(
    'total',
    changeTotals(({ totalCents }) => ({ totalCents: totalCents + 1 })),
  ),
  domestic(
    'due',
    changeTotals(({ dueCents }) => ({ dueCents: dueCents + 1 })),
  ),
  domestic(
    'paid',
    changeTotals(() => ({ paidCents: 0 })),
  ),
  domestic(
    'line-amount',
    changeLine(({ netCents }) => ({ netCents: netCents + 1 })),
  ),
  domestic(
    'taxable',
    changeTax(({ taxableCents }) => ({ taxableCents: taxableCents + 1 })),
  ),
  belgian(
    'discount',
    changeLine(() => ({ discount: null })),
  ),
  belgian(
    'price',
    changeLine(({ price }) => ({ price: { ...price, amountDecimal: `${price.amountDecimal}0` } })),
  ),
  domestic(
    'sign-of-quantity',
    changeLine(({ quantity }) => ({ quantity: quantity.replace('-', '') }), 1),
  ),
  domestic(
    'sign-of-price',
    changeLine(({ price }) => ({ price: { ...price, amountDecimal: `-${price.amountDecimal}` } }), 1),
  ),
  credit(
    'sign-of-tax',
    changeTax(({ taxCents }) => ({ taxCents: -taxCents })),
  ),
  credit('type', changeModel({ typeCode: '380' })),
  domestic('no-number', changeModel({ number: '' })),
  domestic('no-seller-name', changeSeller({ name: null })),
  domestic('no-seller-vat-id', changeSeller({ vatId: null })),
  domestic('no-buyer-country', (model) => changeBuyer({ address: { ...model.buyer.address, countryCode: null } })(model)),
  domestic(
    'no-line-name',
    changeLine(() => ({ name: '' })),
  ),
  domestic('no-taxes', changeModel({ taxes: [] })),
  german('no-buyer-reference', changeModel({ buyerReference: null })),
  german('no-contact', changeSeller({ contact: { name: null, phone: null, email: null } })),
  german('no-seller-city', (model) => changeSeller({ address: { ...model.seller.address, city: null } })(model)),
  belgian('no-electronic-address', changeBuyer({ electronicAddress: null })),
  belgian('no-references', changeModel({ buyerReference: null, purchaseOrderReference: null })),
  dutch('wrong-register', changeSeller({ legalId: { scheme: '0208', value: '12345678' } })),
  open('no-due-day', (model) => ({ ...model, dueDay: null, payment: { ...model.payment, terms: null } })),
  open('no-account', (model) => ({ ...model, payment: { ...model.payment, account: null } })),
  domestic('issue-day', changeModel({ issueDay: '2026-02-27' })),
  domestic('reversed-period', (model) => ({ ...model, period: { first: '2026-03-31', last: '2026-02-28' } })),
  belgian(
    'line-outside-the-period',
    changeLine(() => ({ period: { first: '2020-01-01', last: '2020-01-31' } })),
  ),
  domestic('currency', changeModel({ currency: 'SEK' })),
];
