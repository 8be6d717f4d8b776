import { afterAll, beforeAll, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { countAttemptStart, recordRefusedAttempt } from '../../shared/store/limits/payment-attempts.ts';
import { newBilling } from '../domain/billing.ts';
import { callFunction, startFunctionEnvironment, storeRecords } from './functions.ts';

/** Tests the hosted page of a checkout session with too many declined payments. Runs the handler in this process. */

let environment: Awaited<ReturnType<typeof startFunctionEnvironment>>;
beforeAll(async () => {
  environment = await startFunctionEnvironment(new Map(), {
    PUBLIC_BASE_URL: 'https://billing.example',
    SANDBOX_ENABLED: '1',
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
  });
});
afterAll(() => environment.stop());

it('the hosted page rejects a payment after ten declined payments, and shows when the buyer can try again', async () => {
  const { makeAccount } = await import('../../scripts/local/new-account.ts');
  const { ids, openTable, storeOf } = await import('../../shared/runtime/services.ts');
  const { accountId } = await makeAccount({ name: 'Shop', email: 'shop@example.com' });
  const tenant = { accountId, mode: 'test' } as const;
  const store = storeOf(openTable());
  const billing = newBilling();
  const now = Math.floor(Date.now() / 1000);
  const session = { ...billing.open(), id: ids.next('cs_'), created: now, expiresAt: now + 3600 };
  const { customer, price, product } = billing.catalogue;
  await storeRecords(store, tenant, [
    change(customerAggregate, null, customer.record),
    change(productAggregate, null, product.record),
    change(priceAggregate, null, price.record),
    change(checkoutSessionAggregate, null, session),
  ]);
  const by = { tenant, subjectId: session.id };
  for (let count = 0; count < 10; count += 1) {
    await countAttemptStart(store.table, by, { id: `pay_${count}`, ip: null }, Date.now());
    await recordRefusedAttempt(store.table, by, `pay_${count}`, Date.now());
  }
  const path = `/checkout/${accountId}/test/${session.id}/pay`;
  const response = await callFunction('hosted/checkout-pay', '', { method: 'POST', path, text: 'method=creditcard' });
  expect([response.status, Number(response.headers['retry-after']) > 3500]).toEqual([429, true]);
  expect(response.text).toMatch(/Try again in/);
});
