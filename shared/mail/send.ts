import { accountAggregate } from '../domain/account/record.ts';
import type { Tenant } from '../domain/kernel.ts';
import { type Audience, mayReceive } from '../domain/mail/recipients.ts';
import { webhookEndpointAggregate } from '../domain/webhook-endpoint/record.ts';
import { logNotice } from '../platform/log-lines.ts';
import type { Mailer } from '../ports/index.ts';
import { deliveriesOf } from '../store/deliveries/ledger.ts';
import { type MailMessage, type MailOrder, type MailOutcome, outboxOf } from '../store/mail/outbox.ts';
import type { Store } from '../store/writer/store.ts';
import { deliveryFailedEmail } from './delivery-failed.ts';
import { type EmailTemplate, mailOf } from './email-template.ts';

export interface MailDeps {
  readonly store: Store;
  /** `null`: the deployment has no sender, and mail is dropped. */
  readonly mailer: Mailer | null;
  readonly nowMs: () => number;
}

/** An email template with whom it speaks to. `slot`: it is written at most so often under this name. */
interface Composed {
  readonly audience: Audience;
  readonly to: string;
  readonly template: EmailTemplate;
  readonly slot?: { readonly name: string; readonly everyMs: number };
}

const HOUR_MS = 3_600_000;

/**
 * Sends what was ordered, once, however often the message comes. Throws when it was not sent: the message comes again. Sent
 * twice only where the process died, or the mail service's answer was lost, between the sending and its note.
 */
export const sendOrdered = async (deps: MailDeps, { accountId, mode, mailId }: MailMessage): Promise<void> => {
  const tenant: Tenant = { accountId, mode };
  const outbox = outboxOf(deps.store.table);
  const claim = await outbox.claim(tenant, mailId, deps.nowMs());
  if (claim.kind === 'done') return;
  if (claim.kind === 'busy') throw new Error('another worker is sending this mail');
  let outcome: MailOutcome;
  try {
    outcome = await send(deps, tenant, mailId, claim.order);
  } catch (error) {
    // A claim that cannot be given back now lapses by itself.
    await outbox.release(tenant, mailId).catch(() => undefined);
    throw error;
  }
  await outbox.close(tenant, mailId, outcome);
  logNotice('mail', { account: accountId, mode, mail: claim.order.kind, outcome });
};

const send = async ({ store, mailer, nowMs }: MailDeps, tenant: Tenant, mailId: string, order: MailOrder): Promise<MailOutcome> => {
  if (mailer === null) return 'no_sender';
  const account = await store.get(accountAggregate, tenant, tenant.accountId);
  const composed = account === null ? null : await compose(store, tenant, account.record.email, order, nowMs);
  if (account === null || composed === null) return 'subject_gone';
  const { audience, to, template, slot } = composed;
  if (!mayReceive(audience, to, tenant.mode, account.record)) return 'withheld';
  const isFree = slot === undefined || (await outboxOf(store.table).takeSlot(tenant, slot.name, mailId, { ...slot, nowMs: nowMs() }));
  if (!isFree) return 'limited';
  await mailer.send(mailOf(to, template));
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
    template: deliveryFailedEmail({ mode: tenant.mode, endpointId, endpointUrl, deliveryId, eventId, eventType, attemptCount, lastError }),
    slot: { name: endpointId, everyMs: HOUR_MS },
  };
};
