import { describe, expect, it } from 'vitest';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { NO_BUYER_E_INVOICING } from '../../../shared/domain/e-invoice/settings.ts';
import { type BuyerDetails, fillInBuyer, missingDetailsOf } from '../../../shared/domain/payable/buyer-details.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { type Billing, newBilling } from '../billing.ts';

const NO_SETTINGS = { vat: null, address: null, buyerReference: null, electronicAddress: null, language: null };
const ADA: BuyerDetails = { name: 'Ada', email: 'ada@example.com', countryCode: 'DE', ...NO_SETTINGS };
const UNKNOWN = { name: null, email: null, countryCode: null };
const VAT = { number: { prefix: 'DE', digits: '123456789' }, name: 'Ada GmbH' };
/** The details of Ada as the customer record stores them. */
const SAVED = { name: ADA.name, email: ADA.email, countryCode: ADA.countryCode };

/** Decides on saving the buyer's details. `known`: fields that the customer has; `subscriptionCount`: subscriptions of the customer. */
const fillIn = (
  billing: Billing,
  { id, customerId }: CheckoutSession,
  known: Partial<Customer>,
  details: BuyerDetails,
  subscriptionCount = 0,
) => {
  const payable = billing.world.get(checkoutSessionAggregate, id);
  const stored = billing.world.get(customerAggregate, customerId);
  const customer = { ...stored, record: { ...stored.record, ...known } };
  const payment = billing.world.find(paymentAggregate, payable.record.attempt?.paymentId);
  return fillInBuyer(checkoutSessionKind, details, { payable, payment, customer, clock: null, subscriptionCount }, billing.world.ctx());
};

/** Opens a session. `countryCode`: its country; `null`: none. */
const openCheckout = (countryCode: string | null = null) => {
  const billing = newBilling();
  const { id } = billing.open();
  billing.world.amend(checkoutSessionAggregate, id, { customerCountryCode: countryCode });
  return { billing, session: billing.session(id) };
};

describe('buyer details', () => {
  it('are saved in empty fields with an event and an audit entry; saving conflicts with a payment that starts at the same time', () => {
    const { billing, session } = openCheckout();
    const decision = fillIn(billing, session, UNKNOWN, ADA);
    if (decision instanceof Refusal) throw new Error(decision.message);
    expect(decision.result).toMatchObject({ changed: SAVED, needsRepricing: false });
    expect(decision.events).toEqual([{ type: 'customer.updated', subjectId: session.customerId }]);
    expect(decision.audit).toMatchObject({ action: 'customer.updated', resourceId: session.customerId });
    expect(decision.guards).toMatchObject([{ kind: 'unchanged', stored: { record: { id: session.id } } }]);
  });

  it('never replace known values, and change nothing if all values are known or none is entered', () => {
    const { billing, session } = openCheckout();
    const grace = { name: 'Grace', email: null, countryCode: 'NL' };
    expect(fillIn(billing, session, grace, ADA)).toMatchObject({ result: { changed: { ...grace, email: ADA.email } } });
    expect(fillIn(billing, session, { ...grace, email: 'grace@example.com' }, ADA)).toMatchObject({ changes: [], events: [] });
    expect(fillIn(billing, session, UNKNOWN, { ...UNKNOWN, ...NO_SETTINGS })).toMatchObject({ changes: [], events: [] });
  });

  it('are saved with the language of the browser, which never replaces a known language', () => {
    const { billing, session } = openCheckout();
    const inGerman = { ...ADA, language: 'de-AT' };
    const languageOf = (known: Partial<Customer>, details: BuyerDetails): unknown => {
      const decision = fillIn(billing, session, { ...UNKNOWN, ...known }, details);
      return decision instanceof Refusal ? decision : decision.result.changed.language;
    };
    expect(languageOf({ language: null }, inGerman)).toBe('de-AT');
    expect(languageOf({ language: 'nl' }, inGerman)).toBe('nl');
    expect(languageOf({ language: null }, ADA)).toBeNull();
  });

  it('reprice the customer’s subscriptions if the country was unknown', () => {
    const { billing, session } = openCheckout();
    expect(fillIn(billing, session, UNKNOWN, ADA, 2)).toMatchObject({ result: { needsRepricing: true } });
    expect(fillIn(billing, session, { ...UNKNOWN, countryCode: 'NL' }, ADA, 2)).toMatchObject({ result: { needsRepricing: false } });
  });

  it('include the country of the session instead of the country that the buyer entered', () => {
    const { billing, session } = openCheckout('AT');
    expect(fillIn(billing, session, UNKNOWN, ADA, 2)).toMatchObject({
      result: { changed: { ...SAVED, countryCode: 'AT' }, needsRepricing: true },
    });
    expect(fillIn(billing, session, { ...UNKNOWN, countryCode: 'NL' }, ADA)).toMatchObject({ result: { changed: { countryCode: 'NL' } } });
  });

  it('do not set the country while a payment that began without a country is pending', () => {
    const { billing, session } = openCheckout();
    billing.attempt(session.id);
    expect(fillIn(billing, billing.session(session.id), UNKNOWN, ADA)).toMatchObject({
      result: { changed: { ...SAVED, countryCode: null } },
    });
    // `true`: a payment is pending.
    expect(missingDetailsOf({ ...billing.parties().customer, ...UNKNOWN }, true)).toEqual({
      name: true,
      email: true,
      countryCode: false,
      vat: false,
      address: false,
      buyerReference: false,
      electronicAddress: false,
    });
  });

  it('include address and e-invoice settings, which are saved only if they are unknown, and never while a payment is pending', () => {
    const { billing, session } = openCheckout();
    const address = { line1: 'Amtsweg 2', line2: null, postalCode: '53113', city: 'Bonn' };
    const electronicAddress = { scheme: '0204', value: '991-01234-44' };
    const entered = { ...ADA, address, buyerReference: '991-01234-44', electronicAddress };
    const changed = { address, eInvoicing: { ...NO_BUYER_E_INVOICING, buyerReference: '991-01234-44', electronicAddress } };
    expect(fillIn(billing, session, { ...SAVED, address: null }, entered)).toMatchObject({ result: { changed } });
    const known = { ...NO_BUYER_E_INVOICING, buyerReference: 'PO 7', format: 'peppol' as const };
    expect(fillIn(billing, session, { ...SAVED, address: { ...address, city: 'Köln' }, eInvoicing: known }, entered)).toMatchObject({
      result: { changed: { address: { city: 'Köln' }, eInvoicing: { ...known, electronicAddress } } },
    });
    billing.attempt(session.id);
    expect(fillIn(billing, billing.session(session.id), { ...SAVED, address: null }, entered)).toMatchObject({ changes: [] });
  });

  it('include a verified VAT number, which reprices subscriptions; it is saved only if none is known and no payment is pending', () => {
    const { billing, session } = openCheckout();
    const vat = { vatNumber: 'DE123456789', vatName: 'Ada GmbH', vatVerifiedAt: billing.world.now };
    expect(fillIn(billing, session, SAVED, { ...ADA, vat: VAT }, 1)).toMatchObject({ result: { changed: vat, needsRepricing: true } });
    const known = { ...SAVED, vatNumber: 'NL1', vatName: null, vatVerifiedAt: 5 };
    expect(fillIn(billing, session, known, { ...ADA, vat: VAT }, 1)).toMatchObject({ changes: [], events: [] });
    billing.attempt(session.id);
    expect(fillIn(billing, billing.session(session.id), SAVED, { ...ADA, vat: VAT })).toMatchObject({ changes: [], events: [] });
  });

  it('are refused for an expired session, and for a customer who is deleted or being deleted', () => {
    const { billing, session } = openCheckout();
    expect(fillIn(billing, session, { ...UNKNOWN, deletedAt: 1 }, ADA)).toMatchObject({ code: 'resource_missing' });
    expect(fillIn(billing, session, { ...UNKNOWN, lockedBy: 'pop_1' }, ADA)).toMatchObject({ code: 'operation_pending' });
    billing.world.now = session.expiresAt;
    expect(fillIn(billing, session, UNKNOWN, ADA)).toMatchObject({ code: 'state_conflict' });
  });
});
