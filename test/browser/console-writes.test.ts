import type { Route } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const dialog = () => desk.page.getByRole('dialog');
const press = (name: string): Promise<void> => dialog().getByRole('button', { name, exact: true }).click();
const opener = (name: string) => desk.page.getByRole('button', { name, exact: true });

/** The idempotency keys of the writes to a path, each of which meets what `fate` says of it. */
const watch = async (path: string, fate: (route: Route, nth: number) => Promise<void>): Promise<readonly string[]> => {
  const keys: string[] = [];
  await desk.page.route(`**/console/api/test/v1/${path}`, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    return fate(route, keys.length);
  });
  return keys;
};

describe('a write from the console', () => {
  it('holds its dialog until it is known what came, and then gives the focus back', async () => {
    await desk.enter();
    await desk.go('Customers');
    let proceed: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const keys = await watch('customers', async (route) => {
      await waits;
      await route.continue();
    });
    await opener('New customer').click();
    await dialog().getByLabel('E-mail').fill('slow@example.com');
    await press('New customer');
    await dialog().getByText('Sending…').waitFor();
    for (let times = 0; times < 3; times += 1) await desk.page.keyboard.press('Escape');
    for (const name of ['Go back', 'New customer']) await dialog().getByRole('button', { name }).click({ force: true });
    expect(await dialog().isVisible()).toBe(true);
    proceed();
    await desk.field('Email', 'slow@example.com');
    expect(keys).toHaveLength(1);
    await desk.page.unrouteAll();
    await opener('Edit').click();
    await press('Go back');
    expect(await desk.page.evaluate('document.activeElement.textContent')).toBe('Edit');
  });

  it('that may have been done has the same key when it is sent again, also by another dialog', async () => {
    await desk.enter();
    await desk.go('Customers');
    // Done, and the answer is lost: each try of the first press.
    const keys = await watch('customers', async (route, nth) => {
      if (nth > 4) return route.continue();
      await route.fetch();
      await route.fulfill({ status: 502, json: { error: { code: 'provider_unreachable', message: 'No answer.' } } });
    });
    const make = async (): Promise<void> => {
      await opener('New customer').click();
      await dialog().getByLabel('E-mail').fill('once@example.com');
      await press('New customer');
    };
    await make();
    await dialog().getByRole('alert').getByText('No answer.').waitFor();
    await press('Go back');
    await make();
    await desk.field('Email', 'once@example.com');
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
    expect(await desk.client.list('/v1/customers?email=once%40example.com')).toHaveLength(1);
    await desk.page.unrouteAll();
    // What is over has a separate key the next time.
    await desk.go('Customers');
    const later = await watch('customers', (route) => route.continue());
    await make();
    await desk.field('Email', 'once@example.com');
    expect(later).toHaveLength(1);
    expect(keys).not.toContain(later[0]);
  });

  it('makes a key of exactly the scopes that are ticked, and of none that nobody chose', async () => {
    await desk.enter();
    await desk.go('API keys');
    await opener('New API key').click();
    await press('New API key');
    await dialog().getByText('Scopes is needed.').waitFor();
    await dialog().getByLabel('*', { exact: true }).check();
    await dialog().getByLabel('customers:read', { exact: true }).check();
    expect(await dialog().getByLabel('*', { exact: true }).isChecked()).toBe(false);
    await press('New API key');
    await dialog().locator('output').waitFor();
    await press('Close');
    const [made] = await desk.client.list('/v1/api_keys');
    expect(made?.['scopes']).toEqual(['customers:read']);
  });

  it('moves a clock to the second that is typed, in the zone that times are reported in', async () => {
    await desk.become({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    const clock = await desk.client.post('/v1/test_clocks', { frozen_time: 1_800_000_000 });
    await desk.enter();
    await desk.open('test_clocks', clock.id);
    await opener('Times in UTC').click();
    await desk.act('Advance', { 'To (UTC)': '2027-01-15T08:00:59' });
    await expect
      .poll(async () => (await desk.client.get(`/v1/test_clocks/${clock.id}`))['frozen_time'], { timeout: 30_000 })
      .toBe(1_800_000_059);
  });
});
