import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectPayment } from '../../shared/flows/collect.ts';
import type { PaymentProvider } from '../../shared/provider/port.ts';
import { readingOnce } from '../../shared/store/core/read-once.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { type Around, buyersOf, CARD, IDEAL, theOnly } from './confirming.ts';
import { decide, eventsOf, openShop, paymentsOf, type Shop } from './shop.ts';

let shop: Shop;
let buyers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
});
afterAll(() => shop.close());

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

describe('killed before or after any step', () => {
  it.each([
    ['before', false],
    ['after', true],
  ])('%s, the same call goes on with the same payment, and is answered alike from then on', async (_when, after) => {
    const ends: unknown[] = [];
    for (let step = 1; ; step += 1) {
      const { customerId, sessionId } = await buyers.begun({ countryCode: null });
      const [key, choice, dying] = [randomUUID(), { ...CARD, country: 'NL' }, dyingAt(step, after)];
      await buyers.confirm(sessionId, choice, key, dying).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      const again = await buyers.confirm(sessionId, choice, key);
      const [payment] = await paymentsOf(shop, customerId);
      const replay = await buyers.confirm(sessionId, choice, key);
      ends.push({
        answered: ['confirmed', 'replayed'].includes(again.kind),
        replayed: replay,
        payments: (await paymentsOf(shop, customerId)).length,
        there: (await buyers.atProvider(customerId)).map(({ status }) => status),
        events: await eventsOf(shop, [customerId]),
        status: (await buyers.sessionOf(sessionId)).status,
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
    const { customerId, sessionId } = await buyers.begun();
    const key = randomUUID();
    const lost = (each: PaymentProvider): PaymentProvider => ({
      ...each,
      createPayment: async (payment) => {
        await each.createPayment(payment);
        throw new Killed();
      },
    });
    await expect(buyers.confirm(sessionId, CARD, key, { provider: lost })).rejects.toThrow(Killed);
    const payment = theOnly(await paymentsOf(shop, customerId));
    const [there] = await buyers.atProvider(customerId);
    await decide(shop, { ...payment, providerPaymentId: String(there?.id) }, 'failed');
    await collectPayment(shop.deps, shop.tenant, payment.id, String(there?.id));
    expect(await buyers.confirmed(sessionId, CARD, key)).toMatchObject({ status: 'open', paymentStatus: 'failed', redirectUrl: null });
    expect(await buyers.atProvider(customerId)).toHaveLength(1);
    expect(await buyers.confirmed(sessionId, CARD, randomUUID())).toMatchObject({ paymentStatus: 'pending' });
    expect(await buyers.atProvider(customerId)).toHaveLength(2);
  });

  it('a switch to another method leaves one payment open, the last one', async () => {
    for (let step = 1; ; step += 1) {
      const { customerId, sessionId } = await buyers.begun();
      await buyers.confirmed(sessionId, CARD);
      const [key, dying] = [randomUUID(), dyingAt(step, step % 2 === 0)];
      await buyers.confirm(sessionId, IDEAL, key, dying).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      await buyers.confirm(sessionId, IDEAL, key);
      const open = (await buyers.atProvider(customerId)).filter(({ status }) => status === 'open');
      expect(open.map(({ method }) => method)).toEqual(['ideal']);
      expect((await buyers.sessionOf(sessionId)).status).toBe('open');
      if (!dying.reached()) break;
    }
  });
});
