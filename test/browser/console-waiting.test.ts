import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Receiver, startReceiver, status } from '../../scripts/support/receiver.ts';
import { clockAt } from '../contract/support/shop.ts';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { START } from './clocked.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

describe('what the console waits for', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(status(500, 'The shop is closed <today>'));
  });
  afterAll(() => receiver.stop());

  it('is a clock that advances, which it looks at until that is over', async () => {
    const clock = await clockAt(desk.client, START);
    await desk.become({ timezoneId: 'UTC' });
    await desk.enter();
    await desk.open('test_clocks', clock.id);
    let looks = 0;
    await desk.page.route(`**/v1/test_clocks/${clock.id}`, async (route) => {
      looks += 1;
      if (looks > 3) return route.continue();
      return route.fulfill({ json: { ...clock, status: 'advancing', frozen_time: START + looks } });
    });
    await desk.act('Advance', { 'To (UTC)': '2027-02-01T12:00' });
    await desk.page.getByText(/^It is advancing, and has come to /).waitFor();
    await desk.field('Status', 'ready');
    expect([looks, await desk.page.getByText(/^It is advancing/).count()]).toEqual([5, 0]);
    expect(await desk.offered()).toEqual(['Advance', 'Delete']);
    expect(desk.complaints).toEqual([]);
  });

  it('is what a receiver answers, which can be read, and read anew while it is sent again', async () => {
    const endpoint = await desk.client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['product.created'] });
    await desk.client.post('/v1/products', { name: 'Told' });
    const path = `/v1/webhook_endpoints/${endpoint.id}/deliveries`;
    const tried = async () => (await desk.client.list(path))[0]?.['last_response_code'];
    await expect.poll(tried, { timeout: 60_000 }).toBe(500);
    await desk.become({ viewport: { width: 360, height: 740 }, bypassCSP: true });
    await desk.enter();
    await desk.open('webhook_endpoints', endpoint.id);
    const deliveries = desk.page.getByRole('region', { name: 'Deliveries' });
    expect(await deliveries.getByText('The shop is closed <today>').isVisible()).toBe(false);
    await deliveries.locator('summary', { hasText: '500' }).click();
    await deliveries.getByText('The shop is closed <today>').waitFor();
    await desk.settle();
    expect([await axeFindings(desk.page), await sidewaysOf(desk.page), await shortcomingsOf(desk.page)]).toEqual([[], 0, []]);

    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await desk.page.route('**/redeliver', async (route) => {
      await released;
      await route.continue();
    });
    const reads: string[] = [];
    desk.page.on('request', (request) => request.url().includes('/deliveries?') && reads.push(request.url()));
    await deliveries.getByRole('button', { name: 'Send product.created again' }).click();
    await desk.page.getByRole('button', { name: 'Read again' }).click();
    await desk.settle();
    release();
    await desk.page.getByText('It is sent again.').waitFor();
    await desk.settle();
    expect(reads).toHaveLength(2);
    expect(desk.complaints).toEqual([]);
  });
});
