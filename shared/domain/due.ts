/** The kinds of scheduled work, with the worker and the claim time of each. */

import { DAY_SECONDS } from './periods.ts';

/**
 * The sweep dispatches due work every minute. It also dispatches work that becomes due within this time, delayed by the remaining time.
 * Renewals may start this early, within the limit of `renewalsDueUntil`.
 */
export const LOOK_AHEAD_SECONDS = 60;

/**
 * The latest due time of the renewals that may start at `now`: up to `LOOK_AHEAD_SECONDS` later, but on the same UTC day. An invoice has
 * the date on which the work starts, and the tax rate of the day on which the new period begins. An early start must not make these two
 * days differ.
 */
export const renewalsDueUntil = (now: number): number =>
  Math.min(now + LOOK_AHEAD_SECONDS, (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS - 1);

/** Maximum number of charges that one batch of a billing run makes at the same time. The batch mostly waits for the provider. */
export const CHARGES_PER_BATCH = 30;

const DEFAULT_CLAIM_SECONDS = 15 * 60;
/** Interval of polls of a charge without an outcome. The provider's webhook usually arrives earlier. */
const POLL_SECONDS = 6 * 3600;

/**
 * The lists of a tenant's work for its billing run. They are separate from the other tenants' entries, so that a tenant with a million due
 * subscriptions delays no other tenant. A run processes due renewals before notices, since many notices can be due at once.
 */
export const BILLING_LISTS = ['renewals', 'notices'] as const;
export type BillingList = (typeof BILLING_LISTS)[number];

/**
 * `worker`: the queue or state machine that does the work. `claimSeconds`: an entry that is still due after this time is dispatched again.
 * `list`: the entry is in this list of its tenant. Such an entry is not claimed individually, since the tenant's billing run has a lease.
 */
export const DUE_KINDS = {
  /** Entries of the tenant's lists are due or may be due. Each tenant has one entry of this kind: see `store/runs/markers.ts`. */
  billing_run: { worker: 'billing-run', claimSeconds: 60 },
  /**
   * A subscription's period is over, or its open invoice is charged again. A renewal that was refused (`BillingHold`) is checked again
   * after `claimSeconds`.
   */
  renewal: { worker: 'billing-run', claimSeconds: DEFAULT_CLAIM_SECONDS, list: 'renewals' },
  /** The end of a trial is near and not announced. */
  trial_notice: { worker: 'billing-run', claimSeconds: DEFAULT_CLAIM_SECONDS, list: 'notices' },
  /** A renewal is near and not announced. */
  upcoming_notice: { worker: 'billing-run', claimSeconds: DEFAULT_CLAIM_SECONDS, list: 'notices' },
  /** An email to the customer about the end of a trial, a renewal or a card is due (`DatedEmail`). */
  customer_email: { worker: 'billing-run', claimSeconds: DEFAULT_CLAIM_SECONDS, list: 'notices' },
  /** A renewal's charge has had no outcome for a while. */
  renewal_payment_poll: { worker: 'due-work', claimSeconds: POLL_SECONDS },
  /** An unpaid checkout session or one-off payment expires. */
  checkout_expiry: { worker: 'due-work', claimSeconds: DEFAULT_CLAIM_SECONDS },
  /** A payment, or the direct debit mandate that it created, has had no final outcome for a while. */
  payment_poll: { worker: 'due-work', claimSeconds: DEFAULT_CLAIM_SECONDS },
  /** A checkout session or one-off payment on a test clock has no outcome. Former releases also stored this kind without a test clock. */
  checkout_payment_poll: { worker: 'due-work', claimSeconds: POLL_SECONDS },
  /** A wallet's verification payment has no outcome. Only former releases stored this kind; now it is `payment_poll`. */
  setup_payment_poll: { worker: 'due-work', claimSeconds: POLL_SECONDS },
  /** A pending operation was not finished by its request. */
  pending_operation: { worker: 'due-work', claimSeconds: DEFAULT_CLAIM_SECONDS },
  /** A refund has no final outcome yet. */
  refund: { worker: 'due-work', claimSeconds: DEFAULT_CLAIM_SECONDS },
  /** A dispute is open. It is polled, because the provider does not report the reversal of its chargeback. */
  dispute_poll: { worker: 'due-work', claimSeconds: DEFAULT_CLAIM_SECONDS },
  /** No execution continues the advance of a test clock: none started, the last one failed, or the advance waits for its turn. */
  clock_advance: { worker: 'due-work', claimSeconds: 2 * 60 },
  /** A running customer import has made no progress for a while. */
  customer_import: { worker: 'customer-import', claimSeconds: 5 * 60 },
  /** An account has webhooks to deliver, and no queue message for them is known. */
  webhook_delivery: { worker: 'webhook-delivery', claimSeconds: DEFAULT_CLAIM_SECONDS },
  /** A mail is not sent yet, and no queue message for it was seen. */
  mail: { worker: 'mail', claimSeconds: DEFAULT_CLAIM_SECONDS },
} as const satisfies Readonly<Record<string, { readonly worker: string; readonly claimSeconds: number; readonly list?: BillingList }>>;

export type DueKind = keyof typeof DUE_KINDS;

/** Names of the queues and state machines that do scheduled work. */
export type DueWorker = (typeof DUE_KINDS)[DueKind]['worker'];

/** The kinds of work of a worker. */
export type DueKindOf<W extends DueWorker> = {
  readonly [K in DueKind]: (typeof DUE_KINDS)[K]['worker'] extends W ? K : never;
}[DueKind];

/** The tenant's list that contains entries of this kind; `null`: the entries of all tenants are stored together. */
export const billingListOf = (kind: DueKind): BillingList | null => {
  const entry = DUE_KINDS[kind];
  return 'list' in entry ? entry.list : null;
};

/** Workers with a queue; billing runs are executions of a state machine. */
export type QueueWorker = Exclude<DueWorker, 'billing-run'>;

/** The queues of each worker. The sweep may send to exactly these queues. */
export const WORKER_QUEUES = {
  'due-work': ['due-work'],
  'webhook-delivery': ['webhook-delivery'],
  'customer-import': ['customer-import'],
  // Sign-in links have a separate queue, so that they do not wait behind the invoice mails of a month end.
  mail: ['mail', 'sign-in-mail'],
} as const satisfies Readonly<Record<QueueWorker, readonly string[]>>;

/** The names of a worker's queues. */
export type QueueOf<W extends QueueWorker> = (typeof WORKER_QUEUES)[W][number];

const isDueKind = (name: string): name is DueKind => Object.hasOwn(DUE_KINDS, name);

/** Former names of kinds, in stored entries. `operation_reaper` had two meanings, distinguished by the prefix of the record's id. */
const FORMER_KINDS: readonly { readonly formerName: string; readonly idPrefix: string; readonly kind: DueKind }[] = [
  { formerName: 'subscription_cycle', idPrefix: 'sub_', kind: 'renewal' },
  { formerName: 'operation_reaper', idPrefix: 'sub_', kind: 'renewal_payment_poll' },
  { formerName: 'operation_reaper', idPrefix: 'cs_', kind: 'checkout_payment_poll' },
];

/** Returns the kind with this current or former name; `null`: unknown. `id`: id of the record that is due. */
export const dueKindOf = (name: string, id: string): DueKind | null => {
  if (isDueKind(name)) return name;
  return FORMER_KINDS.find(({ formerName, idPrefix }) => formerName === name && id.startsWith(idPrefix))?.kind ?? null;
};
