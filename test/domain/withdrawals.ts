import type { Account } from '../../shared/domain/account/record.ts';
import { checkoutSessionKind } from '../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { startAttempt } from '../../shared/domain/payable/attempt.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../shared/domain/price/create.ts';
import { type Refund, refundAggregate } from '../../shared/domain/refund/record.ts';
import { withdrawFromContract } from '../../shared/domain/subscription/lifecycle/withdraw.ts';
import { type Billing, newBilling } from './billing.ts';

/** Account settings for withdrawals from the contract. `PARTIAL_REFUND_SETTINGS`: buyers who wanted the service at once pay for its use. */
export const FULL_REFUND_SETTINGS = { withdrawal: { enabled: true, partialRefund: false } };
export const PARTIAL_REFUND_SETTINGS = { withdrawal: { enabled: true, partialRefund: true } };

/** Sells a subscription to a consumer in the Netherlands on 31 January 2026. `immediateService`: the buyer wants the service at once. */
export const sell = (
  seller: Partial<Account> = FULL_REFUND_SETTINGS,
  {
    immediateService = false,
    price = {},
    trialDays = null,
  }: { immediateService?: boolean; price?: Partial<CreatePrice>; trialDays?: number | null } = {},
) => {
  const billing = newBilling(price);
  billing.seller = seller;
  const session = billing.open(trialDays === null ? {} : { trialDaysOverride: trialDays });
  const payable = billing.world.get(checkoutSessionAggregate, session.id);
  const button = { language: 'de', isOurs: true, immediateService };
  const command = { method: 'creditcard', choice: null, provider: SANDBOX, button };
  const state = { payable, payment: null, parties: billing.parties(), clock: null };
  const { payment } = billing.world.do(startAttempt(checkoutSessionKind, command, state, billing.world.ctx()));
  const { subscription } = billing.settleCheckout(session.id, payment.id);
  if (subscription === null) throw new Error('The checkout created no subscription.');
  billing.world.takeEvents();
  return { billing, id: subscription.id, paymentId: payment.id };
};

/** Withdraws from the contract of the subscription. */
export const withdraw = (billing: Billing, id: string) => {
  const payments = billing.world.all(paymentAggregate).filter(({ subscriptionId }) => subscriptionId === id);
  const stored = payments.map((payment) => billing.world.get(paymentAggregate, payment.id));
  const pendingPayment = billing.world.find(paymentAggregate, billing.subscription(id).renewal?.paymentId);
  const state = { ...billing.lifecycleState(id), payments: stored, pendingPayment };
  return billing.world.apply(withdrawFromContract(null, state, billing.world.ctx()));
};

export const firstRefundOf = (billing: Billing): Refund => {
  const [refund] = billing.world.all(refundAggregate);
  if (refund === undefined) throw new Error('There is no refund.');
  return refund;
};

/** Amount, reason and status of each refund. */
export const refundsOf = (billing: Billing) =>
  billing.world.all(refundAggregate).map(({ amountCents, reason, status }) => ({ amountCents, reason, status }));

/** Reports a chargeback of the payment; `reversedAt`: when the bank reversed it, Unix seconds. */
export const chargeBack = (
  billing: Billing,
  paymentId: string,
  {
    reversedAt = null,
    id: providerChargebackId = 'chb_1',
    amountCents = 1000,
  }: { reversedAt?: number | null; id?: string; amountCents?: number } = {},
) => billing.reportChargeback(paymentId, { providerChargebackId, amountCents, currency: 'EUR', reason: null, reversedAt });
