import { newAccount } from '../../shared/domain/account/record.ts';
import { newCustomer } from '../../shared/domain/customer/create.ts';
import type { DecisionContext } from '../../shared/domain/decision.ts';
import { issueInvoice, totalsOf } from '../../shared/domain/invoice/build.ts';
import type { Invoice } from '../../shared/domain/invoice/record.ts';
import { documentParties } from '../../shared/domain/parties.ts';
import type { TaxTreatment } from '../../shared/domain/tax/tax.ts';
import { id, PERIOD_END, START } from './example.ts';

export const CONTEXT: DecisionContext = {
  tenant: { accountId: id('acct', 1), mode: 'test' },
  now: START,
  realNow: START,
  // `slice` removes the `_` at the end of the prefix, because `id` adds it.
  ids: { next: (prefix) => id(prefix.slice(0, -1), 1), derived: (prefix) => id(prefix.slice(0, -1), 1) },
};

const ADDRESS = { line1: 'Keizersgracht 1', line2: null, postalCode: '1015 CN', city: 'Amsterdam' };

const ACCOUNT = {
  ...newAccount({ id: CONTEXT.tenant.accountId, created: START, name: 'Example BV', email: 'billing@example.com', countryCode: 'NL' }),
  legalName: 'Example BV',
  address: ADDRESS,
  vatId: 'NL000000000B01',
};

const CUSTOMER = newCustomer(
  { name: 'Ada de Vries', email: 'ada@example.com', countryCode: 'NL', address: ADDRESS, language: 'nl' },
  CONTEXT,
);

const TAX: TaxTreatment = { behavior: 'inclusive', rate: { rateBasisPoints: 2100, displayName: 'BTW' }, reverseCharge: false };

const LINE = {
  type: 'subscription',
  description: 'Pro',
  quantity: '1',
  unitAmountDecimal: '2900',
  amountCents: 2900,
  priceId: id('price', 1),
  periodStart: START,
  periodEnd: PERIOD_END,
} as const;

/** The open invoice of a month, as the domain rules issue it. */
export const INVOICE: Invoice = {
  ...issueInvoice(
    {
      billingReason: 'subscription_create',
      customerId: CUSTOMER.id,
      parties: documentParties({ account: ACCOUNT, customer: CUSTOMER }),
      subscriptionId: id('sub', 1),
      oneShotPaymentId: null,
      paymentId: id('pay', 1),
      currency: 'EUR',
      tax: TAX,
      totals: totalsOf([LINE], null, TAX),
      period: { start: START, end: PERIOD_END },
    },
    CONTEXT,
  ),
  number: 'T-2026-000001',
};
