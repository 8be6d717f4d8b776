import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { clockAt, eventsAbout, newPlan, openSession, pay, setBehavior } from '../support/objects.ts';
import {
  addCard,
  type Buyer,
  beginSetup,
  confirmCardSetup,
  removeSavedMethod,
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
const setupPaymentsOf = async ({ customerId }: Buyer) =>
  (await owner.list(`/v1/payments?customer_id=${customerId}`)).filter(({ type }) => type === 'setup');
const setChargeBehavior = ({ customerId }: Buyer, charges: string) => setBehavior(owner, customerId, { charges });
const statusAndUrl = ({ body }: Answer) => [body.status, body.redirect_url];

describe('the list of saved payment methods', () => {
  it('[ELM-09] [ELM-18] [ELM-19] [ELM-20] [ELM-21] shows the payment method that the subscription is charged to', async () => {
    const buyer = await newBuyer();
    const wallet = await buyer.client.get('/v1/checkout/payment-methods');
    expect(wallet).toEqual({
      object: 'checkout_payment_methods',
      livemode: false,
      customer_id: buyer.customerId,
      data: [
        {
          id: expect.stringMatching(/^pm_[0-9A-Z]{26}$/),
          object: 'checkout_saved_method',
          kind: 'creditcard',
          brand: 'Visa',
          last4: expect.stringMatching(/^\d{4}$/),
          exp_month: 12,
          exp_year: expect.any(Number),
          is_default: true,
        },
      ],
      methods: ['creditcard', 'directdebit', 'ideal', 'applepay'],
      ideal_issuers: [],
      profile_id: null,
    });
    const { payment_method: method } = await owner.get(`/v1/subscriptions/${buyer.subscriptionId}`);
    expect(wallet.data).toMatchObject([{ last4: (method as { readonly last4: string }).last4 }]);
  });

  it('[ELM-22] has null card fields for a bank account', async () => {
    const customer = await owner.post('/v1/customers', { name: 'Ada' });
    const session = await openSession(owner, priceId, { customer_id: customer.id, ui_mode: 'embedded' });
    await pay(owner, session.id, { method: 'directdebit' });
    const wallet = await walletOf({ client: api.client(String(session.client_secret)) });
    expect(wallet).toMatchObject([{ kind: 'directdebit', brand: null, last4: null, exp_month: null, exp_year: null, is_default: true }]);
  });

  it('[ELM-23] is empty once the last subscription of the customer is canceled', async () => {
    const clock = await clockAt(owner, 1_800_000_000);
    const buyer = await subscribedBuyer(api, owner, priceId, { test_clock_id: clock.id });
    await addCard(buyer);
    expect(await walletOf(buyer)).toHaveLength(2);
    // Deleting the clock cancels the subscription.
    await owner.remove(`/v1/test_clocks/${clock.id}`);
    expect(await owner.get(`/v1/subscriptions/${buyer.subscriptionId}`)).toMatchObject({ status: 'canceled' });
    expect(await walletOf(buyer)).toEqual([]);
  });

  it('[ELM-02] is accessible with a client secret of the same customer only', async () => {
    const [first, second] = [await newBuyer(), await newBuyer()];
    const stranger = api.client((await createAccount()).testKey);
    const otherAccountBuyer = await subscribedBuyer(api, stranger, (await newPlan(stranger)).priceId);
    const [method] = await walletOf(first);
    for (const buyer of [second, otherAccountBuyer]) {
      expect((await walletOf(buyer)).map(({ id }) => id)).not.toContain(method?.id);
      expect(statusAndCode(await setDefault(buyer, String(method?.id)))).toEqual([404, 'resource_missing']);
      expect(statusAndCode(await removeSavedMethod(buyer, String(method?.id)))).toEqual([404, 'resource_missing']);
    }
    const { secret } = await beginSetup(first);
    for (const buyer of [second, otherAccountBuyer]) {
      const answer = await confirmCardSetup(buyer, secret);
      expect([...statusAndCode(answer), answer.error?.param]).toEqual([404, 'resource_missing', 'client_secret']);
    }
  });

  it('is not found after its customer was deleted', async () => {
    const { id } = await owner.post('/v1/customers', { name: 'Ada' });
    const session = await openSession(owner, priceId, { customer_id: id, ui_mode: 'embedded' });
    const buyer = { client: api.client(String(session.client_secret)) };
    expect(await walletOf(buyer)).toEqual([]);
    const { secret } = await beginSetup(buyer);
    await owner.remove(`/v1/customers/${id}`);
    expect(statusAndCode(await buyer.client.call('GET', '/v1/checkout/payment-methods'))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await buyer.client.call('POST', '/v1/checkout/payment-methods/setup'))).toEqual([404, 'resource_missing']);
    expect(statusAndCode(await confirmCardSetup(buyer, secret))).toEqual([404, 'resource_missing']);
  });
});

describe('the setup of a payment method', () => {
  it('[ELM-10] [ELM-11] returns its amount and client secret', async () => {
    const buyer = await newBuyer();
    expect(await buyer.client.post('/v1/checkout/payment-methods/setup')).toEqual({
      object: 'checkout_setup',
      livemode: false,
      setup_id: expect.stringMatching(/^seti_[0-9A-Z]{26}$/),
      client_secret: expect.stringMatching(/^seti_.+_secret_/),
      currency: 'EUR',
      amount_due_now: 1,
    });
  });

  it('[IDEM-02] replays a confirmation with the same idempotency key, even after another confirmation succeeded', async () => {
    const buyer = await newBuyer();
    const { secret } = await beginSetup(buyer);
    const headers = { authorization: `Bearer ${buyer.secret}`, 'idempotency-key': randomUUID() };
    const body = { client_secret: secret, method: 'ideal' };
    const confirmWithKey = () => buyer.client.call('POST', '/v1/checkout/payment-methods/setup/confirm', body, headers);
    const first = await confirmWithKey();
    expect(statusAndUrl(first)).toEqual(['requires_action', expect.stringMatching(/^https?:/)]);
    expect(statusAndUrl(await confirmCardSetup(buyer, secret))).toEqual(['succeeded', null]);
    const replay = await confirmWithKey();
    expect(replay.body).toEqual(first.body);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect((await setupPaymentsOf(buyer)).map(({ status }) => status)).toEqual(['succeeded', 'canceled']);
  });

  it('returns a valid client secret when its creation is replayed', async () => {
    const buyer = await newBuyer();
    const headers = { authorization: `Bearer ${buyer.secret}`, 'idempotency-key': randomUUID() };
    const begin = () => buyer.client.call('POST', '/v1/checkout/payment-methods/setup', undefined, headers);
    const [first, replay] = [await begin(), await begin()];
    expect(replay.body.setup_id).toBe(first.body.setup_id);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(statusAndUrl(await confirmCardSetup(buyer, String(replay.body.client_secret)))).toEqual(['succeeded', null]);
  });

  it('[ELM-12] [ELM-15] [PAY-07] adds a card and records a setup payment without an invoice or a subscription', async () => {
    const buyer = await newBuyer();
    const setup = await beginSetup(buyer);
    const answer = await confirmCardSetup(buyer, setup.secret);
    expect([answer.status, answer.body]).toEqual([
      200,
      { object: 'checkout_setup_confirmation', livemode: false, setup_id: setup.id, status: 'succeeded', redirect_url: null },
    ]);
    const [payment, ...others] = await setupPaymentsOf(buyer);
    expect(others).toEqual([]);
    expect(payment).toMatchObject({ type: 'setup', status: 'succeeded', amount_cents: 1, invoice_id: null, subscription_id: null });
    const events = await eventsAbout(owner, String(payment?.id), 1);
    expect(events.map(({ type }) => type)).toEqual(['payment.succeeded']);
    expect(events[0]?.data).toEqual(payment);
    expect(await owner.list(`/v1/invoices?customer_id=${buyer.customerId}`)).toHaveLength(1);
    expect((await walletOf(buyer)).map(({ is_default: isDefault }) => isDefault)).toEqual([false, true]);
    const [entry] = await owner.list('/v1/audit_logs?action=payment_method.saved');
    expect(entry).toMatchObject({ actor_type: 'checkout_session', actor_id: buyer.sessionId, resource_type: 'payment_method' });
  });

  it('[ELM-15] redirects to the bank for authentication and back to the shop', async () => {
    const buyer = await newBuyer();
    await setChargeBehavior(buyer, 'authentication_required');
    const { secret } = await beginSetup(buyer);
    const answer = await confirmCardSetup(buyer, secret);
    expect(statusAndUrl(answer)).toEqual(['requires_action', expect.stringMatching(/^https?:/)]);
    expect(statusAndUrl(await confirmCardSetup(buyer, secret))).toEqual(statusAndUrl(answer));
    const bankAnswer = await fetch(String(answer.body.redirect_url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=paid',
      redirect: 'manual',
    });
    const returnAnswer = await fetch(String(bankAnswer.headers.get('location')), { redirect: 'manual' });
    expect([returnAnswer.status, returnAnswer.headers.get('location')]).toEqual([303, 'https://shop.example/thanks']);
    expect(await walletOf(buyer)).toHaveLength(2);
    const unknownSetupUrl = String(bankAnswer.headers.get('location')).replace(/setup=.*/, 'setup=nonsense');
    expect((await fetch(unknownSetupUrl, { redirect: 'manual' })).status).toBe(404);
  });

  it('[ELM-15] with a pending payment is completed through the sandbox', async () => {
    const buyer = await newBuyer();
    await setChargeBehavior(buyer, 'pending');
    expect(statusAndUrl(await confirmCardSetup(buyer, (await beginSetup(buyer)).secret))).toEqual(['processing', null]);
    const [payment] = await setupPaymentsOf(buyer);
    expect(await owner.post(`/sandbox/payments/${payment?.id}/outcome`, { outcome: 'paid' })).toMatchObject({ status: 'succeeded' });
    expect(await walletOf(buyer)).toHaveLength(2);
  });

  it('[HTTP-42] reports a failed payment as a status and a refused payment as error 402; it can then be confirmed again', async () => {
    const buyer = await newBuyer();
    await setChargeBehavior(buyer, 'insufficient_funds');
    const { secret } = await beginSetup(buyer);
    expect(statusAndUrl(await confirmCardSetup(buyer, secret))).toEqual(['failed', null]);
    const [payment] = await setupPaymentsOf(buyer);
    expect(payment).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds' });
    expect((await eventsAbout(owner, String(payment?.id), 1)).map(({ type }) => type)).toEqual(['payment.failed']);
    expect(await walletOf(buyer)).toHaveLength(1);
    await setChargeBehavior(buyer, 'mandate_gone');
    const headers = { authorization: `Bearer ${buyer.secret}`, 'idempotency-key': randomUUID() };
    const body = { client_secret: secret, method: 'creditcard', card_token: 'tkn_2' };
    const confirmWithKey = () => buyer.client.call('POST', '/v1/checkout/payment-methods/setup/confirm', body, headers);
    const [refused, replay] = [await confirmWithKey(), await confirmWithKey()];
    expect([refused.status, refused.error]).toMatchObject([
      402,
      { type: 'payment_error', code: 'payment_refused', reason: 'payment_refused' },
    ]);
    expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([402, 'true']);
    await setChargeBehavior(buyer, 'paid');
    expect(statusAndUrl(await confirmCardSetup(buyer, secret, { card_token: 'tkn_3' }))).toEqual(['succeeded', null]);
  });

  it('[HTTP-44] is completed by a repeated request after the provider was unreachable', async () => {
    const buyer = await newBuyer();
    await setChargeBehavior(buyer, 'unreachable');
    const { secret } = await beginSetup(buyer);
    const answer = await confirmCardSetup(buyer, secret);
    expect([...statusAndCode(answer), answer.error?.reason]).toEqual([502, 'provider_unavailable', 'outcome_unknown']);
    await setChargeBehavior(buyer, 'paid');
    expect(statusAndUrl(await confirmCardSetup(buyer, secret))).toEqual(['succeeded', null]);
    expect(await setupPaymentsOf(buyer)).toHaveLength(1);
  });

  it('[HTTP-44] charges once if the provider times out after the charge', async () => {
    const buyer = await newBuyer();
    await setChargeBehavior(buyer, 'timeout_after_charge');
    const { secret } = await beginSetup(buyer);
    const answer = await confirmCardSetup(buyer, secret);
    // 502, or a success if the provider's webhook was processed before the timeout.
    if (answer.status !== 502) expect(statusAndUrl(answer)).toEqual(['succeeded', null]);
    await setChargeBehavior(buyer, 'paid');
    expect(statusAndUrl(await confirmCardSetup(buyer, secret))).toEqual(['succeeded', null]);
    expect(await setupPaymentsOf(buyer)).toHaveLength(1);
    expect(await walletOf(buyer)).toHaveLength(2);
  });

  it('[ELM-13] [ELM-14] [LIM-28] [LIM-29] [LIM-30] validates the body of the confirmation', async () => {
    const buyer = await newBuyer();
    const { secret } = await beginSetup(buyer);
    const confirmWith = async (body: object) => {
      const answer = await buyer.client.call('POST', '/v1/checkout/payment-methods/setup/confirm', body);
      return [...statusAndCode(answer), answer.error?.param];
    };
    expect(await confirmWith({ method: 'creditcard' })).toEqual([400, 'parameter_missing', 'client_secret']);
    expect(await confirmWith({ client_secret: secret })).toEqual([400, 'parameter_missing', 'method']);
    const validBody = { client_secret: secret, method: 'creditcard' };
    expect(await confirmWith({ ...validBody, method: 'paypal' })).toEqual([400, 'parameter_invalid', 'method']);
    expect(await confirmWith({ ...validBody, card_token: 'x'.repeat(513) })).toEqual([400, 'parameter_invalid', 'card_token']);
    expect(await confirmWith({ ...validBody, issuer: 'x'.repeat(65) })).toEqual([400, 'parameter_invalid', 'issuer']);
    expect(await confirmWith({ ...validBody, client_secret: 'x'.repeat(257) })).toEqual([400, 'parameter_invalid', 'client_secret']);
    for (const invalidSecret of [buyer.secret, `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`, 'nonsense']) {
      expect(await confirmWith({ ...validBody, client_secret: invalidSecret })).toEqual([400, 'parameter_invalid', 'client_secret']);
    }
    expect(await confirmWith({ ...validBody, amount: 1 })).toEqual([400, 'parameter_unknown', 'amount']);
    const longest = { card_token: 'x'.repeat(512), issuer: 'x'.repeat(64) };
    expect(statusAndUrl(await confirmCardSetup(buyer, secret, { method: 'ideal', ...longest }))).toEqual([
      'requires_action',
      expect.any(String),
    ]);
    expect(statusAndUrl(await confirmCardSetup(buyer, secret, { method: 'ideal', card_token: null, issuer: null }))[0]).toBe(
      'requires_action',
    );
  });

  it.each(['creditcard', 'directdebit', 'ideal', 'applepay'])('[ELM-13] can be confirmed with the method %s', async (method) => {
    const buyer = await newBuyer();
    const answer = await confirmCardSetup(buyer, (await beginSetup(buyer)).secret, { method, card_token: null });
    expect([answer.status, answer.body.status, answer.body.redirect_url]).toEqual([200, 'requires_action', expect.any(String)]);
  });

  it('[ELM-01] has a client secret that does not authenticate requests', async () => {
    const { secret } = await beginSetup(await newBuyer());
    const answer = await api.client(secret).call('GET', '/v1/checkout/payment-methods');
    expect(statusAndCode(answer)).toEqual([401, 'invalid_api_key']);
  });
});
