import type { Decision, DecisionContext } from '../../domain/decision.ts';
import type { ConfirmedObject } from '../../domain/payable/confirm.ts';
import type { Payment } from '../../domain/payment/record.ts';
import type { FailureFacts } from '../../domain/payment/transitions.ts';
import type { OperationClaim } from '../../domain/pending-operation/record.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Outcome, PaymentProvider, PaymentSnapshot } from '../../provider/port.ts';
import type { Actor } from '../../store/audit/entries.ts';
import type { StoredAnswer } from '../../store/core/idempotency.ts';
import type { Item } from '../../store/core/table.ts';
import type { AttemptSubject } from '../../store/limits/payment-attempts.ts';
import type { Store } from '../../store/writer/store.ts';
import type { FlowDeps } from '../deps.ts';

/** The next step of a confirmation, and the payment of the attempt. */
export interface AttemptStep {
  /** `pay`: create or continue the payment at the provider. `withdraw`: withdraw the payment, which blocks a new attempt. `done`: paid. */
  readonly step: 'pay' | 'withdraw' | 'done';
  readonly payment: Payment;
  /** True if the attempt may have changed the tax of the customer's subscriptions; omitted: false. */
  readonly needsRepricing?: boolean;
}

/** Strategy of `confirmSale` for a checkout session, one-off payment or payment method setup. `State`: input of its decisions. */
export interface ElementSale<State> {
  /** Id of the confirmed object. */
  readonly id: string;
  /** Returns the object whose refused payments are counted to limit further attempts; `null`: no limit. */
  readonly loadAttemptLimitSubject: () => Promise<AttemptSubject | null>;
  /** Chooses the provider of a new attempt; `null`: no provider is connected. */
  readonly chooseProvider: () => Promise<PaymentProvider | null>;
  readonly load: () => Promise<State>;
  /** Number of event log entries of a new attempt. */
  readonly logEntriesPerAttempt: number;
  /** Time on the test clock, Unix seconds; `null`: real time. */
  readonly clockTimeOf: (state: State) => number | null;
  readonly begin: (provider: PaymentProvider, state: State, context: DecisionContext) => Decision<AttemptStep> | Refusal;
  /** Ends an earlier attempt after its payment was withdrawn at the provider. */
  readonly release: (paymentId: string, state: State, context: DecisionContext) => Decision<unknown> | Refusal;
  /** Creates the payment at the provider, or finds it there. Idempotent. */
  readonly open: (provider: PaymentProvider, payment: Payment) => Promise<Outcome<PaymentSnapshot>>;
  /** Marks the attempt as failed after the provider refused to create its payment. */
  readonly fail: (paymentId: string, failure: FailureFacts, state: State, context: DecisionContext) => Decision<unknown> | Refusal;
  /** Reads the current status of the confirmed object. */
  readonly statusNow: (store: Store) => Promise<string>;
}

/** The caller of a confirmation, and how its response is stored for replays. */
export interface Confirmer {
  readonly actor: Actor;
  /** The caller's idempotency key; `null`: none. */
  readonly claim: OperationClaim | null;
  /** Payment id of the attempt that an earlier call with the same idempotency key started; `null`: none. */
  readonly resumedPaymentId: string | null;
  /** Build the responses that are stored for replays. */
  readonly toStoredConfirmation: (confirmed: ConfirmedObject) => Promise<StoredAnswer>;
  readonly toStoredRefusal: (refusal: Refusal) => StoredAnswer;
}

/**
 * `key_taken`: a concurrent request stored `record` under the caller's idempotency key. `limited`: too many payments were refused.
 * `unavailable`: the provider did not answer.
 */
export type Confirmation =
  | { readonly kind: 'confirmed'; readonly confirmed: ConfirmedObject }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable' };

/** Dependencies of one confirmation. `deps.store` may cache reads; the store `uncached` reads the current state each time. */
export interface ConfirmationDeps<State> {
  readonly deps: FlowDeps;
  readonly uncached: Store;
  readonly tenant: Tenant;
  readonly sale: ElementSale<State>;
  readonly by: Confirmer;
}
