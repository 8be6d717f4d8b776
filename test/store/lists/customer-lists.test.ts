import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { type Actor, auditItems, SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { TransactItem } from '../../../shared/store/core/table.ts';
import { logEntryItem } from '../../../shared/store/event-log/entries.ts';

const TENANT = { accountId: 'acct_1', mode: 'live' } as const;
const CUSTOMER = 'cus_1';

const customerListOf = ({ Put }: TransactItem): unknown => Put?.Item?.['cpk'] ?? null;

const entryWith = (kind: 'event' | 'hidden', data: JsonObject, previous: JsonObject | null = null): TransactItem =>
  logEntryItem(
    TENANT,
    {
      sequence: 1,
      kind,
      event: { id: 'evt_1', object: 'event', type: 'payment.changed', created: 1, livemode: true, data, previous_attributes: previous },
      nonce: 'n',
      step: 'created',
      firstOfWrite: 1,
      customerId: CUSTOMER,
    },
    1000,
  );

const auditBy = (actor: Partial<Actor>, metadata: JsonObject = {}): readonly TransactItem[] =>
  auditItems(
    TENANT,
    { ...SYSTEM, ...actor },
    { action: 'customer.updated', resourceType: 'customer', resourceId: CUSTOMER, metadata },
    { id: 'al_1', created: 1, nonce: 'n', nowMs: 1000, customerId: CUSTOMER },
  );

const CUSTOMER_LOG = 'A#acct_1#live#log#cus_1';
const CUSTOMER_AUDIT = 'A#acct_1#live#audit#cus_1';

describe('the index by customer', () => {
  it('contains each public event of the customer', () => {
    expect(customerListOf(entryWith('event', { object: 'payment', customer_id: CUSTOMER }))).toBe(CUSTOMER_LOG);
  });

  it('contains hidden log entries only if they contain personal data that a purge redacts', () => {
    expect(customerListOf(entryWith('hidden', { object: 'payment', customer_id: CUSTOMER }))).toBeNull();
    expect(customerListOf(entryWith('hidden', { object: 'invoice', customer_id: CUSTOMER, buyer: { name: 'Ada' } }))).toBe(CUSTOMER_LOG);
    expect(customerListOf(entryWith('hidden', { object: 'refund', customer_id: CUSTOMER, reason: 'Ada moved' }))).toBe(CUSTOMER_LOG);
    expect(customerListOf(entryWith('hidden', { object: 'invoice', customer_id: CUSTOMER, buyer: null }, { buyer: { name: 'Ada' } }))).toBe(
      CUSTOMER_LOG,
    );
  });

  it('contains audit entries only if they contain personal data that a purge redacts', () => {
    const client = { ip: '192.0.2.7', userAgent: 'Browser/1.0' };
    expect(auditBy({ type: 'api_key', id: 'ak_1', ...client }).map(customerListOf)).not.toContain(CUSTOMER_AUDIT);
    expect(auditBy({ type: 'portal_session', id: 'ps_1', ...client }).map(customerListOf)).toContain(CUSTOMER_AUDIT);
    expect(auditBy({ type: 'portal_session', id: 'ps_1' }).map(customerListOf)).not.toContain(CUSTOMER_AUDIT);
    expect(auditBy({ type: 'api_key', id: 'ak_1' }, { vat_number: 'NL1' }).map(customerListOf)).toContain(CUSTOMER_AUDIT);
  });
});
