import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalAnswer } from '../../shared/api/errors.ts';
import { checkoutSessions } from '../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { viewConfirmation } from '../../shared/domain/payable/confirm.ts';
import type { Payment } from '../../shared/domain/payment/record.ts';
import { collectPayment } from '../../shared/flows/collect.ts';
import { type Confirmation, confirmSale } from '../../shared/flows/confirm.ts';
import { type ElementChoice, payableSale } from '../../shared/flows/confirm-payable.ts';
import type { PaymentProvider } from '../../shared/provider/port.ts';
import { buyerOf } from '../../shared/store/audit/entries.ts';
import { hashOfKey, idempotencyAddress, idempotencyRecordOf } from '../../shared/store/core/idempotency.ts';
import { readingOnce } from '../../shared/store/core/read-once.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { callBack, decide, eventsOf, newBuyer, openSession, openShop, paymentsOf, read, type Shop } from './shop.ts';
import { value } from './support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const CARD: ElementChoice = { method: 'creditcard', cardToken: null, issuer: null, country: null };
const IDEAL: ElementChoice = { ...CARD, method: 'ideal' };

const begun = async (given: Partial<Customer> = {}) => {
  const { id: customerId } = await newBuyer(shop, given);
  const { id: sessionId } = await openSession(shop, { customerId, uiMode: 'embedded' });
  return { customerId, sessionId };
};

/** What stands around one call: the store that it writes with, and what lies between it and the provider. */
interface Around {
  readonly store?: Store;
  readonly provider?: (provider: PaymentProvider) => PaymentProvider;
}

const refusal = refusalAnswer('req_1');

/** The bank asks the buyer about every card: what is entered in the shop is confirmed on the provider's page. */
const asking = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  createPayment: (payment) => provider.createPayment({ ...payment, cardToken: null }),
});

/** One call of the buyer's browser, under this key. */
const confirm = async (
  sessionId: string,
  choice: ElementChoice,
  key: string | null = null,
  { store = shop.fixture.store, provider = asking }: Around = {},
): Promise<Confirmation | { readonly kind: 'replayed'; readonly body: unknown }> => {
  const { tenant } = shop;
  const item = key === null ? null : await shop.fixture.table.get(idempotencyAddress(tenant, hashOfKey(key)));
  const remembered = item === null ? null : (idempotencyRecordOf(item, shop.deps.nowMs())?.remembered ?? null);
  if (remembered !== null && 'answer' in remembered) return { kind: 'replayed', body: JSON.parse(remembered.answer.body) };
  const deps = { ...shop.deps, store };
  const sale = payableSale(deps, tenant, checkoutSessions, await read(shop, checkoutSessionAggregate, sessionId), choice);
  const chooseProvider = async () => {
    const chosen = await sale.chooseProvider();
    return chosen === null ? null : provider(chosen);
  };
  return confirmSale({
    deps,
    fresh: store,
    tenant,
    sale: { ...sale, chooseProvider },
    by: {
      actor: buyerOf(sessionId),
      claim: key === null ? null : { keyHash: hashOfKey(key), fingerprint: 'f' },
      resumes: remembered === null ? null : remembered.operationId,
      keep: async (confirmed) => ({ status: 200, body: JSON.stringify(viewConfirmation(confirmed)), sealed: false }),
      keepRefusal: refusal,
    },
  });
};

const confirmed = async (...given: Parameters<typeof confirm>) => {
  const confirmation = await confirm(...given);
  if (confirmation.kind !== 'confirmed') throw new Error(`not confirmed: ${JSON.stringify(confirmation)}`);
  return confirmation.confirmed;
};

const sessionOf = (id: string) => read(shop, checkoutSessionAggregate, id);

/** The payments that the provider has of the customer. */
const atProvider = async (customerId: string) => {
  const { providerCustomerIds } = await read(shop, customerAggregate, customerId);
  return providerCustomerIds.sandbox === undefined ? [] : value(await shop.sandbox.provider.listPayments(providerCustomerIds.sandbox));
};

const theOnly = (payments: readonly Payment[]): Payment => {
  const [payment] = payments;
  if (payment === undefined || payments.length > 1) throw new Error(`${payments.length} payments`);
  return payment;
};

describe('a confirmation', () => {
  it('[ELM-04] [ELM-07] opens the payment and says where the buyer goes on', async () => {
    const { customerId, sessionId } = await begun();
    expect(await confirmed(sessionId, CARD)).toEqual({
      sessionId,
      status: 'open',
      paymentStatus: 'pending',
      redirectUrl: expect.stringMatching(/^http/),
    });
    const payment = theOnly(await paymentsOf(shop, customerId));
    expect(payment).toMatchObject({
      type: 'initial',
      status: 'pending',
      paymentMethod: { type: 'creditcard' },
      checkoutSessionId: sessionId,
    });
    await decide(shop, payment, 'paid');
    await callBack(shop, payment);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'completed', paymentId: payment.id });
    expect(await confirm(sessionId, CARD)).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict' } });
  });

  it('asked for again, and twice at once, goes on with the same payment', async () => {
    const { customerId, sessionId } = await begun();
    const both = await Promise.all([confirmed(sessionId, CARD), confirmed(sessionId, CARD)]);
    expect(await confirmed(sessionId, CARD)).toEqual(both[0]);
    expect(both[1]).toEqual(both[0]);
    expect(await atProvider(customerId)).toHaveLength(1);
    theOnly(await paymentsOf(shop, customerId));
  });

  it.each([
    ['another method', IDEAL],
    ['another card', { ...CARD, cardToken: 'tkn_2' }],
  ])('with %s takes the place of the one before, which is withdrawn', async (_what, other) => {
    const { customerId, sessionId } = await begun();
    const first = await confirmed(sessionId, { ...CARD, cardToken: 'tkn_1' });
    const second = await confirmed(sessionId, other);
    expect(second).toMatchObject({ status: 'open', paymentStatus: 'pending' });
    expect(second.redirectUrl).not.toBe(first.redirectUrl);
    expect((await atProvider(customerId)).map(({ status }) => status).sort()).toEqual(['canceled', 'open']);
    expect(await eventsOf(shop, [sessionId])).toEqual([]);
  });

  it('hands card and bank to the provider, each to its own method', async () => {
    const { sessionId } = await begun();
    const sent: unknown[] = [];
    const provider = (each: PaymentProvider): PaymentProvider => ({
      ...each,
      createPayment: (payment) => {
        sent.push([payment.method, payment.cardToken, payment.issuer]);
        return asking(each).createPayment(payment);
      },
    });
    const both = { cardToken: 'tkn_1', issuer: 'ideal_INGBNL2A' };
    await confirmed(sessionId, { ...CARD, ...both }, null, { provider });
    await confirmed(sessionId, { ...IDEAL, ...both }, null, { provider });
    expect(sent).toEqual([
      ['creditcard', 'tkn_1', null],
      ['ideal', null, 'ideal_INGBNL2A'],
    ]);
  });

  it('[CHK-33] [EVT-67] after a failed payment, or one that was called off, opens another one', async () => {
    const { customerId, sessionId } = await begun();
    await confirmed(sessionId, CARD);
    const first = theOnly(await paymentsOf(shop, customerId));
    await decide(shop, first, 'failed');
    await callBack(shop, first);
    expect(await sessionOf(sessionId)).toMatchObject({ status: 'open', paymentId: null });
    expect(await confirmed(sessionId, CARD)).toMatchObject({ status: 'open', paymentStatus: 'pending' });
    const second = (await paymentsOf(shop, customerId)).find(({ id }) => id !== first.id);
    expect(second?.idempotencyKey).toBe(`${sessionId}-2`);
    expect(await eventsOf(shop, [sessionId, first.id])).toEqual(['payment.failed']);
  });

  it('that the provider refuses fails its payment, and the next one is made', async () => {
    const { customerId, sessionId } = await begun();
    shop.sandbox.refuse(({ method, path }) => (method === 'POST' && path === '/v2/payments' ? 'The card token is invalid' : null));
    const key = randomUUID();
    const refused = await confirm(sessionId, { ...CARD, cardToken: 'tkn_bad' }, key).finally(() => shop.sandbox.refuse(() => null));
    expect(refused).toMatchObject({ kind: 'refused', refusal: { code: 'payment_refused', reason: 'payment_refused' } });
    const first = theOnly(await paymentsOf(shop, customerId));
    expect(first).toMatchObject({ status: 'failed', failureMessage: expect.stringContaining('card token') });
    expect(await confirm(sessionId, { ...CARD, cardToken: 'tkn_bad' }, key)).toMatchObject({
      kind: 'replayed',
      body: { error: { code: 'payment_refused' } },
    });
    expect(await confirmed(sessionId, { ...CARD, cardToken: 'tkn_bad' })).toMatchObject({ paymentStatus: 'pending' });
    expect(await atProvider(customerId)).toHaveLength(1);
  });

  it('takes the country of a buyer of whom none was known, and no other', async () => {
    const unknown = await begun({ countryCode: null });
    await confirmed(unknown.sessionId, { ...CARD, country: 'BE' });
    expect(await read(shop, customerAggregate, unknown.customerId)).toMatchObject({ countryCode: 'BE' });
    expect(await sessionOf(unknown.sessionId)).toMatchObject({ customerCountryCode: 'BE' });
    expect(await eventsOf(shop, [unknown.customerId])).toEqual(['customer.updated']);
    const known = await begun({ countryCode: 'NL' });
    await confirmed(known.sessionId, { ...CARD, country: 'BE' });
    expect(await read(shop, customerAggregate, known.customerId)).toMatchObject({ countryCode: 'NL' });
  });
});

class Killed extends Error {}

/** Store and provider that stop for good at their n-th step: before it is done or, `after`, with nobody to hear of it. */
const dyingAt = (step: number, after: boolean): Required<Around> & { readonly reached: () => boolean } => {
  let taken = 0;
  const at = async <T>(act: () => Promise<T>): Promise<T> => {
    taken += 1;
    if (taken > step || (taken === step && !after)) throw new Killed();
    const done = await act();
    if (taken >= step) throw new Killed();
    return done;
  };
  const inner = openStore(readingOnce(shop.fixture.table), { nowMs: shop.deps.nowMs, ids: shop.deps.ids });
  const store: Store = {
    ...inner,
    get: (...given) => at(() => inner.get(...given)),
    page: (...given) => at(() => inner.page(...given)),
    run: (unit) => at(() => inner.run(unit)),
  };
  const provider = (each: PaymentProvider): PaymentProvider => ({
    ...each,
    createCustomer: (customer) => at(() => each.createCustomer(customer)),
    createPayment: (payment) => at(() => each.createPayment(payment)),
    cancelPayment: (id) => at(() => each.cancelPayment(id)),
  });
  return { store, provider, reached: () => taken >= step };
};

describe('a card that is charged at once', () => {
  /** The provider decides before it answers. */
  const deciding =
    (outcome: 'paid' | 'failed') =>
    (each: PaymentProvider): PaymentProvider => ({
      ...each,
      createPayment: async (payment) => {
        const opened = value(await asking(each).createPayment(payment));
        await shop.sandbox.settle(opened.id, outcome);
        return each.getPayment(opened.id);
      },
    });

  it('completes the session, and the buyer goes nowhere', async () => {
    const { customerId, sessionId } = await begun();
    const key = randomUUID();
    const paid = { sessionId, status: 'completed', paymentStatus: 'succeeded', redirectUrl: null };
    expect(await confirmed(sessionId, { ...CARD, cardToken: 'tkn_1' }, key, { provider: deciding('paid') })).toEqual(paid);
    expect(await confirm(sessionId, { ...CARD, cardToken: 'tkn_1' }, key)).toEqual({ kind: 'replayed', body: viewConfirmation(paid) });
    expect(theOnly(await paymentsOf(shop, customerId)).status).toBe('succeeded');
  });

  it('[CHK-33] leaves the session open when it is refused, and another card is taken', async () => {
    const { customerId, sessionId } = await begun();
    const refused = await confirmed(sessionId, { ...CARD, cardToken: 'tkn_1' }, null, { provider: deciding('failed') });
    expect(refused).toEqual({ sessionId, status: 'open', paymentStatus: 'failed', redirectUrl: null });
    const next = await confirmed(sessionId, { ...CARD, cardToken: 'tkn_2' }, null, { provider: deciding('paid') });
    expect(next).toMatchObject({ status: 'completed' });
    expect((await paymentsOf(shop, customerId)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });
});

describe('killed before or after any step', () => {
  it.each([
    ['before', false],
    ['after', true],
  ])('%s, the same call goes on with the same payment, and is answered alike from then on', async (_when, after) => {
    const ends: unknown[] = [];
    for (let step = 1; ; step += 1) {
      const { customerId, sessionId } = await begun({ countryCode: null });
      const [key, choice, dying] = [randomUUID(), { ...CARD, country: 'NL' }, dyingAt(step, after)];
      await confirm(sessionId, choice, key, dying).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      const again = await confirm(sessionId, choice, key);
      const [payment] = await paymentsOf(shop, customerId);
      const replay = await confirm(sessionId, choice, key);
      ends.push({
        answered: ['confirmed', 'replayed'].includes(again.kind),
        replayed: replay,
        payments: (await paymentsOf(shop, customerId)).length,
        there: (await atProvider(customerId)).map(({ status }) => status),
        events: await eventsOf(shop, [customerId]),
        status: (await sessionOf(sessionId)).status,
      });
      expect(ends.at(-1)).toEqual({
        answered: true,
        replayed: {
          kind: 'replayed',
          body: {
            object: 'checkout_confirmation',
            session_id: sessionId,
            status: 'open',
            payment_status: 'pending',
            redirect_url: payment?.providerCheckoutUrl,
          },
        },
        payments: 1,
        there: ['open'],
        events: ['customer.updated'],
        status: 'open',
      });
      if (!dying.reached()) break;
    }
    expect(ends.length).toBeGreaterThan(6);
  });

  it('the call goes on with its own payment, even when that has failed meanwhile', async () => {
    const { customerId, sessionId } = await begun();
    const key = randomUUID();
    const lost = (each: PaymentProvider): PaymentProvider => ({
      ...each,
      createPayment: async (payment) => {
        await each.createPayment(payment);
        throw new Killed();
      },
    });
    await expect(confirm(sessionId, CARD, key, { provider: lost })).rejects.toThrow(Killed);
    const payment = theOnly(await paymentsOf(shop, customerId));
    const [there] = await atProvider(customerId);
    await decide(shop, { ...payment, providerPaymentId: String(there?.id) }, 'failed');
    await collectPayment(shop.deps, shop.tenant, payment.id, String(there?.id));
    expect(await confirmed(sessionId, CARD, key)).toMatchObject({ status: 'open', paymentStatus: 'failed', redirectUrl: null });
    expect(await atProvider(customerId)).toHaveLength(1);
    expect(await confirmed(sessionId, CARD, randomUUID())).toMatchObject({ paymentStatus: 'pending' });
    expect(await atProvider(customerId)).toHaveLength(2);
  });

  it('a switch to another method leaves one payment open, the last one', async () => {
    for (let step = 1; ; step += 1) {
      const { customerId, sessionId } = await begun();
      await confirmed(sessionId, CARD);
      const [key, dying] = [randomUUID(), dyingAt(step, step % 2 === 0)];
      await confirm(sessionId, IDEAL, key, dying).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      await confirm(sessionId, IDEAL, key);
      const open = (await atProvider(customerId)).filter(({ status }) => status === 'open');
      expect(open.map(({ method }) => method)).toEqual(['ideal']);
      expect((await sessionOf(sessionId)).status).toBe('open');
      if (!dying.reached()) break;
    }
  });
});
