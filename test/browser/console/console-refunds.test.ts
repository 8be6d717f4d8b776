import { describe, expect, it } from 'vitest';
import { advance } from '../../contract/support/objects.ts';
import { DAY, invoiceOf, START, subscribeOnClock } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

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
