import { expect, it } from 'vitest';
import { subscribeOnClock } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

/** This test is in a separate file, because the calls of other tests would take tokens of the account's rate limit. */
const ui = new ConsoleUi();

it('the dialog of a plan change shows what the change costs, for each entered price', async () => {
  const { subscription, productId } = await subscribeOnClock(ui.client);
  const priceOf = async (cents: number) =>
    (await ui.client.post('/v1/prices', { product_id: productId, amount_cents: cents, currency: 'EUR', interval: 'month' })).id;
  const [expensive, cheap] = [await priceOf(4999), await priceOf(500)];
  await ui.enter();
  await ui.open('subscriptions', subscription.id);
  await ui.press('Change plan');
  const dialog = ui.page.getByRole('dialog', { name: 'Change plan' });
  const preview = async (priceId: string): Promise<void> => {
    await dialog.getByLabel('New price').fill(priceId);
    await dialog.getByRole('button', { name: 'Preview' }).click();
  };
  // The list of prices is open, and may cover the button.
  await dialog.getByRole('heading').click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Choose a new price.').waitFor();
  await preview(cheap);
  await dialog
    .getByText(/^Nothing is charged now\. €14\.99 credit is applied to later charges\. The next charge is €0\.00 on \w+ \d+, /)
    .waitFor();
  await preview(expensive);
  await dialog.getByText(/^€30\.00 is charged now\. The next charge is €49\.99 on \w+ \d+, /).waitFor();
  expect((await ui.client.get(`/v1/subscriptions/${subscription.id}`))['price_id']).toBe(subscription['price_id']);
  await dialog.getByRole('button', { name: 'Change plan', exact: true }).click();
  await ui.page.getByText('Plan changed.').waitFor();
  expect((await ui.client.get(`/v1/subscriptions/${subscription.id}`))['price_id']).toBe(expensive);
});
