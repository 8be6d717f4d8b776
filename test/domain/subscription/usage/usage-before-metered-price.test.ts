import { expect, it } from 'vitest';
import { newBilling, newSubscription } from '../../billing.ts';
import { anotherPrice, changePlan } from '../../plan-changes.ts';
import { METERED } from '../../usage.ts';
import { DAY, START } from '../../world.ts';

it('usage is refused for a time before the change from a licensed to a metered price', () => {
  const billing = newBilling();
  const { id } = billing.subscribe();
  billing.world.now = START + DAY;
  changePlan(billing, id, { priceId: anotherPrice(billing, METERED) });
  billing.world.now = START + 2 * DAY;
  const useBefore = () => billing.use(id, 3, { occurredAt: START + DAY - 1 });
  const refusal = { code: 'parameter_invalid', param: 'occurred_at' };
  expect(useBefore()).toMatchObject(refusal);
  expect(billing.use(id, 3, { occurredAt: START + DAY })).toMatchObject({ quantity: 3 });
  // A change to another metered price does not change this.
  changePlan(billing, id, { priceId: anotherPrice(billing, { ...METERED, unitAmountDecimal: '3' }) });
  expect(useBefore()).toMatchObject(refusal);
});

it.each([{}, { trialDays: 10 }])('usage is accepted for a time before a change between metered prices: %j', (trial) => {
  const { billing, id } = newSubscription({ ...METERED, ...trial });
  billing.world.now = START + DAY;
  changePlan(billing, id, { priceId: anotherPrice(billing, { ...METERED, unitAmountDecimal: '3' }) });
  expect(billing.use(id, 3, { occurredAt: START })).toMatchObject({ quantity: 3 });
});

it('usage is accepted for a time before a change to a metered price in a trial', () => {
  const { billing, id } = newSubscription({ trialDays: 10 });
  billing.world.now = START + DAY;
  changePlan(billing, id, { priceId: anotherPrice(billing, METERED) });
  expect(billing.use(id, 3, { occurredAt: START })).toMatchObject({ quantity: 3 });
});
