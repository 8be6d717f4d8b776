import * as v from 'valibot';
import { INVOICE_STATUSES } from '../../domain/invoice/record.ts';
import { described, doc, named } from '../schemas/described.ts';
import { address, cents, currency, customerId, objectHead, openEnum, taxBehavior, timestamp } from './common.ts';
import { EInvoice } from './e-invoicing.ts';

export const InvoiceLine = named(
  v.strictObject({
    type: described(
      openEnum(['subscription', 'usage', 'one_shot', 'proration_charge', 'proration_credit', 'carried_credit']),
      doc(
        'What the line charges: `subscription` (a period), `usage`, `one_shot`, `proration_charge` and `proration_credit` (rest of a period at the new and the old price of a plan change) or `carried_credit` (credit of an earlier plan change).',
      ),
    ),
    description: described(v.string(), doc('Text of the line as printed on the invoice.')),
    quantity: described(v.string(), doc('Number of units, as a decimal string.')),
    unit_amount_decimal: described(
      v.nullable(v.string()),
      doc(
        'Price of one unit for a full period in cents, as a decimal string; `null` for credit. For a part of a period (plan change) and in the credit note of a partial refund, `amount_cents` is less than `quantity` times this price.',
      ),
    ),
    amount_cents: described(
      cents,
      doc('Amount of the line in cents, before discount; negative for credit. For a tier of a metered price, it contains the flat fee.'),
    ),
    discount_cents: described(cents, doc('Discount on the line in cents; 0 if there is none.')),
    price_id: described(
      v.nullable(v.string()),
      doc('Id of the price that the line charges. Starts with `price_`; `null` for one-off payments and credit.'),
    ),
    tax_rate_basis_points: described(
      v.pipe(v.number(), v.integer()),
      doc('Tax rate of the line in hundredths of a percent: 2100 is 21 %. 0: no tax, or reverse charge.'),
    ),
    period_start: described(
      v.nullable(timestamp),
      doc('Unix time in seconds when the charged service starts; `null` for one-off payments and carried credit.'),
    ),
    period_end: described(
      v.nullable(timestamp),
      doc('Unix time in seconds when the charged service ends; `null` for one-off payments and carried credit.'),
    ),
  }),
  'InvoiceLine',
);

const TaxSum = named(
  v.strictObject({
    rate_basis_points: described(v.pipe(v.number(), v.integer()), doc('Tax rate in hundredths of a percent: 2100 is 21 %.')),
    display_name: described(
      v.nullable(v.string()),
      doc('Name of the rate; `Reverse charge` if the buyer owes the tax, `null` if the rate has no name.'),
    ),
    taxable_cents: described(cents, doc('Amount in cents, without tax, that is taxed at this rate.')),
    tax_cents: described(cents, doc('Tax at this rate in cents, rounded once for all lines of the rate.')),
  }),
  'TaxSum',
);

const Seller = v.strictObject({
  name: described(v.string(), doc('Name of the account.')),
  legal_name: described(v.nullable(v.string()), doc('Legal name of the seller; `null` if the billing profile had none.')),
  email: described(v.nullable(v.string()), doc('Email address of the seller; `null` if the account had none.')),
  address: described(v.nullable(address), doc('Address of the seller; `null` if the billing profile had none.')),
  country_code: described(
    v.nullable(v.string()),
    doc('Country of the seller: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown.'),
  ),
  vat_id: described(v.nullable(v.string()), doc('VAT id of the seller with its country prefix; `null` if the billing profile had none.')),
  registration_number: described(
    v.nullable(v.string()),
    doc('Number of the seller in the company register; `null` if the billing profile had none.'),
  ),
  phone: described(v.nullable(v.string()), doc('Telephone number of the seller; `null` if the billing profile had none.')),
});

const Buyer = v.strictObject({
  name: described(v.nullable(v.string()), doc('Name of the buyer; `null` if it was unknown.')),
  email: described(v.nullable(v.string()), doc('Email address of the buyer; `null` if it was unknown.')),
  address: described(v.nullable(address), doc('Billing address of the buyer; `null` if it was unknown.')),
  country_code: described(
    v.nullable(v.string()),
    doc('Country of the buyer: two capital letters (ISO 3166-1 alpha-2), such as `NL`; `null` if unknown.'),
  ),
  vat_number: described(v.nullable(v.string()), doc('VAT number of the buyer with its country prefix; `null` if the customer had none.')),
  vat_name: described(
    v.nullable(v.string()),
    doc('Name under which the VAT number is registered; `null` if there is no number or no registered name.'),
  ),
});

export const Invoice = v.strictObject({
  ...objectHead('invoice', doc('Id of the invoice. Starts with `inv_`.')),
  number: described(
    v.string(),
    doc('Number of the invoice, such as `INV-000123` (`TEST-000123` in test mode). Counted without gaps per account and mode.'),
  ),
  status: described(
    openEnum(INVOICE_STATUSES),
    doc('`open` (to be paid), `paid`, `void` (canceled; never owed) or `uncollectible` (no longer collected after the last retry).'),
  ),
  billing_reason: described(
    openEnum(['subscription_create', 'subscription_cycle', 'subscription_update', 'usage', 'one_shot']),
    doc(
      'Why the invoice was issued: `subscription_create` (first period), `subscription_cycle` (renewal), `subscription_update` (plan change or resumption), `usage` (metered period) or `one_shot`.',
    ),
  ),
  customer_id: customerId,
  subscription_id: described(v.nullable(v.string()), doc('Id of the subscription. Starts with `sub_`; `null` for one-off payments.')),
  one_shot_payment_id: described(v.nullable(v.string()), doc('Id of the one-off payment. Starts with `osp_`; `null` for subscriptions.')),
  payment_id: described(
    v.nullable(v.string()),
    doc('Id of the payment that paid the invoice; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt.'),
  ),
  currency,
  tax_behavior: described(taxBehavior, doc('`inclusive` (the amounts of the lines include tax) or `exclusive` (tax is added to them).')),
  lines: described(v.array(InvoiceLine), doc('What is charged, one entry per line of the invoice.')),
  subtotal_cents: described(cents, doc('Sum of `amount_cents` of all lines, in cents, before discount.')),
  discount_cents: described(cents, doc('Sum of `discount_cents` of all lines, in cents.')),
  tax_cents: described(cents, doc('Sum of the tax of all rates, in cents.')),
  total_cents: described(
    cents,
    doc(
      'Amount of the invoice in cents, with tax: `subtotal_cents` minus `discount_cents`, plus `tax_cents` if `tax_behavior` is `exclusive`.',
    ),
  ),
  amount_paid_cents: described(cents, doc('Amount paid so far, in cents. Refunds do not reduce it.')),
  amount_due_cents: described(cents, doc('Unpaid amount in cents: `total_cents` minus `amount_paid_cents`.')),
  amount_credited_cents: described(cents, doc('Sum of the credit notes of the invoice, in cents.')),
  tax: described(v.array(TaxSum), doc('Tax per rate; empty if no tax applies.')),
  reverse_charge: described(v.boolean(), doc('True if the buyer owes the tax in another EU country, so that no tax is charged.')),
  seller: described(Seller, doc('Details of the account when the charge started. They never change.')),
  buyer: described(
    Buyer,
    doc('Details of the customer when the charge started. A purge of the customer does not erase what the law requires.'),
  ),
  period_start: described(v.nullable(timestamp), doc('Unix time in seconds when the invoiced period starts; `null` for one-off payments.')),
  period_end: described(v.nullable(timestamp), doc('Unix time in seconds when the invoiced period ends; `null` for one-off payments.')),
  issued_at: described(timestamp, doc('Unix time in seconds when the invoice was issued.')),
  paid_at: described(v.nullable(timestamp), doc('Unix time in seconds when the invoice was paid; `null` until then.')),
  voided_at: described(v.nullable(timestamp), doc('Unix time in seconds when the invoice was voided; `null` if it was not.')),
  next_payment_attempt: described(
    v.nullable(timestamp),
    doc('Unix time in seconds of the next attempt to charge an open invoice; `null` if none is scheduled.'),
  ),
  e_invoice: described(EInvoice, doc('The e-invoice of the document: format, status and missing fields.')),
});
