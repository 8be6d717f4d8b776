import type { QueueOf } from '../../domain/due.ts';
import type { MailOrder } from '../../domain/mail/orders.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { type DueAttributes, dueAttributes } from '../core/due.ts';
import { mailKey, mailSlotKey } from '../core/keys.ts';
import { attributesUpdate, conditionFailure, conditionMet, missingAttributesUpdate, type Table, type TransactItem } from '../core/table.ts';

/** A message of the mail queue. It names a mail order, which is a stored request to send a mail. */
export type MailQueueMessage = {
  readonly accountId: string;
  readonly mode: Mode;
  readonly mailId: string;
  /** How often the mail service has throttled this mail; missing: never. */
  readonly throttled?: number;
};

/** Prefix of the ids of the mail orders of sign-in links. */
export const SIGN_IN_MAIL = 'sign_in_link#';

/** The queue of an order: sign-in links have a separate one. */
export const mailQueueOf = ({ mailId }: Pick<MailQueueMessage, 'mailId'>): QueueOf<'mail'> =>
  mailId.startsWith(SIGN_IN_MAIL) ? 'sign-in-mail' : 'mail';

/**
 * Final state of a mail order. `split`: replaced by one order per recipient. `limited`: not sent, since another mail of this rate-limited
 * kind was sent recently (`takeSlot`). `withheld`: not sent in test mode, since no member has the customer's address. `suppressed`: mail to
 * the customer's address bounced or was reported as spam. `no_address`: there is no recipient. `needless`: the reason for the mail no
 * longer applies. `subject_gone`: the recipient, or the object that the mail is about, was deleted. `no_sender`: no sender address is set
 * up. The values are stored and logged.
 */
export type MailOutcome =
  | 'sent'
  | 'split'
  | 'limited'
  | 'withheld'
  | 'suppressed'
  | 'no_address'
  | 'needless'
  | 'subject_gone'
  | 'no_sender';

/** An order claimed by this worker. */
export interface ClaimedMail {
  readonly kind: 'claimed';
  readonly order: MailOrder;
  /** Milliseconds since the epoch. */
  readonly orderedAtMs: number;
}

/** `done`: the order is closed already or does not exist. `busy`: another worker is sending its mail. */
export type MailClaim = ClaimedMail | { readonly kind: 'done' } | { readonly kind: 'busy' };

/** Orders are kept longer than any queue message about them, also longer than a message in the dead-letter queue. */
const RETENTION_SECONDS = 30 * DAY_SECONDS;
/** No order is created for an event older than this. An earlier order may have expired, so a new one would send the mail a second time. */
export const ORDERED_WITHIN_MS = (RETENTION_SECONDS - DAY_SECONDS) * 1000;
/** The sweep enqueues an order again after this time, in case its message was lost. */
const BACKSTOP_SECONDS = 120;
/** Lifetime of a claim; longer than one invocation of the mail worker. */
const CLAIM_MS = 60_000;
/** The queue retries a failed mail for about this time; after that, the sweep enqueues the order again. */
const QUEUE_RETRIES_MS = 40 * 60_000;
/** A mail that failed for this time is not tried again. */
const TRIED_FOR_MS = 7 * DAY_SECONDS * 1000;

/**
 * Builds the write of an order, for the transaction of the change that the mail is about, so that each change creates exactly one order.
 * The caller then sends the message; the sweep enqueues the order if the message was lost.
 */
export const mailItem = (tenant: Tenant, mailId: string, order: MailOrder, nowMs: number): TransactItem => ({
  Put: { Item: { ...mailKey(tenant, mailId), ...newOrder(tenant, mailId, order, nowMs) } },
});

/**
 * Like `mailItem`, but leaves an existing order unchanged, also if its mail was sent: a decision can order the same mail again, for example
 * when an account switches its customer emails off and on. Has no condition, because a failed condition would refuse the transaction.
 */
export const mailItemOnce = (tenant: Tenant, mailId: string, order: MailOrder, nowMs: number): TransactItem => ({
  Update: missingAttributesUpdate(mailKey(tenant, mailId), newOrder(tenant, mailId, order, nowMs)),
});

const newOrder = (tenant: Tenant, mailId: string, order: MailOrder, nowMs: number) => ({
  t: 'mail',
  state: 'pending',
  order,
  ordered_at_ms: nowMs,
  ttl: Math.ceil(nowMs / 1000) + RETENTION_SECONDS,
  ...backstopAt(tenant, mailId, nowMs),
});

const backstopAt = (tenant: Tenant, mailId: string, fromMs: number): DueAttributes =>
  dueAttributes(tenant, mailId, { at: Math.ceil(fromMs / 1000) + BACKSTOP_SECONDS, kind: 'mail', clockId: null });

/** Mail orders. An order is claimed before its mail is sent and closed afterwards, so that a duplicate message sends no second mail. */
export interface Outbox {
  /** Creates an order outside a transaction; leaves an existing order unchanged, also if it is closed. */
  readonly order: (tenant: Tenant, mailId: string, order: MailOrder, nowMs: number) => Promise<void>;
  /** Claims an order. The sweep enqueues it again if this worker crashes. */
  readonly claim: (tenant: Tenant, mailId: string, nowMs: number) => Promise<MailClaim>;
  /**
   * Releases the claim of a mail that could not be sent, so that it can be claimed again immediately. The sweep enqueues the order when the
   * queue no longer retries it, then after growing intervals, for seven days.
   */
  readonly release: (tenant: Tenant, mailId: string, at: { readonly orderedAtMs: number; readonly nowMs: number }) => Promise<void>;
  /** Releases the claim. The caller sends a message with a delay until `untilMs`; the sweep enqueues the order if the message was lost. */
  readonly postpone: (tenant: Tenant, mailId: string, untilMs: number) => Promise<void>;
  readonly close: (tenant: Tenant, mailId: string, outcome: MailOutcome) => Promise<void>;
  /** Takes the slot `name` of a rate-limited kind; `false` if another order took the slot within the last `everyMs` [MAIL-05]. */
  readonly takeSlot: (
    tenant: Tenant,
    name: string,
    mailId: string,
    at: { readonly nowMs: number; readonly everyMs: number },
  ) => Promise<boolean>;
}

const DUE_ATTRIBUTES = 'dpk, dsk, due_kind, due_at';

/** Releases the claim; the sweep enqueues the order soon after `untilMs`. */
const releaseUntil = async (table: Table, tenant: Tenant, mailId: string, untilMs: number): Promise<void> => {
  const update = attributesUpdate(mailKey(tenant, mailId), { ...backstopAt(tenant, mailId, untilMs) });
  await table.update({ ...update, UpdateExpression: `${update.UpdateExpression} REMOVE sending_until` });
};

export const outboxOf = (table: Table): Outbox => ({
  order: async (tenant, mailId, order, nowMs) => {
    const { Put } = mailItem(tenant, mailId, order, nowMs);
    await conditionMet(table.put({ ...(Put as Parameters<Table['put']>[0]), ConditionExpression: 'attribute_not_exists(pk)' }));
  },
  claim: async (tenant, mailId, nowMs) => {
    try {
      const until = nowMs + CLAIM_MS;
      const update = attributesUpdate(mailKey(tenant, mailId), { sending_until: until, ...backstopAt(tenant, mailId, until) });
      const item = await table.update({
        ...update,
        ConditionExpression: '#state = :pending AND (attribute_not_exists(sending_until) OR sending_until <= :now)',
        ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#state': 'state' },
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':pending': 'pending', ':now': nowMs },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      // Orders of earlier releases have no `ordered_at_ms`.
      return { kind: 'claimed', order: item.order as MailOrder, orderedAtMs: Number(item.ordered_at_ms ?? 0) };
    } catch (error) {
      const failure = conditionFailure(error);
      if (failure === null) throw error;
      if (failure.item?.state === 'pending') return { kind: 'busy' };
      // A second order of the mail (`mailItemOnce`) gave the closed order a due entry again.
      if (failure.item?.dpk !== undefined)
        await table.update({ Key: mailKey(tenant, mailId), UpdateExpression: `REMOVE ${DUE_ATTRIBUTES}` });
      return { kind: 'done' };
    }
  },
  release: async (tenant, mailId, { orderedAtMs, nowMs }) => {
    const ageMs = nowMs - orderedAtMs;
    if (ageMs < TRIED_FOR_MS) return releaseUntil(table, tenant, mailId, nowMs + Math.max(QUEUE_RETRIES_MS, ageMs));
    await table.update({ Key: mailKey(tenant, mailId), UpdateExpression: `REMOVE sending_until, ${DUE_ATTRIBUTES}` });
  },
  postpone: (tenant, mailId, untilMs) => releaseUntil(table, tenant, mailId, untilMs),
  close: async (tenant, mailId, outcome) => {
    await table.update({
      Key: mailKey(tenant, mailId),
      UpdateExpression: `SET #state = :outcome REMOVE sending_until, ${DUE_ATTRIBUTES}`,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':outcome': outcome },
    });
  },
  takeSlot: (tenant, name, mailId, { nowMs, everyMs }) =>
    conditionMet(
      table.update({
        Key: mailSlotKey(tenant, name),
        UpdateExpression: 'SET taken_ms = :now, mail_id = :mail, #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(taken_ms) OR taken_ms <= :before OR mail_id = :mail',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':now': nowMs,
          ':before': nowMs - everyMs,
          ':mail': mailId,
          ':ttl': Math.ceil((nowMs + everyMs) / 1000),
        },
      }),
    ),
});
