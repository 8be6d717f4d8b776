import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { logError } from '../../shared/platform/log-lines.ts';
import type { WakeQueues } from '../../shared/ports/aws-wake-queues.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { acquireWakeSlot, releaseWakeSlot, WAKE_SLOT_MS } from '../../shared/store/event-log/wake-slots.ts';

export interface WakeUps {
  /** Stops listening and releases the queue. */
  readonly stop: () => Promise<void>;
}

interface WakeUpDeps {
  readonly table: Table;
  readonly queues: WakeQueues;
  /** As many queues as processes can run at the same time. */
  readonly queueUrls: readonly string[];
  readonly nowMs: () => number;
  readonly wake: (tenant: Tenant) => void;
}

const RENEW_MS = WAKE_SLOT_MS / 3;
const RETRY_MS = 10_000;

/** Parses the tenant of a message with an event envelope; `null` for other messages. */
export const tenantIn = (message: string): Tenant | null => {
  try {
    const { detail } = JSON.parse(message) as { readonly detail?: { readonly accountId?: unknown; readonly mode?: unknown } };
    const { accountId, mode } = detail ?? {};
    return typeof accountId === 'string' && (mode === 'live' || mode === 'test') ? { accountId, mode } : null;
  } catch {
    return null;
  }
};

/**
 * Leases a queue that no other process has leased, receives its messages and calls `wake` for the tenants that they name. While this
 * process has no queue or cannot read it, the event logs are only polled: events arrive later, but no event is lost.
 */
export const listenForWakeUps = ({ table, queues, queueUrls, nowMs, wake }: WakeUpDeps): WakeUps => {
  const holder = randomUUID();
  const stopping = new AbortController();
  const sleep = (ms: number): Promise<void> => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  const nameOf = (queueUrl: string): string => queueUrl.split('/').at(-1) ?? queueUrl;
  const acquireOrRenew = (queueUrl: string): Promise<boolean> => acquireWakeSlot(table, nameOf(queueUrl), holder, nowMs());

  const acquireQueue = async (): Promise<string | null> => {
    for (const queueUrl of queueUrls) if (await acquireOrRenew(queueUrl)) return queueUrl;
    return null;
  };
  const listen = async (queueUrl: string): Promise<void> => {
    let renewAtMs = nowMs() + RENEW_MS;
    while (!stopping.signal.aborted) {
      for (const message of await queues.receive(queueUrl, stopping.signal)) {
        const tenant = tenantIn(message);
        if (tenant !== null) wake(tenant);
      }
      if (nowMs() < renewAtMs) continue;
      if (!(await acquireOrRenew(queueUrl))) return;
      renewAtMs = nowMs() + RENEW_MS;
    }
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const queueUrl = await acquireQueue();
        if (queueUrl !== null) await listen(queueUrl);
      } catch (error) {
        if (!stopping.signal.aborted) logError(error, { worker: 'stream-wake-ups' });
      }
      await sleep(RETRY_MS);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      for (const queueUrl of queueUrls) await releaseWakeSlot(table, nameOf(queueUrl), holder);
    },
  };
};
