import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { type Owner, openStreamFixture, type StreamFixture } from './support.ts';

let fixture: StreamFixture;
let baseUrl: string;
beforeAll(async () => {
  fixture = await openStreamFixture();
  ({ baseUrl } = await fixture.serve());
});
afterAll(() => fixture.stop());

const exportOf = ({ key }: Owner): Promise<{ readonly status: number; readonly text: string; readonly isComplete: boolean }> =>
  new Promise((resolve, reject) => {
    const request = get(`${baseUrl}/v1/tenant/export`, { headers: { authorization: `Bearer ${key}` } });
    request.on('error', reject);
    request.on('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', () => undefined);
      response.on('close', () => resolve({ status: response.statusCode ?? 0, text, isComplete: response.complete }));
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
    // The lists before the customers are complete.
    expect(text).toContain('"tax_rates":[]');
    expect(() => JSON.parse(text)).toThrow();
  });
});
