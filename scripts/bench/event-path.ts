import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/waiting.ts';
import { callerOf, parsed } from './api.ts';
import { newId, writeOfEvent } from './items.ts';
import { timed } from './measure.ts';
import { processTree } from './process-tree.ts';
import type { Subject } from './subject.ts';
import { columns, type PartResult, shortNumber } from './verdict.ts';

const EVENTS = 1000;
const TRANSACTION = 100;
const DEADLINE_MS = 120_000;
/** The engine's own process, not the one that watches over it. */
const ENGINE = /^\S*(dynoxide|java) /;
/** Linux counts a process's time in hundredths of a second. */
const MS_PER_TICK = 10;

/** What a process has used of the processors so far, in ms. Throws where there is no `/proc`. */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
};

/** More numbers of the log than a new account has used. */
export const LAST_NUMBER = 100;

/** Records events of a tenant past the service, all at once, with the numbers that follow `last`. */
export const record = async (table: Table, tenant: Tenant, last: number, count: number): Promise<void> => {
  for (let start = 0; start < count; start += TRANSACTION) {
    const nowMs = Date.now();
    const writes = Array.from({ length: Math.min(TRANSACTION, count - start) }, (_, index) =>
      writeOfEvent(tenant, newId(), last + start + index + 1, nowMs),
    );
    await table.transact(writes, randomUUID());
  }
};

const rowsOf = async (table: Table, tenant: Tenant, endpointId: string): Promise<number> => {
  let count = 0;
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${tenant.accountId}#${tenant.mode}#delivery#${endpointId}` },
      ProjectionExpression: 'sk',
      ExclusiveStartKey,
    });
    count += page.items.length;
    ExclusiveStartKey = page.lastKey;
  } while (ExclusiveStartKey !== undefined);
  return count;
};

/** How long a stretch of the way took, and what it took of the processors. */
interface Stretch {
  readonly what: string;
  readonly seconds: number;
  readonly hostMsPerEvent: number;
  readonly engineMsPerEvent: number;
}

/** What many events at once cost the local host: to the ledger, while the receiver answers nothing, and from there to the receiver. */
export const measureEventPath = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl, pid } = await subject.host();
  const [account] = await subject.accounts(1);
  if (account === undefined) throw new Error('There is no account.');
  const tenant: Tenant = { accountId: account.accountId, mode: 'test' };
  const engine = processTree(pid).find(({ command }) => ENGINE.test(command))?.pid;
  if (engine === undefined) throw new Error('The engine does not run below the host.');
  const waiting: ServerResponse[] = [];
  let open = false;
  const receiver = await startReceiver((_request, response) => {
    if (open) response.end();
    else waiting.push(response);
  });
  const caller = callerOf(baseUrl, 1);
  const stretch = async (what: string, work: () => Promise<void>): Promise<Stretch> => {
    const [host, table] = [cpuMs(pid), cpuMs(engine)];
    const seconds = (await timed(work)) / 1000;
    return { what, seconds, hostMsPerEvent: (cpuMs(pid) - host) / EVENTS, engineMsPerEvent: (cpuMs(engine) - table) / EVENTS };
  };
  try {
    const made = await caller.call({ method: 'POST', path: '/v1/webhook_endpoints', key: account.testKey, body: { url: receiver.url } });
    const { id } = parsed('Making an endpoint', made);
    const { table } = (await subject.data()).flow.store;
    const toLedger = await stretch('to the ledger', async () => {
      await record(table, tenant, LAST_NUMBER, EVENTS);
      await until(async () => (await rowsOf(table, tenant, String(id))) >= EVENTS, DEADLINE_MS, 'Not every event has its row.');
    });
    const toReceiver = await stretch('to the receiver', async () => {
      open = true;
      for (const response of waiting) response.end();
      const seen = (): number => new Set(receiver.requests.map(({ headers }) => headers['service-event-id'])).size;
      await until(() => seen() >= EVENTS, DEADLINE_MS, 'Not every event was delivered.');
    });
    const stretches = [toLedger, toReceiver];
    return {
      findings: stretches.map(({ what, seconds, hostMsPerEvent }) => ({
        what: `${EVENTS} events at once, ${what}`,
        value: `${shortNumber(seconds)} s, ${shortNumber(hostMsPerEvent)} ms of processor an event`,
        budget: '',
        verdict: 'info',
      })),
      detail: columns([
        ['', 'seconds', 'host, ms an event', 'engine, ms an event'],
        ...stretches.map((each) => [
          each.what,
          shortNumber(each.seconds),
          shortNumber(each.hostMsPerEvent),
          shortNumber(each.engineMsPerEvent),
        ]),
      ]),
      data: stretches,
    };
  } finally {
    caller.close();
    await receiver.stop();
  }
};
