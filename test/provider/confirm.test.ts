import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { viewConfirmation } from '../../shared/domain/payable/confirm.ts';
import type { PaymentProvider } from '../../shared/provider/port.ts';
import { buyersOf, CARD, IDEAL, onlyPayment, requiringAuthentication } from './buyers.ts';
import { eventTypesAbout, handleWebhook, openShop, paymentsOf, readRecord, type Shop, setOutcome } from './shop.ts';
import { value } from './support.ts';

let shop: Shop;
let buyers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
});
afterAll(() => shop.close());

describe('a confirmation', () => {
  it('[ELM-04] [ELM-07] creates the payment and returns the redirect URL', async () => {
    const { customerId, sessionId } = await buyers.openEmbedded();
    expect(await buyers.confirmOrThrow(sessionId, CARD)).toEqual({
      sessionId,
      paymentId: expect.stringMatching(/^pay_/),
      status: 'open',
      paymentStatus: 'pending',
      redirectUrl: expect.stringMatching(/^http/),
    });
    const payment = onlyPayment(await paymentsOf(shop, customerId));
    expect(payment).toMatchObject({
      type: 'initial',
      status: 'pending',
      paymentMethod: { type: 'creditcard' },
      checkoutSessionId: sessionId,
    });
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    expect(await buyers.sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: payment.id });
    expect(await buyers.confirm(sessionId, CARD)).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict' } });
  });

  it('continues the same payment when repeated, even concurrently', async () => {
    const { customerId, sessionId } = await buyers.openEmbedded();
    const answers = await Promise.all([buyers.confirmOrThrow(sessionId, CARD), buyers.confirmOrThrow(sessionId, CARD)]);
    expect(await buyers.confirmOrThrow(sessionId, CARD)).toEqual(answers[0]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await buyers.paymentsAtProvider(customerId)).toHaveLength(1);
    onlyPayment(await paymentsOf(shop, customerId));
  });

  it('returns its payment when repeated with the same key after a crash, even if the payment failed', async () => {
    const { customerId, sessionId } = await buyers.openEmbedded();
    const key = randomUUID();
    const losingResponse = (each: PaymentProvider): PaymentProvider => ({
      ...each,
      createPayment: async (payment) => {
        await each.createPayment(payment);
        throw new Error('killed');
      },
    });
    await expect(buyers.confirm(sessionId, CARD, key, { wrapProvider: losingResponse })).rejects.toThrow('killed');
    const payment = onlyPayment(await paymentsOf(shop, customerId));
    const [providerPayment] = await buyers.paymentsAtProvider(customerId);
    await setOutcome(shop, { ...payment, providerPaymentId: String(providerPayment?.id) }, 'failed');
    await handleWebhook(shop, { ...payment, providerPaymentId: String(providerPayment?.id) });
    expect(await buyers.confirmOrThrow(sessionId, CARD, key)).toMatchObject({ status: 'open', paymentStatus: 'failed', redirectUrl: null });
    expect(await buyers.paymentsAtProvider(customerId)).toHaveLength(1);
    expect(await buyers.confirmOrThrow(sessionId, CARD, randomUUID())).toMatchObject({ paymentStatus: 'pending' });
    expect(await buyers.paymentsAtProvider(customerId)).toHaveLength(2);
  });

  it.each([
    ['another method', IDEAL],
    ['another card', { ...CARD, cardToken: 'tkn_2' }],
  ])('with %s creates another payment and cancels the earlier payment', async (_what, other) => {
    const { customerId, sessionId } = await buyers.openEmbedded();
    const first = await buyers.confirmOrThrow(sessionId, { ...CARD, cardToken: 'tkn_1' });
    const second = await buyers.confirmOrThrow(sessionId, other);
    expect(second).toMatchObject({ status: 'open', paymentStatus: 'pending' });
    expect(second.redirectUrl).not.toBe(first.redirectUrl);
    expect((await buyers.paymentsAtProvider(customerId)).map(({ status }) => status).sort()).toEqual(['canceled', 'open']);
    expect(await eventTypesAbout(shop, [sessionId])).toEqual([]);
  });

  it('sends a card token only with a card, and an issuer only with iDEAL', async () => {
    const { sessionId } = await buyers.openEmbedded();
    const sent: unknown[] = [];
    const wrapProvider = (each: PaymentProvider): PaymentProvider => ({
      ...each,
      createPayment: (payment) => {
        sent.push([payment.method, payment.cardToken, payment.issuer]);
        return requiringAuthentication(each).createPayment(payment);
      },
    });
    const details = { cardToken: 'tkn_1', issuer: 'ideal_INGBNL2A' };
    await buyers.confirmOrThrow(sessionId, { ...CARD, ...details }, null, { wrapProvider });
    await buyers.confirmOrThrow(sessionId, { ...IDEAL, ...details }, null, { wrapProvider });
    expect(sent).toEqual([
      ['creditcard', 'tkn_1', null],
      ['ideal', null, 'ideal_INGBNL2A'],
    ]);
  });

  it('[CHK-33] [EVT-67] creates another payment after a failed payment', async () => {
    const { customerId, sessionId } = await buyers.openEmbedded();
    await buyers.confirmOrThrow(sessionId, CARD);
    const first = onlyPayment(await paymentsOf(shop, customerId));
    await setOutcome(shop, first, 'failed');
    await handleWebhook(shop, first);
    expect(await buyers.sessionOf(sessionId)).toMatchObject({ status: 'open', paymentId: null });
    expect(await buyers.confirmOrThrow(sessionId, CARD)).toMatchObject({ status: 'open', paymentStatus: 'pending' });
    const second = (await paymentsOf(shop, customerId)).find(({ id }) => id !== first.id);
    expect(second?.idempotencyKey).toBe(`${sessionId}-2`);
    expect(await eventTypesAbout(shop, [sessionId, first.id])).toEqual(['payment.failed']);
  });

  it('marks its payment as failed if the provider refuses it; the next confirmation creates another payment', async () => {
    const { customerId, sessionId } = await buyers.openEmbedded();
    shop.sandbox.refuse(({ method, path }) => (method === 'POST' && path === '/v2/payments' ? 'The card token is invalid' : null));
    const key = randomUUID();
    const refused = await buyers.confirm(sessionId, { ...CARD, cardToken: 'tkn_bad' }, key).finally(() => shop.sandbox.refuse(() => null));
    expect(refused).toMatchObject({ kind: 'refused', refusal: { code: 'payment_refused', reason: 'payment_refused' } });
    const first = onlyPayment(await paymentsOf(shop, customerId));
    expect(first).toMatchObject({ status: 'failed', failureMessage: expect.stringContaining('card token') });
    expect(await buyers.confirm(sessionId, { ...CARD, cardToken: 'tkn_bad' }, key)).toMatchObject({
      kind: 'replayed',
      body: { error: { code: 'payment_refused' } },
    });
    expect(await buyers.confirmOrThrow(sessionId, { ...CARD, cardToken: 'tkn_bad' })).toMatchObject({ paymentStatus: 'pending' });
    expect(await buyers.paymentsAtProvider(customerId)).toHaveLength(1);
  });

  it('saves the country only if the customer has none', async () => {
    const withoutCountry = await buyers.openEmbedded({ countryCode: null });
    await buyers.confirmOrThrow(withoutCountry.sessionId, { ...CARD, country: 'BE' });
    expect(await readRecord(shop, customerAggregate, withoutCountry.customerId)).toMatchObject({ countryCode: 'BE' });
    expect(await buyers.sessionOf(withoutCountry.sessionId)).toMatchObject({ customerCountryCode: 'BE' });
    expect(await eventTypesAbout(shop, [withoutCountry.customerId])).toEqual(['customer.updated']);
    const withCountry = await buyers.openEmbedded({ countryCode: 'NL' });
    await buyers.confirmOrThrow(withCountry.sessionId, { ...CARD, country: 'BE' });
    expect(await readRecord(shop, customerAggregate, withCountry.customerId)).toMatchObject({ countryCode: 'NL' });
  });
});

describe('a card that is charged immediately', () => {
  /** Wraps a provider so that each payment has this outcome before `createPayment` returns it. */
  const withOutcome =
    (outcome: 'paid' | 'failed') =>
    (each: PaymentProvider): PaymentProvider => ({
      ...each,
      createPayment: async (payment) => {
        const opened = value(await requiringAuthentication(each).createPayment(payment));
        await shop.sandbox.settle(opened.id, outcome);
        return each.getPayment(opened.id);
      },
    });

  it('completes the session without a redirect', async () => {
    const { customerId, sessionId } = await buyers.openEmbedded();
    const key = randomUUID();
    const paid = await buyers.confirmOrThrow(sessionId, { ...CARD, cardToken: 'tkn_1' }, key, { wrapProvider: withOutcome('paid') });
    const { id: paymentId } = onlyPayment(await paymentsOf(shop, customerId));
    expect(paid).toEqual({ sessionId, paymentId, status: 'completed', paymentStatus: 'succeeded', redirectUrl: null });
    expect(await buyers.confirm(sessionId, { ...CARD, cardToken: 'tkn_1' }, key)).toEqual({
      kind: 'replayed',
      body: viewConfirmation(paid),
    });
    expect(onlyPayment(await paymentsOf(shop, customerId)).status).toBe('succeeded');
  });

  it('[CHK-33] keeps the session open if the charge fails, so that another card is accepted', async () => {
    const { customerId, sessionId } = await buyers.openEmbedded();
    const failed = await buyers.confirmOrThrow(sessionId, { ...CARD, cardToken: 'tkn_1' }, null, { wrapProvider: withOutcome('failed') });
    expect(failed).toMatchObject({ sessionId, status: 'open', paymentStatus: 'failed', redirectUrl: null });
    const next = await buyers.confirmOrThrow(sessionId, { ...CARD, cardToken: 'tkn_2' }, null, { wrapProvider: withOutcome('paid') });
    expect(next).toMatchObject({ status: 'completed' });
    expect((await paymentsOf(shop, customerId)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });
});
