import type { Mode, Tenant } from '../../domain/kernel.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { CLAIM_ATTRIBUTES, dueAttributes } from '../core/due.ts';
import { mailKey, mailSlotKey } from '../core/keys.ts';
import { conditionFailure, type Table, type TransactItem } from '../core/table.ts';

/** What a mail is to tell, by ids alone: whom it goes to and what it says is made of what is stored when it is sent. */
export interface MailOrder {
  readonly kind: 'delivery_failed';
  readonly endpointId: string;
  readonly deliveryId: string;
}

/** A wake-up on the mail queue: which order is to be sent. */
export type MailMessage = {
  readonly accountId: string;
  readonly mode: Mode;
  readonly mailId: string;
};

/** How an order ended. Only `sent` reached anybody. */
export type MailOutcome = 'sent' | 'limited' | 'withheld' | 'subject_gone' | 'no_sender';

/** `done`: it ended before, or was never made. `busy`: another worker is sending it. */
export type MailClaim = { readonly kind: 'claimed'; readonly order: MailOrder } | { readonly kind: 'done' } | { readonly kind: 'busy' };

/** Orders outlive every message about them, also one that lay among the dead letters. */
const KEPT_SECONDS = 30 * DAY_SECONDS;
/** An order that no message was seen of by then is handed out by the sweep. */
const BACKSTOP_SECONDS = 120;
/** Longer than a worker lives: a claim this old is a dead worker's. */
const SENDING_MS = 60_000;

/**
 * The write of an order, for the transaction of the change that it tells of: so none is lost, and none is made twice. The
 * mail queue is woken afterwards; the sweep looks if that wake-up never came.
 */
export const mailItem = (tenant: Tenant, mailId: string, order: MailOrder, nowMs: number): TransactItem => {
  const now = Math.ceil(nowMs / 1000);
  return {
    Put: {
      Item: {
        ...mailKey(tenant, mailId),
        t: 'mail',
        state: 'pending',
        order,
        ttl: now + KEPT_SECONDS,
        ...dueAttributes(tenant, mailId, { at: now + BACKSTOP_SECONDS, kind: 'mail', clockId: null }),
      },
    },
  };
};

/** The orders of mail. An order is claimed before its mail is sent and closed after it: messages may come twice, mail does not. */
export interface Outbox {
  /** From here on its message answers for the order, not the sweep. */
  readonly claim: (tenant: Tenant, mailId: string, nowMs: number) => Promise<MailClaim>;
  /** Its mail was not sent: another try may come at once. */
  readonly release: (tenant: Tenant, mailId: string) => Promise<void>;
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
      return { kind: 'claimed', order: item.order as MailOrder };
    } catch (error) {
      const failure = conditionFailure(error);
      if (failure === null) throw error;
      return { kind: failure.item?.state === 'pending' ? 'busy' : 'done' };
    }
  },
  release: async (tenant, mailId) => {
    await table.update({ Key: mailKey(tenant, mailId), UpdateExpression: 'REMOVE sending_until' });
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
