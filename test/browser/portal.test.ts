import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { advance, clockAt } from '../contract/support/shop.ts';
import { service } from '../support/service.ts';
import { PortalDesk } from './portal-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl } = service();
const desk = new PortalDesk();

const DAY_SECONDS = 86_400;
const SOLD_AT = 1_800_000_000;

describe('the plan in the billing portal', () => {
  it('[PRT-21] is changed at what the preview says', async () => {
    const subscription = await desk.buyer();
    await desk.enter(subscription);
    await desk.press('Change plan');
    await desk.page.getByLabel('€49.00 every month').check();
    await desk.press(/^Change plan and pay €\d+\.\d\d$/);
    await desk.seen('€49.00 every month');
    await expect.poll(async () => (await desk.now(subscription)).next_charge_amount_cents).toBe(4900);
    await desk.page.getByRole('button', { name: /^Change plan and pay/ }).waitFor({ state: 'detached' });
    expect(desk.complaints).toEqual([]);
  });

  it('[PRT-21] is cancelled with a reason, and kept after all', async () => {
    const subscription = await desk.buyer();
    await desk.enter(subscription);
    await desk.press('Cancel subscription');
    await desk.seen(/^It stays as it is until .* and ends then/);
    await desk.page.getByLabel('It is too expensive').check();
    await desk.page.getByRole('button', { name: 'Cancel subscription' }).last().click();
    await desk.seen(/^Ends on /);
    expect(await desk.now(subscription)).toMatchObject({ cancel_at_period_end: true, cancellation_reason: 'too_expensive' });
    await desk.press('Keep subscription');
    await desk.page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
    expect(await desk.now(subscription)).toMatchObject({ cancel_at_period_end: false });
  });

  it('[PRT-21] is resumed', async () => {
    const subscription = await desk.buyer();
    await desk.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await desk.enter(subscription);
    await desk.seen('Paused');
    await desk.press('Resume subscription');
    await desk.page.getByRole('button', { name: 'Change plan' }).waitFor();
    expect(await desk.now(subscription)).toMatchObject({ serves_customer: true });
  });

  it('is kept while it is paused, where it is to end', async () => {
    const subscription = await desk.buyer();
    await desk.client.post(`/v1/subscriptions/${subscription.id}/cancel`);
    await desk.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await desk.enter(subscription);
    expect(await desk.page.getByRole('button', { name: 'Cancel subscription' }).count()).toBe(0);
    await desk.press('Keep subscription');
    await desk.page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
    await desk.press('Resume subscription');
    await desk.page.getByRole('button', { name: 'Change plan' }).waitFor();
    expect(await desk.now(subscription)).toMatchObject({ cancel_at_period_end: false, renewal_state: 'scheduled' });
  });

  it('[PRT-21] takes a promotion code, and says why one is refused', async () => {
    const subscription = await desk.buyer();
    await desk.enter(subscription);
    await desk.press('Add a promotion code');
    await desk.page.getByLabel('Promotion code').fill('NO-SUCH-CODE');
    await desk.press('Apply');
    await desk.page.getByRole('alert').getByText('This code is not known.').waitFor();
    await desk.page.getByLabel('Promotion code').fill('HALF');
    await desk.press('Apply');
    await desk.seen('50% off every payment (code HALF)');
    expect((await desk.now(subscription)).discount).toMatchObject({ code: 'HALF' });
  });

  it('is cancelled by keyboard alone', async () => {
    const subscription = await desk.buyer();
    await desk.enter(subscription);
    await desk.page.getByRole('button', { name: 'Cancel subscription' }).focus();
    await desk.page.keyboard.press('Enter');
    await desk.page.getByRole('heading', { name: 'Cancel subscription' }).waitFor();
    await desk.page.keyboard.press('Tab');
    await desk.page.keyboard.press('Space');
    await desk.page.keyboard.press('Enter');
    await desk.seen(/^Ends on /);
    expect(await desk.now(subscription)).toMatchObject({ cancellation_reason: 'too_expensive' });
  });
});

describe('payment methods in the billing portal', () => {
  it('[PRT-15] are added at the bank, used for payments, and removed', async () => {
    const subscription = await desk.buyer();
    await desk.enter(subscription);
    await desk.press('Add a payment method');
    await desk.press('Continue');
    await desk.seen('Choose how you want to pay.');
    await desk.page.getByLabel('iDEAL').check();
    await desk.press('Continue');
    await desk.page.getByRole('button', { name: 'Paid', exact: true }).click();
    await desk.page.waitForURL(`${baseUrl}/portal`);
    await desk.press(/^Use for payments: /);
    const former = desk.page.getByRole('button', { name: /^Remove: / });
    await former.waitFor();
    await expect.poll(async () => (await desk.now(subscription)).payment_method).toMatchObject({ type: 'ideal' });
    await former.click();
    await former.waitFor({ state: 'detached' });
    expect(desk.complaints).toEqual([]);
  });
});

describe('invoices in the billing portal', () => {
  const downloaded = async (name: string | RegExp): Promise<string> => {
    const button = desk.page.getByRole('button', { name });
    const [download] = await Promise.all([desk.page.waitForEvent('download'), button.click()]);
    return download.suggestedFilename();
  };

  it('[PRT-21] are kept as PDFs, credit notes too', async () => {
    const subscription = await desk.buyer();
    await desk.client.post('/v1/refunds', { payment_id: subscription.last_payment_id, amount_cents: 100 });
    const [[invoice], [note]] = await Promise.all([
      desk.client.list(`/v1/invoices?subscription_id=${subscription.id}`),
      eventually(
        () => desk.client.list(`/v1/credit_notes?customer_id=${String(subscription.customer_id)}`),
        (notes) => notes.length > 0,
      ),
    ]);
    for (const path of [`invoices/${invoice?.id}`, `credit_notes/${note?.id}`]) {
      await eventually(
        () => desk.client.call('GET', `/v1/${path}/pdf`),
        ({ status }) => status === 200,
      );
    }
    await desk.enter(subscription);
    expect(await downloaded(`Download PDF: ${String(invoice?.number)}`)).toBe(`${String(invoice?.number)}.pdf`);
    expect(await downloaded(`Download PDF: ${String(note?.number)}`)).toBe(`${String(note?.number)}.pdf`);
    await desk.seen('-€1.00');
    expect(desk.complaints).toEqual([]);
  });

  it('[PRT-15] are paid where a renewal failed, once the bank takes it', async () => {
    const clock = await clockAt(desk.client, SOLD_AT);
    const subscription = await desk.buyer({ test_clock_id: clock.id });
    const behave = (charges: string) => desk.client.post(`/sandbox/customers/${String(subscription.customer_id)}/behavior`, { charges });
    await behave('insufficient_funds');
    await advance(desk.client, clock.id, SOLD_AT + 32 * DAY_SECONDS);
    await desk.enter(subscription);
    await desk.seen('Your last payment failed.');
    await desk.press(/^Pay €/);
    await desk.page.getByRole('alert').getByText('This way to pay was refused.').waitFor();
    await behave('paid');
    await desk.press(/^Pay €/);
    await desk.page.getByText('Your last payment failed.').waitFor({ state: 'detached' });
    expect(await desk.now(subscription)).toMatchObject({ status: 'active' });
  });
});

describe('details in the billing portal', () => {
  it('[PRT-21] are changed, and what is wrong is said', async () => {
    const subscription = await desk.buyer();
    await desk.enter(subscription);
    await desk.press('Change details');
    await desk.page.getByLabel('Name').fill('Grace Hopper');
    await desk.page.getByLabel('City').fill('Den Haag');
    await desk.page.getByLabel('Country').selectOption('NL');
    await desk.page.getByLabel('VAT number').fill('NL200');
    await desk.press('Save');
    await desk.page.getByRole('alert').getByText('This VAT number is not valid.').waitFor();
    await desk.page.getByLabel('VAT number').fill('NL100');
    await desk.press('Save');
    await desk.page.getByRole('button', { name: 'Change details' }).waitFor();
    await desk.seen('Grace Hopper');
    await desk.seen('Netherlands');
    expect(await desk.client.get(`/v1/customers/${String(subscription.customer_id)}`)).toMatchObject({
      name: 'Grace Hopper',
      country_code: 'NL',
      vat_number: 'NL100',
      address: { city: 'Den Haag', line1: null },
      email: 'ada@example.com',
    });
  });
});
