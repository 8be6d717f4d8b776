import type { RepricingResult } from '../account/repricing.ts';
import { type Change, change, type Stored } from '../aggregate.ts';
import { type Customer, customerAggregate } from '../customer/record.ts';
import { withCustomerRepricing } from '../customer/repricing.ts';
import { customerExists } from '../customer/update.ts';
import { type ValidVatNumber, vatFieldsOf } from '../customer/vat.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { type ElectronicAddress, withEntered } from '../e-invoice/settings.ts';
import type { Address } from '../fields.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import type { TestClock } from '../test-clock/record.ts';
import { noSuchPayable, pendingPaymentOf, refuseNotOpen } from './attempt.ts';
import type { Payable, PayableKind } from './record.ts';

/** Details that a buyer enters on the hosted page; `null`: not entered. */
export interface BuyerDetails {
  readonly name: string | null;
  readonly email: string | null;
  readonly countryCode: string | null;
  readonly vat: ValidVatNumber | null;
  readonly address: Address | null;
  readonly buyerReference: string | null;
  readonly electronicAddress: ElectronicAddress | null;
  /** Language of the page, a BCP 47 tag; `null`: the browser requests no language that the pages have. */
  readonly language: string | null;
}

export interface BuyerDetailsState<R extends Payable> {
  readonly payable: Stored<R> | null;
  /** The payment of the latest attempt of the payable (checkout session or one-off payment); `null`: none. */
  readonly payment: Stored<Payment> | null;
  readonly customer: Stored<Customer> | null;
  /** The customer's test clock; `null`: none, or deleted. */
  readonly clock: Stored<TestClock> | null;
  /** Number of the customer's subscriptions that are not canceled. */
  readonly subscriptionCount: number;
}

/**
 * True for each detail that is unknown and can be entered. While a payment is pending, only name and email can be entered, because the
 * payment's tax depends on the other details, and its invoice already has the settings for e-invoices.
 */
export const missingDetailsOf = (
  { name, email, countryCode, vatNumber, address, eInvoicing }: Customer,
  isPaymentPending: boolean,
): { readonly [Field in keyof Omit<BuyerDetails, 'language'>]: boolean } => ({
  name: name === null,
  email: email === null,
  countryCode: countryCode === null && !isPaymentPending,
  vat: vatNumber === null && !isPaymentPending,
  address: address === null && !isPaymentPending,
  buyerReference: (eInvoicing?.buyerReference ?? null) === null && !isPaymentPending,
  electronicAddress: (eInvoicing?.electronicAddress ?? null) === null && !isPaymentPending,
});

/** The customer's settings for e-invoices, with the settings that the buyer entered; `{}` if the buyer entered none. */
const eInvoicingWith = (
  { buyerReference, electronicAddress }: BuyerDetails,
  { eInvoicing }: Customer,
  missing: ReturnType<typeof missingDetailsOf>,
): Pick<Customer, 'eInvoicing'> => {
  const entered = {
    ...(missing.buyerReference && buyerReference !== null ? { buyerReference } : {}),
    ...(missing.electronicAddress && electronicAddress !== null ? { electronicAddress } : {}),
  };
  return Object.keys(entered).length === 0 ? {} : { eInvoicing: withEntered(eInvoicing, entered) };
};

/** The customer with the details entered on the page. Only unknown details change: anyone who has the page's URL can enter details. */
export const customerWith = (details: BuyerDetails, customer: Customer, isPaymentPending: boolean, now: number): Customer => {
  const missing = missingDetailsOf(customer, isPaymentPending);
  return {
    ...customer,
    name: missing.name ? details.name : customer.name,
    email: missing.email ? details.email : customer.email,
    countryCode: missing.countryCode ? details.countryCode : customer.countryCode,
    address: missing.address ? details.address : customer.address,
    language: customer.language ?? details.language,
    ...eInvoicingWith(details, customer, missing),
    ...(missing.vat && details.vat !== null ? vatFieldsOf(details.vat, now) : {}),
  };
};

/** Adds the entered name and email to the buyer that the pending payment stores for its invoice. The tax of the payment does not change. */
const storedBuyerChanges = (pending: Stored<Payment> | null, { name, email }: Customer): readonly Change[] => {
  const parties = pending?.record.parties ?? null;
  if (pending === null || parties === null) return [];
  const buyer = { ...parties.buyer, name: parties.buyer.name ?? name, email: parties.buyer.email ?? email };
  const after: Payment = { ...pending.record, parties: { ...parties, buyer } };
  return differs(pending, after) ? [change(paymentAggregate, pending, after)] : [];
};

/**
 * Stores details of the customer that are unknown so far (`customerWith`). If the payable has a country, the payable's country is stored
 * instead of an entered country. Refuses a missing payable or customer (404), a payable that is not open (409), and a customer that is
 * being removed (409).
 */
export const fillInBuyer = <R extends Payable>(
  kind: PayableKind<R>,
  details: BuyerDetails,
  state: BuyerDetailsState<R>,
  ctx: DecisionContext,
): Decision<RepricingResult<Customer>> | Refusal => {
  const { payable, payment, customer, clock } = state;
  if (payable === null) return noSuchPayable(kind);
  const notOpen = refuseNotOpen(kind, payable.record, clock, ctx.now);
  if (notOpen !== null) return notOpen;
  if (!customerExists(customer)) return new Refusal('resource_missing', 'No such customer.');
  if (customer.record.lockedBy !== null) return OPERATION_PENDING;
  const pending = pendingPaymentOf(payable.record, payment);
  const countryCode = customer.record.countryCode ?? (pending === null ? kind.countryOf(payable.record) : null);
  const after = customerWith(details, { ...customer.record, countryCode }, pending !== null, ctx.now);
  if (!differs(customer, after)) return unchanged({ changed: after, needsRepricing: false });
  const decided: Decision<Customer> = {
    changes: [change(customerAggregate, customer, after), ...storedBuyerChanges(pending, after)],
    events: [{ type: 'customer.updated', subjectId: after.id }],
    // Fails if a payment starts at the same time, because the tax of that payment depends on the country.
    guards: [{ kind: 'unchanged', aggregate: kind.aggregate, stored: payable }],
    audit: audited('customer', 'updated', after.id),
    result: after,
  };
  return withCustomerRepricing(decided, state, ctx);
};
