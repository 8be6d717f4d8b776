import { setTimeout as pause } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import { noteBatch } from '../../shared/runtime/messages.ts';
import { cipher, clock, openTable, queue } from '../../shared/runtime/services.ts';
import { leasesOf } from '../../shared/store/deliveries/lease.ts';
import { deliveriesOf, failureMailId } from '../../shared/store/deliveries/ledger.ts';
import type { MailQueueMessage } from '../../shared/store/mail/outbox.ts';
import { drain, type ExhaustedDelivery } from '../../shared/webhooks/drain.ts';
import type { DrainDeps } from '../../shared/webhooks/drain-deps.ts';
import { createPoster, POST_DEADLINE_MS } from '../../shared/webhooks/post.ts';
import { secretOpener } from '../../shared/webhooks/secrets.ts';
import { serveAccounts } from '../../shared/webhooks/serve-accounts.ts';
import { guardSettings } from '../../shared/webhooks/settings.ts';

let opener: DrainDeps['secretsOf'] | undefined;

const openDeps = async (): Promise<Omit<DrainDeps, 'wake' | 'idleHops' | 'remainingMs'>> => {
  const table = openTable();
  opener ??= secretOpener(await cipher());
  return {
    ledger: deliveriesOf(table, clock.nowMs),
    leases: leasesOf(table),
    post: createPoster({ ...guardSettings(), deadlineMs: POST_DEADLINE_MS }),
    secretsOf: opener,
    log: (line) => logNotice('webhook_delivery', line),
    nowMs: clock.nowMs,
    pause,
    spread: Math.random,
  };
};

/** Wakes the mail worker for the mails about permanently failed deliveries. If this fails, the sweep (every minute) wakes it. */
const wakeMail = async (exhausted: readonly ExhaustedDelivery[]): Promise<void> => {
  const messages = exhausted.map(({ tenant, delivery }): MailQueueMessage => ({ ...tenant, mailId: failureMailId(delivery) }));
  try {
    await (await queue()).sendMany('mail', messages);
  } catch (error) {
    logError(error, { worker: 'webhook-delivery' });
  }
};

/**
 * A message that starts the delivery of an account's events. `idleHops`: number of wake-ups in a row, including this one, that
 * were sent by drainers without progress (as in `DrainDeps`); absent: 0.
 */
interface WakeUp {
  readonly accountId: string;
  readonly idleHops?: number;
}

/** The error, and the individual errors of an AggregateError. */
const faultsOf = (error: unknown): readonly unknown[] => (error instanceof AggregateError ? [error, ...error.errors] : [error]);

/** Posts the due deliveries of the accounts in the messages. Failed accounts are retried. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deps = await openDeps();
  const messages = event.Records.map(({ messageId, body }) => ({ messageId, ...(JSON.parse(body) as WakeUp) }));
  const failed = new Set<string>();
  const serve = async (accountId: string, remainingMs: () => number): Promise<void> => {
    try {
      const wake: DrainDeps['wake'] = async (delaySeconds, hops) =>
        (await queue()).send('webhook-delivery', { accountId, idleHops: hops }, delaySeconds);
      const idleHops = Math.min(...messages.filter((each) => each.accountId === accountId).map((each) => each.idleHops ?? 0));
      const { outcome, delivered, failedAttempts, exhausted } = await drain(accountId, { ...deps, wake, idleHops, remainingMs });
      await wakeMail(exhausted);
      logNotice('webhooks_drained', { account: accountId, outcome, delivered, failedAttempts, exhausted: exhausted.length, idleHops });
    } catch (error) {
      for (const fault of faultsOf(error)) logError(fault, { worker: 'webhook-delivery', account: accountId });
      failed.add(accountId);
    }
  };
  await serveAccounts([...new Set(messages.map(({ accountId }) => accountId))], {
    nowMs: clock.nowMs,
    remainingMs: () => context.getRemainingTimeInMillis(),
    serve,
  });
  const failures = messages.filter(({ accountId }) => failed.has(accountId));
  noteBatch(event, failures);
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};
