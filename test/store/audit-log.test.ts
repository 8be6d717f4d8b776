import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { createApiKey } from '../../shared/domain/api-key/create.ts';
import type { Decision, NewAudit } from '../../shared/domain/decision.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { mintApiKey } from '../../shared/platform/credentials.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { type AuditFilter, findAuditEntry, listAudit } from '../../shared/store/audit/read.ts';
import type { Sample, SampledAction } from '../../shared/store/audit/samples.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { ENGINES } from '../support/engine.ts';
import { type EngineFixture, openFixture, type Tally, tallyAggregate } from './support.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('the audit log on %s', (kind) => {
  let fixture: EngineFixture;
  let count = 0;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  });
  afterAll(() => fixture.stop());

  /** Writes a change with this audit entry, one millisecond after the previous one, since ids sort by time. */
  const write = async (tenant: Tenant, audit: NewAudit): Promise<void> => {
    count += 1;
    fixture.clock.nowMs += 1;
    const id = `tly_${count}`;
    await fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: async () => null,
      nowOf: () => null,
      decide: (_state, { now }): Decision<null> => ({
        changes: [change({ ...tallyAggregate, unlogged: true }, null, { id, created: now, count: 0, marks: [] } satisfies Tally)],
        events: [],
        audit,
        result: null,
      }),
    });
  };
  const entryAbout = (name: string, more: Partial<NewAudit> = {}): NewAudit => ({
    action: 'tally.created',
    resourceType: 'tally',
    resourceId: name,
    ...more,
  });

  /** Reads the whole log page by page. */
  const readAll = async (tenant: Tenant, limit: number, filter: AuditFilter = {}, table: Table = fixture.table) => {
    const pages: (string | null)[][] = [];
    let startingAfter: string | null = null;
    for (;;) {
      const page = await listAudit(table, tenant, { limit, startingAfter, filter, nowMs: fixture.clock.nowMs });
      expect(page.entries.length).toBeLessThanOrEqual(limit);
      pages.push(page.entries.map(({ resource_id: name }) => name));
      if (!page.hasMore) return { pages, names: pages.flat() };
      startingAfter = page.entries.at(-1)?.id ?? null;
      if (startingAfter === null) throw new Error('an empty page has no cursor to continue with');
    }
  };

  it.each([1, 2, 3, 5, 7, 100])(
    '[AUD-25] [PAGE-02] [PAGE-04] lists account-wide entries in both modes, in order, in pages of %i',
    async (limit) => {
      const { accountId } = fixture.tenant();
      const [live, test]: [Tenant, Tenant] = [
        { accountId, mode: 'live' },
        { accountId, mode: 'test' },
      ];
      // The entries in the order of writing. l: live, t: test, a: account-wide, written in test mode.
      const order = 'ataallttttttaaaaaallatlaat';
      for (const [index, which] of [...order].entries()) {
        await write(which === 'l' ? live : test, entryAbout(`${which}${index}`, which === 'a' ? { accountWide: true } : {}));
      }
      const newestFirst = [...order].map((which, index) => `${which}${index}`).reverse();
      for (const [tenant, hidden] of [
        [live, 't'],
        [test, 'l'],
      ] as const) {
        const { pages, names } = await readAll(tenant, limit);
        expect(names).toEqual(newestFirst.filter((name) => !name.startsWith(hidden)));
        expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      }
    },
  );

  it('[AUD-25] marks account-wide entries as live, and finds them by id in both modes, but not in another account', async () => {
    const tenant = fixture.tenant();
    await write(tenant, entryAbout('wide', { accountWide: true }));
    await write(tenant, entryAbout('plain'));
    const { entries } = await listAudit(fixture.table, tenant, {
      limit: 10,
      startingAfter: null,
      filter: {},
      nowMs: fixture.clock.nowMs,
    });
    expect(entries.map(({ resource_id: name, livemode }) => [name, livemode])).toEqual([
      ['plain', false],
      ['wide', true],
    ]);
    const [plain, wide] = entries;
    const live: Tenant = { ...tenant, mode: 'live' };
    const find = (reader: Tenant, id = ''): Promise<unknown> => findAuditEntry(fixture.table, reader, id, fixture.clock.nowMs);
    expect(await find(tenant, wide?.id)).toEqual(wide);
    expect(await find(live, wide?.id)).toEqual(wide);
    expect(await find(tenant, plain?.id)).toEqual(plain);
    expect(await find(live, plain?.id)).toBeNull();
    expect(await find(fixture.tenant(), wide?.id)).toBeNull();
  });

  it.each([1, 2, 4, 50])('[AUD-02] [AUD-25] filters account-wide and other entries together, in pages of %i', async (limit) => {
    const tenant = fixture.tenant();
    const expectedNames: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      const wide = index % 7 === 0;
      const marked = wide || index % 5 === 0;
      const name = `${index}`;
      await write(tenant, entryAbout(name, { ...(marked ? { action: 'tally.marked' } : {}), ...(wide ? { accountWide: true } : {}) }));
      if (marked) expectedNames.unshift(name);
    }
    const shortReads: Table = { ...fixture.table, query: (input) => fixture.table.query({ ...input, Limit: 3 }) };
    expect((await readAll(tenant, limit, { action: 'tally.marked' }, shortReads)).names).toEqual(expectedNames);
    expect((await readAll(tenant, limit, { action: 'tally.marked' })).names).toEqual(expectedNames);
  });

  it('[AUD-02] [PAGE-05] finds rare entries in few reads', async () => {
    const tenant = fixture.tenant();
    const rare = entryAbout('rare', { action: 'tally.marked' });
    const writeOthers = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) await write(tenant, entryAbout('other'));
    };
    await write(tenant, rare);
    await writeOthers(40);
    await write(tenant, rare);
    await writeOthers(25);
    // Each read is limited to ten entries; the newest ten contain neither rare entry.
    let reads = 0;
    const limitedReads: Table = {
      ...fixture.table,
      query: (input) => {
        reads += 1;
        return fixture.table.query({ ...input, Limit: 10 });
      },
    };
    const { pages } = await readAll(tenant, 5, { action: 'tally.marked' }, limitedReads);
    expect(pages).toEqual([['rare', 'rare']]);
    // Two reads in each of the two partitions: of the newest entries, and of the entries with this action.
    expect(reads).toBe(4);
    // A prefix of an action is no match.
    expect((await readAll(tenant, 5, { action: 'tally.marke' })).names).toEqual([]);
  });

  it('[RET-05] hides entries after 400 days, even if the table has not deleted them yet', async () => {
    const tenant = fixture.tenant();
    await write(tenant, entryAbout('old'));
    const [entry] = (await listAudit(fixture.table, tenant, { limit: 1, startingAfter: null, filter: {}, nowMs: fixture.clock.nowMs }))
      .entries;
    if (entry === undefined) throw new Error('The entry is missing.');
    const seenAfter = async (days: number): Promise<readonly [number, boolean]> => {
      const nowMs = fixture.clock.nowMs + days * DAY_MS;
      const page = await listAudit(fixture.table, tenant, { limit: 1, startingAfter: null, filter: {}, nowMs });
      return [page.entries.length, (await findAuditEntry(fixture.table, tenant, entry.id, nowMs)) !== null];
    };
    expect(await seenAfter(399)).toEqual([1, true]);
    expect(await seenAfter(401)).toEqual([0, false]);
  });
});

describe('sampled audit actions', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  });
  afterAll(() => fixture.stop());

  /** Loads the module again, like a separate process with its own cache. */
  const newProcess = async (): Promise<(table: Table, sample: Sample) => Promise<void>> => {
    vi.resetModules();
    return (await import('../../shared/store/audit/samples.ts')).recordSample;
  };

  const newKey = async (tenant: Tenant): Promise<string> => {
    const { secret: _secret, ...storedKey } = mintApiKey('test', [{ version: '1', value: 'pepper' }]);
    const outcome = await fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: async () => ({ creatorScopes: ['*'], scopeErrorOf: () => null, createdBy: { type: 'operator_command' as const, id: null } }),
      nowOf: () => null,
      decide: (state, context) => createApiKey({ label: null, ...storedKey }, state, context),
    });
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return outcome.result.id;
  };

  const ids = idSource(() => fixture.clock.nowMs);
  const sampleOf = (tenant: Tenant, keyId: string, action: SampledAction): Sample => ({
    tenant,
    keyId,
    action,
    actor: { type: 'api_key', id: keyId, ip: '192.0.2.1', userAgent: 'test' },
    operation: 'customers.list',
    newAuditId: () => ids.next('al_'),
    nowMs: fixture.clock.nowMs,
  });

  const readRecorded = async (tenant: Tenant, action: SampledAction) =>
    (await listAudit(fixture.table, tenant, { limit: 100, startingAfter: null, filter: { action }, nowMs: fixture.clock.nowMs })).entries;

  it.each([
    ['[AUD-22]', 'api_key.used'],
    ['[AUD-23]', 'api_key.insufficient_scope'],
    ['[AUD-24]', 'rate_limit.exceeded'],
  ] as const)('%s %s is recorded once per rolling minute and key, also by concurrent processes', async (_id, action) => {
    const tenant = fixture.tenant();
    const [one, other] = [await newKey(tenant), await newKey(tenant)];
    const processes = await Promise.all(Array.from({ length: 4 }, newProcess));
    const recordInAll = (): Promise<unknown> =>
      Promise.all(processes.flatMap((record) => [one, one, other].map((keyId) => record(fixture.table, sampleOf(tenant, keyId, action)))));
    fixture.clock.nowMs = Date.UTC(2026, 5, 1) + 900;
    await recordInAll();
    const first = await readRecorded(tenant, action);
    expect(first.map(({ resource_id: keyId }) => keyId).sort()).toEqual([one, other].sort());
    expect(first[0]).toMatchObject({ object: 'audit_log', actor_type: 'api_key', ip_address: '192.0.2.1', livemode: false });
    expect(first[0]?.metadata).toEqual({ operation: 'customers.list' });
    fixture.clock.nowMs += 59_500;
    for (const keyId of [one, other]) await (await newProcess())(fixture.table, sampleOf(tenant, keyId, action));
    expect(await readRecorded(tenant, action)).toHaveLength(2);
    fixture.clock.nowMs += 1600;
    await recordInAll();
    expect(await readRecorded(tenant, action)).toHaveLength(4);
  });

  it('do not make the request fail when they cannot be recorded', async () => {
    const record = await newProcess();
    const broken = { ...fixture.table, transact: () => Promise.reject(new Error('away')) } as Table;
    await expect(record(broken, sampleOf(fixture.tenant(), 'ak_1', 'rate_limit.exceeded'))).resolves.toBeUndefined();
  });
});
