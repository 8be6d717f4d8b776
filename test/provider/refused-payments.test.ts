import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Confirmation } from '../../shared/flows/checkout/element-sale.ts';
import type { PaymentProvider } from '../../shared/provider/port.ts';
import { buyersOf, CARD } from './confirming.ts';
import { type EngineShop, openShop } from './shop.ts';
import { beginSetup, behave, confirm as confirmSetup, walletBuyer } from './wallet.ts';

/** Somebody who tries stolen cards, one after the other or all at once. */

const HOUR_MS = 3_600_000;

let shop: EngineShop;
let buyers: ReturnType<typeof buyersOf>;
let sent: number;
beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
}, 120_000);
afterAll(() => shop.close());

/** The bank refuses every card that is sent to the provider. */
const refusing = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  createPayment: async (payment) => {
    sent += 1;
    await shop.sandbox.behave(String(payment.customerId), { charges: 'insufficient_funds' });
    return provider.createPayment(payment);
  },
});
const accepting = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  createPayment: async (payment) => {
    await shop.sandbox.behave(String(payment.customerId), { charges: 'paid' });
    return provider.createPayment(payment);
  },
});

let cards = 0;
const card = () => {
  cards += 1;
  return { ...CARD, cardToken: `tkn_${cards}` };
};

describe('refused payments of one session', () => {
  it('are ten in an hour; the eleventh card is not tried, and another is once the hour is over', async () => {
    const { sessionId, customerId } = await buyers.begun();
    sent = 0;
    const said: Confirmation['kind'][] = [];
    for (let count = 0; count < 24; count += 1) {
      const { kind } = await buyers.confirm(sessionId, card(), null, { provider: refusing });
      if (kind !== 'replayed') said.push(kind);
    }
    expect(sent).toBe(10);
    expect(said).toEqual([...Array(10).fill('confirmed'), ...Array(14).fill('limited')]);
    expect(await buyers.confirm(sessionId, card())).toEqual({ kind: 'limited', retryAfterSeconds: 3600 });
    shop.fixture.clock.nowMs += HOUR_MS - 1000;
    expect(await buyers.confirm(sessionId, card())).toEqual({ kind: 'limited', retryAfterSeconds: 1 });
    shop.fixture.clock.nowMs += 1000;
    expect(await buyers.confirm(sessionId, card(), null, { provider: accepting })).toMatchObject({
      kind: 'confirmed',
      confirmed: { paymentStatus: 'succeeded' },
    });
    expect(await buyers.atProvider(customerId)).toHaveLength(11);
  });

  it('are ten also when many cards are tried at once', async () => {
    const { sessionId } = await buyers.begun();
    sent = 0;
    const tries = Array.from({ length: 60 }, () =>
      buyers.confirm(sessionId, card(), null, { provider: refusing }).catch(() => ({ kind: 'busy' as const })),
    );
    await Promise.all(tries);
    expect(sent).toBeLessThanOrEqual(10);
    let left: string;
    do left = (await buyers.confirm(sessionId, card(), null, { provider: refusing })).kind;
    while (left === 'confirmed');
    expect([left, sent]).toEqual(['limited', 10]);
  });

  it('are not the payments that a buyer gives up: those may be as many as they like', async () => {
    const { sessionId } = await buyers.begun();
    for (let count = 0; count < 15; count += 1) {
      expect((await buyers.confirm(sessionId, { ...CARD, method: count % 2 === 0 ? 'ideal' : 'creditcard' })).kind).toBe('confirmed');
    }
    sent = 0;
    expect((await buyers.confirm(sessionId, card(), null, { provider: refusing })).kind).toBe('confirmed');
    expect(sent).toBe(1);
  });

  it('are counted once for calls of the same card', async () => {
    const { sessionId } = await buyers.begun();
    sent = 0;
    const same = card();
    await Promise.all(Array.from({ length: 12 }, () => buyers.confirm(sessionId, same, null, { provider: refusing }).catch(() => null)));
    expect((await buyers.confirm(sessionId, card(), null, { provider: refusing })).kind).toBe('confirmed');
  });
});

describe('refused setups of a customer', () => {
  it('are ten in an hour, whichever setups and sessions they are tried in', async () => {
    const buyer = await walletBuyer(shop);
    await behave(shop, buyer, 'insufficient_funds');
    const said: string[] = [];
    for (let count = 0; count < 13; count += 1) {
      const setupId = await beginSetup(shop, buyer);
      said.push((await confirmSetup(shop, buyer, setupId, { cardToken: `tkn_setup_${count}` })).kind);
    }
    expect(said).toEqual([...Array(10).fill('confirmed'), ...Array(3).fill('limited')]);
  });
});
