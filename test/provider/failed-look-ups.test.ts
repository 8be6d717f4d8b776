import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { chargeOnce, settleCharge } from '../flows/renewals/renewal-steps.ts';
import { advanceTime } from './payments.ts';
import { openShop, prepareDueRenewal, readRecord, type Shop, sell } from './shop.ts';
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

it('a pending debit that the provider does not know for thirty days is declined', async () => {
  const { charge, result, chargeAgain } = await chargeRenewal('pending');
  await settleCharge(shop.deps, shop.tenant, charge, result);
  refuseReads(/^\/v2\/payments\/tr_/, 404);
  advanceTime(shop, 29 * DAY);
  expect(await chargeAgain()).toEqual({ kind: 'no_response' });
  advanceTime(shop, DAY);
  expect(await chargeAgain()).toMatchObject({ kind: 'refused' });
});
