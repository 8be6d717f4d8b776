import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { advance, clockAt, openShop, subscribe } from '../contract/support/shop.ts';
import { behave, DAY, invoiceOf, onClock, paymentOf, START } from './clocked.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

describe('what can be done in the console', () => {
  it('is a refund where there can be one, and otherwise why not', async () => {
    const refused = async (id: string, screen: string, reason: string): Promise<void> => {
      await desk.open(screen, id);
      expect(await desk.offered()).not.toContain('Refund');
      await desk.field('Eligible', 'no');
      await desk.field('Reason', reason);
    };
    await desk.enter();
    const paid = await paymentOf(desk.client, desk.subscription);
    await desk.open('payments', paid.id);
    expect(await desk.offered()).toEqual(['Refund']);
    await desk.field('Eligible', 'yes');
    await desk.open('subscriptions', desk.subscription.id);
    expect(await desk.offered()).toContain('Refund');

    const never = await subscribe(desk.client, (await openShop(desk.client, { refund_window_days: 0 })).priceId);
    await refused((await paymentOf(desk.client, never)).id, 'payments', 'Refunds are turned off for it.');
    await refused(never.id, 'subscriptions', 'Refunds are turned off for it.');

    const trial = await subscribe(desk.client, (await openShop(desk.client, { trial_days: 7 })).priceId);
    await refused(trial.id, 'subscriptions', 'Nothing was paid yet.');

    const late = await onClock(desk.client, { refund_window_days: 1 });
    await advance(desk.client, late.clockId, START + 3 * DAY);
    await refused((await paymentOf(desk.client, late.subscription)).id, 'payments', 'The time in which it could be refunded is over.');

    const disputed = await paymentOf(desk.client, await subscribe(desk.client, (await openShop(desk.client)).priceId));
    await desk.client.post(`/sandbox/payments/${disputed.id}/outcome`, { outcome: 'charged_back' });
    await eventually(
      () => desk.client.get(`/v1/payments/${disputed.id}`),
      (payment) => payment['amount_disputed_cents'] !== 0,
    );
    await refused(disputed.id, 'payments', 'It is disputed.');
    expect(desk.complaints).toEqual([]);
  });

  it('is of a subscription what its state allows', async () => {
    const { subscription } = await onClock(desk.client);
    const post = (action: string) => desk.client.post(`/v1/subscriptions/${subscription.id}/${action}`);
    const offered = async () => {
      await desk.page.goto('about:blank');
      await desk.open('subscriptions', subscription.id);
      return desk.offered();
    };
    const always = ['Make a portal link', 'Ask for a payment method', 'Refund'];
    await desk.enter();
    expect(await offered()).toEqual(['Change price', 'Pause', ...always, 'Cancel']);
    await post('pause');
    expect(await offered()).toEqual(['Resume', ...always, 'Cancel']);
    await post('cancel');
    expect(await offered()).toEqual(['Resume', 'Keep', ...always]);
    await desk.act('Keep');
    await desk.page.getByText('Done: keep.').waitFor();
    await desk.field('Renewal state', 'paused');
    await post('cancel');
    await post('resume');
    expect(await offered()).toEqual(['Change price', 'Pause', 'Keep', ...always]);
  });

  it('is of one that is past due to cancel it, and of its invoice to void it', async () => {
    const { subscription, clockId } = await onClock(desk.client);
    await behave(desk.client, subscription, 'insufficient_funds');
    await advance(desk.client, clockId, START + 32 * DAY);
    const invoice = await invoiceOf(desk.client, subscription);
    await desk.enter();
    await desk.open('subscriptions', subscription.id);
    expect(await desk.offered()).toEqual(['Make a portal link', 'Ask for a payment method', 'Cancel']);
    await desk.open('invoices', invoice.id);
    expect(await desk.offered()).toEqual(['Send by mail', 'Void', 'Download PDF']);
    await advance(desk.client, clockId, START + 60 * DAY);
    await desk.open('subscriptions', subscription.id);
    await desk.field('Status', 'canceled');
    expect(await desk.offered()).toEqual(['Make a portal link']);
    await desk.open('invoices', invoice.id);
    await desk.field('Status', 'uncollectible');
    await desk.act('Void');
    await desk.field('Status', 'void');
    expect(await desk.offered()).toEqual(['Download PDF']);
    expect(desk.complaints).toEqual([]);
  });

  it('is of a test clock to advance it again after an advance that failed', async () => {
    const clock = await clockAt(desk.client, START);
    await desk.enter();
    const inState = async (status: string) => {
      await desk.page.route(`**/v1/test_clocks/${clock.id}`, (route) => route.fulfill({ json: { ...clock, status } }));
      await desk.page.goto('about:blank');
      await desk.open('test_clocks', clock.id);
      return desk.offered();
    };
    expect(await inState('failed')).toEqual(['Advance', 'Delete']);
    expect(await inState('advancing')).toEqual([]);
  });
});
