import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, eventsAbout, newPlan, setBehavior } from '../support/objects.ts';
import {
  addCard,
  type Buyer,
  removeSavedMethod,
  type SavedPaymentMethod,
  setDefault,
  subscribedBuyer,
  walletOf,
} from '../support/wallet.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let owner: Client;
let priceId: string;
beforeAll(async () => {
  owner = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(owner));
});

const newBuyer = (): Promise<Buyer> => subscribedBuyer(api, owner, priceId);

describe('the default payment method', () => {
  it('[ELM-16] is charged for the renewals after it was set', async () => {
    const clock = await clockAt(owner, 1_800_000_000);
    const buyer = await subscribedBuyer(api, owner, priceId, { test_clock_id: clock.id });
    const added = await addCard(buyer);
    const answer = await setDefault(buyer, added.id);
    expect(answer.body).toMatchObject({ object: 'checkout_payment_methods', customer_id: buyer.customerId });
    expect((answer.body.data as readonly SavedPaymentMethod[]).find(({ id }) => id === added.id)).toMatchObject({ is_default: true });
    expect(await buyer.client.get('/v1/checkout/payment-methods')).toEqual(answer.body);
    const subscription = await owner.get(`/v1/subscriptions/${buyer.subscriptionId}`);
    expect(subscription.payment_method).toMatchObject({ type: 'creditcard', last4: added.last4 });
    const eventTypes = (await eventsAbout(owner, buyer.subscriptionId, 3)).map(({ type }) => type);
    expect(eventTypes).toEqual(['subscription.created', 'subscription.updated', 'subscription.payment_method_updated']);
    const [entry] = await owner.list('/v1/audit_logs?action=payment_method.set_as_default');
    expect(entry).toMatchObject({ actor_type: 'checkout_session', actor_id: buyer.sessionId, resource_id: added.id });
    await advance(owner, clock.id, Number(subscription.current_period_end));
    const [renewal] = await owner.list(`/v1/payments?subscription_id=${buyer.subscriptionId}`);
    expect(renewal).toMatchObject({ type: 'renewal', status: 'succeeded', payment_method: { last4: added.last4 } });
  });

  it("must be one of the customer's payment methods", async () => {
    const buyer = await newBuyer();
    for (const id of ['pm_00000000000000000000000000', 'nonsense']) {
      expect(statusAndCode(await setDefault(buyer, id))).toEqual([404, 'resource_missing']);
    }
  });
});

describe('removing a payment method', () => {
  it('[ELM-17] is refused for the default method; removing another method returns the remaining methods', async () => {
    const buyer = await newBuyer();
    const [first] = await walletOf(buyer);
    const added = await addCard(buyer);
    const inUse = await removeSavedMethod(buyer, String(first?.id));
    expect([...statusAndCode(inUse), inUse.error?.reason]).toEqual([409, 'state_conflict', 'payment_method_in_use']);
    await setDefault(buyer, added.id);
    const answer = await removeSavedMethod(buyer, String(first?.id));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ object: 'checkout_payment_methods', data: [{ id: added.id, is_default: true }] });
    expect(statusAndCode(await removeSavedMethod(buyer, String(first?.id)))).toEqual([404, 'resource_missing']);
    const [entry] = await owner.list('/v1/audit_logs?action=payment_method.removed');
    expect(entry).toMatchObject({ actor_type: 'checkout_session', actor_id: buyer.sessionId, resource_id: first?.id });
  });

  it('[IDEM-10] [IDEM-11] [HTTP-44] is completed by a retry with the same idempotency key after the provider was unreachable', async () => {
    const buyer = await newBuyer();
    const added = await addCard(buyer);
    await setBehavior(owner, buyer.customerId, { charges: 'unreachable' });
    const headers = { authorization: `Bearer ${buyer.secret}`, 'idempotency-key': randomUUID() };
    const removeWithKey = () => buyer.client.call('DELETE', `/v1/checkout/payment-methods/${added.id}`, undefined, headers);
    const answer = await removeWithKey();
    expect([...statusAndCode(answer), answer.error?.reason]).toEqual([502, 'provider_unavailable', 'outcome_unknown']);
    expect(statusAndCode(await removeSavedMethod(buyer, added.id))).toEqual([409, 'operation_pending']);
    expect(statusAndCode(await setDefault(buyer, added.id))).toEqual([409, 'operation_pending']);
    await setBehavior(owner, buyer.customerId, { charges: 'paid' });
    const finished = await removeWithKey();
    expect([finished.status, (finished.body.data as readonly object[]).length]).toEqual([200, 1]);
    expect((await removeWithKey()).headers['idempotent-replayed']).toBe('true');
  });
});
