import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailOrder } from '../../shared/domain/mail/orders.ts';
import { mailKey } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { mailItemOnce, outboxOf, SIGN_IN_MAIL } from '../../shared/store/mail/outbox.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { tableIn } from './support/account.ts';
import { createSale, onlyMailId } from './support/mailing-shop.ts';

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
});
afterAll(() => engine.stop());

const MINUTE_MS = 60_000;

describe('a mail that cannot be sent for a long time', () => {
  it('becomes due again when the queue no longer retries it, each time after a longer interval, until it is sent', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    const dueAfterMs = async (): Promise<number | null> => {
      const item = await table.get(mailKey(shop.tenant, mailId));
      return item?.due_at === undefined ? null : Number(item.due_at) * 1000 - shop.clockMs;
    };
    const failFor = async (tries: number): Promise<void> => {
      for (let count = 0; count < tries; count += 1) {
        shop.failures.push(new Error('unavailable'));
        await expect(shop.send(mailId)).rejects.toThrow('unavailable');
      }
    };
    // The queue delivers a message ten times.
    await failFor(10);
    const first = await dueAfterMs();
    expect(first).toBeGreaterThan(40 * MINUTE_MS);
    shop.clockMs += Number(first) + MINUTE_MS;
    await failFor(10);
    const second = await dueAfterMs();
    expect(second).toBeGreaterThan(Number(first));
    shop.clockMs += Number(second) + MINUTE_MS;
    await shop.send(mailId);
    expect([shop.sent.length, await dueAfterMs()]).toEqual([1, null]);
  });

  it('has a due entry after its worker has crashed, and none after an attempt that fails seven days later', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    await outboxOf(table).claim(shop.tenant, mailId, shop.clockMs);
    expect(await table.get(mailKey(shop.tenant, mailId))).toMatchObject({ due_kind: 'mail', state: 'pending' });
    shop.clockMs += 7 * 24 * 60 * MINUTE_MS;
    shop.failures.push(new Error('rejected'));
    await expect(shop.send(mailId)).rejects.toThrow('rejected');
    expect(await table.get(mailKey(shop.tenant, mailId))).not.toHaveProperty('dpk');
  });
});

/** The error of Amazon SES if the sending rate is exceeded. */
const throttlingError = (): Error => Object.assign(new Error('Maximum sending rate exceeded.'), { name: 'TooManyRequestsException' });

describe('a mail that is ordered again', () => {
  it('is not sent again, and its due entry is removed', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    await shop.send(mailId);
    const item = async () => table.get(mailKey(shop.tenant, mailId));
    const order = (await item())?.order;
    await table.transact([mailItemOnce(shop.tenant, mailId, order as MailOrder, shop.clockMs)], 'again');
    expect(await item()).toHaveProperty('dpk');
    await shop.send(mailId);
    expect([shop.sent.length, await shop.outcomeOf(mailId)]).toEqual([1, 'sent']);
    expect(await item()).not.toHaveProperty('dpk');
  });

  it('keeps its first order if it was not sent yet, and is sent once', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    const order = (await table.get(mailKey(shop.tenant, mailId)))?.order;
    await table.transact([mailItemOnce(shop.tenant, mailId, order as MailOrder, shop.clockMs + 1000)], 'once-more');
    expect((await table.get(mailKey(shop.tenant, mailId)))?.ordered_at_ms).toBe(shop.clockMs);
    await shop.send(mailId);
    expect(shop.sent).toHaveLength(1);
  });
});

describe('a mail that the mail service throttles', () => {
  it('is postponed with increasing delays, each time by a new message, so that the queue counts no attempt', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    shop.failures.push(throttlingError(), throttlingError());
    await shop.send(mailId);
    await shop.send(mailId, 1);
    expect(shop.enqueued).toEqual([
      { mailId, delaySeconds: 15, throttled: 1 },
      { mailId, delaySeconds: 30, throttled: 2 },
    ]);
    expect(await shop.outcomeOf(mailId)).toBe('pending');
    await shop.send(mailId, 2);
    expect([shop.sent.length, await shop.outcomeOf(mailId)]).toEqual([1, 'sent']);
  });

  it('is retried within seconds if it contains a sign-in link', async () => {
    const { shop } = await createSale(table);
    await shop.changeTeam(['ada@shop.example']);
    const mailId = `${SIGN_IN_MAIL}1`;
    const expiresAt = Math.floor(shop.clockMs / 1000) + 900;
    const order = { kind: 'sign_in_link', memberId: 'mem_ada@shop.example', sealedToken: 'sealed:token', expiresAt } as const;
    await outboxOf(table).order(shop.tenant, mailId, order, shop.clockMs);
    shop.failures.push(throttlingError(), throttlingError());
    await shop.send(mailId);
    await shop.send(mailId, 1);
    expect(shop.enqueued.map(({ delaySeconds }) => delaySeconds)).toEqual([2, 4]);
  });

  it('is retried by the queue after too many postponements, so that the alarms of the queue report the mail', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    shop.failures.push(throttlingError());
    await expect(shop.send(mailId, 6)).rejects.toThrow('Maximum sending rate exceeded.');
    expect(shop.enqueued).toEqual([]);
  });
});
