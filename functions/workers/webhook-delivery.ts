import { setTimeout as pause } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { logError, logNotice } from '../../shared/api/log.ts';
import { cipher, clock, openTable, queue } from '../../shared/api/runtime.ts';
import { deliveriesOf, failureMailId } from '../../shared/store/deliveries.ts';
import { leasesOf } from '../../shared/store/lease.ts';
import type { MailMessage } from '../../shared/store/outbox.ts';
import { type DrainDeps, drain, type ExhaustedDelivery } from '../../shared/webhooks/drain.ts';
import { POST_DEADLINE_MS, poster } from '../../shared/webhooks/post.ts';
import { secretOpener } from '../../shared/webhooks/secrets.ts';
import { guardSettings } from '../../shared/webhooks/settings.ts';

let opener: DrainDeps['secretsOf'] | undefined;

const openDeps = async (context: Context): Promise<Omit<DrainDeps, 'wake'>> => {
  const table = openTable();
  opener ??= secretOpener(await cipher());
  return {
    ledger: deliveriesOf(table, clock.nowMs),
    leases: leasesOf(table),
    post: poster({ ...guardSettings(), deadlineMs: POST_DEADLINE_MS }),
    secretsOf: opener,
    nowMs: clock.nowMs,
    pause,
    spread: Math.random,
    remainingMs: () => context.getRemainingTimeInMillis(),
  };
};

/** Wakes the mail worker for the owner's mails, which were ordered with the last attempts; the sweep does so if this fails. */
const wakeMail = async (exhausted: readonly ExhaustedDelivery[]): Promise<void> => {
  const messages = exhausted.map(({ tenant, delivery }): MailMessage => ({ ...tenant, mailId: failureMailId(delivery) }));
  try {
    await (await queue()).sendMany('mail', messages);
  } catch (error) {
    logError(error, { worker: 'webhook-delivery' });
  }
};

/** Posts what is due in the workspaces that the messages name. A workspace that could not be worked is tried again. */
export const handler = async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
  const deps = await openDeps(context);
  const messages = event.Records.map(({ messageId, body }) => ({
    messageId,
    accountId: (JSON.parse(body) as { readonly accountId: string }).accountId,
  }));
  const failed = new Set<string>();
  const work = async (accountId: string): Promise<void> => {
    try {
      const wake = async (delaySeconds: number): Promise<void> => (await queue()).send('webhook-delivery', { accountId }, delaySeconds);
      const { outcome, delivered, failedAttempts, exhausted } = await drain(accountId, { ...deps, wake });
      await wakeMail(exhausted);
      if (outcome !== 'held') {
        logNotice('webhooks_drained', { account: accountId, outcome, delivered, failedAttempts, exhausted: exhausted.length });
      }
    } catch (error) {
      logError(error, { worker: 'webhook-delivery', account: accountId });
      failed.add(accountId);
    }
  };
  await Promise.all([...new Set(messages.map(({ accountId }) => accountId))].map(work));
  const failures = messages.filter(({ accountId }) => failed.has(accountId));
  return { batchItemFailures: failures.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};
