import { setTimeout as pause } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import { trackBatchOutcome } from '../../shared/runtime/messages.ts';
import { cipher, clock, openTable, queue } from '../../shared/runtime/services.ts';
import { deliveryStoreOf, failureMailId } from '../../shared/store/deliveries/delivery-store.ts';
import { leasesOf } from '../../shared/store/deliveries/lease.ts';
import type { MailQueueMessage } from '../../shared/store/mail/outbox.ts';
import { deliverAccounts } from '../../shared/webhooks/deliver-accounts.ts';
import { drainDeliveries, type ExhaustedDelivery } from '../../shared/webhooks/drain.ts';
import type { DrainDeps } from '../../shared/webhooks/drain-deps.ts';
import { createPoster, POST_DEADLINE_MS } from '../../shared/webhooks/post.ts';
import { createSecretDecrypter } from '../../shared/webhooks/secrets.ts';
import { addressGuardSettings } from '../../shared/webhooks/settings.ts';

let decryptSecrets: DrainDeps['secretsOf'] | undefined;

const createDeps = async (): Promise<Omit<DrainDeps, 'wake' | 'wakeUpsWithoutProgress' | 'remainingMs'>> => {
  const table = openTable();
  decryptSecrets ??= createSecretDecrypter(await cipher());
  return {
    deliveryStore: deliveryStoreOf(table, clock.nowMs),
    leases: leasesOf(table),
    post: createPoster({ ...addressGuardSettings(), deadlineMs: POST_DEADLINE_MS }),
    secretsOf: decryptSecrets,
    log: (line) => logNotice('webhook_delivery', line),
    nowMs: clock.nowMs,
    pause,
    jitter: Math.random,
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

/** A message that starts the delivery of an account's events. `wakeUpsWithoutProgress`: see `DrainDeps`; absent: 0. */
interface WakeUp {
  readonly accountId: string;
  readonly wakeUpsWithoutProgress?: number;
}

/** The error, and the individual errors of an AggregateError. */
const errorsOf = (error: unknown): readonly unknown[] => (error instanceof AggregateError ? [error, ...error.errors] : [error]);

/** Posts the due deliveries of the accounts in the messages. Retries the messages of accounts that failed. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deps = await createDeps();
  const messages = event.Records.map(({ messageId, body }) => ({ messageId, ...(JSON.parse(body) as WakeUp) }));
  const failed = new Set<string>();
  const deliver = async (accountId: string, remainingMs: () => number): Promise<void> => {
    try {
      const wake: DrainDeps['wake'] = async (delaySeconds, wakeUpsWithoutProgress) =>
        (await queue()).send('webhook-delivery', { accountId, wakeUpsWithoutProgress }, delaySeconds);
      const wakeUps = messages.filter((each) => each.accountId === accountId);
      const wakeUpsWithoutProgress = Math.min(...wakeUps.map((each) => each.wakeUpsWithoutProgress ?? 0));
      const { exhausted, ...counts } = await drainDeliveries(accountId, { ...deps, wake, wakeUpsWithoutProgress, remainingMs });
      await wakeMail(exhausted);
      logNotice('webhooks_drained', { account: accountId, ...counts, exhausted: exhausted.length, wakeUpsWithoutProgress });
    } catch (error) {
      for (const fault of errorsOf(error)) logError(fault, { worker: 'webhook-delivery', account: accountId });
      failed.add(accountId);
    }
  };
  await deliverAccounts([...new Set(messages.map(({ accountId }) => accountId))], {
    nowMs: clock.nowMs,
    remainingMs: () => context.getRemainingTimeInMillis(),
    deliver,
  });
  const failures = messages.filter(({ accountId }) => failed.has(accountId));
  trackBatchOutcome(event, failures);
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};
