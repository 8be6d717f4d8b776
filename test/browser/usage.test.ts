import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import type { Client, Json } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { advance, METERED, newPlan, portalBody, subscribe, subscribeOnClock } from '../contract/support/objects.ts';
import { horizontalOverflow } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { ConsoleUi } from './console/console-ui.ts';
import { START } from './test-clocks.ts';

const ui = new ConsoleUi();

/** Folder for pictures of the pages; `undefined`: no pictures. */
const pictures = process.env['PICTURES'];
afterEach(async ({ task }) => {
  if (pictures !== undefined)
    await ui.page.screenshot({ path: `${pictures}/${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}.png`, fullPage: true });
});

/** Creates a subscription at 2.5 cents per unit whose usage exceeds its maximum of 30.00 EUR. Returns its id. */
const newSubscriptionOverMaximum = async (client: Client): Promise<string> => {
  const meter = await client.post('/v1/meters', { event_name: 'tokens', aggregation: 'sum' });
  const { priceId } = await newPlan(client, { ...METERED, meter_id: meter.id });
  const { id } = await subscribe(client, priceId, { max_amount_cents: 3000 });
  await client.post('/v1/usage_events', {
    events: [{ id: randomUUID(), event_name: 'tokens', subscription_id: id, value: '1234.5' }],
  } as Json);
  await eventually(
    () => client.get(`/v1/subscriptions/${id}`),
    ({ serves_customer: served }) => served === false,
  );
  return id;
};

const DAY = 86_400;
const VIEWS = [
  { viewport: { width: 360, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
] as const;

/** Writes a picture of the page if `pictures` is set. */
const picture = async (name: string): Promise<void> => {
  if (pictures !== undefined) await ui.page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};

/**
 * Creates a subscription with usage of two meters and usage records on several days, and returns its id. The plan changes on day 12, which
 * bills the usage recorded until then.
 */
const newSubscriptionWithTwoMeters = async (client: Client): Promise<string> => {
  const meters = await Promise.all(
    ['input_tokens', 'output_tokens'].map((name) => client.post('/v1/meters', { event_name: name, aggregation: 'sum' })),
  );
  const plans = await Promise.all(meters.map(({ id }) => newPlan(client, { ...METERED, meter_id: id })));
  const { clockId, id } = await subscribeOnClock(client, plans[0]?.priceId ?? '', START);
  const use = (name: string, days: readonly number[]) => {
    const events = days.map((day) => ({
      id: randomUUID(),
      event_name: name,
      subscription_id: id,
      occurred_at: START + day * DAY,
      value: String(120 + day * 37.25),
    }));
    return client.post('/v1/usage_events', { events } as Json);
  };
  await advance(client, clockId, START + 12 * DAY);
  await use('input_tokens', [0, 1, 2, 3, 6, 7, 8, 11]);
  await client.post(`/v1/subscriptions/${id}/update`, { price_id: plans[1]?.priceId });
  await advance(client, clockId, START + 20 * DAY);
  await use('output_tokens', [11.5, 13, 14, 16, 17, 19]);
  for (const day of [12, 14, 16]) {
    await client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 20 * day, occurred_at: START + day * DAY });
  }
  await client.post(`/v1/subscriptions/${id}/update`, { max_amount_cents: 50_000 });
  return id;
};

it('the portal and the console name each meter of a period with several meters, and the console shows a chart of the days', async () => {
  const id = await newSubscriptionWithTwoMeters(ui.client);
  for (const view of VIEWS) {
    await ui.useContext({ ...view, bypassCSP: true });
    const session = await ui.client.post('/v1/billing_portal/sessions', portalBody(id));
    const name = `${view.viewport.width}-${view.colorScheme}`;
    await ui.page.goto(String(session.url));
    const section = ui.page.getByRole('region', { name: 'Usage in this period' });
    await section.waitFor();
    const text = await section.innerText();
    for (const meter of ['input_tokens', 'output_tokens']) expect(text).toContain(`· ${meter} ·`);
    expect(await axeFindings(ui.page)).toEqual([]);
    expect(await horizontalOverflow(ui.page)).toBe(0);
    await picture(`portal-two-meters-${name}`);

    await ui.enter();
    await ui.open('subscriptions', id);
    const table = ui.page.getByRole('table', { name: 'Usage by day' });
    await table.getByRole('link', { name: 'output_tokens (sum of value)' }).first().waitFor();
    const chart = ui.page.getByRole('slider', { name: 'Chart: Amount by day' });
    await chart.focus();
    await ui.page.keyboard.press('Home');
    for (let step = 0; step < 14; step += 1) await ui.page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(
      /^Jan 29: (output_tokens \(sum of value\) €\d+\.\d\d, Usage records €\d+\.\d\d|Usage records €\d+\.\d\d, output_tokens \(sum of value\) €\d+\.\d\d)$/,
    );
    await ui.page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuetext'), 'a day without usage').toBe('Jan 30: €0.00');
    await ui.page.keyboard.press('ArrowLeft');
    await ui.expectAccessible(name);
    await picture(`console-two-meters-${name}`);
  }
  expect(ui.consoleErrors).toEqual([]);
}, 240_000);

it('the portal shows the usage by day, what it will cost and the maximum amount', async () => {
  // The page's Content-Security-Policy would block the script of axe.
  await ui.useContext({ bypassCSP: true });
  const id = await newSubscriptionOverMaximum(ui.client);
  const session = await ui.client.post('/v1/billing_portal/sessions', portalBody(id));
  await ui.useContext({ bypassCSP: true });
  await ui.page.goto(String(session.url));
  const section = ui.page.getByRole('region', { name: 'Usage in this period' });
  await section.waitFor();
  const text = await section.innerText();
  expect(text).toContain('1,234.5');
  expect(text).toMatch(/Usage so far\s+€30\.85/);
  expect(text).toMatch(/Spending limit\s+€30\.00/);
  expect(text).toContain('Your usage is above the spending limit.');
  expect(await axeFindings(ui.page)).toEqual([]);
  await ui.page.setViewportSize({ width: 360, height: 800 });
  expect(await horizontalOverflow(ui.page)).toBe(0);
});

it('the console shows the usage of a subscription by day, with the amount that it will cost', async () => {
  const id = await newSubscriptionOverMaximum(ui.client);
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/test/subscriptions/${id}`);
  const table = ui.page.getByRole('table', { name: 'Usage by day' });
  await table.waitFor();
  expect(await table.innerText()).toMatch(/1,234\.5\s+€30\.85/);
  expect(await table.getByRole('columnheader', { name: 'Meter' }).count()).toBe(0);
  await ui.page.getByText('None: the usage exceeds its maximum amount').waitFor();
});

it('if there are too many entries to list, the portal and the console show only the total, and say why', async () => {
  const id = await newSubscriptionOverMaximum(ui.client);
  const session = await ui.client.post('/v1/billing_portal/sessions', portalBody(id));
  await ui.useContext({ bypassCSP: true });
  const withoutRows = async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const { usage_summary: usage, ...portal } = (await response.json()) as { usage_summary: Record<string, unknown> };
    const { breakdown: _, ...total } = usage;
    await route.fulfill({ response, json: { ...portal, usage_summary: total } });
  };
  await ui.page.route('**/portal/session', withoutRows);
  await ui.page.goto(String(session.url));
  const section = ui.page.getByRole('region', { name: 'Usage in this period' });
  await section.getByText('There are too many entries to list them by date: see the total.').waitFor();
  expect(await section.innerText()).toMatch(/Usage so far\s+€30\.85/);

  await ui.enter();
  const refusal = { error: { type: 'invalid_request_error', code: 'parameter_invalid', param: 'interval', message: 'Too many.' } };
  await ui.page.route('**/usage_summary?interval=day', (route) => route.fulfill({ status: 400, json: refusal }));
  await ui.page.goto(`${ui.service.baseUrl}/console#/test/subscriptions/${id}`);
  await ui.page.getByText('There are too many entries to list them by date: see the total.').waitFor();
});

it('the portal and the console show the usage of a yearly price by month', async () => {
  const { priceId } = await newPlan(ui.client, { ...METERED, interval: 'year' });
  const { id } = await subscribe(ui.client, priceId);
  await ui.client.post(`/v1/subscriptions/${id}/usage_records`, { quantity: 1234 });
  const session = await ui.client.post('/v1/billing_portal/sessions', portalBody(id));
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.now());
  await ui.useContext({ bypassCSP: true });
  await ui.page.goto(String(session.url));
  await ui.page.getByRole('region', { name: 'Usage in this period' }).getByText(`${month} · 1,234`).waitFor();
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/test/subscriptions/${id}`);
  await ui.page.getByRole('slider', { name: 'Chart: Amount by month' }).waitFor();
  expect(await ui.page.getByRole('table', { name: 'Usage by month' }).innerText()).toMatch(/1,234\s+€30\.85/);
});

it('the console sets a maximum amount, creates and deletes a usage alert of a subscription, and creates an alert of a customer', async () => {
  await ui.useContext({ bypassCSP: true });
  const { priceId } = await newPlan(ui.client, METERED);
  const { id, customer_id: customerId } = await subscribe(ui.client, priceId);
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/test/subscriptions/${id}`);
  const { page } = ui;
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Set spending cap' }).click();
  await dialog.getByLabel('Spending cap').fill('30');
  await dialog.getByRole('button', { name: 'Set spending cap' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await ui.client.get(`/v1/subscriptions/${id}`)).max_amount_cents).toBe(3000);

  const card = page.getByRole('region', { name: 'Usage alerts' });
  await card.getByText('No usage alerts yet.').waitFor();
  await card.getByRole('button', { name: 'Create alert' }).click();
  await dialog.getByLabel('Amount in a period').fill('25');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await card.getByRole('table', { name: 'Usage alerts' }).getByText('€25.00').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const [alert] = await ui.client.list(`/v1/usage_alerts?subscription_id=${id}`);
  expect(alert).toMatchObject({ subscription_id: id, quantity: null, amount_cents: 2500, email_customer: false });
  await card.getByRole('button', { name: 'Delete the alert at €25.00' }).click();
  await dialog.getByRole('button', { name: 'Delete alert' }).click();
  await card.getByText('No usage alerts yet.').waitFor();
  expect(await ui.client.list(`/v1/usage_alerts?subscription_id=${id}`)).toEqual([]);

  await page.goto(`${ui.service.baseUrl}/console#/test/customers/${customerId}`);
  await card.getByText('No usage alerts yet.').waitFor();
  await card.getByRole('button', { name: 'Create alert' }).click();
  await dialog.getByLabel('Units in a period').fill('100');
  await dialog.getByLabel('Email the customer').check();
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await card.getByText('100 units').waitFor();
  expect(await ui.client.list(`/v1/usage_alerts?customer_id=${customerId}`)).toMatchObject([{ quantity: 100, email_customer: true }]);
});
