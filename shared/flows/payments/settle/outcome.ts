import { isCountryCode } from '../../../domain/countries.ts';
import type { Decision, DecisionContext } from '../../../domain/decision.ts';
import type { TransferInstructions } from '../../../domain/payable/record.ts';
import { BANK_TRANSFER, type PaymentMethod } from '../../../domain/payment/methods.ts';
import type { FailureFacts, PaidWithMandate, UnpaidFacts } from '../../../domain/payment/transitions.ts';
import type { Refund } from '../../../domain/refund/record.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { countryOfAccount } from '../../../domain/tax/evidence.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { logNotice, METRIC_LINES } from '../../../platform/log-lines.ts';
import type { PaymentSnapshot } from '../../../provider/port.ts';

/** Outcome of a payment, except the refusal to create it (see `ChargeOutcome`). */
export type PaymentOutcome =
  | { readonly kind: 'payment'; readonly snapshot: PaymentSnapshot }
  /** The provider has no such payment and will not get one, or polling ended without an outcome. */
  | { readonly kind: 'dropped' };

/** Outcome of any charge. `refused`: the provider refused to create the payment. */
export type ChargeOutcome = PaymentOutcome | { readonly kind: 'refused'; readonly failure: FailureFacts };

/**
 * Calls to make at the provider after a decision is written. `refund`: the refund to create for an overpayment. `supersededPaymentId`: the
 * payment of another attempt at the same charge, which must be canceled because this one was paid. `soldInGroup`: the checkout session that
 * this payment paid, if a session that replaces it must be ended. `null` or missing: none.
 */
export interface FollowUp {
  readonly refund: Refund | null;
  readonly supersededPaymentId: string | null;
  readonly soldInGroup?: string | null;
}

export const NO_FOLLOW_UP: FollowUp = { refund: null, supersededPaymentId: null };

export const withoutFollowUp = (decision: Decision<unknown> | Refusal): Decision<FollowUp> | Refusal =>
  decision instanceof Refusal ? decision : { ...decision, result: NO_FOLLOW_UP };

interface PendingFacts {
  readonly providerPaymentId: string;
  readonly transfer: TransferInstructions | null;
}

type Rule<Facts, State, Result> = (facts: Facts, state: State, context: DecisionContext) => Decision<Result> | Refusal;

/** The decisions on one kind of payment, one per outcome. */
export interface OutcomeRules<State, Result> {
  readonly paid: Rule<PaidWithMandate, State, Result>;
  readonly unpaid: Rule<UnpaidFacts, State, Result>;
  /** The provider has accepted the payment and has no outcome yet. */
  readonly pending: Rule<PendingFacts, State, Result>;
  /** The buyer has not paid yet. If this rule is missing, `pending` applies. */
  readonly open?: () => Decision<Result>;
  /** The provider has no such payment, or polling ended without an outcome. */
  readonly dropped: (state: State, context: DecisionContext) => Decision<Result> | Refusal;
}

/** Decides on a provider's outcome. Only this function and `decideOnSnapshot` map provider statuses to decisions. */
export const decideOnOutcome = <State, Result>(
  rules: OutcomeRules<State, Result>,
  outcome: ChargeOutcome,
  state: State,
  context: DecisionContext,
): Decision<Result> | Refusal => {
  switch (outcome.kind) {
    case 'payment':
      return decideOnSnapshot(rules, outcome.snapshot, state, context);
    case 'refused':
      return rules.unpaid({ outcome: 'failed', ...outcome.failure }, state, context);
    case 'dropped':
      return rules.dropped(state, context);
  }
};

const decideOnSnapshot = <State, Result>(
  rules: OutcomeRules<State, Result>,
  snapshot: PaymentSnapshot,
  state: State,
  context: DecisionContext,
): Decision<Result> | Refusal => {
  const { id: providerPaymentId, mandateId, customerId: providerCustomerId, transfer } = snapshot;
  switch (snapshot.status) {
    case 'paid':
      return rules.paid(
        { providerPaymentId, method: methodOf(snapshot), mandateId, providerCustomerId, countryCode: paymentCountryOf(snapshot) },
        state,
        context,
      );
    case 'failed':
    case 'canceled':
    case 'expired': {
      const { failureReason: failureCode, failureMessage } = snapshot;
      return rules.unpaid({ outcome: snapshot.status, providerPaymentId, failureCode, failureMessage }, state, context);
    }
    case 'open':
      // A bank transfer counts as pending from the start: the buyer has nothing left to confirm at the provider.
      if (rules.open !== undefined && snapshot.method !== BANK_TRANSFER) return rules.open();
      return rules.pending({ providerPaymentId, transfer }, state, context);
    case 'pending':
    case 'authorized':
      return rules.pending({ providerPaymentId, transfer }, state, context);
  }
};

/** The payment method as API objects show it. */
const methodOf = ({ method, details }: PaymentSnapshot): PaymentMethod | null => {
  if (method === null) return null;
  if (details?.kind !== 'card') return { type: method, brand: null, last4: null, expMonth: null, expYear: null };
  return { type: method, brand: details.brand, last4: details.last4, expMonth: details.expMonth, expYear: details.expYear };
};

/** Country of the card or bank account of a payment; `null`: not reported, or not a country. */
export const paymentCountryOf = ({ details }: PaymentSnapshot): string | null => {
  if (details === null) return null;
  const code = details.kind === 'card' ? (details.countryCode ?? '').toUpperCase() : countryOfAccount(details.consumerAccount);
  return code !== null && isCountryCode(code) ? code : null;
};

type RefusedLine = 'renewalRefused' | 'checkoutRefused' | 'changeRefused' | 'setupRefused';

/** Logs that a rule refused to apply the outcome of a payment. An alarm counts these lines, since the payment may have succeeded. */
export const logRefusedOutcome = (line: RefusedLine, { accountId, mode }: Tenant, paymentId: string, { code }: Refusal): void =>
  logNotice(METRIC_LINES[line], { account: accountId, mode, payment: paymentId, code });
