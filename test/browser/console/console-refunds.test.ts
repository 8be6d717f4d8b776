import { describe, expect, it } from 'vitest';
import { advance } from '../../contract/support/objects.ts';
import { DAY, invoiceOf, newest, paymentOf, START, subscribeOnClock } from '../test-clocks.ts';
import { ConsoleUi, NAME } from './console-ui.ts';

const ui = new ConsoleUi();
const region = (name: string) => ui.page.getByRole('region', { name });

describe('the page of an invoice', () => {
  it('polls until a refund is final, and then shows the credit note', async () => {
    const invoice = await invoiceOf(ui.client, ui.subscription);
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.open('invoices', invoice.id);
    await ui.waitForStatus('Paid');
    await ui.press('Refund');
    await ui.page.getByRole('dialog').getByLabel('Half, ').check();
    await ui.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund €/ })
      .click();
    await ui.page.getByText(/^Refund of €.* started\.$/).waitFor();
    await region('Payments and refunds')
      .getByRole('row', { name: /^Refund Succeeded/ })
      .waitFor();
    await ui.waitForStatus('Partially refunded');
    await region('Credit notes').getByRole('row', { name: /€/ }).waitFor();
    expect(await ui.page.getByText('The refund is being processed.').count()).toBe(0);
    await ui.settle();
    await ui.expectAccessible();
    // A confirmation disappears after some seconds.
    await ui.page.getByText(/^Refund of €.* started\.$/).waitFor({ state: 'detached', timeout: 20_000 });
    expect(ui.consoleErrors).toEqual([]);
  });

  it('shows until when a refund was possible', async () => {
    const { subscription, clockId } = await subscribeOnClock(ui.client, { refund_window_days: 14 });
    await advance(ui.client, clockId, START + 20 * DAY);
    const invoice = await invoiceOf(ui.client, subscription);
    await ui.useContext({ timezoneId: 'UTC' });
    await ui.enter();
    await ui.open('invoices', invoice.id);
    await ui.page.getByText('The refund window has passed. Refunds were possible until Jan 29, 2027.').waitFor();
    expect(await ui.actions()).not.toContain('Refund');
  });
});

describe('the page of a refund or dispute', () => {
  it('shows the payment, its customer and invoice, and what has happened', async () => {
    const { subscription } = await subscribeOnClock(ui.client);
    const payment = await paymentOf(ui.client, subscription);
    await ui.client.post(`/v1/customers/${subscription.customer_id}`, { name: NAME });
    const { id: succeededId } = await ui.client.post('/v1/refunds', { payment_id: payment.id, amount_cents: 300, reason: 'Too late' });
    await expect.poll(async () => (await ui.client.get(`/v1/refunds/${succeededId}`)).status, { timeout: 30_000 }).toBe('succeeded');
    const { credit_note_id: creditNoteId } = await ui.client.get(`/v1/refunds/${succeededId}`);
    const { number } = await ui.client.get(`/v1/credit_notes/${creditNoteId}`);
    await ui.client.post(`/sandbox/payments/${payment.id}/outcome`, { outcome: 'charged_back' });
    await expect.poll(async () => (await ui.client.list('/v1/disputes')).length, { timeout: 30_000 }).toBe(1);
    await ui.useContext({ bypassCSP: true });
    await ui.enter();
    await ui.open('refunds', succeededId);
    await ui.waitForField('Amount', '€3.00');
    await ui.waitForField('Reason', 'Too late');
    for (const [name, text] of [
      ['Payment', '€19.99'],
      ['Customer', NAME],
      ['Credit note', String(number)],
    ] as const) {
      await ui.page.locator(`dt:text-is("${name}") + dd`).getByRole('link', { name: text, exact: true }).waitFor();
    }
    await ui.expectAccessible();
    await ui.open('disputes', (await newest(ui.client, '/v1/disputes')).id);
    await ui.page.getByText('The bank of the customer has taken the money back.').waitFor();
    await ui.page.locator('dt:text-is("Customer") + dd').getByRole('link', { name: NAME, exact: true }).waitFor();
    await ui.expectAccessible();
    expect(ui.consoleErrors).toEqual([]);
  });

  it('says that a refund has failed, and why', async () => {
    const { subscription } = await subscribeOnClock(ui.client);
    const payment = await paymentOf(ui.client, subscription);
    const { id } = await ui.client.post('/v1/refunds', { payment_id: payment.id, amount_cents: 300 });
    await ui.client.post(`/sandbox/refunds/${id}/outcome`, { outcome: 'failed' });
    await expect.poll(async () => (await ui.client.get(`/v1/refunds/${id}`)).status, { timeout: 30_000 }).toBe('failed');
    await ui.enter();
    await ui.open('refunds', id);
    await ui.page.getByText('The refund failed: provider failed.').waitFor();
  });
});
