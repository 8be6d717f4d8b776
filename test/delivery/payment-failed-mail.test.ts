import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { asReplacementOf, type CheckoutSession, checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { markChangePending } from '../../shared/domain/subscription/change/pending.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { EMBEDDED, OneShots } from '../domain/one-shots.ts';
import { anotherPrice, beginChange, declineChange, pendingChangeState, pendingChargeOf } from '../domain/plan-changes.ts';
import { declineRenewals } from '../domain/renewals.ts';
import { updateRecord } from '../store/support.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { tableIn } from './support/account.ts';
import { createSale } from './support/mailing-shop.ts';

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
});
afterAll(() => engine.stop());

describe('mails about failed payments', () => {
  /** Fails two payments of a session that has ended in this status, and sends the mails about them. */
  const failTwo = async (sessionStatus: 'expired' | 'completed') => {
    const { shop, billing } = await createSale(table);
    const session = { ...billing.open({ uiMode: 'embedded' }), status: sessionStatus };
    const failed: Payment[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { payment } = billing.attempt(billing.open({ uiMode: 'embedded' }).id);
      failed.push({ ...payment, status: 'failed', checkoutSessionId: session.id });
    }
    await shop.write([change(checkoutSessionAggregate, null, session)]);
    for (const payment of failed)
      await shop.write([change(paymentAggregate, null, payment)], [{ type: 'payment.failed', subjectId: payment.id }]);
    const orders = (await shop.order()).filter((mailId) => mailId.startsWith('payment_failed#'));
    expect(orders).toHaveLength(2);
    for (const mailId of orders) await shop.send(mailId);
    return { shop, outcomes: await Promise.all(orders.map((mailId) => shop.outcomeOf(mailId))) };
  };

  it('are sent only once if two attempts at a checkout fail on the same day', async () => {
    const { shop, outcomes } = await failTwo('expired');
    expect(outcomes.toSorted()).toEqual(['limited', 'sent']);
    expect(shop.sent.map(({ subject }) => subject)).toEqual(['Your payment to Flowers failed']);
    expect(shop.sent[0]?.text).toContain('Hosting: €10.00');
  });

  type Sale = Awaited<ReturnType<typeof createSale>>;
  /** Ends the session with a failed payment, sends the mail about it, and returns the outcome. */
  const failPurchase = async ({ shop, billing }: Sale, session: CheckoutSession, state: 'new' | 'stored' = 'new') => {
    const { payment: attempted } = billing.attempt(billing.open({ uiMode: 'embedded' }).id);
    const payment: Payment = { ...attempted, status: 'failed', checkoutSessionId: session.id };
    if (state === 'new') await shop.write([change(checkoutSessionAggregate, null, { ...session, status: 'expired' as const })]);
    await shop.write([change(paymentAggregate, null, payment)], [{ type: 'payment.failed', subjectId: payment.id }]);
    await shop.order();
    await shop.send(`payment_failed#${payment.id}`);
    return shop.outcomeOf(`payment_failed#${payment.id}`);
  };

  it('are sent to an address at most once an hour, also about different sessions; a limited mail does not limit a later one', async () => {
    const sale = await createSale(table);
    const [first, second] = [sale.billing.open({ uiMode: 'embedded' }), sale.billing.open({ uiMode: 'embedded' })];
    expect([await failPurchase(sale, first), await failPurchase(sale, second)]).toEqual(['sent', 'limited']);
    sale.shop.clockMs += 3_600_000;
    expect(await failPurchase(sale, second, 'stored')).toBe('sent');
  });

  it('are sent once a day about sessions that replace each other', async () => {
    const sale = await createSale(table);
    const [first, second, third] = Array.from({ length: 3 }, () => sale.billing.open({ uiMode: 'embedded' }));
    if (first === undefined || second === undefined || third === undefined) throw new Error('A session is missing.');
    expect(await failPurchase(sale, first)).toBe('sent');
    sale.shop.clockMs += 2 * 3_600_000;
    expect(await failPurchase(sale, asReplacementOf(first, second))).toBe('limited');
    sale.shop.clockMs += 22 * 3_600_000;
    expect(await failPurchase(sale, asReplacementOf(second, third))).toBe('sent');
  });

  it('ask for the confirmation that the bank requires, and contain a link to pay', async () => {
    const { shop, payment } = await createSale(table);
    const failed: Payment = { ...payment, id: 'pay_renewal', status: 'failed', invoiceId: null, failureCode: 'authentication_required' };
    await shop.write([change(paymentAggregate, null, failed)], [{ type: 'payment.failed', subjectId: failed.id }]);
    const [mailId] = (await shop.order()).filter((id) => id === `payment_failed#${failed.id}`);
    await shop.send(String(mailId));
    expect(shop.sent.map(({ subject }) => subject)).toEqual(['Your bank asks you to confirm your payment to Flowers']);
    for (const part of ['Your bank asks you to confirm your payment of €10.00 to Flowers.', 'Pay now: https://'])
      expect(shop.sent[0]?.text).toContain(part);
  });

  it.each([
    ['the date of the next attempt', undefined, 'Next attempt: 2 March 2026'],
    ['the end of collection after a hard decline', 'card_stolen', 'Pay by: 21 March 2026'],
  ])('contain %s if a renewal failed', async (_what, code, line) => {
    const { shop, billing } = await createSale(table);
    const [subscription] = billing.world.all(subscriptionAggregate);
    if (subscription === undefined) throw new Error('There is no subscription.');
    declineRenewals(billing, subscription.id, 1, code);
    const [invoice, payment] = [billing.world.all(invoiceAggregate).at(-1), billing.world.all(paymentAggregate).at(-1)];
    if (invoice === undefined || payment === undefined) throw new Error('The renewal was not charged.');
    await shop.write(
      [
        change(subscriptionAggregate, null, billing.subscription(subscription.id)),
        change(invoiceAggregate, null, invoice),
        change(paymentAggregate, null, payment),
      ],
      [{ type: 'dunning.email_required', subjectId: subscription.id, data: { payment_id: payment.id } }],
    );
    const mailId = (await shop.order()).find((id) => id.startsWith('payment_failed#'));
    await shop.send(String(mailId));
    expect(shop.sent.map(({ subject }) => subject)).toEqual(['Your payment to Flowers failed']);
    expect(shop.sent[0]?.text).toContain(`${line}\n`);
  });

  it('say after the last attempt of a renewal that the subscription has ended, and offer no payment', async () => {
    const { shop, billing } = await createSale(table);
    const [subscription] = billing.world.all(subscriptionAggregate);
    if (subscription === undefined) throw new Error('There is no subscription.');
    declineRenewals(billing, subscription.id, 5);
    const [invoice, payment] = [billing.world.all(invoiceAggregate).at(-1), billing.world.all(paymentAggregate).at(-1)];
    if (invoice === undefined || payment === undefined) throw new Error('The renewal was not charged.');
    expect([invoice.status, billing.subscription(subscription.id).status]).toEqual(['uncollectible', 'canceled']);
    await shop.write(
      [
        change(subscriptionAggregate, null, billing.subscription(subscription.id)),
        change(invoiceAggregate, null, invoice),
        change(paymentAggregate, null, payment),
      ],
      [{ type: 'dunning.email_required', subjectId: subscription.id, data: { payment_id: payment.id } }],
    );
    await shop.send(String((await shop.order()).find((id) => id.startsWith('payment_failed#'))));
    expect(shop.sent[0]?.text).toContain('No further attempt will be made, and your subscription has ended.');
    expect(shop.sent[0]?.text).not.toMatch(/pay now/i);
  });

  it('report a hard decline once: a late mail about the attempt is not sent after the mail that collection has ended', async () => {
    const { shop, billing } = await createSale(table);
    await updateRecord(shop.store, shop.tenant, accountAggregate, shop.tenant.accountId, () => ({ customerEmails: true }));
    billing.seller = { customerEmails: true };
    const [subscription] = billing.world.all(subscriptionAggregate);
    if (subscription === undefined) throw new Error('There is no subscription.');
    declineRenewals(billing, subscription.id, 1, 'card_stolen');
    expect(billing.renew(subscription.id)).toMatchObject({ reason: 'gave_up' });
    const [invoice, payment] = [billing.world.all(invoiceAggregate).at(-1), billing.world.all(paymentAggregate).at(-1)];
    if (invoice === undefined || payment === undefined) throw new Error('The renewal was not charged.');
    await shop.run({
      changes: [
        change(subscriptionAggregate, null, billing.subscription(subscription.id)),
        change(invoiceAggregate, null, invoice),
        change(paymentAggregate, null, payment),
      ],
      events: [{ type: 'dunning.email_required', subjectId: subscription.id, data: { payment_id: payment.id } }],
      mails: billing.world.mails,
      result: null,
    });
    const late = String((await shop.order()).find((id) => id.startsWith('payment_failed#')));
    const ended = `collection_ended#${invoice.id}`;
    for (const mailId of [ended, ended, late]) await shop.send(mailId);
    expect([await shop.outcomeOf(ended), await shop.outcomeOf(late)]).toEqual(['sent', 'limited']);
    expect(shop.sent.map(({ subject }) => subject)).toEqual(['Your subscription with Flowers has ended']);
    for (const part of [
      'Your payment of €10.00 to Flowers failed.',
      'your subscription to Hosting has ended',
      'Subscription ends: 21 March 2026',
    ])
      expect(shop.sent[0]?.text).toContain(part);
  });

  it.each([true, false])('report the late failure of a debit for a plan change only if customer emails are on (%s)', async (on) => {
    const { shop, billing } = await createSale(table);
    billing.seller = { customerEmails: true };
    const [subscription] = billing.world.all(subscriptionAggregate);
    if (subscription === undefined) throw new Error('There is no subscription.');
    const { id: paymentId } = pendingChargeOf(
      beginChange(billing, subscription.id, { priceId: anotherPrice(billing, { amountCents: 3000 }) }),
    );
    billing.world.do(markChangePending({ providerPaymentId: 'tr_1' }, pendingChangeState(billing, paymentId)));
    declineChange(billing, paymentId);
    await shop.run({
      changes: [
        change(subscriptionAggregate, null, billing.subscription(subscription.id)),
        change(paymentAggregate, null, billing.world.get(paymentAggregate, paymentId).record),
      ],
      events: [{ type: 'payment.failed', subjectId: paymentId }],
      mails: billing.world.mails,
      result: null,
    });
    // The setting was changed after the mail was ordered.
    await updateRecord(shop.store, shop.tenant, accountAggregate, shop.tenant.accountId, () => ({ customerEmails: on }));
    expect((await shop.order()).filter((id) => id.startsWith('payment_failed#'))).toEqual([]);
    await shop.send(`change_failed#${paymentId}`);
    expect(shop.sent.map(({ subject }) => subject)).toEqual(on ? ['Your subscription with Flowers was not changed'] : []);
    if (on) expect(shop.sent[0]?.text).toContain('your subscription to Hosting was not changed');
  });

  it('are not sent after another attempt has succeeded', async () => {
    const { shop, outcomes } = await failTwo('completed');
    expect(outcomes).toEqual(['needless', 'needless']);
    expect(shop.sent).toEqual([]);
  });

  /** Fails two attempts of an embedded one-off payment, runs `afterwards`, and sends the mails about the attempts. */
  const failOneShot = async (afterwards: (seller: OneShots, id: string) => void) => {
    const { shop, billing } = await createSale(table);
    const seller = new OneShots(billing.world, billing.catalogue);
    const { id } = seller.createAccepted(EMBEDDED);
    const failedIds = [0, 1].map(() => {
      const { id: paymentId } = seller.startPayment(id, 'creditcard');
      seller.failOneShot(id, paymentId);
      return paymentId;
    });
    afterwards(seller, id);
    await shop.write([change(oneShotAggregate, null, seller.oneShot(id))]);
    for (const paymentId of failedIds) {
      const { record } = seller.world.get(paymentAggregate, paymentId);
      await shop.write([change(paymentAggregate, null, record)], [{ type: 'payment.failed', subjectId: paymentId }]);
    }
    const orders = (await shop.order()).filter((mailId) => mailId.startsWith('payment_failed#'));
    for (const mailId of orders) await shop.send(mailId);
    return { shop, outcomes: await Promise.all(orders.map((mailId) => shop.outcomeOf(mailId))) };
  };

  it('contain the description of a one-off payment, and are sent only once if two attempts fail on the same day', async () => {
    const { shop, outcomes } = await failOneShot(() => undefined);
    expect(outcomes.toSorted()).toEqual(['limited', 'sent']);
    expect(shop.sent[0]?.text).toContain('Workshop: €150.00');
  });

  it.each<readonly [string, (seller: OneShots, id: string) => void]>([
    ['was paid by another attempt', (seller, id) => void seller.settleOneShot(id, seller.startPayment(id, 'ideal').id, 'ideal')],
    [
      'was paid and refunded in the meantime',
      (seller, id) => {
        const { payment } = seller.settleOneShot(id, seller.startPayment(id, 'ideal').id, 'ideal');
        seller.settleRefund(seller.refund(String(payment?.id), 15_000));
      },
    ],
  ])('are not sent for a one-off payment that %s', async (_description, afterwards) => {
    const { shop, outcomes } = await failOneShot(afterwards);
    expect(outcomes).toEqual(['needless', 'needless']);
    expect(shop.sent).toEqual([]);
  });
});
