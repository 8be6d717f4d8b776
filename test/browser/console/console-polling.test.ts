import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, respondWith, startReceiver } from '../../../scripts/support/receiver.ts';
import { clockAt } from '../../contract/support/objects.ts';
import { START } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

describe('an object page of the console', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(respondWith(500, 'The shop is closed <today>'));
  });
  afterAll(() => receiver.stop());

  it('polls an advancing test clock until it is ready', async () => {
    const clock = await clockAt(ui.client, START);
    await ui.useContext({ timezoneId: 'UTC' });
    await ui.enter();
    await ui.open('test_clocks', clock.id);
    let polls = 0;
    await ui.page.route(`**/v1/test_clocks/${clock.id}`, async (route) => {
      polls += 1;
      if (polls > 3) return route.continue();
      return route.fulfill({ json: { ...clock, status: 'advancing', frozen_time: START + polls } });
    });
    await ui.submit('Advance clock', { 'New time (UTC)': '2027-02-01T12:00' });
    await ui.page.getByText(/^Advancing: the clock is at /).waitFor();
    await ui.waitForStatus('Ready');
    // Three responses with `advancing`, the poll that gets `ready`, and one more read, because the page then reloads the clock.
    expect([polls, await ui.page.getByText(/^Advancing:/).count()]).toEqual([3 + 1 + 1, 0]);
    expect(await ui.actions()).toEqual(['Advance clock', 'Delete clock']);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows the response of a webhook receiver, and can reload the deliveries while a delivery is being sent again', async () => {
    const endpoint = await ui.client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['product.created'] });
    await ui.client.post('/v1/products', { name: 'Tea' });
    const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
    const lastResponseCode = async () => (await ui.client.list(path))[0]?.['last_response_code'];
    await expect.poll(lastResponseCode, { timeout: 60_000 }).toBe(500);
    await ui.useContext({ viewport: { width: 360, height: 740 }, bypassCSP: true });
    await ui.enter();
    await ui.open('webhook_endpoints', endpoint.id);
    const deliveries = ui.page.getByRole('region', { name: 'Deliveries' }).first();
    await deliveries.getByText('HTTP 500').waitFor();
    await deliveries.getByText('Retrying').waitFor();
    await deliveries.getByRole('button', { name: 'Details of product.created' }).click();
    const details = ui.page.getByRole('dialog');
    await details.getByText('The shop is closed <today>').waitFor();
    await details.getByText('"name": "Tea"').waitFor();
    await details.locator('dt:text-is("Next attempt")').waitFor();
    await ui.settle();
    await ui.expectAccessible();
    await details.getByRole('button', { name: 'Close' }).click();

    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await ui.page.route('**/redeliver', async (route) => {
      await released;
      await route.continue();
    });
    const reads: string[] = [];
    ui.page.on('request', (request) => request.url().includes('/deliveries?') && reads.push(request.url()));
    await deliveries.getByRole('button', { name: 'Redeliver product.created' }).click();
    await ui.page.getByRole('button', { name: 'Refresh' }).click();
    await ui.settle();
    release();
    await ui.page.getByText('Delivery queued.').waitFor();
    await ui.settle();
    // The button `Refresh` reads the deliveries, and the page reads them again after the redelivery.
    expect(reads).toHaveLength(2);
    expect(ui.consoleErrors).toEqual([]);
  });
});
