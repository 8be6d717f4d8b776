import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { openLinkSession } from '../../shared/domain/payment-link/open-session.ts';
import { type PaymentLink, paymentLinkAggregate } from '../../shared/domain/payment-link/record.ts';
import { type Price, priceAggregate } from '../../shared/domain/price/record.ts';
import { createTaxRate } from '../../shared/domain/tax-rate/create.ts';
import { loadLink, loadPreview } from '../../shared/flows/checkout/payment-link.ts';
import { loadPayableView, type PayableView } from '../../shared/flows/checkout/view.ts';
import { newBuyer, openOneShot, openSession, openShop, type Shop, writeDecision } from '../provider/shop.ts';
import { updateRecord } from '../store/support.ts';

const LINK_ID = 'plink_01JD8Q4W2Z6V7K3M9XTRB5YH01';
const hostedUrlOf = (id: string): string => `https://pay.test/${id}`;

let shop: Shop;
let price: Price;
beforeAll(async () => {
  shop = await openShop();
  const [stored] = (await shop.fixture.store.page<Price>(priceAggregate, shop.tenant, { limit: 1 })).items;
  if (stored === undefined) throw new Error('The shop has no price.');
  price = stored.record;
  const terms = { couponCode: null, trialDaysOverride: null, paymentMethod: null, successUrl: null, cancelUrl: null, maxSales: null };
  const link: PaymentLink = {
    ...terms,
    id: LINK_ID,
    created: price.created,
    active: true,
    url: 'https://pay.test/link',
    priceId: price.id,
    productId: price.productId,
    metadata: {},
  };
  await writeDecision(shop, () => ({ changes: [change(paymentLinkAggregate, null, link)], events: [], result: null }));
});
afterAll(() => shop.close());

const setAccount = (fields: Partial<Account>) =>
  updateRecord(shop.fixture.store, shop.tenant, accountAggregate, shop.tenant.accountId, () => fields);

const MODES = ['manual', 'eu_home', 'eu_oss'] as const;

/** What a page shows about the tax and the amounts. */
const shown = (view: PayableView | null) => {
  if (view === null) throw new Error('There is no page.');
  const amounts = 'session' in view ? { first: view.firstCharge, period: view.firstPeriod } : { totals: view.totals };
  return { ...amounts, awaitsTax: view.awaitsTax, taxRate: view.taxRate };
};

describe.each(MODES)('amounts to which tax is added, in the tax mode `%s`', (taxMode) => {
  it('are shown without tax on the page of a session whose buyer has no country yet', async () => {
    await setAccount({ taxMode, taxBehavior: 'exclusive' });
    const { id: customerId } = await newBuyer(shop, { countryCode: null });
    const net = price.amountCents;
    const view = await loadPayableView(shop.deps, shop.tenant, await openSession(shop, { customerId }));
    expect(shown(view)).toMatchObject({
      awaitsTax: true,
      taxRate: null,
      first: { amountCents: net },
      period: { totalCents: net, tax: [] },
    });
  });

  it('are shown without tax on the page of a one-off payment whose buyer has no country yet', async () => {
    await setAccount({ taxMode, taxBehavior: 'exclusive' });
    const { id: customerId } = await newBuyer(shop, { countryCode: null });
    const view = await loadPayableView(shop.deps, shop.tenant, await openOneShot(shop, customerId, { amountCents: 15_000 }));
    expect(shown(view)).toMatchObject({ awaitsTax: true, taxRate: null, totals: { totalCents: 15_000, tax: [] } });
  });

  it('are shown with tax once the country is known', async () => {
    await setAccount({ taxMode, taxBehavior: 'exclusive' });
    const { id: customerId } = await newBuyer(shop, { countryCode: 'NL' });
    const view = await loadPayableView(shop.deps, shop.tenant, await openSession(shop, { customerId }));
    const net = price.amountCents ?? 0;
    expect(shown(view)).toMatchObject({
      awaitsTax: false,
      first: { amountCents: taxMode === 'manual' ? net : Math.round(net * 1.21) },
    });
  });
});

describe('the page of a payment link', () => {
  const loadPages = async () => {
    const { store } = shop.deps;
    const now = Math.floor(shop.deps.nowMs() / 1000);
    const load = async () => {
      const state = await loadLink(store, shop.tenant, LINK_ID);
      if (state === null) throw new Error('The link is missing.');
      return state;
    };
    const ctx = { tenant: shop.tenant, now, realNow: now, ids: shop.deps.ids };
    const preview = await loadPreview(store, await load(), hostedUrlOf, ctx);
    const state = await load();
    const { session } = await writeDecision(shop, (context) => openLinkSession({ hostedUrlOf }, state, context));
    return { preview: shown(preview), page: shown(await loadPayableView(shop.deps, shop.tenant, session)) };
  };

  it.each(MODES.flatMap((taxMode) => (['inclusive', 'exclusive'] as const).map((taxBehavior) => [taxMode, taxBehavior] as const)))(
    'shows the same tax and amounts as the session that it opens: mode %s, %s prices',
    async (taxMode, taxBehavior) => {
      await setAccount({ taxMode, taxBehavior });
      const { preview, page } = await loadPages();
      expect(preview).toEqual(page);
    },
  );

  it('shows the rate that the account created for its country, for example 0 for a small business', async () => {
    await setAccount({ taxMode: 'eu_home', taxBehavior: 'inclusive', countryCode: 'DE' });
    await writeDecision(shop, (context) => createTaxRate({ countryCode: 'DE', rateBasisPoints: 0 }, null, context));
    const { preview, page } = await loadPages();
    expect(preview).toEqual(page);
    expect(preview.taxRate).toBeNull();
  });
});
