import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { loadEarlierAttempt } from '../../shared/pages/earlier-attempt.ts';
import { newBuyer, openSession, openShop, type Shop, startPayment } from '../provider/shop.ts';
import { updateRecord } from '../store/support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it.each([
  ['shows the stored details of the buyer if a payment attempt was started in the replaced session', true],
  ['shows no stored details if the replaced session expired without a payment attempt', false],
] as const)('the page of a session that replaces another session %s', async (_title, hasAttempt) => {
  const { id: customerId } = await newBuyer(shop, { name: 'Ada' });
  const replaced = await openSession(shop, { customerId });
  if (hasAttempt) await startPayment(shop, replaced.id, 'creditcard');
  const opened = await openSession(shop, { customerId });
  const { store } = shop.fixture;
  const session = await updateRecord(store, shop.tenant, checkoutSessionAggregate, opened.id, () => ({ recoveredFromId: replaced.id }));
  const details = await loadEarlierAttempt(store, shop.tenant, session);
  if (hasAttempt) expect(details).toMatchObject({ name: 'Ada', method: 'creditcard' });
  else expect(details).toBeNull();
});
