import { describe, expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { createCoupon } from '../../shared/domain/coupon/create.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { openLinkSession } from '../../shared/domain/payment-link/open-session.ts';
import { type PaymentLink, paymentLinkAggregate, salesCounter } from '../../shared/domain/payment-link/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { runCouponSale } from '../../shared/flows/checkout/coupon-sale.ts';
import { loadLink } from '../../shared/flows/checkout/payment-link.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { newBilling } from '../domain/billing.ts';
import { memoryFixture, type StoreFixture, writeChanges } from '../store/support.ts';
import { type CallFault, tableKilledAtWrite } from '../support/faulty-io.ts';
import { sellerAccount } from './support.ts';

const LINK_ID = 'plink_01JD8Q4W2Z6V7K3M9XTRB5YH01';

const CODE = 'HALF';

const newCoupon = (store: Store, tenant: Tenant, maxRedemptions: number) =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ knownPriceIds: new Set<string>(), currencies: ['EUR'] }),
    nowOf: () => null,
    decide: (context, ctx) => createCoupon({ code: CODE, percentOffBasisPoints: 5000, maxRedemptions }, context, ctx),
  });

/** A tenant with a link that may sell `maxSales` times; `maxRedemptions`: the maximum of its coupon, if it has one. */
const newLink = async (maxSales: number | null, maxRedemptions: number | null = null) => {
  const fixture = memoryFixture();
  const tenant = fixture.tenant();
  const { price, product } = newBilling().catalogue;
  if (maxRedemptions !== null) await newCoupon(fixture.store, tenant, maxRedemptions);
  const link: PaymentLink = {
    id: LINK_ID,
    created: price.record.created,
    active: true,
    url: 'https://pay.test/link',
    priceId: price.record.id,
    productId: product.record.id,
    couponCode: maxRedemptions === null ? null : CODE,
    trialDaysOverride: null,
    paymentMethod: null,
    successUrl: null,
    cancelUrl: null,
    maxSales,
    metadata: {},
  };
  await writeChanges(fixture.store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant)),
    change(productAggregate, null, product.record),
    change(priceAggregate, null, price.record),
    change(paymentLinkAggregate, null, link),
  ]);
  return { fixture, tenant };
};

/** Opens a checkout session from the link, which counts as a sale if the link has a maximum. */
const buy = (store: Store, tenant: Tenant) =>
  runCouponSale(store, {
    tenant,
    actor: SYSTEM,
    load: async () => {
      const state = await loadLink(store, tenant, LINK_ID);
      if (state === null) throw new Error('The link is missing.');
      return state;
    },
    nowOf: () => null,
    decide: (state, context) => openLinkSession({ hostedUrlOf: (id) => `https://pay.test/${id}` }, state, context),
  });

const countStored = async ({ store }: StoreFixture, tenant: Tenant) => {
  const [sessions, customers, sales] = await Promise.all([
    store.page(checkoutSessionAggregate, tenant, { limit: 1000 }),
    store.page(customerAggregate, tenant, { limit: 1000 }),
    store.counter(tenant, salesCounter(LINK_ID)),
  ]);
  return { sessions: sessions.items.length, customers: customers.items.length, sales };
};

describe('a payment link', () => {
  it('with a maximum of seven sales sells exactly seven times to 200 concurrent buyers', async () => {
    const { fixture, tenant } = await newLink(7);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => buy(fixture.store, tenant)));
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(7);
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toHaveLength(193);
    expect(await countStored(fixture, tenant)).toEqual({ sessions: 7, customers: 7, sales: 7 });
  });

  it('without a maximum sells to 200 concurrent buyers', async () => {
    const { fixture, tenant } = await newLink(null);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => buy(fixture.store, tenant)));
    expect(outcomes.filter(({ kind }) => kind === 'done')).toHaveLength(200);
    expect(await countStored(fixture, tenant)).toEqual({ sessions: 200, customers: 200, sales: 0 });
  });

  it('sells at the full price to the concurrent buyers who get no redemption of its coupon', async () => {
    const { fixture, tenant } = await newLink(null, 7);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => buy(fixture.store, tenant)));
    const discounts = outcomes.map((outcome) => (outcome.kind === 'done' ? outcome.result.session.discount?.code : outcome.kind));
    expect(discounts.filter((code) => code === CODE)).toHaveLength(7);
    expect(discounts.filter((code) => code === undefined)).toHaveLength(93);
  });

  it.each(['before', 'after'] as const)(
    'has a session, a customer and a sale, or none of them, if the process is killed %s a write',
    async (when: CallFault['when']) => {
      for (let write = 0; ; write += 1) {
        const { fixture, tenant } = await newLink(3);
        const table = tableKilledAtWrite(fixture.table, write, when);
        const nowMs = (): number => fixture.clock.nowMs;
        const outcome = await buy(openStore(table, { nowMs, ids: idSource(nowMs) }), tenant).catch((error: unknown) => {
          if (!table.isDead()) throw error;
        });
        const { sessions, customers, sales } = await countStored(fixture, tenant);
        expect([sessions, customers, sales], `${when} write ${write}`).toEqual(Array(3).fill(sessions));
        if (outcome !== undefined) break;
      }
    },
  );
});
