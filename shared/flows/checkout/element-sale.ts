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
import type { AttemptSubject } from '../../store/limits/tries.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';

/** The started attempt, or an earlier one that blocks it. */
export interface AttemptStep {
  /** `pay`: create or continue it at the provider. `withdraw`: an earlier attempt that must be withdrawn first. `done`: already paid. */
  readonly step: 'pay' | 'withdraw' | 'done';
  readonly payment: Payment;
}

/** Strategy for a kind of payment in the payment element. `State`: what its decisions are based on. */
export interface ElementSale<State> {
  /** `session_id` of its confirmations. */
  readonly id: string;
  /** Returns the owner whose refused payments limit an attempt; `null`: no limit. */
  readonly triedBy: () => Promise<AttemptSubject | null>;
  /** Chooses the provider of a new attempt; `null`: no provider is connected. */
  readonly chooseProvider: () => Promise<PaymentProvider | null>;
  readonly load: () => Promise<State>;
  /** Number of event log entries of a new attempt. */
  readonly entriesOfAttempt: number;
  /** Time on the test clock, Unix seconds; `null`: real time. */
  readonly momentOf: (state: State) => number | null;
  readonly begin: (provider: PaymentProvider, state: State, context: DecisionContext) => Decision<AttemptStep> | Refusal;
  /** Ends a blocking attempt after it was withdrawn at the provider. */
  readonly release: (paymentId: string, state: State, context: DecisionContext) => Decision<unknown> | Refusal;
  /** Creates the attempt at the provider, or finds it there. Idempotent. */
  readonly open: (provider: PaymentProvider, payment: Payment) => Promise<Outcome<PaymentSnapshot>>;
  /** Marks the attempt as failed: the provider refused it, and nothing was charged. */
  readonly fail: (paymentId: string, failure: FailureFacts, state: State, context: DecisionContext) => Decision<unknown> | Refusal;
  /** Reads the current status. */
  readonly statusNow: (store: Store) => Promise<string>;
}

/** The caller of a confirmation, and how its response is stored for replays. */
export interface Confirmer {
  readonly actor: Actor;
  /** The caller's idempotency key; `null`: none. */
  readonly claim: OperationClaim | null;
  /** The attempt of an earlier call with the same idempotency key; `null`: none. */
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

/** Dependencies of one confirmation. `deps.store` may cache reads; `fresh` does not. */
export interface ConfirmationDeps<State> {
  readonly deps: FlowDeps;
  readonly fresh: Store;
  readonly tenant: Tenant;
  readonly sale: ElementSale<State>;
  readonly by: Confirmer;
}
