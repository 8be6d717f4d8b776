import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordEmailReport } from '../../shared/domain/customer/email-delivery.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { type CustomerState, updateCustomer } from '../../shared/domain/customer/update.ts';
import type { Decision, DecisionContext } from '../../shared/domain/decision.ts';
import type { MailOrder } from '../../shared/domain/mail/orders.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { mailKey } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { outboxOf } from '../../shared/store/mail/outbox.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { tableIn } from './support/account.ts';
import { BUYER, createSale, onlyMailId, type Sale } from './support/mailing-shop.ts';

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
});
afterAll(() => engine.stop());

const decideOn = async (
  { shop, customerId }: Sale,
  decide: (state: CustomerState, context: DecisionContext) => Decision<unknown> | Refusal,
): Promise<void> => {
  const { store, tenant } = shop;
  const load = async () => ({ customer: await store.get(customerAggregate, tenant, customerId) });
  const outcome = await store.run({ tenant, actor: SYSTEM, load, nowOf: () => null, decide });
  expect(outcome.kind).toBe('done');
};

const report = (sale: Sale, status: 'bounced' | 'complained'): Promise<void> => {
  const now = Math.floor(sale.shop.clockMs / 1000);
  return decideOn(sale, (state, context) => recordEmailReport({ status, email: BUYER, sentAt: now, reportedAt: now }, state, context));
};

const setEmail = (sale: Sale, email: string): Promise<void> =>
  decideOn(sale, (state, context) => updateCustomer({ email }, state, context));

describe('mail to a customer', () => {
  it('is tagged with the customer', async () => {
    const { shop, customerId } = await createSale(table);
    await shop.send(onlyMailId(await shop.order()));
    expect(shop.tags).toEqual([{ ...shop.tenant, customerId, kind: 'receipt' }]);
  });

  it.each(['bounced', 'complained'] as const)('is not sent if the address was reported as %s; its order is completed', async (status) => {
    const sale = await createSale(table);
    const { shop } = sale;
    const mailId = onlyMailId(await shop.order());
    await report(sale, status);
    await shop.send(mailId);
    expect([shop.sent, await shop.outcomeOf(mailId)]).toEqual([[], 'suppressed']);
    expect((await table.get(mailKey(shop.tenant, mailId)))?.due_at).toBeUndefined();
  });

  it('is sent despite a bounce after the account sets the address again, even to the same value', async () => {
    const sale = await createSale(table);
    const { shop } = sale;
    const mailId = onlyMailId(await shop.order());
    await report(sale, 'bounced');
    await setEmail(sale, BUYER);
    await shop.send(mailId);
    expect([shop.sent.map(({ to }) => to), await shop.outcomeOf(mailId)]).toEqual([[BUYER], 'sent']);
  });

  it('is sent to the new address after a change, and the former address that bounced gets no notice', async () => {
    const sale = await createSale(table);
    const { shop } = sale;
    await report(sale, 'bounced');
    await setEmail(sale, 'new@example.test');
    const mailId = onlyMailId(await shop.order());
    await shop.send(mailId);
    expect(shop.sent.map(({ to }) => to)).toEqual(['new@example.test']);
  });
});

describe('the sign-in link of a member', () => {
  it('is not tagged with a customer, and is sent although a customer with the same address complained', async () => {
    const sale = await createSale(table, { team: [BUYER] });
    const { shop } = sale;
    await report(sale, 'complained');
    const expiresAt = Math.floor(shop.clockMs / 1000) + 900;
    const order: MailOrder = { kind: 'sign_in_link', memberId: `mem_${BUYER}`, sealedToken: 'sealed:token', expiresAt };
    await outboxOf(table).order(shop.tenant, 'sign_in_link#1', order, shop.clockMs);
    await shop.send('sign_in_link#1');
    expect(shop.sent.map(({ to, subject }) => [to, subject])).toEqual([[BUYER, 'Sign in to the console of Flowers']]);
    expect(shop.tags).toEqual([{ ...shop.tenant, customerId: null, kind: 'sign_in_link' }]);
  });
});
