import { applyChargeback, type ChargebackReport, type ChargebackResult } from '../../shared/domain/dispute/apply-chargeback.ts';
import { chargebackClaim, disputeAggregate } from '../../shared/domain/dispute/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import type { BillingParties } from '../../shared/domain/parties.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import {
  type AcceptedRefund,
  acceptRefund,
  type RefundRequest,
  type ReturnedAmountState,
  recordRefund,
} from '../../shared/domain/refund/create.ts';
import type { RefundTerms } from '../../shared/domain/refund/eligibility.ts';
import { type Refund, refundAggregate } from '../../shared/domain/refund/record.ts';
import { failSucceededRefund, type RefundState, type SettleRefund, settleRefund } from '../../shared/domain/refund/settle.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { World } from './world.ts';

/** Runs the rules of refunds by the seller and of chargebacks by the buyer's bank, in memory. */
export abstract class Refunding {
  abstract readonly world: World;
  abstract parties(): BillingParties;

  /** Requests a refund, by default within a window of 365 days. */
  requestRefund(overrides: Partial<RefundRequest>, terms: Partial<RefundTerms> = {}): AcceptedRefund | Refusal {
    const request = { paymentId: null, subscriptionId: null, amountCents: null, reason: null, metadata: {}, ...overrides };
    const subscription = this.world.find(subscriptionAggregate, request.subscriptionId);
    const payment = this.world.find(paymentAggregate, request.paymentId ?? subscription?.record.lastPaymentId);
    const paidSubscription = this.world.find(subscriptionAggregate, payment?.record.subscriptionId)?.record ?? null;
    const withDefaults = { windowDays: 365, now: this.world.now, subscription: paidSubscription, ...terms };
    return acceptRefund(request, { subscription, payment, terms: withDefaults });
  }

  /** Creates a refund that is pending at the provider. */
  refund(paymentId: string, amountCents: number | null = null): Refund {
    const accepted = this.requestRefund({ paymentId, amountCents });
    if (!('amountCents' in accepted)) throw new Error(accepted.message);
    const refundId = this.world.ctx().ids.next(refundAggregate.prefix);
    const command = {
      refundId,
      requestedAt: this.world.now,
      amountCents: accepted.amountCents,
      reason: null,
      metadata: {},
      status: 'pending' as const,
      providerRefundId: `re_${refundId}`,
    };
    return this.world.do(recordRefund(command, this.returnedAmountState(paymentId), this.world.ctx()));
  }

  /** The state for a refund or chargeback of the payment. */
  returnedAmountState(paymentId: string): ReturnedAmountState {
    const payment = this.world.get(paymentAggregate, paymentId);
    return { payment, subscription: this.world.find(subscriptionAggregate, payment.record.subscriptionId), parties: this.parties() };
  }

  /** The state for a report of the chargeback. */
  chargebackState(paymentId: string, chargebackId: string) {
    const payment = this.world.get(paymentAggregate, paymentId);
    const dispute = this.world.find(disputeAggregate, this.world.owners.get(chargebackClaim(payment.record.provider, chargebackId)));
    return { ...this.returnedAmountState(paymentId), payment, dispute, oneShot: null, overpayment: false };
  }

  /** Applies the provider's report of a chargeback of the payment. */
  reportChargeback(paymentId: string, report: ChargebackReport): ChargebackResult {
    return this.world.do(applyChargeback(report, this.chargebackState(paymentId, report.providerChargebackId), this.world.ctx()));
  }

  /** The state for settling a refund. */
  refundState({ id, paymentId }: Refund): RefundState {
    const payment = this.world.get(paymentAggregate, paymentId);
    const subscription = this.world.find(subscriptionAggregate, payment.record.subscriptionId);
    const invoice = this.world.find(invoiceAggregate, payment.record.invoiceId);
    const renewalInvoice = this.world.find(invoiceAggregate, subscription?.record.renewal?.invoiceId);
    const oneShot = this.world.find(oneShotAggregate, payment.record.oneShotPaymentId);
    const pendingPayment = this.world.find(paymentAggregate, subscription?.record.renewal?.paymentId);
    const relatedRecords = { invoice, subscription, renewalInvoice, pendingPayment, oneShot, parties: this.parties() };
    return { refund: this.world.get(refundAggregate, id), payment, relatedRecords };
  }

  /** Applies the provider's outcome of a refund, by default `succeeded`. */
  settleRefund(refund: Refund, outcome: Partial<SettleRefund> = {}): Refund {
    const command = { status: 'succeeded' as const, providerRefundId: 're_1', failureReason: null, ...outcome };
    return this.world.do(settleRefund(command, this.refundState(refund), this.world.ctx()));
  }

  /** Applies a failure that the provider reports after the refund had succeeded. */
  failSucceededRefund(refund: Refund): Refund {
    return this.world.do(failSucceededRefund({ failureReason: 'provider_failed' }, this.refundState(refund), this.world.ctx()));
  }
}
