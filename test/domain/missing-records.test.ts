import { describe, expect, it } from 'vitest';
import { updateCoupon } from '../../shared/domain/coupon/update.ts';
import { updateCustomer } from '../../shared/domain/customer/update.ts';
import { emailInvoice } from '../../shared/domain/invoice/email.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { voidInvoice } from '../../shared/domain/invoice/void.ts';
import { endPolls } from '../../shared/domain/payment/poll.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { recordProviderPayment } from '../../shared/domain/payment/record-provider.ts';
import { createPrice } from '../../shared/domain/price/create.ts';
import { updatePrice } from '../../shared/domain/price/update.ts';
import { updateProduct } from '../../shared/domain/product/update.ts';
import { recordRefund } from '../../shared/domain/refund/create.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { failChange, markChangePending, settleChange } from '../../shared/domain/subscription/change/pending.ts';
import { quotePlanChange } from '../../shared/domain/subscription/change/plan-change.ts';
import { applyCouponToSubscription } from '../../shared/domain/subscription/lifecycle/apply-coupon.ts';
import { cancelSubscription } from '../../shared/domain/subscription/lifecycle/cancel.ts';
import { pauseSubscription } from '../../shared/domain/subscription/lifecycle/pause.ts';
import { reactivateSubscription } from '../../shared/domain/subscription/lifecycle/reactivate.ts';
import { resumeSubscription } from '../../shared/domain/subscription/lifecycle/resume.ts';
import { withdrawFromContract } from '../../shared/domain/subscription/lifecycle/withdraw.ts';
import { failRenewal } from '../../shared/domain/subscription/renewal/fail.ts';
import { dropRenewalAttempt, markRenewalPending, settleRenewal } from '../../shared/domain/subscription/renewal/settle.ts';
import { newBilling } from './billing.ts';
import { planState } from './plan-changes.ts';
import { requireMessage } from './world.ts';

const billing = newBilling();
const subscription = billing.subscribe();
const payment = billing.world.get(paymentAggregate, subscription.lastPaymentId);
const lifecycle = billing.lifecycleState(subscription.id);
const change = { ...lifecycle, parties: billing.parties(), payment, coupon: null };
const plan = planState(billing, subscription.id, { priceId: billing.catalogue.price.record.id });
const renewal = { ...change, invoice: billing.world.get(invoiceAggregate, payment.record.invoiceId), pendingPayment: null };
const coupon = { ...lifecycle, product: billing.catalogue.product.record, couponLookup: { coupon: null, uses: 0, customerUses: 0 } };

// An empty command is enough: each rule checks the records before it reads the command.
const command = {} as never;
type Decide = (command: never, state: never, ctx: never) => unknown;

/** Command, missing record, rule, complete state, and the request field that the refusal names; undefined: it names none. */
const cases: readonly (readonly [string, string, Decide, object, string | undefined])[] = [
  ['cancel', 'subscription', cancelSubscription, lifecycle, undefined],
  ['cancel', 'parties', cancelSubscription, lifecycle, undefined],
  ['pause', 'subscription', pauseSubscription, lifecycle, undefined],
  ['pause', 'parties', pauseSubscription, lifecycle, undefined],
  ['reactivate', 'subscription', reactivateSubscription, lifecycle, undefined],
  ['reactivate', 'parties', reactivateSubscription, lifecycle, undefined],
  ['resume', 'subscription', resumeSubscription, lifecycle, undefined],
  ['resume', 'parties', resumeSubscription, lifecycle, undefined],
  ['apply a coupon', 'subscription', applyCouponToSubscription, coupon, undefined],
  ['apply a coupon', 'parties', applyCouponToSubscription, coupon, undefined],
  ['settle a plan change', 'subscription', settleChange, change, undefined],
  ['settle a plan change', 'payment', settleChange, change, undefined],
  ['fail a plan change', 'subscription', failChange, change, undefined],
  ['fail a plan change', 'payment', failChange, change, undefined],
  ['keep a plan change pending', 'subscription', markChangePending, change, undefined],
  ['keep a plan change pending', 'payment', markChangePending, change, undefined],
  ['quote a plan change', 'subscription', quotePlanChange, plan, undefined],
  ['quote a plan change', 'parties', quotePlanChange, plan, undefined],
  ['quote a plan change', 'price', quotePlanChange, plan, 'price_id'],
  ['quote a plan change', 'product', quotePlanChange, plan, 'price_id'],
  ['fail a renewal', 'subscription', failRenewal, renewal, undefined],
  ['fail a renewal', 'invoice', failRenewal, renewal, undefined],
  ['fail a renewal', 'payment', failRenewal, renewal, undefined],
  ['settle a renewal', 'subscription', settleRenewal, renewal, undefined],
  ['settle a renewal', 'invoice', settleRenewal, renewal, undefined],
  ['settle a renewal', 'payment', settleRenewal, renewal, undefined],
  ['keep a renewal pending', 'payment', markRenewalPending, renewal, undefined],
  ['drop a renewal attempt', 'subscription', dropRenewalAttempt, renewal, undefined],
  ['drop a renewal attempt', 'payment', dropRenewalAttempt, renewal, undefined],
  ['withdraw', 'subscription', withdrawFromContract, lifecycle, undefined],
  ['withdraw', 'parties', withdrawFromContract, lifecycle, undefined],
  ['end the polls of a payment', 'payment', endPolls, change, undefined],
  ['record the provider’s payment', 'payment', recordProviderPayment, change, undefined],
  ['record a refund', 'payment', recordRefund, change, 'payment_id'],
  ['void an invoice', 'invoice', voidInvoice, change, undefined],
  ['email an invoice', 'invoice', emailInvoice, change, undefined],
  ['create a price', 'product', createPrice, { product: null, currencies: null }, 'product_id'],
  ['update a price', 'price', updatePrice, plan, undefined],
  ['update a product', 'product', updateProduct, plan, undefined],
  ['update a coupon', 'coupon', updateCoupon, coupon, undefined],
  ['update a customer', 'customer', updateCustomer, change, undefined],
];

describe('a command', () => {
  it.each(cases)('to %s is refused without the %s', (_name, missing, decide, state, param) => {
    const outcome = decide(command, { ...state, [missing]: null } as never, billing.world.ctx() as never);
    expect(outcome).toBeInstanceOf(Refusal);
    expect(requireMessage(outcome as Refusal)).toMatchObject({ code: 'resource_missing', param });
  });
});

describe('keeping the payment of a plan change pending', () => {
  const pending: Payment = { ...payment.record, status: 'pending', providerPaymentId: null };
  const mark = (record: Payment, providerPaymentId: string) =>
    markChangePending({ providerPaymentId }, { ...change, payment: { ...payment, record } });

  it('stores the provider’s payment id; the same id changes nothing, and another id replaces it', () => {
    const marked = mark(pending, 'tr_1');
    expect(marked).toMatchObject({
      changes: [{ after: { record: { id: payment.record.id, status: 'pending', providerPaymentId: 'tr_1' } } }],
      events: [],
      result: { subscription: { id: subscription.id }, payment: { providerPaymentId: 'tr_1' }, refund: null },
    });
    expect(mark({ ...pending, providerPaymentId: 'tr_1' }, 'tr_1')).toMatchObject({ changes: [], result: { refund: null } });
    expect(mark({ ...pending, providerPaymentId: 'tr_1' }, 'tr_2')).toMatchObject({ result: { payment: { providerPaymentId: 'tr_2' } } });
  });

  it.each(['succeeded', 'failed', 'canceled'] as const)('changes nothing once the payment has the status `%s`', (status) => {
    const settled = { ...pending, status };
    expect(mark(settled, 'tr_1')).toMatchObject({ changes: [], events: [], result: { payment: settled, refund: null } });
  });
});
