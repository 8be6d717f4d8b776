import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/support/waiting.ts';
import { advance, clockAt, newPlan, subscribe } from '../../contract/support/objects.ts';
import { DAY, invoiceOf, paymentOf, START, setChargeOutcome, subscribeOnClock } from '../test-clocks.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

describe('the actions on an object page of the console', () => {
  it('include a refund if the API allows a refund; otherwise the page shows why no refund is possible', async () => {
    const expectIneligible = async (id: string, screen: string, reason: string): Promise<void> => {
      await ui.open(screen, id);
      expect(await ui.actions()).not.toContain('Refund');
      await ui.waitForField('Refund', reason);
    };
    await ui.enter();
    const paid = await paymentOf(ui.client, ui.subscription);
    await ui.open('payments', paid.id);
    expect(await ui.actions()).toEqual(['Refund']);
    await ui.page.locator('dt:text-is("Refund") + dd', { hasText: /^Up to €19\.99/ }).waitFor();
    await ui.open('subscriptions', ui.subscription.id);
    expect(await ui.actions()).toContain('Refund');

    const nonRefundable = await subscribe(ui.client, (await newPlan(ui.client, { refund_window_days: 0 })).priceId);
    await expectIneligible((await paymentOf(ui.client, nonRefundable)).id, 'payments', 'Refunds are disabled for this price.');
    await expectIneligible(nonRefundable.id, 'subscriptions', 'Refunds are disabled for this price.');

    const trial = await subscribe(ui.client, (await newPlan(ui.client, { trial_days: 7 })).priceId);
    await expectIneligible(trial.id, 'subscriptions', 'Nothing was paid yet.');

    const tooOld = await subscribeOnClock(ui.client, { refund_window_days: 1 });
    await advance(ui.client, tooOld.clockId, START + 3 * DAY);
    await expectIneligible((await paymentOf(ui.client, tooOld.subscription)).id, 'payments', 'The refund window has passed.');

    const disputed = await paymentOf(ui.client, await subscribe(ui.client, (await newPlan(ui.client)).priceId));
    await ui.client.post(`/sandbox/payments/${disputed.id}/outcome`, { outcome: 'charged_back' });
    await eventually(
      () => ui.client.get(`/v1/payments/${disputed.id}`),
      (payment) => payment['amount_disputed_cents'] !== 0,
    );
    await expectIneligible(disputed.id, 'payments', 'The payment is disputed.');
    expect(ui.consoleErrors).toEqual([]);
  });

  it('depend on the state of a subscription', async () => {
    const { subscription } = await subscribeOnClock(ui.client);
    const post = (action: string) => ui.client.post(`/v1/subscriptions/${subscription.id}/${action}`);
    const actions = async () => {
      await ui.reopen('subscriptions', subscription.id);
      return ui.actions();
    };
    const commonActions = ['Refund', 'Create portal link', 'Request new payment method'];
    await ui.enter();
    expect(await actions()).toEqual(['Change plan', ...commonActions, 'Pause subscription', 'Cancel subscription']);
    await post('pause');
    expect(await actions()).toEqual(['Resume subscription', ...commonActions, 'Cancel subscription']);
    await post('cancel');
    expect(await actions()).toEqual(['Resume subscription', 'Undo cancellation', ...commonActions]);
    await ui.submit('Undo cancellation');
    await ui.page.getByText('Cancellation undone.').waitFor();
    await ui.waitForField('Renewal', 'Paused');
    await post('cancel');
    await post('resume');
    expect(await actions()).toEqual(['Undo cancellation', 'Change plan', ...commonActions, 'Pause subscription']);
  });

  it('include canceling a past due subscription, and voiding its unpaid invoice before and after the subscription ends', async () => {
    /** The names of the sums below the lines of the invoice. */
    const sums = async () => {
      await ui.settle();
      return ui.page.locator('.sums-right dt').allInnerTexts();
    };
    const { subscription, clockId } = await subscribeOnClock(ui.client);
    await setChargeOutcome(ui.client, subscription, 'insufficient_funds');
    await advance(ui.client, clockId, START + 32 * DAY);
    const invoice = await invoiceOf(ui.client, subscription);
    await ui.enter();
    await ui.open('subscriptions', subscription.id);
    expect(await ui.actions()).toEqual(['Create portal link', 'Request new payment method', 'Cancel subscription']);
    await ui.open('invoices', invoice.id);
    expect(await ui.actions()).toEqual(['View PDF', 'Download PDF', 'Send by email', 'Void invoice']);
    expect(await sums()).toContain('Due');
    await advance(ui.client, clockId, START + 60 * DAY);
    await ui.open('subscriptions', subscription.id);
    await ui.waitForStatus('Canceled');
    expect(await ui.actions()).toEqual(['Create portal link']);
    await ui.open('invoices', invoice.id);
    await ui.waitForStatus('Uncollectible');
    expect(await sums()).not.toContain('Due');
    await ui.submit('Void invoice');
    await ui.waitForStatus('Void');
    expect(await sums()).not.toContain('Due');
    expect(await ui.actions()).toEqual(['View PDF', 'Download PDF']);
    expect(ui.consoleErrors).toEqual([]);
  });

  it('include View PDF, which opens a tab at the click, and closes the tab if the PDF cannot be fetched', async () => {
    const invoice = await invoiceOf(ui.client, ui.subscription);
    await ui.enter();
    await ui.open('invoices', invoice.id);
    const view = ui.page.getByRole('button', { name: 'View PDF' });
    /** Clicks the button and returns the tab that opens. The request for the PDF is answered with `status` once the tab is open. */
    const openTab = async (status: number, inTab?: (tab: Page) => Promise<unknown>): Promise<Page> => {
      const opened = ui.page.waitForEvent('popup');
      const done = opened.then((tab) => inTab?.(tab));
      await ui.page.route('**/pdf', async (route) => {
        // Browsers block a tab that opens only after the request.
        await opened;
        await (status === 200
          ? route.continue()
          : route.fulfill({ status, json: { error: { code: 'internal_error', message: 'Failed.' } } }));
      });
      await view.click();
      await done;
      await ui.page.unroute('**/pdf');
      return opened;
    };
    // The browser of the tests has no viewer for PDF documents, and downloads them.
    await openTab(200, (tab) => tab.waitForEvent('download'));
    const failed = await openTab(500);
    await eventually(
      async () => failed.isClosed(),
      (isClosed) => isClosed,
    );
    await ui.page.getByText('Failed.').waitFor();
  });

  it('include advancing and deleting a test clock after a failed advance, but not during an advance', async () => {
    const clock = await clockAt(ui.client, START);
    await ui.enter();
    const actionsFor = async (status: string) => {
      await ui.page.route(`**/v1/test_clocks/${clock.id}`, (route) => route.fulfill({ json: { ...clock, status } }));
      await ui.reopen('test_clocks', clock.id);
      return ui.actions();
    };
    expect(await actionsFor('failed')).toEqual(['Advance clock', 'Delete clock']);
    expect(await actionsFor('advancing')).toEqual([]);
  });
});
