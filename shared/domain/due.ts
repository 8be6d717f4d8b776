/**
 * What may fall due: the one list of kinds. A kind says what has to happen, who does it, and for how long a claim of the
 * sweep keeps others from doing it too.
 */

/** The sweep looks this far ahead: what is due before its next tick is handed out now, with the delay that is left. A renewal begun so much early is in time. */
export const LOOK_AHEAD_SECONDS = 60;

const CLAIM_SECONDS = 15 * 60;
/** How often a charge that the provider has not decided is polled; its provider webhook usually comes first. */
const POLL_SECONDS = 6 * 3600;

/**
 * `worker`: the queue or the state state machine that a due entry is handed to. `claimSeconds`: for so long nobody else is handed
 * it; what is due then still counts as lost, and is handed out again.
 */
export const DUE_KINDS = {
  /**
   * A subscription's period is over, or its open invoice is to be charged again. Not claimed one by one: the tenant's run has a
   * lease. One that was put on hold is looked at again after so long.
   */
  renewal: { worker: 'billing-run', claimSeconds: CLAIM_SECONDS },
  /** The end of a trial is near, and was not announced. Worked by the tenant's run as renewals are: many fall due at once. */
  trial_notice: { worker: 'billing-run', claimSeconds: CLAIM_SECONDS },
  /** A renewal comes within days, and was not announced. */
  upcoming_notice: { worker: 'billing-run', claimSeconds: CLAIM_SECONDS },
  /** A renewal's charge began a while ago and has no outcome yet. */
  renewal_payment_poll: { worker: 'due-work', claimSeconds: POLL_SECONDS },
  /** A checkout session or one-off payment that nobody paid ends. */
  checkout_expiry: { worker: 'due-work', claimSeconds: CLAIM_SECONDS },
  /** A payment began a while ago, or nobody waits for it any more, and the provider has not said its final outcome. */
  payment_poll: { worker: 'due-work', claimSeconds: CLAIM_SECONDS },
  /** The payment of a checkout or one-off payment has no outcome yet: on a test clock, where an advance asks, and as they were stored by former releases. */
  checkout_payment_poll: { worker: 'due-work', claimSeconds: POLL_SECONDS },
  /** A payment that proves a method for the wallet has no outcome yet, as former releases stored it: since then the payment is polled. */
  setup_payment_poll: { worker: 'due-work', claimSeconds: POLL_SECONDS },
  /** A write waits for the provider, and its caller gave up. */
  pending_operation: { worker: 'due-work', claimSeconds: CLAIM_SECONDS },
  /** Money that goes back to a customer is not there yet. */
  refund: { worker: 'due-work', claimSeconds: CLAIM_SECONDS },
  /** A dispute is open: the provider does not tell when its chargeback is reversed. */
  dispute_poll: { worker: 'due-work', claimSeconds: CLAIM_SECONDS },
  /** A test clock advances, and its state machine never started or broke off. */
  clock_advance: { worker: 'due-work', claimSeconds: CLAIM_SECONDS },
  /** A member's import is at work, and has not continued for a while. */
  customer_import: { worker: 'customer-import', claimSeconds: 5 * 60 },
  /** An account has webhooks to deliver, and no message about them is known to be on its way. */
  webhook_delivery: { worker: 'webhook-delivery', claimSeconds: CLAIM_SECONDS },
  /** A mail was ordered, and no message about it was seen. */
  mail: { worker: 'mail', claimSeconds: CLAIM_SECONDS },
} as const satisfies Readonly<Record<string, { readonly worker: string; readonly claimSeconds: number }>>;

export type DueKind = keyof typeof DUE_KINDS;

/** The queues and machines that something due is handed to, by name. */
export type DueWorker = (typeof DUE_KINDS)[DueKind]['worker'];

/** The kinds that a worker does. */
export type DueKindOf<W extends DueWorker> = {
  readonly [K in DueKind]: (typeof DUE_KINDS)[K]['worker'] extends W ? K : never;
}[DueKind];

export const DUE_WORKERS: readonly DueWorker[] = [...new Set(Object.values(DUE_KINDS).map(({ worker }) => worker))];

const isDueKind = (name: string): name is DueKind => Object.hasOwn(DUE_KINDS, name);

/** What kinds were called before. One name meant two kinds, distinguished by whose id is next to it. */
const FORMER_KINDS: readonly { readonly was: string; readonly idPrefix: string; readonly is: DueKind }[] = [
  { was: 'subscription_cycle', idPrefix: 'sub_', is: 'renewal' },
  { was: 'operation_reaper', idPrefix: 'sub_', is: 'renewal_payment_poll' },
  { was: 'operation_reaper', idPrefix: 'cs_', is: 'checkout_payment_poll' },
];

/** The kind that a stored entry or a message names, by its present or a former name; `null`: none that is known here. */
export const dueKindOf = (name: string, id: string): DueKind | null => {
  if (isDueKind(name)) return name;
  return FORMER_KINDS.find(({ was, idPrefix }) => was === name && id.startsWith(idPrefix))?.is ?? null;
};
