import { createHash } from 'node:crypto';
import { type Account, accountAggregate } from '../domain/account/record.ts';
import { emailDeliveryOf } from '../domain/customer/record.ts';
import type { MailOrder } from '../domain/mail/orders.ts';
import { ownersOf, recipientsOf } from '../domain/mail/owner-notice.ts';
import { mayReceive, normalizedEmail } from '../domain/mail/recipients.ts';
import { DOCUMENT_WAIT_MS, documentWaitMs, throttleWaitMs } from '../domain/mail/waits.ts';
import type { Tenant } from '../domain/tenant.ts';
import { logError } from '../platform/log-lines.ts';
import { meansOverload } from '../platform/overload.ts';
import type { Mail, MailAttachment, Mailer, MailTags } from '../ports/index.ts';
import { type ClaimedMail, type MailOutcome, type MailQueueMessage, mailQueueOf, outboxOf } from '../store/mail/outbox.ts';
import type { Store } from '../store/writer/store.ts';
import { composeMail } from './compose.ts';
import { type ComposeDeps, filesOf, type MailDocument, type MailLink, type MailOrderOf } from './composed.ts';
import { buildMail } from './email-template.ts';
import { reportOutcome } from './outcomes.ts';

export interface MailDeps extends Pick<ComposeDeps, 'partiesOf'> {
  readonly store: Store;
  /** `null`: the deployment has no sender address, so mail is dropped. */
  readonly mailer: Mailer | null;
  /** A file of a document; `null`: not rendered yet. */
  readonly fileOf: (tenant: Tenant, file: string) => Promise<Uint8Array | null>;
  /** Creates the URL of the link in a mail to `recipient`. */
  readonly createLinkUrl: (tenant: Tenant, account: Account, link: MailLink, recipient: string) => Promise<string>;
  /** Enqueues an order; the message is delivered after a delay in seconds. */
  readonly enqueue: (message: MailQueueMessage, delaySeconds: number) => Promise<void>;
  readonly nowMs: () => number;
}

/**
 * Sends an ordered mail once, also if the message is delivered repeatedly. Throws if sending failed, so that the message is retried. A mail
 * is sent twice only if the process crashes, or the mail service's response is lost, before the outcome is stored. Postpones a mail
 * whose document is not rendered yet, and one that the mail service throttles, for a limited time.
 */
export const sendMailOrder = async (deps: MailDeps, message: MailQueueMessage): Promise<void> => {
  const { accountId, mode, mailId } = message;
  const tenant: Tenant = { accountId, mode };
  const outbox = outboxOf(deps.store.table);
  const claim = await outbox.claim(tenant, mailId, deps.nowMs());
  if (claim.kind === 'done') return;
  if (claim.kind === 'busy') throw new Error('another worker is sending this mail');
  let outcome: MailOutcome | Postponed;
  try {
    outcome = await send(deps, tenant, message, claim);
  } catch (error) {
    // If the release fails too, the claim expires later.
    await outbox.release(tenant, mailId, { orderedAtMs: claim.orderedAtMs, nowMs: deps.nowMs() }).catch(() => undefined);
    throw error;
  }
  if (typeof outcome === 'object') return postpone(deps, { ...tenant, mailId, ...outcome.message }, outcome.waitMs);
  await outbox.close(tenant, mailId, outcome);
  reportOutcome({ tenant, order: claim.order, outcome });
};

/** A mail that cannot be sent now. `message`: what the next queue message for the mail contains in addition to the ids. */
interface Postponed {
  readonly waitMs: number;
  readonly message: Pick<MailQueueMessage, 'throttled'>;
}

/** Releases the claim and schedules the next attempt in one write. If enqueueing fails, the sweep (every minute) enqueues the order. */
const postpone = async (deps: MailDeps, message: MailQueueMessage, waitMs: number): Promise<void> => {
  const { accountId, mode, mailId } = message;
  await outboxOf(deps.store.table).postpone({ accountId, mode }, mailId, deps.nowMs() + waitMs);
  await deps.enqueue(message, Math.ceil(waitMs / 1000));
};

const send = async (
  deps: MailDeps,
  tenant: Tenant,
  message: MailQueueMessage,
  { order, orderedAtMs }: ClaimedMail,
): Promise<MailOutcome | Postponed> => {
  const { store, mailer, partiesOf, createLinkUrl, nowMs } = deps;
  const { mailId } = message;
  if (mailer === null) return 'no_sender';
  const account = (await store.get(accountAggregate, tenant, tenant.accountId))?.record ?? null;
  if (account === null) return 'subject_gone';
  if (isToOwners(order)) return orderCopies(deps, { ...tenant, mailId }, copiesOf(order, account));
  const composed = await composeMail({ store, tenant, account, partiesOf, nowMs }, order);
  if (typeof composed === 'string') return composed;
  const { audience, customer, envelope, template, document, link, rateLimits } = composed;
  if (!mayReceive(audience, envelope.to, tenant.mode, account)) return 'withheld';
  if (customer !== null && emailDeliveryOf(customer) !== null) return 'suppressed';
  const files = document === null ? [] : await readFiles(deps, tenant, document);
  const attachments = files.filter((file) => file !== null);
  const waitedMs = nowMs() - orderedAtMs;
  if (attachments.length < files.length && waitedMs < DOCUMENT_WAIT_MS) return { waitMs: documentWaitMs(waitedMs), message: {} };
  for (const { name, everyMs } of rateLimits) {
    if (!(await outboxOf(store.table).takeSlot(tenant, name, mailId, { everyMs, nowMs: nowMs() }))) return 'limited';
  }
  const linkUrl = link === null ? null : await createLinkUrl(tenant, account, link, envelope.to);
  const mail = buildMail(envelope, template({ attached: attachments.length > 0, linkUrl }), attachments);
  return submit(mailer, message, mail, { ...tenant, customerId: customer?.id ?? null, kind: order.kind });
};

/** Passes a mail to the mail service. Postpones it if the service throttles it, unless that happened too often. */
const submit = async (mailer: Mailer, message: MailQueueMessage, mail: Mail, tags: MailTags): Promise<MailOutcome | Postponed> => {
  try {
    await mailer.send(mail, tags);
    return 'sent';
  } catch (error) {
    const { throttled = 0 } = message;
    const waitMs = meansOverload(error) ? throttleWaitMs(mailQueueOf(message) === 'sign-in-mail' ? 'sign_in' : 'other', throttled) : null;
    if (waitMs === null) throw error;
    logError(error, { part: 'mail', account: message.accountId, mode: message.mode });
    return { waitMs, message: { throttled: throttled + 1 } };
  }
};

/** An order to one of several recipients. */
type OrderCopy = MailOrder & { readonly to: string };

/** An order to all owners. */
type OwnersOrder = MailOrderOf<'owners_notice'> | MailOrderOf<'delivery_failed'>;

const isToOwners = (order: MailOrder): order is OwnersOrder =>
  order.kind === 'owners_notice' || (order.kind === 'delivery_failed' && order.to === undefined);

/** The orders that replace an order to all owners, one per recipient. */
const copiesOf = (order: OwnersOrder, account: Account): readonly OrderCopy[] =>
  order.kind === 'owners_notice'
    ? recipientsOf(order.notice, account).map((to) => ({ kind: 'owner_notice', to, notice: order.notice }))
    : ownersOf(account).map(({ email: to }) => ({ ...order, to }));

/** Orders one mail per recipient. Idempotent. */
const orderCopies = async (
  { store, enqueue, nowMs }: MailDeps,
  { mailId, ...tenant }: MailQueueMessage,
  copies: readonly OrderCopy[],
): Promise<MailOutcome> => {
  for (const copy of copies) {
    const copyId = `${mailId}#${hashOf(copy.to)}`;
    await outboxOf(store.table).order(tenant, copyId, copy, nowMs());
    await enqueue({ ...tenant, mailId: copyId }, 0);
  }
  return 'split';
};

/** Returns a hash that identifies a recipient in a mail id without exposing the address. */
const hashOf = (address: string): string => createHash('sha256').update(normalizedEmail(address)).digest('hex').slice(0, 16);

/** Reads the PDF of a document, and its XML if there is one; `null`: not rendered yet. */
const readFiles = ({ fileOf }: MailDeps, tenant: Tenant, document: MailDocument): Promise<readonly (MailAttachment | null)[]> =>
  Promise.all(
    filesOf(document).map(async ({ file, fileName, contentType }) => {
      const content = await fileOf(tenant, file);
      return content === null ? null : { fileName, contentType, content };
    }),
  );
