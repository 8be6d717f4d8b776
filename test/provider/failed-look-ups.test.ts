import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { advanceTime } from './payments.ts';
import { latestPaymentOf, newBuyer, openSession, openShop, prepareDueRenewal, readRecord, type Shop, sell } from './shop.ts';
import { type RefusedStatus, value } from './support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.sandbox.refuse(() => null));

const DAY = 86_400;

/** Charges a renewal, with this behaviour of the provider. */
const chargeRenewal = async (charges: 'pending' | 'timeout_after_charge') => {
  const subscription = await sell(shop);
  const customerId = String(subscription.providerCustomerId);
  await shop.sandbox.behave(customerId, { charges });
  const charge = await prepareDueRenewal(shop, subscription);
  const result = await chargeOnce(shop.deps, shop.tenant, charge);
  const chargeAgain = () => chargeOnce(shop.deps, shop.tenant, { ...charge, fresh: false });
  const countAtProvider = async () =>
    value(await shop.sandbox.provider.listPayments(customerId)).filter(({ sequenceType }) => sequenceType === 'recurring').length;
  return { charge, result, chargeAgain, countAtProvider };
};

const refuseReads = (path: RegExp, status: RefusedStatus) =>
  shop.sandbox.refuse((request) => (request.method === 'GET' && path.test(request.path) ? 'No' : null), status);

describe.each([400, 404, 410, 422, 503] as const)('a look-up that the provider answers with %i', (status) => {
  it('does not decline a pending debit', async () => {
    const { charge, result, chargeAgain } = await chargeRenewal('pending');
    await settleCharge(shop.deps, shop.tenant, charge, result);
    refuseReads(/^\/v2\/payments\/tr_/, status);
    expect(await chargeAgain()).toEqual({ kind: 'no_response' });
    shop.sandbox.refuse(() => null);
    expect(await chargeAgain()).toMatchObject({ kind: 'payment', snapshot: { status: 'pending' } });
    expect(await readRecord(shop, paymentAggregate, charge.paymentId)).toMatchObject({ status: 'pending' });
  });

  it('does not decline a charge whose response was lost, and does not repeat it', async () => {
    const { chargeAgain, countAtProvider } = await chargeRenewal('timeout_after_charge');
    refuseReads(/\/payments$/, status);
    expect(await chargeAgain()).toEqual({ kind: 'no_response' });
    shop.sandbox.refuse(() => null);
    expect(await countAtProvider()).toBe(1);
    expect(await chargeAgain()).toMatchObject({ kind: 'payment', snapshot: { status: 'paid' } });
    expect(await countAtProvider()).toBe(1);
  });
});

it.each([404, 410] as const)('a pending debit that the provider does not know for thirty days is declined (%i)', async (status) => {
  const { charge, result, chargeAgain } = await chargeRenewal('pending');
  await settleCharge(shop.deps, shop.tenant, charge, result);
  refuseReads(/^\/v2\/payments\/tr_/, status);
  advanceTime(shop, 29 * DAY);
  expect(await chargeAgain()).toEqual({ kind: 'no_response' });
  advanceTime(shop, DAY);
  expect(await chargeAgain()).toMatchObject({ kind: 'refused' });
});

it('a charge whose response was lost is not declined while it cannot be looked up, even after a month', async () => {
  const { chargeAgain, countAtProvider } = await chargeRenewal('timeout_after_charge');
  refuseReads(/\/payments$/, 404);
  advanceTime(shop, 31 * DAY);
  expect(await chargeAgain()).toEqual({ kind: 'no_response' });
  shop.sandbox.refuse(() => null);
  expect(await chargeAgain()).toMatchObject({ kind: 'payment', snapshot: { status: 'paid' } });
  expect(await countAtProvider()).toBe(1);
});

it('an attempt to pay whose response was lost is not declined while it cannot be looked up', async () => {
  const { id: customerId } = await newBuyer(shop);
  const session = await openSession(shop, { customerId });
  shop.sandbox.refuse(({ method, path }) => (method === 'POST' && path === '/v2/payments' ? 'Down' : null), 503);
  expect(await beginPayment(shop.deps, shop.tenant, session.id, 'creditcard')).toEqual({ kind: 'unavailable' });
  refuseReads(/\/payments$/, 404);
  advanceTime(shop, 7200);
  expect(await beginPayment(shop.deps, shop.tenant, session.id, 'creditcard')).toEqual({ kind: 'unavailable' });
  const attempt = await latestPaymentOf(shop, session.id);
  await pollPayment(shop.deps, shop.tenant, attempt.id);
  expect(await readRecord(shop, paymentAggregate, attempt.id)).toMatchObject({ status: 'pending' });
  shop.sandbox.refuse(() => null);
  expect(await beginPayment(shop.deps, shop.tenant, session.id, 'creditcard')).toMatchObject({ kind: 'redirect' });
}, 20_000);
