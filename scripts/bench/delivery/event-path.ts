import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/waiting.ts';
import { newApiClient, parseSuccess } from '../api.ts';
import { newCustomerId, writeOfEvent } from '../items.ts';
import { measureMs } from '../measure.ts';
import { processTree } from '../process-tree.ts';
import type { Subject } from '../subject.ts';
import { columns, type PartResult, shortNumber } from '../verdict.ts';

const EVENTS = 1000;
const EVENTS_PER_TRANSACTION = 100;
const DEADLINE_MS = 120_000;
/** Matches the command of the database engine's process, but not the command of its watchdog. */
const ENGINE = /^\S*(dynoxide|java) /;
/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10;

/**
 * Returns the CPU time of a process in ms: fields 14 and 15 of `/proc/<pid>/stat`. Everything up to field 2 (the name in brackets) is
 * removed first, so index 0 is field 3. Throws if the machine has no `/proc`.
 */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
};

/** A sequence number higher than any in the log of a new account. */
export const HIGH_SEQUENCE = 100;

/** Writes `count` events of a tenant directly to the table, with the sequence numbers after `last`. */
export const recordEvents = async (table: Table, tenant: Tenant, last: number, count: number): Promise<void> => {
  for (let start = 0; start < count; start += EVENTS_PER_TRANSACTION) {
    const nowMs = Date.now();
    const writes = Array.from({ length: Math.min(EVENTS_PER_TRANSACTION, count - start) }, (_, index) =>
      writeOfEvent(tenant, newCustomerId(), last + start + index + 1, nowMs),
    );
    await table.transact(writes, randomUUID());
  }
};

const countDeliveries = async (table: Table, tenant: Tenant, endpointId: string): Promise<number> => {
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

/** Duration and CPU time of one section of the event path. */
interface Section {
  readonly what: string;
  readonly seconds: number;
  readonly hostMsPerEvent: number;
  readonly engineMsPerEvent: number;
}

/**
 * Records many events and measures two sections of their path. The first section ends when every event has a recorded delivery; during this
 * section the receiver does not respond. The second section ends when the receiver has got all events.
 */
export const measureEventPath = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl, pid } = await subject.host();
  const [account] = await subject.accounts(1);
  if (account === undefined) throw new Error('There is no account.');
  const tenant: Tenant = { accountId: account.accountId, mode: 'test' };
  const engine = processTree(pid).find(({ command }) => ENGINE.test(command))?.pid;
  if (engine === undefined) throw new Error('The host has no engine process.');
  const heldResponses: ServerResponse[] = [];
  let isReceiverOpen = false;
  const receiver = await startReceiver((_request, response) => {
    if (isReceiverOpen) response.end();
    else heldResponses.push(response);
  });
  const caller = newApiClient(baseUrl, 1);
  const measureSection = async (what: string, work: () => Promise<void>): Promise<Section> => {
    const [hostMs, engineMs] = [cpuMs(pid), cpuMs(engine)];
    const seconds = (await measureMs(work)) / 1000;
    return { what, seconds, hostMsPerEvent: (cpuMs(pid) - hostMs) / EVENTS, engineMsPerEvent: (cpuMs(engine) - engineMs) / EVENTS };
  };
  try {
    const response = await caller.call({
      method: 'POST',
      path: '/v1/webhook_endpoints',
      key: account.testKey,
      body: { url: receiver.url },
    });
    const { id } = parseSuccess('Creating an endpoint', response);
    const { table } = (await subject.data()).flow.store;
    const untilRecorded = await measureSection('until their deliveries are recorded', async () => {
      await recordEvents(table, tenant, HIGH_SEQUENCE, EVENTS);
      await until(async () => (await countDeliveries(table, tenant, String(id))) >= EVENTS, DEADLINE_MS, 'Not every event has a delivery.');
    });
    const untilReceived = await measureSection('from the recorded deliveries until the receiver got them', async () => {
      isReceiverOpen = true;
      for (const response of heldResponses) response.end();
      const receivedEvents = (): number => new Set(receiver.requests.map(({ headers }) => headers['service-event-id'])).size;
      await until(() => receivedEvents() >= EVENTS, DEADLINE_MS, 'Not every event was delivered.');
    });
    const sections = [untilRecorded, untilReceived];
    return {
      findings: sections.map(({ what, seconds, hostMsPerEvent }) => ({
        what: `${EVENTS} events at once, ${what}`,
        value: `${shortNumber(seconds)} s, ${shortNumber(hostMsPerEvent)} ms CPU per event`,
        budget: '',
        verdict: 'info',
      })),
      detail: columns([
        ['', 'seconds', 'host, ms per event', 'engine, ms per event'],
        ...sections.map((each) => [
          each.what,
          shortNumber(each.seconds),
          shortNumber(each.hostMsPerEvent),
          shortNumber(each.engineMsPerEvent),
        ]),
      ]),
      data: sections,
    };
  } finally {
    caller.close();
    await receiver.stop();
  }
};
