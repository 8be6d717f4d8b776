import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { takeAccountToken } from '../../shared/store/limits/account-limiter.ts';
import { READ_BUCKET } from '../../shared/store/limits/rate-limit.ts';
import { openStreamFixture, type StreamAccount, type StreamFixture } from './support.ts';

let fixture: StreamFixture;
let baseUrl: string;
beforeAll(async () => {
  fixture = await openStreamFixture();
  ({ baseUrl } = await fixture.serve());
});
afterAll(() => fixture.stop());
afterEach(() => {
  vi.useRealTimers();
});

interface Exported {
  readonly status: number;
  readonly text: string;
  readonly isComplete: boolean;
  /** The value of `Export-Resume`. */
  readonly resume: string;
}

const exportOf = ({ key }: Pick<StreamAccount, 'key'>, query: Readonly<Record<string, string>> = {}): Promise<Exported> =>
  new Promise((resolve, reject) => {
    const request = get(`${baseUrl}/v1/tenant/export?${new URLSearchParams(query)}`, { headers: { authorization: `Bearer ${key}` } });
    request.on('error', reject);
    request.on('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', () => undefined);
      response.on('close', () => {
        const resume = String(response.headers['export-resume']);
        resolve({ status: response.statusCode ?? 0, text, isComplete: response.complete, resume });
      });
    });
  });

describe('an export', () => {
  it('[XPT-12] [RET-02] contains the events of the last 90 days', async () => {
    const owner = await fixture.owner();
    const [first = 0, second = 0, third = 0] = await owner.allocate(3);
    const daysAgo = (days: number) => ({ agoMs: days * DAY_SECONDS * 1000 });
    await owner.put(first, daysAgo(91));
    const retainedIds = [await owner.put(second, daysAgo(89)), await owner.put(third)];
    const { text } = await exportOf(owner);
    const { events } = JSON.parse(text) as { readonly events: readonly { readonly id: string }[] };
    expect(events.map(({ id }) => id)).toEqual(retainedIds);
  });

  it('[RATE-20] [XPT-13] takes one token of the read limit', async () => {
    const owner = await fixture.owner();
    await owner.record(3);
    // Time does not pass, so no token is refilled.
    const nowMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    expect((await exportOf(owner)).isComplete).toBe(true);
    // The export took one token, and this call takes another.
    expect((await takeAccountToken(fixture.table, owner.tenant, 'read', 0, nowMs)).state.remaining).toBe(READ_BUCKET.burst - 2);
  });

  it('[XPT-09] is incomplete if a record cannot be read', async () => {
    const owner = await fixture.owner();
    expect((await exportOf(owner)).isComplete).toBe(true);
    // This record has the schema version of a newer release, so it cannot be read.
    const Item = {
      ...objectKey(customerAggregate, owner.tenant, 'cus_1'),
      t: 'object',
      type: 'customer',
      schema_version: 99,
      v: 1,
      seq: 1,
    };
    await fixture.table.put({ Item });
    const { status, text, isComplete } = await exportOf(owner);
    expect([status, isComplete]).toEqual([200, false]);
    // The lists that precede the customers in the document are complete.
    expect(text).toContain('"tax_rates":[]');
    expect(() => JSON.parse(text)).toThrow();
  });

  it('contains the rest of the events if it is resumed after an event', async () => {
    const owner = await fixture.owner();
    const ids = await owner.record(3);
    const { text, resume } = await exportOf(owner);
    await owner.record(1);
    const first = JSON.parse(text) as Document;
    const rest = JSON.parse((await exportOf(owner, { resume, starting_after: String(ids[0]) })).text) as Document;
    expect(rest).toEqual({ ...first, events: first.events.slice(1) });
    expect(rest.events.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('is resumed only with an unchanged token of its account and mode, and only after the id of an exported object', async () => {
    const [owner, other] = [await fixture.owner(), await fixture.owner()];
    const { resume } = await exportOf(owner);
    const refusalOf = async (key: string, query: Readonly<Record<string, string>>) => {
      const { status, text } = await exportOf({ key }, query);
      const { error } = JSON.parse(text) as { readonly error: { readonly code: string; readonly param: string; readonly message: string } };
      expect([status, error.code]).toEqual([400, 'parameter_invalid']);
      return [error.param, error.message];
    };
    const forged = [owner.key, { resume: 'xpt_1' }] as const;
    const refused = await refusalOf(...forged);
    expect(refused).toEqual(['resume', expect.stringMatching(/Export-Resume.*this account and mode/)]);
    const changed = resume.replace(/_.*?_/, '_zz_');
    const clientSecret = 'cs_00000000000000000000000000_secret_test_acct_00000000000000000000000000_1_'.padEnd(128, '0');
    for (const [key, token] of [
      [other.key, resume],
      [owner.liveKey, resume],
      [owner.key, changed],
      [owner.key, clientSecret],
    ] as const) {
      expect(await refusalOf(key, { resume: token })).toEqual(refused);
    }
    for (const id of ['ak_1', `ak_${'0'.repeat(26)}`, `cs_${'0'.repeat(26)}`, 'cus_1', 'evt_']) {
      expect(await refusalOf(owner.key, { resume, starting_after: id })).toEqual([
        'starting_after',
        expect.stringMatching(/export to resume/),
      ]);
    }
    expect(await refusalOf(owner.key, { starting_after: `cus_${'0'.repeat(26)}` })).toEqual([
      'starting_after',
      '`starting_after` requires `resume`.',
    ]);
    expect((await exportOf(owner, { resume })).isComplete).toBe(true);
  });
});

interface Document {
  readonly events: readonly { readonly id: string }[];
}
