import type { MailOrder } from '../../domain/mail/orders.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import { CLAIM_ATTRIBUTES, type DueAttributes, dueAttributes } from '../core/due.ts';
import { mailKey, mailSlotKey } from '../core/keys.ts';
import { conditionFailure, type Table, type TransactItem } from '../core/table.ts';

/** A wake-up on the mail queue: which order is to be sent. */
export type MailMessage = {
  readonly accountId: string;
  readonly mode: Mode;
  readonly mailId: string;
};

/**
 * How an order ended. Only `sent` reached anybody. `split`: others were ordered in its place, one for each recipient. `withheld`: the address may not get mail. `no_address`: there is none.
 * `needless`: what it was to tell does not hold any more.
 */
export type MailOutcome = 'sent' | 'split' | 'limited' | 'withheld' | 'no_address' | 'needless' | 'subject_gone' | 'no_sender';

/** An order that is ours to send. */
export interface ClaimedMail {
  readonly kind: 'claimed';
  readonly order: MailOrder;
  /** Milliseconds since the epoch. */
  readonly orderedAtMs: number;
}

/** `done`: it ended before, or was never made. `busy`: another worker is sending it. */
export type MailClaim = ClaimedMail | { readonly kind: 'done' } | { readonly kind: 'busy' };

/** Orders outlive every message about them, also one that lay among the dead letters. */
const KEPT_SECONDS = 30 * DAY_SECONDS;
/** The order for an event that is older than this may have been made and forgotten: none is made again. */
export const ORDERED_WITHIN_MS = (KEPT_SECONDS - DAY_SECONDS) * 1000;
/** An order that no message was seen of by then is handed out by the sweep. */
const BACKSTOP_SECONDS = 120;
/** Longer than a worker lives: a claim this old is a dead worker's. */
const SENDING_MS = 60_000;

/**
 * The write of an order, for the transaction of the change that it tells of: so none is lost, and none is made twice. The
 * mail queue is woken afterwards; the sweep looks if that wake-up never came.
 */
export const mailItem = (tenant: Tenant, mailId: string, order: MailOrder, nowMs: number): TransactItem => ({
  Put: {
    Item: {
      ...mailKey(tenant, mailId),
      t: 'mail',
      state: 'pending',
      order,
      ordered_at_ms: nowMs,
      ttl: Math.ceil(nowMs / 1000) + KEPT_SECONDS,
      ...backstopAt(tenant, mailId, nowMs),
    },
  },
});

const backstopAt = (tenant: Tenant, mailId: string, fromMs: number): DueAttributes =>
  dueAttributes(tenant, mailId, { at: Math.ceil(fromMs / 1000) + BACKSTOP_SECONDS, kind: 'mail', clockId: null });

/** The orders of mail. An order is claimed before its mail is sent and closed after it: messages may come twice, mail does not. */
export interface Outbox {
  /** Makes an order outside a transaction, once: one that exists, whatever became of it, stays as it is. */
  readonly order: (tenant: Tenant, mailId: string, order: MailOrder, nowMs: number) => Promise<void>;
  /** From here on its message answers for the order, not the sweep. */
  readonly claim: (tenant: Tenant, mailId: string, nowMs: number) => Promise<MailClaim>;
  /** Its mail was not sent: another try may come at once. */
  readonly release: (tenant: Tenant, mailId: string) => Promise<void>;
  /** It is to be tried again at `untilMs`, for which a message is sent; the sweep looks if that never came. */
  readonly postpone: (tenant: Tenant, mailId: string, untilMs: number) => Promise<void>;
  readonly close: (tenant: Tenant, mailId: string, outcome: MailOutcome) => Promise<void>;
  /** True when no other order took the slot of this name within the last `everyMs`; it is then this order's [MAIL-05]. */
  readonly takeSlot: (
    tenant: Tenant,
    name: string,
    mailId: string,
    at: { readonly nowMs: number; readonly everyMs: number },
  ) => Promise<boolean>;
}

export const outboxOf = (table: Table): Outbox => ({
  order: async (tenant, mailId, order, nowMs) => {
    const { Put } = mailItem(tenant, mailId, order, nowMs);
    try {
      await table.put({ ...(Put as Parameters<Table['put']>[0]), ConditionExpression: 'attribute_not_exists(pk)' });
    } catch (error) {
      if (conditionFailure(error) === null) throw error;
    }
  },
  claim: async (tenant, mailId, nowMs) => {
    try {
      const item = await table.update({
        Key: mailKey(tenant, mailId),
        UpdateExpression: `SET sending_until = :until REMOVE dpk, dsk, due_kind, due_at, ${CLAIM_ATTRIBUTES}`,
        ConditionExpression: '#state = :pending AND (attribute_not_exists(sending_until) OR sending_until <= :now)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':pending': 'pending', ':now': nowMs, ':until': nowMs + SENDING_MS },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      // One of a former release does not say when it was ordered: long ago.
      return { kind: 'claimed', order: item.order as MailOrder, orderedAtMs: Number(item.ordered_at_ms ?? 0) };
    } catch (error) {
      const failure = conditionFailure(error);
      if (failure === null) throw error;
      return { kind: failure.item?.state === 'pending' ? 'busy' : 'done' };
    }
  },
  release: async (tenant, mailId) => {
    await table.update({ Key: mailKey(tenant, mailId), UpdateExpression: 'REMOVE sending_until' });
  },
  postpone: async (tenant, mailId, untilMs) => {
    const due = Object.entries(backstopAt(tenant, mailId, untilMs));
    await table.update({
      Key: mailKey(tenant, mailId),
      UpdateExpression: `SET ${due.map(([name]) => `${name} = :${name}`).join(', ')} REMOVE sending_until`,
      ExpressionAttributeValues: Object.fromEntries(due.map(([name, value]) => [`:${name}`, value])),
    });
  },
  close: async (tenant, mailId, outcome) => {
    await table.update({
      Key: mailKey(tenant, mailId),
      UpdateExpression: 'SET #state = :outcome REMOVE sending_until',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':outcome': outcome },
    });
  },
  takeSlot: async (tenant, name, mailId, { nowMs, everyMs }) => {
    try {
      await table.update({
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
      });
      return true;
    } catch (error) {
      if (conditionFailure(error) !== null) return false;
      throw error;
    }
  },
});
