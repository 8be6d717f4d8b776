import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { search } from '../../../shared/api/search.ts';
import { change } from '../../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate, NO_DETAILS } from '../../../shared/domain/customer/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { openStore, type Store } from '../../../shared/store/writer/store.ts';
import { ENGINES } from '../../support/engine.ts';
import { type EngineFixture, openFixture } from '../support.ts';

const customerNamed = (id: string, name: string | null): Customer => ({
  ...NO_DETAILS,
  id,
  name,
  created: 1,
  testClockId: null,
  vatNumber: null,
  vatName: null,
  vatVerifiedAt: null,
  providerCustomerIds: {},
  deletedAt: null,
  purgedAt: null,
  closedForSale: false,
  emailChange: null,
  portalRevocations: 0,
  lockedBy: null,
});

/** Creates or changes a customer. */
const write = async (store: Store, tenant: Tenant, id: string, update: (customer: Customer) => Customer): Promise<void> => {
  await store.run({
    tenant,
    actor: SYSTEM,
    nowOf: () => null,
    load: () => store.get(customerAggregate, tenant, id),
    decide: (stored) => ({
      changes: [change(customerAggregate, stored, update(stored?.record ?? customerNamed(id, null)))],
      events: [],
      result: null,
    }),
  });
};

const named =
  (name: string) =>
  (customer: Customer): Customer => ({ ...customer, name });

const namesFound = async (store: Store, tenant: Tenant, query: string): Promise<readonly (string | null)[]> => {
  const { customers } = await search({ store, tenant, query, limit: 20, allowed: (scope) => scope === 'customers:read' });
  return customers?.data.map(({ name }) => name) ?? [];
};

describe.each(ENGINES)('the search on %s', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  });
  afterAll(() => fixture?.stop());

  it('finds a customer only by its newest name, however many changes are concurrent', async () => {
    const { store } = fixture;
    const tenant = fixture.tenant();
    await write(store, tenant, 'cus_1', named('First Name'));
    const names = Array.from({ length: 20 }, (_, index) => `Name${index} Common`);
    await Promise.all(names.map((name) => write(store, tenant, 'cus_1', named(name))));
    const last = (await store.get(customerAggregate, tenant, 'cus_1'))?.record.name;
    expect(await namesFound(store, tenant, 'common')).toEqual([last]);
    const found = await Promise.all(names.map((name) => namesFound(store, tenant, name)));
    expect(found.flat()).toEqual([last]);
    expect(await namesFound(store, tenant, 'first')).toEqual([]);
  });

  it('keeps no term of a customer that is deleted or whose name is erased', async () => {
    const { store } = fixture;
    const tenant = fixture.tenant();
    for (const id of ['cus_1', 'cus_2']) await write(store, tenant, id, named('Ada Lovelace'));
    await write(store, tenant, 'cus_1', (customer) => ({ ...customer, deletedAt: 5 }));
    expect(await namesFound(store, tenant, 'ada')).toEqual(['Ada Lovelace']);
    await write(store, tenant, 'cus_2', (customer) => ({ ...customer, name: null }));
    const { items } = await fixture.table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${tenant.accountId}#${tenant.mode}#search#customer` },
    });
    expect(items).toEqual([]);
  });

  it('takes at most two rounds of concurrent reads for all kinds of records', async () => {
    const tenant = fixture.tenant();
    for (let index = 0; index < 30; index += 1) await write(fixture.store, tenant, `cus_${index}`, named(`Ada ${index}`));
    const capacity = newCapacityCounter();
    const store = openStore(fixture.tableWith(capacity), {
      nowMs: Date.now,
      ids: idSource(Date.now),
    });
    const result = await search({ store, tenant, query: 'ada', limit: 20, allowed: () => true });
    expect(result.customers).toMatchObject({ has_more: true });
    expect(result.customers?.data).toHaveLength(20);
    expect(capacity.usage().rounds).toBeLessThanOrEqual(2);
    // A query for each kind with search terms, and one read of the customers that were found.
    expect(capacity.usage().calls).toBe(6);
  });
});
