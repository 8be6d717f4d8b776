import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCustomer } from '../../shared/domain/customer/create.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { purgeCustomer } from '../../shared/domain/customer/removal.ts';
import { updateCustomer } from '../../shared/domain/customer/update.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { pageOfEvents } from '../../shared/store/event-log/events.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { type FeedbackFields, feedbackText } from '../support/mail-feedback.ts';
import { tableIn } from './support/account.ts';

const EMAIL = 'ada@example.com';

describe('the mail feedback worker', () => {
  let engine: TestEngine;
  let table: Table;
  let store: Store;
  const originalEnv = { ...process.env };
  beforeAll(async () => {
    engine = await startEngine();
    table = tableIn(engine);
    store = openStore(table, { nowMs: Date.now, ids: idSource(Date.now) });
    Object.assign(process.env, engine.env, { AWS_MAX_ATTEMPTS: '1' });
  });
  afterAll(async () => {
    process.env = originalEnv;
    await engine.stop();
  });

  /** Runs the worker; returns the ids of failed messages and the log lines. */
  const runWorker = async (...bodies: readonly string[]) => {
    const { handler } = await import('../../functions/workers/mail-feedback.ts');
    const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const records = bodies.map((body, index) => ({ messageId: String(index), body }));
      const { batchItemFailures } = await handler({ Records: records } as unknown as SQSEvent);
      const lines = log.mock.calls.map(([text]) => JSON.parse(String(text)) as Readonly<Record<string, unknown>>);
      return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), lines };
    } finally {
      log.mockRestore();
    }
  };

  const newCustomer = async (mode: Tenant['mode'] = 'live') => {
    const tenant: Tenant = { accountId: `acct_${randomUUID().replaceAll('-', '')}`, mode };
    const created = await store.run({
      tenant,
      actor: SYSTEM,
      load: async () => ({ clock: null }),
      nowOf: () => null,
      decide: (state, context) => createCustomer({ name: 'Ada', email: EMAIL }, state, context),
    });
    if (created.kind !== 'done') throw new Error('The customer was not created.');
    const { id } = created.result;
    const load = async () => ({ customer: await store.get(customerAggregate, tenant, id), wallet: null });
    return {
      tenant,
      id,
      stored: () => store.get(customerAggregate, tenant, id),
      bodyOf: (fields: FeedbackFields = {}): string =>
        feedbackText({ to: [EMAIL], tags: { account: [tenant.accountId], mode: [mode], customer: [id] }, ...fields }),
      setEmail: (email: string) =>
        store.run({
          tenant,
          actor: SYSTEM,
          load,
          nowOf: () => null,
          decide: (state, context) => updateCustomer({ email }, state, context),
        }),
      purge: () => store.run({ tenant, actor: SYSTEM, load, nowOf: () => null, decide: purgeCustomer }),
      events: async () => {
        const query = { limit: 100, startingAfter: null, types: ['customer.updated'], customerId: null, nowMs: Date.now() } as const;
        return (await pageOfEvents(table, tenant, query)).events.map(parseEvent);
      },
    };
  };

  it.each([
    ['Bounce', 'bounced'],
    ['Complaint', 'complained'],
  ] as const)(
    'records a %s on the customer once, with the event customer.updated, however often its message arrives',
    async (eventType, status) => {
      const customer = await newCustomer();
      const body = customer.bodyOf({ eventType });
      const { failed, lines } = await runWorker(body, body, body);
      expect(failed).toEqual([]);
      expect(lines.map(({ outcome }) => outcome).sort()).toEqual(['recorded', 'repeated', 'repeated']);
      expect(lines[0]).toMatchObject({ kind: 'mail_feedback', account: customer.tenant.accountId, mode: 'live', status });
      expect(JSON.stringify(lines)).not.toContain(EMAIL);
      await runWorker(body);
      const reportedAt = Math.floor(Date.parse(JSON.parse(body).time) / 1000);
      expect((await customer.stored())?.record.emailDelivery).toEqual({ status, email: EMAIL, reportedAt });
      const [event, ...others] = await customer.events();
      expect(others).toEqual([]);
      expect(event).toMatchObject({
        data: { email_delivery: { status, email: EMAIL, reported_at: reportedAt } },
        previous_attributes: { email_delivery: null },
      });
      expect(Object.keys(event?.previous_attributes ?? {})).toEqual(['email_delivery']);
    },
  );

  it('changes nothing for transient bounces and delays', async () => {
    const customer = await newCustomer();
    const bodies = [customer.bodyOf({ bounceType: 'Transient' }), customer.bodyOf({ eventType: 'DeliveryDelay' })];
    expect(await runWorker(...bodies)).toEqual({ failed: [], lines: [] });
    expect((await customer.stored())?.version).toBe(1);
  });

  it('changes nothing for feedback that is older than the address, or about another address', async () => {
    const customer = await newCustomer();
    const early = customer.bodyOf({ sentAtMs: Date.now() - 60_000 });
    await customer.setEmail('ada@new.example');
    expect((await runWorker(early)).lines).toMatchObject([{ outcome: 'outdated' }]);
    await customer.setEmail(EMAIL);
    expect((await runWorker(early)).lines).toMatchObject([{ outcome: 'outdated' }]);
    expect((await runWorker(customer.bodyOf({ to: ['eve@example.com'] }))).lines).toMatchObject([{ outcome: 'outdated' }]);
    expect((await customer.stored())?.record).not.toHaveProperty('emailDelivery');
  });

  it('changes nothing for feedback whose tags name another account, another mode or an unknown customer', async () => {
    const [customer, other] = [await newCustomer(), await newCustomer()];
    const tags = { account: [customer.tenant.accountId], mode: ['live'], customer: [customer.id] };
    const forged = [
      { ...tags, account: [other.tenant.accountId] },
      { ...tags, mode: ['test'] },
      { ...tags, customer: [other.id] },
      { ...tags, customer: ['cus_unknown'] },
      { ...tags, account: ['acct_unknown'] },
    ];
    const { failed, lines } = await runWorker(...forged.map((each) => customer.bodyOf({ tags: each })));
    expect([failed, lines.map(({ outcome }) => outcome)]).toEqual([[], Array(5).fill('customer_gone')]);
    for (const each of [customer, other]) expect((await each.stored())?.version).toBe(1);
  });

  it('changes nothing for a purged customer', async () => {
    const customer = await newCustomer();
    await customer.purge();
    expect(await runWorker(customer.bodyOf())).toMatchObject({ failed: [], lines: [{ outcome: 'customer_gone' }] });
    expect(JSON.stringify((await customer.stored())?.record)).not.toContain(EMAIL);
  });

  it('logs feedback on mail to members and owners, and changes nothing', async () => {
    const { failed, lines } = await runWorker(
      feedbackText({ tags: { account: ['acct_1'], mode: ['live'] } }),
      feedbackText({ eventType: 'Complaint', tags: {} }),
    );
    expect(failed).toEqual([]);
    expect(lines).toEqual([
      { level: 'info', kind: 'mail_feedback', account: 'acct_1', mode: 'live', status: 'bounced', outcome: 'no_customer' },
      { level: 'info', kind: 'mail_feedback', account: null, mode: null, status: 'complained', outcome: 'no_customer' },
    ]);
  });

  it('logs malformed messages, and does not return them to the queue', async () => {
    const { failed, lines } = await runWorker('{', 'null', '{"detail":{"eventType":"Bounce"}}');
    expect([failed, lines.map(({ kind }) => kind)]).toEqual([[], Array(3).fill('mail_feedback_malformed')]);
  });

  it('returns a message to the queue if the table does not answer', async () => {
    const customer = await newCustomer();
    const body = customer.bodyOf();
    const { TABLE_NAME } = process.env;
    process.env.TABLE_NAME = 'missing';
    try {
      expect((await runWorker(body)).failed).toEqual(['0']);
    } finally {
      process.env.TABLE_NAME = TABLE_NAME;
    }
    expect((await runWorker(body)).failed).toEqual([]);
    expect((await customer.stored())?.record.emailDelivery?.status).toBe('bounced');
  });
});
