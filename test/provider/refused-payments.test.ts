import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Confirmation } from '../../shared/flows/checkout/element-sale.ts';
import type { PaymentProvider } from '../../shared/provider/port.ts';
import { buyersOf, CARD } from './buyers.ts';
import { openShop, type Shop } from './shop.ts';
import { beginSetup, confirm as confirmSetup, setCardBehavior, walletBuyer } from './wallet.ts';

/** Tests the protection against card testing, in which a fraudster tries many stolen cards, in sequence or concurrently. */

const HOUR_MS = 3_600_000;

let shop: Shop;
let buyers: ReturnType<typeof buyersOf>;
let sentCount: number;
beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
}, 120_000);
afterAll(() => shop.close());

/** Wraps a provider so that it declines every card. Counts in `sentCount` the payments that the provider receives. */
const refusing = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  createPayment: async (payment) => {
    sentCount += 1;
    await shop.sandbox.behave(String(payment.customerId), { charges: 'insufficient_funds' });
    return provider.createPayment(payment);
  },
});
/** Wraps a provider so that it accepts every card. */
const accepting = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  createPayment: async (payment) => {
    await shop.sandbox.behave(String(payment.customerId), { charges: 'paid' });
    return provider.createPayment(payment);
  },
});

let cardCount = 0;
/** Returns a card that no test has used yet. */
const card = () => {
  cardCount += 1;
  return { ...CARD, cardToken: `tkn_${cardCount}` };
};

describe('refused payments of one session', () => {
  it('are limited to ten per hour; further cards are not sent to the provider until the hour is over', async () => {
    const { sessionId, customerId } = await buyers.openEmbedded();
    sentCount = 0;
    const results: Confirmation['kind'][] = [];
    for (let count = 0; count < 24; count += 1) {
      const { kind } = await buyers.confirm(sessionId, card(), null, { wrapProvider: refusing });
      if (kind !== 'replayed') results.push(kind);
    }
    expect(sentCount).toBe(10);
    // A confirmation whose card is declined is `confirmed`, with a failed payment.
    expect(results).toEqual([...Array(10).fill('confirmed'), ...Array(14).fill('limited')]);
    expect(await buyers.confirm(sessionId, card())).toEqual({ kind: 'limited', retryAfterSeconds: 3600 });
    shop.fixture.clock.nowMs += HOUR_MS - 1000;
    expect(await buyers.confirm(sessionId, card())).toEqual({ kind: 'limited', retryAfterSeconds: 1 });
    shop.fixture.clock.nowMs += 1000;
    expect(await buyers.confirm(sessionId, card(), null, { wrapProvider: accepting })).toMatchObject({
      kind: 'confirmed',
      confirmed: { paymentStatus: 'succeeded' },
    });
    expect(await buyers.paymentsAtProvider(customerId)).toHaveLength(11);
  });

  it('are limited to ten, even if the cards are tried concurrently', async () => {
    const { sessionId } = await buyers.openEmbedded();
    sentCount = 0;
    const tries = Array.from({ length: 60 }, () =>
      buyers.confirm(sessionId, card(), null, { wrapProvider: refusing }).catch(() => ({ kind: 'busy' as const })),
    );
    await Promise.all(tries);
    expect(sentCount).toBeLessThanOrEqual(10);
    // Some concurrent tries were refused as busy, so the limit may not be reached yet.
    let lastKind: string;
    do lastKind = (await buyers.confirm(sessionId, card(), null, { wrapProvider: refusing })).kind;
    while (lastKind === 'confirmed');
    expect([lastKind, sentCount]).toEqual(['limited', 10]);
  });

  it('do not include payments that the buyer replaced with another method', async () => {
    const { sessionId } = await buyers.openEmbedded();
    for (let count = 0; count < 15; count += 1) {
      expect((await buyers.confirm(sessionId, { ...CARD, method: count % 2 === 0 ? 'ideal' : 'creditcard' })).kind).toBe('confirmed');
    }
    sentCount = 0;
    expect((await buyers.confirm(sessionId, card(), null, { wrapProvider: refusing })).kind).toBe('confirmed');
    expect(sentCount).toBe(1);
  });

  it('are counted once for concurrent confirmations with the same card', async () => {
    const { sessionId } = await buyers.openEmbedded();
    sentCount = 0;
    const sameCard = card();
    await Promise.all(
      Array.from({ length: 12 }, () => buyers.confirm(sessionId, sameCard, null, { wrapProvider: refusing }).catch(() => null)),
    );
    // Twelve counted payments would have reached the limit of ten.
    expect((await buyers.confirm(sessionId, card(), null, { wrapProvider: refusing })).kind).toBe('confirmed');
  });
});

describe('refused setups of a customer', () => {
  it('are limited to ten over all setups', async () => {
    const buyer = await walletBuyer(shop);
    await setCardBehavior(shop, buyer, 'insufficient_funds');
    const results: string[] = [];
    for (let count = 0; count < 13; count += 1) {
      const setupId = await beginSetup(shop, buyer);
      results.push((await confirmSetup(shop, buyer, setupId, { cardToken: `tkn_setup_${count}` })).kind);
    }
    expect(results).toEqual([...Array(10).fill('confirmed'), ...Array(3).fill('limited')]);
  });
});
