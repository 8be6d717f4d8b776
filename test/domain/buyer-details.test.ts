import { describe, expect, it } from 'vitest';
import { checkoutSessions } from '../../shared/domain/checkout-session/kind.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { askedOf, type BuyerDetails, fillInBuyer } from '../../shared/domain/payable/buyer-details.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { type Billing, given } from './billing.ts';

const ADA: BuyerDetails = { name: 'Ada', email: 'ada@example.com', countryCode: 'DE', vat: null };
const UNKNOWN = { name: null, email: null, countryCode: null };
const VAT = { number: { prefix: 'DE', digits: '123456789' }, name: 'Ada GmbH' };
const { vat: _none, ...KEPT } = ADA;

/** What the buyer of the session says, whose customer is as given. */
const say = (billing: Billing, { id, customerId }: CheckoutSession, known: Partial<Customer>, details: BuyerDetails, subscriptions = 0) => {
  const payable = billing.world.get(checkoutSessionAggregate, id);
  const stored = billing.world.get(customerAggregate, customerId);
  const customer = { ...stored, record: { ...stored.record, ...known } };
  const payment = billing.world.find(paymentAggregate, payable.record.attempt?.paymentId);
  return fillInBuyer(checkoutSessions, details, { payable, payment, customer, clock: null, subscriptions }, billing.world.ctx());
};

const opened = () => {
  const billing = given();
  return { billing, session: billing.open() };
};

describe('what a buyer says of themselves', () => {
  it('is kept where nobody knew it, with an event and an entry, and holds off a payment that begins in the meantime', () => {
    const { billing, session } = opened();
    const decided = say(billing, session, UNKNOWN, ADA);
    if (decided instanceof Refusal) throw new Error(decided.message);
    expect(decided.result).toMatchObject({ changed: KEPT, reprices: false });
    expect(decided.events).toEqual([{ type: 'customer.updated', subjectId: session.customerId }]);
    expect(decided.audit).toMatchObject({ action: 'customer.updated', resourceId: session.customerId });
    expect(decided.guards).toMatchObject([{ kind: 'unchanged', stored: { record: { id: session.id } } }]);
  });

  it('never takes the place of what is known, and changes nothing where all of it is', () => {
    const { billing, session } = opened();
    const grace = { name: 'Grace', email: null, countryCode: 'NL' };
    expect(say(billing, session, grace, ADA)).toMatchObject({ result: { changed: { ...grace, email: ADA.email } } });
    expect(say(billing, session, { ...grace, email: 'grace@example.com' }, ADA)).toMatchObject({ changes: [], events: [] });
    expect(say(billing, session, UNKNOWN, { ...UNKNOWN, vat: null })).toMatchObject({ changes: [], events: [] });
  });

  it('prices the subscriptions of the customer anew when it is their country', () => {
    const { billing, session } = opened();
    expect(say(billing, session, UNKNOWN, ADA, 2)).toMatchObject({ result: { reprices: true } });
    expect(say(billing, session, { ...UNKNOWN, countryCode: 'NL' }, ADA, 2)).toMatchObject({ result: { reprices: false } });
  });

  it('changes no country while a payment is under way that was taxed without it', () => {
    const { billing, session } = opened();
    billing.attempt(session.id);
    expect(say(billing, billing.session(session.id), UNKNOWN, ADA)).toMatchObject({ result: { changed: { ...KEPT, countryCode: null } } });
    expect(askedOf({ ...billing.parties().customer, ...UNKNOWN }, true)).toEqual({
      name: true,
      email: true,
      countryCode: false,
      vat: false,
    });
  });

  it('is a VAT number too, which is kept as it was found valid, reprices, and never takes the place of another', () => {
    const { billing, session } = opened();
    const vat = { vatNumber: 'DE123456789', vatName: 'Ada GmbH', vatVerifiedAt: billing.world.now };
    expect(say(billing, session, KEPT, { ...ADA, vat: VAT }, 1)).toMatchObject({ result: { changed: vat, reprices: true } });
    const known = { ...KEPT, vatNumber: 'NL1', vatName: null, vatVerifiedAt: 5 };
    expect(say(billing, session, known, { ...ADA, vat: VAT }, 1)).toMatchObject({ changes: [], events: [] });
    billing.attempt(session.id);
    expect(say(billing, billing.session(session.id), KEPT, { ...ADA, vat: VAT })).toMatchObject({ changes: [], events: [] });
  });

  it('is refused for a session that is over, and for a customer who is gone or being removed', () => {
    const { billing, session } = opened();
    expect(say(billing, session, { ...UNKNOWN, deletedAt: 1 }, ADA)).toMatchObject({ code: 'resource_missing' });
    expect(say(billing, session, { ...UNKNOWN, lockedBy: 'pop_1' }, ADA)).toMatchObject({ code: 'operation_pending' });
    billing.world.now = session.expiresAt;
    expect(say(billing, session, UNKNOWN, ADA)).toMatchObject({ code: 'state_conflict' });
  });
});
