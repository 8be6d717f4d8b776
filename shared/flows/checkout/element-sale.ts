import type { Decision, DecisionContext } from '../../domain/decision.ts';
import type { Confirmed } from '../../domain/payable/confirm.ts';
import type { Payment } from '../../domain/payment/record.ts';
import type { FailureFacts } from '../../domain/payment/transitions.ts';
import type { OperationClaim } from '../../domain/pending-operation/record.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Outcome, PaymentProvider, PaymentSnapshot } from '../../provider/port.ts';
import type { Actor } from '../../store/audit/entries.ts';
import type { StoredAnswer } from '../../store/core/idempotency.ts';
import type { Item } from '../../store/core/table.ts';
import type { TriedBy } from '../../store/limits/tries.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';

/** An attempt as a rule began it, or the one in its way. */
export interface Attempted {
  /** `pay`: to be opened at the provider, or continued. `withdraw`: blocks it; the provider is asked first. `done`: nothing is left to be paid. */
  readonly step: 'pay' | 'withdraw' | 'done';
  readonly payment: Payment;
}

/** One kind of thing that is paid in the payment element: how its attempts are begun and end. `State`: what its rules decide on. */
export interface ElementSale<State> {
  /** What its confirmations show as `session_id`. */
  readonly id: string;
  /** Whose refused payments limit an attempt, and their count within the last hour. `kept: null`: not read yet. */
  readonly triedBy: () => Promise<TriedBy | null>;
  /** Where a new attempt is made; `null`: there is nowhere to pay. */
  readonly chooseProvider: () => Promise<PaymentProvider | null>;
  readonly load: () => Promise<State>;
  /** How many entries of the event log an attempt makes as it begins. */
  readonly entriesOfAttempt: number;
  /** The simulated moment of the state (Unix seconds); `null`: real time. */
  readonly momentOf: (state: State) => number | null;
  readonly begin: (provider: PaymentProvider, state: State, context: DecisionContext) => Decision<Attempted> | Refusal;
  /** Gives up the attempt that was in the way, once the provider was asked and did not say that it was paid. */
  readonly release: (paymentId: string, state: State, context: DecisionContext) => Decision<unknown> | Refusal;
  /** Opens the attempt at the provider, or finds it there. The same attempt is always the same payment. */
  readonly open: (provider: PaymentProvider, payment: Payment) => Promise<Outcome<PaymentSnapshot>>;
  /** The provider did not take the attempt: nothing was charged. */
  readonly fail: (paymentId: string, failure: FailureFacts, state: State, context: DecisionContext) => Decision<unknown> | Refusal;
  /** How it is, read anew. */
  readonly statusNow: (store: Store) => Promise<string>;
}

/** Who confirms, and what is kept for replays of the call. */
export interface Confirmer {
  readonly actor: Actor;
  /** The caller's idempotency key; `null`: none. */
  readonly claim: OperationClaim | null;
  /** The attempt that an earlier call under the key began; `null`: this is the first. */
  readonly resumes: string | null;
  readonly keep: (confirmed: Confirmed) => Promise<StoredAnswer>;
  readonly keepRefusal: (refusal: Refusal) => StoredAnswer;
}

/** `key_taken`: a concurrent request stored `record` under the caller's key. */
export type Confirmation =
  | { readonly kind: 'confirmed'; readonly confirmed: Confirmed }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable' };

/** What one confirmation works with. `deps.store` may read once; `fresh` reads anew each time. */
export interface Confirming<State> {
  readonly deps: FlowDeps;
  readonly fresh: Store;
  readonly tenant: Tenant;
  readonly sale: ElementSale<State>;
  readonly by: Confirmer;
}
