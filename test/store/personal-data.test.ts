import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, type Stored } from '../../shared/domain/aggregate.ts';
import { newCustomer } from '../../shared/domain/customer/create.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { audited, type Decision } from '../../shared/domain/decision.ts';
import { redactedUsageRecord } from '../../shared/domain/erasure/redaction.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { type UsageRecord, usageRecordAggregate } from '../../shared/domain/usage-record/record.ts';
import { type Actor, type AuditEntry, SYSTEM } from '../../shared/store/audit/entries.ts';
import { listAudit } from '../../shared/store/audit/read.ts';
import { idempotencyKey, logPartitions } from '../../shared/store/core/keys.ts';
import { ENGINES } from '../support/engine.ts';
import { readableItem } from '../support/readable-items.ts';
import { erasePersonalData } from './erase-personal-data.ts';
import { type EngineFixture, openFixture } from './support.ts';

const CLIENT = { ip: '192.0.2.7', userAgent: 'Buyer/1.0' };

describe.each(ENGINES)('personal data on %s', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  });
  afterAll(() => fixture.stop());

  /** Changes the customer as an actor of this type; creates it first if needed. */
  const changeAs = async (tenant: Tenant, id: string, type: Actor['type']): Promise<void> => {
    fixture.clock.nowMs += 1;
    await fixture.store.run({
      tenant,
      actor: { type, id: `${type}_1`, ...CLIENT },
      load: () => fixture.store.get(customerAggregate, tenant, id),
      nowOf: () => null,
      decide: (stored: Stored<Customer> | null, context): Decision<null> => {
        const after = { ...(stored?.record ?? newCustomer({}, context)), id, name: `changed by ${type}` };
        return { changes: [change(customerAggregate, stored, after)], events: [], audit: audited('customer', 'updated', id), result: null };
      },
    });
  };

  const entriesAbout = async (tenant: Tenant, id: string): Promise<readonly AuditEntry[]> =>
    (await listAudit(fixture.table, tenant, { limit: 100, startingAfter: null, filter: { resource_id: id }, nowMs: fixture.clock.nowMs }))
      .entries;

  const erase = (tenant: Tenant, customerId: string): Promise<boolean> => erasePersonalData(fixture.table, tenant, customerId);

  it('is erased in a stored response even if only the audit entry of the request names the customer', async () => {
    const tenant = fixture.tenant();
    const invoice = { id: 'inv_1', object: 'invoice', buyer: { name: 'Ada', email: 'ada@example.test' } };
    const answer = { status: 200, body: JSON.stringify(invoice), sealed: false };
    const audit = { ...audited('invoice', 'emailed', 'inv_1'), customerId: 'cus_shown', withoutChange: true } as const;
    await fixture.store.run({
      tenant,
      actor: { type: 'api_key', id: 'ak_1', ...CLIENT },
      load: async () => null,
      nowOf: () => null,
      decide: (): Decision<null> => ({ changes: [], events: [], audit, result: null }),
      remember: async () => ({ keyHash: 'key_1', fingerprint: 'f', remembered: { answer }, replaces: null }),
    });
    expect(await erase(tenant, 'cus_shown')).toBe(true);
    const stored = await fixture.table.get(idempotencyKey(tenant, 'key_1'));
    expect(stored?.answer).toEqual({ ...answer, body: JSON.stringify({ ...invoice, buyer: { name: null, email: null } }) });
  });

  it('[CUS-18] is erased in the log entry that the redaction of a usage record writes and that contains the former metadata', async () => {
    const tenant = fixture.tenant();
    const record = { id: 'ur_1', created: 1, subscriptionId: 'sub_1', customerId: 'cus_1', quantity: 1, occurredAt: 1 };
    const write = (stored: Stored<UsageRecord> | null, after: UsageRecord) =>
      fixture.store.run({
        tenant,
        actor: SYSTEM,
        load: async () => null,
        nowOf: () => null,
        decide: (): Decision<null> => ({ changes: [change(usageRecordAggregate, stored, after)], events: [], result: null }),
      });
    await write(null, { ...record, metadata: { user: 'ada@example.test' } });
    const stored = await fixture.store.get(usageRecordAggregate, tenant, record.id);
    if (stored === null) throw new Error('The usage record is missing.');
    await write(stored, redactedUsageRecord(stored.record));
    const logTexts = async (): Promise<string> => {
      const pages = logPartitions(tenant).map((pk) =>
        fixture.table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }),
      );
      return JSON.stringify((await Promise.all(pages)).flatMap(({ items }) => items.map(readableItem)));
    };
    expect(await logTexts()).toContain('ada@example.test');
    expect(await erase(tenant, 'cus_1')).toBe(true);
    expect(await logTexts()).not.toContain('ada@example.test');
  });

  it('[CUS-20] is erased in audit entries of a buyer (IP address, user agent), and kept in audit entries of the tenant', async () => {
    const tenant = fixture.tenant();
    const buyerActors = ['portal_session', 'checkout_session', 'one_shot_payment'] as const;
    const tenantActors = ['api_key', 'operator'] as const;
    for (const type of [...buyerActors, ...tenantActors]) {
      await changeAs(tenant, 'cus_erased', type);
      await changeAs(tenant, 'cus_other', type);
    }
    const [before, others] = [await entriesAbout(tenant, 'cus_erased'), await entriesAbout(tenant, 'cus_other')];
    expect(before).toHaveLength(buyerActors.length + tenantActors.length);
    for (const entry of before) expect(entry).toMatchObject({ ip_address: CLIENT.ip, user_agent: CLIENT.userAgent });

    // A second erasure changes nothing.
    for (let time = 0; time < 2; time += 1) {
      expect(await erase(tenant, 'cus_erased')).toBe(true);
      expect(await entriesAbout(tenant, 'cus_erased')).toEqual(
        before.map((entry) =>
          (buyerActors as readonly string[]).includes(entry.actor_type) ? { ...entry, ip_address: null, user_agent: null } : entry,
        ),
      );
      expect(await entriesAbout(tenant, 'cus_other')).toEqual(others);
    }
  });
});
