import { describe, expect, it } from 'vitest';
import { checkoutSessions } from '../../shared/domain/checkout-session/kind.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { Refusal } from '../../shared/domain/kernel.ts';
import { askedOf, type BuyerDetails, fillInBuyer } from '../../shared/domain/payable/buyer-details.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { type Billing, given } from './billing.ts';

const ADA: BuyerDetails = { name: 'Ada', email: 'ada@example.com', countryCode: 'DE' };
const UNKNOWN = { name: null, email: null, countryCode: null };

/** What the buyer of the session says, whose customer stands as given. */
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
  it('is kept where nobody knew it, with an event and an entry, and holds off a payment that begins meanwhile', () => {
    const { billing, session } = opened();
    const decided = say(billing, session, UNKNOWN, ADA);
    if (decided instanceof Refusal) throw new Error(decided.message);
    expect(decided.result).toMatchObject({ changed: ADA, reprices: false });
    expect(decided.events).toEqual([{ type: 'customer.updated', subjectId: session.customerId }]);
    expect(decided.audit).toMatchObject({ action: 'customer.updated', resourceId: session.customerId });
    expect(decided.guards).toMatchObject([{ kind: 'unchanged', stored: { record: { id: session.id } } }]);
  });

  it('never takes the place of what is known, and changes nothing where all of it is', () => {
    const { billing, session } = opened();
    const grace = { name: 'Grace', email: null, countryCode: 'NL' };
    expect(say(billing, session, grace, ADA)).toMatchObject({ result: { changed: { ...grace, email: ADA.email } } });
    expect(say(billing, session, { ...grace, email: 'grace@example.com' }, ADA)).toMatchObject({ changes: [], events: [] });
    expect(say(billing, session, UNKNOWN, { name: null, email: null, countryCode: null })).toMatchObject({ changes: [], events: [] });
  });

  it('prices the subscriptions of the customer anew when it is their country', () => {
    const { billing, session } = opened();
    expect(say(billing, session, UNKNOWN, ADA, 2)).toMatchObject({ result: { reprices: true } });
    expect(say(billing, session, { ...UNKNOWN, countryCode: 'NL' }, ADA, 2)).toMatchObject({ result: { reprices: false } });
  });

  it('changes no country while a payment is under way that was taxed without it', () => {
    const { billing, session } = opened();
    billing.attempt(session.id);
    expect(say(billing, billing.session(session.id), UNKNOWN, ADA)).toMatchObject({ result: { changed: { ...ADA, countryCode: null } } });
    expect(askedOf({ ...billing.parties().customer, ...UNKNOWN }, true)).toEqual({ name: true, email: true, countryCode: false });
  });

  it('is refused for a session that is over, and for a customer who is gone or being removed', () => {
    const { billing, session } = opened();
    expect(say(billing, session, { ...UNKNOWN, deletedAt: 1 }, ADA)).toMatchObject({ code: 'resource_missing' });
    expect(say(billing, session, { ...UNKNOWN, lockedBy: 'pop_1' }, ADA)).toMatchObject({ code: 'operation_pending' });
    billing.world.now = session.expiresAt;
    expect(say(billing, session, UNKNOWN, ADA)).toMatchObject({ code: 'state_conflict' });
  });
});
