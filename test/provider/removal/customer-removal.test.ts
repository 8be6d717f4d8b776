import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalAnswer } from '../../../shared/api/errors/errors.ts';
import { accountAggregate, newAccount } from '../../../shared/domain/account/record.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { createCustomer } from '../../../shared/domain/customer/create.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { SANDBOX } from '../../../shared/domain/payment/provider.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { customerPurge } from '../../../shared/flows/customers/purge.ts';
import { deletion } from '../../../shared/flows/customers/removal.ts';
import type { OperationDeps } from '../../../shared/flows/deps.ts';
import { type AnyFlow, resumeOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { auditPartition } from '../../../shared/store/core/keys.ts';
import { type EngineFixture, openFixture, writeChanges } from '../../store/support.ts';
import { beginCustomerRemoval } from '../shop.ts';
import { ACCOUNT, createMandate, type Sandbox, SECRETS, startSandbox } from '../support.ts';

const tenant: Tenant = { accountId: ACCOUNT, mode: 'test' };
const SANDBOX_ONLY = { decryptCredential: async () => '', providerBaseUrl: '', sandboxServed: true };
const runner = { actor: { ...SYSTEM, type: 'api_key' as const, id: 'ak_1' }, refusalAnswer: refusalAnswer('req_1') };

let fixture: EngineFixture;
let sandbox: Sandbox;
let deps: OperationDeps;

beforeAll(async () => {
  fixture = await openFixture('dynoxide');
  sandbox = await startSandbox();
  const nowMs = (): number => fixture.clock.nowMs;
  deps = { store: fixture.store, ids: idSource(nowMs), nowMs, baseUrl: sandbox.url, secrets: SECRETS, refusalAnswer, ...SANDBOX_ONLY };
  const account = newAccount({ id: ACCOUNT, created: 1, name: 'Shop', email: 'owner@example.com', countryCode: 'NL' });
  await writeChanges(fixture.store, { ...tenant, mode: 'live' }, [change(accountAggregate, null, account)]);
});
afterAll(async () => {
  await sandbox.close();
  await fixture.stop();
});

let customer: Customer;
let providerCustomerId: string;

beforeEach(async () => {
  ({ customerId: providerCustomerId } = await createMandate(sandbox));
  const created = await fixture.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ clock: null }),
    nowOf: () => null,
    decide: (state, context) => {
      const decided = createCustomer({ name: 'Ada', email: 'ada@example.com' }, state, context);
      if (!('changes' in decided)) return decided;
      const customerAtProvider: Customer = { ...decided.result, providerCustomerIds: { [SANDBOX]: providerCustomerId } };
      return { ...decided, changes: [change(customerAggregate, null, customerAtProvider)], result: customerAtProvider };
    },
  });
  if (created.kind !== 'done') throw new Error('The customer was not created.');
  customer = created.result;
});

/** Runs only the first transaction of a removal, as if the request then crashed. Returns the operation id. */
const begin = (flow: AnyFlow): Promise<string> => beginCustomerRemoval({ fixture, tenant }, flow, customer.id);

const readStored = () => fixture.store.get(customerAggregate, tenant, customer.id);
const readOperation = (id: string) => fixture.store.get(pendingOperationAggregate, tenant, id);
const readMandates = async () => sandbox.provider.listMandates(providerCustomerId);

/** Lists the audit entries about the customer. */
const auditEntries = async (): Promise<readonly Record<string, unknown>[]> => {
  const { items } = await fixture.table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': auditPartition(tenant) },
  });
  return items
    .flatMap(({ t, json }) => (t === 'audit' ? [JSON.parse(String(json)) as Record<string, unknown>] : []))
    .filter((entry) => entry.resource_id === customer.id);
};

describe('removing a customer', () => {
  it('[CUS-12] revokes the mandates at the provider', async () => {
    expect(await readMandates()).toMatchObject({ ok: true, value: [{ status: 'valid' }] });
    const id = await begin(deletion);
    expect(await resumeOperation(deps, tenant, deletion, id, runner)).toMatchObject({ kind: 'answered', answer: { deleted: true } });
    expect(await readMandates()).toMatchObject({ ok: true, value: [] });
    expect((await readStored())?.record).toMatchObject({ deletedAt: expect.any(Number), lockedBy: null, name: 'Ada' });
    expect(await readOperation(id)).toBeNull();
  });

  it('[CUS-21] by a purge also deletes the customer and its personal data at the provider', async () => {
    const id = await begin(customerPurge);
    expect(await resumeOperation(deps, tenant, customerPurge, id, runner)).toMatchObject({ kind: 'answered', answer: { purged: true } });
    expect(await readMandates()).toMatchObject({ ok: false, kind: 'mandate_gone' });
    expect((await readStored())?.record).toMatchObject({ name: null, email: null, providerCustomerIds: {}, lockedBy: null });
    const payments = await sandbox.store.list('payment', '', { limit: 100, from: null });
    const customerPayments = payments.filter((payment) => payment.customerId === providerCustomerId);
    expect(customerPayments).not.toHaveLength(0);
    expect(JSON.stringify(customerPayments)).not.toContain('Ada');
  });

  it('keeps the lock on the customer while the provider does not respond, and can be continued later', async () => {
    await sandbox.behave(providerCustomerId, { charges: 'unreachable' });
    const id = await begin(deletion);
    expect(await resumeOperation(deps, tenant, deletion, id, runner)).toEqual({ kind: 'no_response' });
    expect((await readStored())?.record).toMatchObject({ deletedAt: null, lockedBy: id });
    await sandbox.behave(providerCustomerId, { charges: 'paid' });
    expect(await resumeOperation(deps, tenant, deletion, id, runner)).toMatchObject({ kind: 'answered' });
    expect(await resumeOperation(deps, tenant, deletion, id, runner)).toEqual({ kind: 'gone' });
  });

  it('is completed once if it is continued concurrently', async () => {
    const id = await begin(deletion);
    const finished = await Promise.all(Array.from({ length: 5 }, () => resumeOperation(deps, tenant, deletion, id, runner)));
    expect(finished.filter(({ kind }) => kind === 'answered')).toHaveLength(1);
    expect(finished.filter(({ kind }) => kind === 'gone')).toHaveLength(4);
    expect((await auditEntries()).filter(({ action }) => action === 'customer.deleted')).toHaveLength(1);
  });
});

describe('the reaper', () => {
  it('[AUD-16] completes an abandoned operation, with the reaper as the actor of the audit entry', async () => {
    await reap(deps, tenant, await begin(deletion));
    expect((await readStored())?.record.deletedAt).not.toBeNull();
    expect(await auditEntries()).toContainEqual(expect.objectContaining({ action: 'customer.deleted', actor_type: 'reaper' }));
  });

  it('retries with increasing delays while the provider does not respond', async () => {
    await sandbox.behave(providerCustomerId, { charges: 'unreachable' });
    const id = await begin(deletion);
    const waits: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      await reap(deps, tenant, id);
      const record = (await readOperation(id))?.record;
      expect(record?.tries).toBe(tries + 1);
      waits.push(Number(record?.nextTryAt) - Math.floor(fixture.clock.nowMs / 1000));
    }
    expect(waits).toEqual([60, 300, 1800, 3600, 3600]);
    await sandbox.behave(providerCustomerId, { charges: 'paid' });
    await reap(deps, tenant, id);
    expect(await readOperation(id)).toBeNull();
  });

  it('ignores an operation that has ended', async () => {
    await expect(reap(deps, tenant, 'op_00000000000000000000000000')).resolves.toBeUndefined();
  });
});
