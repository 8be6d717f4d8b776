import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const dialog = () => ui.page.getByRole('dialog');
const press = (name: string): Promise<void> => dialog().getByRole('button', { name, exact: true }).click();
const pageButton = (name: string) => ui.page.getByRole('button', { name, exact: true });

/** Handles each POST request to a path with `handle`. Returns an array that receives the idempotency keys of these requests. */
const interceptWrites = async (path: string, handle: (route: Route, writeCount: number) => Promise<void>): Promise<readonly string[]> => {
  const keys: string[] = [];
  await ui.page.route(`**/console/api/test/v1/${path}`, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    return handle(route, keys.length);
  });
  return keys;
};

/** Chooses UTC as the time zone of the console. Repeated until it is chosen, because the menu closes if the page takes the focus. */
const chooseUtc = async (): Promise<void> => {
  const isChosen = async (): Promise<string | null> => {
    if (!(await pageButton('UTC').isVisible())) await ui.openAccountMenu();
    await pageButton('UTC').click();
    return pageButton('UTC').getAttribute('aria-pressed');
  };
  await expect.poll(isChosen, { timeout: 30_000 }).toBe('true');
  await ui.page.keyboard.press('Escape');
};

describe('a write from the console', () => {
  it('keeps its dialog open until the response; closing a dialog that a menu opened returns the focus to the menu button', async () => {
    await ui.enter();
    await ui.goTo('Customers');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const keys = await interceptWrites('customers', async (route) => {
      await released;
      await route.continue();
    });
    await pageButton('Create customer').click();
    await dialog().getByLabel('Email').fill('slow@example.com');
    await press('Create customer');
    await dialog().getByText('Sending…').waitFor();
    for (let count = 0; count < 3; count += 1) await ui.page.keyboard.press('Escape');
    for (const name of ['Cancel', 'Create customer']) await dialog().getByRole('button', { name }).click({ force: true });
    expect(await dialog().isVisible()).toBe(true);
    release();
    await ui.waitForField('Email', 'slow@example.com');
    expect(keys).toHaveLength(1);
    await ui.page.unrouteAll();
    await ui.press('Edit customer');
    await press('Cancel');
    expect(await ui.page.evaluate('document.activeElement.textContent')).toBe('More actions');
  });

  it('reuses the idempotency key after an unknown outcome, also when its dialog is opened again', async () => {
    await ui.enter();
    await ui.goTo('Customers');
    // The first click sends a write and three retries. The service applies the write, but the browser gets 502 each time.
    const keys = await interceptWrites('customers', async (route, writeCount) => {
      if (writeCount > 4) return route.continue();
      await route.fetch();
      await route.fulfill({ status: 502, json: { error: { code: 'provider_unavailable', message: 'No answer.' } } });
    });
    const createCustomer = async (): Promise<void> => {
      await pageButton('Create customer').click();
      await dialog().getByLabel('Email').fill('once@example.com');
      await press('Create customer');
    };
    await createCustomer();
    await dialog().getByRole('alert').getByText('The payment provider does not answer').waitFor();
    await press('Cancel');
    await createCustomer();
    await ui.waitForField('Email', 'once@example.com');
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
    expect(await ui.client.list('/v1/customers?email=once%40example.com')).toHaveLength(1);
    await ui.page.unrouteAll();
    // After a known outcome, the next write has a new key.
    await ui.goTo('Customers');
    const newKeys = await interceptWrites('customers', (route) => route.continue());
    await createCustomer();
    await ui.waitForField('Email', 'once@example.com');
    expect(newKeys).toHaveLength(1);
    expect(keys).not.toContain(newKeys[0]);
  });

  it('creates an API key with exactly the checked scopes', async () => {
    await ui.enter();
    await ui.goTo('API keys');
    await pageButton('Create API key').click();
    await press('Create API key');
    await dialog().getByText('Choose permissions.').waitFor();
    await dialog().getByLabel('Full access', { exact: true }).check();
    await dialog().getByLabel('customers:read', { exact: true }).check();
    expect(await dialog().getByLabel('Full access', { exact: true }).isChecked()).toBe(false);
    await press('Create API key');
    await dialog().locator('output').waitFor();
    await press('Close');
    const [apiKey] = await ui.client.list('/v1/api_keys');
    expect(apiKey?.['scopes']).toEqual(['customers:read']);
  });

  it('advances a test clock to the entered second in the shown time zone', async () => {
    await ui.useContext({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' });
    const clock = await ui.client.post('/v1/test_clocks', { frozen_time: 1_800_000_000 });
    await ui.enter();
    await ui.open('test_clocks', clock.id);
    await chooseUtc();
    await ui.submit('Advance clock', { 'New time (UTC)': '2027-01-15T08:00:59' });
    await expect
      .poll(async () => (await ui.client.get(`/v1/test_clocks/${clock.id}`))['frozen_time'], { timeout: 30_000 })
      .toBe(1_800_000_059);
  });
});
