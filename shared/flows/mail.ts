import { logNotice } from '../api/log.ts';
import { accountAggregate } from '../domain/account/record.ts';
import type { Tenant } from '../domain/kernel.ts';
import { type Audience, mayReceive } from '../domain/mail/recipients.ts';
import { webhookEndpointAggregate } from '../domain/webhook-endpoint/record.ts';
import { deliveryFailedLetter } from '../mail/delivery-failed.ts';
import { type Letter, mailOf } from '../mail/letter.ts';
import type { Mailer } from '../ports/index.ts';
import { deliveriesOf } from '../store/deliveries.ts';
import { type MailMessage, type MailOrder, type MailOutcome, outboxOf } from '../store/outbox.ts';
import type { Store } from '../store/store.ts';

export interface MailParts {
  readonly store: Store;
  /** `null`: the deployment has no sender, and mail is dropped. */
  readonly mailer: Mailer | null;
  readonly nowMs: () => number;
}

/** A letter with whom it speaks to. `turn`: it is written at most so often under this name. */
interface Composed {
  readonly audience: Audience;
  readonly to: string;
  readonly letter: Letter;
  readonly turn?: { readonly name: string; readonly everyMs: number };
}

const HOUR_MS = 3_600_000;

/**
 * Sends what was ordered, once, however often the message comes. Throws when it was not sent: the message comes again. Sent
 * twice only where the process died, or the mail service's answer was lost, between the sending and its note.
 */
export const sendOrdered = async (parts: MailParts, { accountId, mode, mailId }: MailMessage): Promise<void> => {
  const tenant: Tenant = { accountId, mode };
  const outbox = outboxOf(parts.store.table);
  const claim = await outbox.claim(tenant, mailId, parts.nowMs());
  if (claim.kind === 'done') return;
  if (claim.kind === 'busy') throw new Error('another worker is sending this mail');
  let outcome: MailOutcome;
  try {
    outcome = await send(parts, tenant, mailId, claim.order);
  } catch (error) {
    // A claim that cannot be given back now lapses by itself.
    await outbox.release(tenant, mailId).catch(() => undefined);
    throw error;
  }
  await outbox.close(tenant, mailId, outcome);
  logNotice('mail', { account: accountId, mode, mail: claim.order.kind, outcome });
};

const send = async ({ store, mailer, nowMs }: MailParts, tenant: Tenant, mailId: string, order: MailOrder): Promise<MailOutcome> => {
  if (mailer === null) return 'no_sender';
  const account = await store.get(accountAggregate, tenant, tenant.accountId);
  const composed = account === null ? null : await compose(store, tenant, account.record.email, order, nowMs);
  if (account === null || composed === null) return 'subject_gone';
  const { audience, to, letter, turn } = composed;
  if (!mayReceive(audience, to, tenant.mode, account.record)) return 'withheld';
  const isTurn = turn === undefined || (await outboxOf(store.table).takeTurn(tenant, turn.name, mailId, { ...turn, nowMs: nowMs() }));
  if (!isTurn) return 'limited';
  await mailer.send(mailOf(to, letter));
  return 'sent';
};

/** What an order says by now; `null` when what it was about is gone. */
const compose = async (
  store: Store,
  tenant: Tenant,
  ownerEmail: string,
  { endpointId, deliveryId }: MailOrder,
  nowMs: () => number,
): Promise<Composed | null> => {
  const [endpoint, stored] = await Promise.all([
    store.get(webhookEndpointAggregate, tenant, endpointId),
    deliveriesOf(store.table, nowMs).find(tenant, endpointId, deliveryId),
  ]);
  if (endpoint === null || stored === null) return null;
  const { eventId, eventType, attemptCount, lastError } = stored.delivery;
  const { url: endpointUrl } = endpoint.record;
  return {
    audience: 'owner',
    to: ownerEmail,
    letter: deliveryFailedLetter({ mode: tenant.mode, endpointId, endpointUrl, deliveryId, eventId, eventType, attemptCount, lastError }),
    turn: { name: endpointId, everyMs: HOUR_MS },
  };
};
