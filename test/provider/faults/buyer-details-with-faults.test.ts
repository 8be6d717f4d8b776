import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as applyCoupon } from '../../../functions/portal/apply-coupon.ts';
import { handler as cancel } from '../../../functions/portal/cancel.ts';
import { handler as updateCustomer } from '../../../functions/portal/update-customer.ts';
import { handler as setVatNumber } from '../../../functions/portal/vat-number.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { checkAccount, NO_FINDINGS } from '../billing-data.ts';
import { checkoutHelpersOf, FREE, SOLD } from '../checkouts.ts';
import { overdueHelpersOf } from '../overdue.ts';
import { readRecord } from '../shop.ts';
import { type FaultyShop, openFaultyShop, type Runner, withoutFault } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;
const ADA = { email: 'ada@example.com', name: 'Ada Lovelace', country: 'DE', vat_number: 'DE123456789' };

let shop: FaultyShop;
let checkouts: Awaited<ReturnType<typeof checkoutHelpersOf>>;
beforeAll(async () => {
  shop = await openFaultyShop();
  checkouts = await checkoutHelpersOf(shop);
});
afterAll(() => shop.close());

/** Opens a session for a new customer without name, email address and country. */
const openAnonymous = (overrides: object = {}) => checkouts.open(withoutFault, { customer_email: null, country: null, ...overrides });

const expectDetails = async (customerId: string): Promise<void> => {
  expect(await readRecord(shop, customerAggregate, customerId)).toMatchObject({
    name: ADA.name,
    email: ADA.email,
    countryCode: ADA.country,
    vatNumber: ADA.vat_number,
  });
};

describe('buyer details with a fault at each call of the database and the provider', () => {
  it(
    'entered on the hosted page are saved once, and the sale is paid once',
    async () => {
      const scenario = async (run: Runner) => {
        const session = await openAnonymous();
        await shop.payOnHostedPage(run, session, ADA);
        await expectDetails(session.customerId);
        await shop.settle(withoutFault, session.id);
        return session.customerId;
      };
      await shop.testWithFaults('buyer details on the hosted page', scenario, { expected: SOLD });
      const { eventTypes } = await checkAccount(shop);
      expect(eventTypes.cus).toEqual(['customer.created customer.updated']);
    },
    LONG_MS,
  );

  it(
    'entered in the portal are saved once, and so are a coupon and a cancellation reason',
    async () => {
      const { createPortalToken } = overdueHelpersOf(shop);
      const scenario = async (run: Runner) => {
        const session = await openAnonymous({ customer_email: ADA.email });
        await shop.payOnHostedPage(withoutFault, session);
        await shop.settle(withoutFault, session.id);
        const [subscription] = await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId: session.customerId });
        const bearer = await createPortalToken(String(subscription?.id));
        const call = (handler: Parameters<FaultyShop['send']>[1]['handler'], path: string, body: unknown) =>
          shop.send(run, { handler, path: `/portal/${path}`, body, bearer });
        await call(updateCustomer, 'customer', { name: ADA.name, country_code: ADA.country });
        await call(setVatNumber, 'vat_number', { vat_number: ADA.vat_number });
        await expectDetails(session.customerId);
        await call(applyCoupon, 'coupon', { code: FREE });
        const canceled = await call(cancel, 'subscription/cancel', { reason: 'too_expensive' });
        expect(canceled).toMatchObject({ renewal_state: 'ending', cancellation_reason: 'too_expensive' });
        return session.customerId;
      };
      await shop.testWithFaults('changes in the portal', scenario, { expected: SOLD });
      expect((await checkAccount(shop)).findings).toEqual(NO_FINDINGS);
    },
    LONG_MS,
  );
});
