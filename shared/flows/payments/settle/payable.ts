import { couponAggregate } from '../../../domain/coupon/record.ts';
import { unchanged } from '../../../domain/decision.ts';
import type { Payable, PayableKind, SettleState } from '../../../domain/payable/record.ts';
import { SOLD_BY_OTHER_SESSION, settlePayable } from '../../../domain/payable/settle.ts';
import { dropAttempt, failAttempt, markPending } from '../../../domain/payable/unpaid.ts';
import { type Payment, paymentAggregate } from '../../../domain/payment/record.ts';
import type { Tenant } from '../../../domain/tenant.ts';
import { buyerActor } from '../../../store/audit/entries.ts';
import type { FlowDeps } from '../../deps.ts';
import { loadPayable } from '../../load/records.ts';
import { loadSaleGroup } from '../../load/sale-group.ts';
import {
  decideOnOutcome,
  type FollowUp,
  logRefusedOutcome,
  NO_FOLLOW_UP,
  type OutcomeRules,
  type PaymentOutcome,
  withoutFollowUp,
} from './outcome.ts';

const rulesOf = <R extends Payable>(kind: PayableKind<R>): OutcomeRules<SettleState<R>, FollowUp> => ({
  paid: (facts, state, context) => settlePayable(kind, facts, state, context),
  unpaid: (facts, state, context) => withoutFollowUp(failAttempt(kind, facts, state, context)),
  pending: (facts, state) => withoutFollowUp(markPending(kind, facts, state)),
  open: () => unchanged(NO_FOLLOW_UP),
  dropped: (state, context) => withoutFollowUp(dropAttempt(kind, state, context)),
});

/** Applies the provider's outcome for the payment of a checkout session or a one-off payment; returns the follow-up at the provider. */
export const settlePayablePayment = async <R extends Payable>(
  deps: FlowDeps,
  tenant: Tenant,
  kind: PayableKind<R>,
  { payableId, payment }: { readonly payableId: string; readonly payment: Payment },
  providerOutcome: PaymentOutcome,
): Promise<FollowUp> => {
  const { id: paymentId } = payment;
  const outcome = await deps.store.run({
    tenant,
    actor: buyerActor(payableId),
    load: async () => {
      const [state, stored] = await Promise.all([
        // Leaves out the country of the payable: the stored country of the customer decides the tax of later charges.
        loadPayable(deps.store, tenant, kind, payableId, () => null),
        deps.store.get(paymentAggregate, tenant, paymentId),
      ]);
      if (state === null) throw new Error(`The payable of payment ${paymentId} is missing.`);
      const couponId = stored === null ? null : kind.couponIdOf(state.payable.record, stored.record);
      const [coupon, group] = await Promise.all([
        couponId === null ? null : deps.store.get(couponAggregate, tenant, couponId),
        loadSaleGroup(deps.store, tenant, state.payable.record),
      ]);
      return { ...state, payment: stored, coupon, group };
    },
    nowOf: (state) => state.clockTime,
    decide: (state, context) => decideOnOutcome(rulesOf(kind), providerOutcome, state, context),
  });
  if (outcome.kind === 'refused' && outcome.refusal === SOLD_BY_OTHER_SESSION)
    return settlePayablePayment(deps, tenant, kind, { payableId, payment }, providerOutcome);
  if (outcome.kind === 'refused') logRefusedOutcome('checkoutRefused', tenant, paymentId, outcome.refusal);
  return outcome.kind === 'done' ? outcome.result : NO_FOLLOW_UP;
};
