import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import type { NewEvent } from '../../shared/domain/decision.ts';
import type { CreatePrice } from '../../shared/domain/price/create.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Mode } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { outboxOf } from '../../shared/store/mail/outbox.ts';
import { DAY, START } from '../domain/world.ts';
import { updateRecord } from '../store/support.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { tableIn } from './support/account.ts';
import { BUYER, createSale, onlyMailId, type Shop } from './support/mailing-shop.ts';

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
});
afterAll(() => engine.stop());

interface Options {
  readonly plan?: Partial<CreatePrice>;
  readonly mode?: Mode;
  readonly team?: readonly string[];
  readonly customerEmails?: boolean;
}

/** Stores a sale of a subscription in a shop with customer emails. */
const sell = async ({ plan = {}, mode = 'live', team = [], customerEmails = true }: Options = {}) => {
  const { shop, billing, customerId } = await createSale(table, { mode, team, plan });
  shop.clockMs = START * 1000;
  await updateRecord(shop.store, shop.tenant, accountAggregate, shop.tenant.accountId, () => ({ customerEmails }));
  const [subscription] = billing.world.all(subscriptionAggregate);
  if (subscription === undefined) throw new Error('nothing was sold');
  await shop.write(
    [change(subscriptionAggregate, null, { ...subscription, datedEmails: {} })],
    [{ type: 'subscription.created', subjectId: subscription.id }],
  );
  return { shop, subscription, customerId };
};

/** Overwrites fields of the subscription, without applying a rule, and records events of `types`. */
const amend = async (shop: Shop, id: string, fields: Partial<Subscription>, types: readonly NewEvent['type'][] = []) => {
  const stored = await shop.store.get(subscriptionAggregate, shop.tenant, id);
  if (stored === null) throw new Error('no subscription');
  await shop.write(
    [change(subscriptionAggregate, stored, { ...stored.record, ...fields })],
    types.map((type) => ({ type, subjectId: id })),
  );
};

const mailIdsOf = async (shop: Shop, kind: string): Promise<readonly string[]> =>
  (await shop.order()).filter((mailId) => mailId.startsWith(`${kind}#`));

const CANCELED: Partial<Subscription> = { cancelAtPeriodEnd: true, canceledAt: START + DAY, cancellationReason: 'requested' };

describe('the confirmation of an order', () => {
  it('is sent once, even for repeated events and messages', async () => {
    const { shop } = await sell();
    await shop.order(3);
    const mailId = onlyMailId(await mailIdsOf(shop, 'order_confirmation'));
    await Promise.allSettled(Array.from({ length: 8 }, () => shop.send(mailId)));
    await shop.send(mailId);
    expect(shop.sent).toMatchObject([{ to: BUYER, subject: 'Your order from Flowers', attachments: [] }]);
    for (const part of ['Product: Hosting', 'Price: €10.00 per month', 'Amount paid: €10.00']) expect(shop.sent[0]?.text).toContain(part);
  });

  it('uses the texts that the account has set for the language of the customer', async () => {
    const { shop, customerId } = await sell();
    const texts = { subject: 'Welcome to {merchant}', opening: 'Enjoy {product} & have fun.', closing: null };
    const emailTexts = (['en', 'de'] as const).map((language) => ({ email: 'order_confirmation' as const, ...texts, language }));
    await updateRecord(shop.store, shop.tenant, accountAggregate, shop.tenant.accountId, () => ({ emailTexts }));
    await shop.changeCustomer(customerId, { language: 'de-AT' });
    await shop.send(onlyMailId(await mailIdsOf(shop, 'order_confirmation')));
    expect(shop.sent.map(({ subject }) => subject)).toEqual(['Welcome to Flowers']);
    for (const part of ['Enjoy Hosting & have fun.', 'Sie können jederzeit kündigen']) expect(shop.sent[0]?.text).toContain(part);
    expect(shop.sent[0]?.html).toContain('Enjoy Hosting &amp; have fun.');
    const french = await sell();
    await updateRecord(french.shop.store, french.shop.tenant, accountAggregate, french.shop.tenant.accountId, () => ({ emailTexts }));
    await french.shop.changeCustomer(french.customerId, { language: 'fr' });
    await french.shop.send(onlyMailId(await mailIdsOf(french.shop, 'order_confirmation')));
    expect(french.shop.sent[0]?.text).not.toContain('Enjoy');
  });

  it('is not created if the account sends no customer emails, and not sent after the account has switched them off', async () => {
    const withoutEmails = await sell({ customerEmails: false });
    expect(await mailIdsOf(withoutEmails.shop, 'order_confirmation')).toEqual([]);
    const { shop } = await sell();
    const mailId = onlyMailId(await mailIdsOf(shop, 'order_confirmation'));
    await updateRecord(shop.store, shop.tenant, accountAggregate, shop.tenant.accountId, () => ({ customerEmails: false }));
    await shop.send(mailId);
    expect([shop.sent, await shop.outcomeOf(mailId)]).toEqual([[], 'needless']);
  });

  it('is sent only to the team in test mode', async () => {
    const stranger = await sell({ mode: 'test', team: ['someone@shop.example'] });
    expect(await mailIdsOf(stranger.shop, 'order_confirmation')).toEqual([]);
    const { shop } = await sell({ mode: 'test', team: [BUYER] });
    await shop.send(onlyMailId(await mailIdsOf(shop, 'order_confirmation')));
    expect(shop.sent.map(({ to }) => to)).toEqual([BUYER]);
  });

  it('is not sent after a change of plan, a cancellation of the subscription, or a purge of the customer', async () => {
    for (const [fields, purged, outcome] of [
      [{ status: 'canceled' }, false, 'needless'],
      [{ cancelAtPeriodEnd: true }, true, 'no_address'],
    ] as const) {
      const { shop, subscription, customerId } = await sell();
      const mailId = onlyMailId(await mailIdsOf(shop, 'order_confirmation'));
      await amend(shop, subscription.id, fields);
      if (purged) await shop.changeCustomer(customerId, { email: null, name: null, purgedAt: 1 });
      await shop.send(mailId);
      expect([shop.sent, await shop.outcomeOf(mailId)]).toEqual([[], outcome]);
    }
    const { shop, subscription } = await sell();
    const mailId = onlyMailId(await mailIdsOf(shop, 'order_confirmation'));
    await amend(shop, subscription.id, { price: { ...subscription.price, id: 'price_other' } });
    await shop.send(mailId);
    expect(await shop.outcomeOf(mailId)).toBe('needless');
  });
});

describe('the confirmation of a cancellation', () => {
  it('is sent once with the time of receipt and the effective date', async () => {
    const { shop, subscription } = await sell();
    await amend(shop, subscription.id, CANCELED, ['subscription.updated']);
    const mailId = onlyMailId(await mailIdsOf(shop, 'cancellation'));
    await shop.send(mailId);
    await shop.send(mailId);
    expect(shop.sent.map(({ subject }) => subject)).toEqual(['Your cancellation with Flowers']);
    for (const part of ['1 February 2026 at 12:00', 'It ends on 28 February 2026']) expect(shop.sent[0]?.text).toContain(part);
  });

  it('is not sent after the subscription was reactivated; the reactivation is confirmed instead', async () => {
    const { shop, subscription } = await sell();
    await amend(shop, subscription.id, CANCELED, ['subscription.updated']);
    const mailId = onlyMailId(await mailIdsOf(shop, 'cancellation'));
    const reactivated = { cancelAtPeriodEnd: false, canceledAt: null, cancellationReason: null };
    await amend(shop, subscription.id, reactivated, ['subscription.updated', 'subscription.reactivated']);
    await shop.send(mailId);
    expect(await shop.outcomeOf(mailId)).toBe('needless');
    await shop.send(onlyMailId(await mailIdsOf(shop, 'reactivation')));
    expect(shop.sent.map(({ subject }) => subject)).toEqual(['Your subscription with Flowers continues']);
  });
});

describe('the confirmation of a withdrawal', () => {
  it('is sent once with the refund and the time of receipt, even if its outbox entry and its queue messages are repeated', async () => {
    const { shop, subscription, customerId } = await sell({ customerEmails: false });
    const declared = { at: START + DAY, refundCents: 1000 };
    const withdrawal = { until: START + 14 * DAY, proRata: false, declared };
    const mailId = `withdrawal#${subscription.id}`;
    const order = { kind: 'withdrawal', subscriptionId: subscription.id } as const;
    await amend(shop, subscription.id, { status: 'canceled', canceledAt: declared.at, withdrawal });
    const account = await shop.store.get(accountAggregate, shop.tenant, shop.tenant.accountId);
    await shop.run({
      changes: [change(accountAggregate, account, { ...account?.record, phone: '1' } as never)],
      events: [],
      mails: [{ mailId, order, customerId }],
      result: null,
    });
    await Promise.allSettled(Array.from({ length: 5 }, () => shop.send(mailId)));
    await outboxOf(table).order(shop.tenant, mailId, order, shop.clockMs);
    await shop.send(mailId);
    expect(shop.sent).toMatchObject([{ to: BUYER, subject: 'Your withdrawal from the contract with Flowers', attachments: [] }]);
    for (const part of [
      'Received on: 1 February 2026 at 12:00',
      `Contract: Hosting (${subscription.id})`,
      'Refund: €10.00',
      'within 14 days',
    ])
      expect(shop.sent[0]?.text).toContain(part);
  });

  it('is not sent to a purged customer', async () => {
    const { shop, subscription, customerId } = await sell();
    await amend(shop, subscription.id, { withdrawal: { until: START, proRata: false, declared: { at: START, refundCents: 0 } } });
    const mailId = `withdrawal#${subscription.id}`;
    await outboxOf(table).order(shop.tenant, mailId, { kind: 'withdrawal', subscriptionId: subscription.id }, shop.clockMs);
    await shop.changeCustomer(customerId, { email: null, name: null, purgedAt: 1 });
    await shop.send(mailId);
    expect([shop.sent, await shop.outcomeOf(mailId)]).toEqual([[], 'no_address']);
  });
});

describe('the confirmation of a change', () => {
  it('of the payment method names only the latest method', async () => {
    const { shop, subscription } = await sell();
    const card = (last4: string) => ({ type: 'creditcard', brand: 'Visa', last4, expMonth: 12, expYear: 2030 });
    const types = ['subscription.updated', 'subscription.payment_method_updated'] as const;
    await amend(shop, subscription.id, { paymentMethod: card('1111') }, types);
    const [first] = await mailIdsOf(shop, 'payment_method_change');
    await amend(shop, subscription.id, { paymentMethod: card('4242') }, types);
    const mailIds = await mailIdsOf(shop, 'payment_method_change');
    expect(mailIds).toHaveLength(2);
    for (const mailId of mailIds) await shop.send(mailId);
    expect(await shop.outcomeOf(String(first))).toBe('needless');
    expect(shop.sent).toHaveLength(1);
    expect(shop.sent[0]?.text).toContain('Visa •••• 4242');
  });

  it('of the plan names the new plan', async () => {
    const { shop, subscription } = await sell();
    const price = { ...subscription.price, id: 'price_other', productName: 'Hosting XL' };
    await amend(shop, subscription.id, { price }, ['subscription.updated', 'subscription.plan_changed']);
    await shop.send(onlyMailId(await mailIdsOf(shop, 'plan_change')));
    expect(shop.sent[0]?.text).toContain('You are now subscribed to Hosting XL.');
  });
});

describe('the notices of the end of a trial and of a renewal', () => {
  /** Creates the outbox entry of a mail in a transaction, as the billing run does. Returns the mail id. */
  const orderMail = async (shop: Shop, kind: 'trial_ending' | 'renewal_notice', { id, currentPeriodEnd: about }: Subscription) => {
    const mailId = `${kind}#${id}#${about}`;
    const decision = {
      changes: [],
      events: [],
      mails: [{ mailId, order: { kind, subscriptionId: id, about }, customerId: null }],
      result: null,
    };
    const account = await shop.store.get(accountAggregate, shop.tenant, shop.tenant.accountId);
    await shop.run({ ...decision, changes: [change(accountAggregate, account, { ...account?.record, phone: mailId } as never)] });
    return mailId;
  };

  it('are sent once, with the date and amount of the next charge', async () => {
    const { shop, subscription } = await sell({ plan: { trialDays: 14 } });
    const mailId = await orderMail(shop, 'trial_ending', subscription);
    await Promise.allSettled(Array.from({ length: 5 }, () => shop.send(mailId)));
    await shop.send(mailId);
    expect(shop.sent.map(({ subject }) => subject)).toEqual(['Your free trial with Flowers ends soon']);
    for (const part of ['Your free trial ends on 14 February 2026', 'Next charge on 14 February 2026: €10.00'])
      expect(shop.sent[0]?.text).toContain(part);
  });

  it.each([
    ['the trial has ended', { trialEndedAt: START + 14 * DAY }, 0],
    ['the trial was extended', { trialEnd: START + 20 * DAY, currentPeriodEnd: START + 20 * DAY }, 0],
    ['the subscription is canceled', { status: 'canceled' }, 0],
    ['a cancellation is scheduled', CANCELED, 0],
    ['the trial end has passed but was not processed', {}, 14],
  ] as const)('are not sent if %s', async (_what, fields, days) => {
    const { shop, subscription } = await sell({ plan: { trialDays: 14 } });
    const mailId = await orderMail(shop, 'trial_ending', subscription);
    await amend(shop, subscription.id, fields);
    shop.clockMs += days * DAY * 1000;
    await shop.send(mailId);
    expect([shop.sent, await shop.outcomeOf(mailId)]).toEqual([[], 'needless']);
  });

  it('announce the renewal of a yearly plan', async () => {
    const { shop, subscription } = await sell({ plan: { interval: 'year' } });
    await shop.send(await orderMail(shop, 'renewal_notice', subscription));
    expect(shop.sent[0]?.text).toContain('Your subscription renews on 31 January 2027');
  });
});
