import type { Account } from '../../shared/domain/account/record.ts';
import { chargeIntentAggregate } from '../../shared/domain/charge-intent/record.ts';
import {
  type CreateCheckoutSession,
  type CreateCheckoutSessionState,
  createCheckoutSession,
} from '../../shared/domain/checkout-session/create.ts';
import { checkoutSessionKind } from '../../shared/domain/checkout-session/kind.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { type CreateCoupon, createCoupon } from '../../shared/domain/coupon/create.ts';
import { type CouponLookup, customerUsesCounter, usesCounter } from '../../shared/domain/coupon/eligibility.ts';
import { type Coupon, couponAggregate } from '../../shared/domain/coupon/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Decision, DecisionContext } from '../../shared/domain/decision.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { voidInvoice } from '../../shared/domain/invoice/void.ts';
import type { BillingParties } from '../../shared/domain/parties.ts';
import { cancelWithdrawnAttempt, type StartedAttempt, startAttempt } from '../../shared/domain/payable/attempt.ts';
import type { SaleGroup } from '../../shared/domain/payable/record.ts';
import { type Settled, settlePayable } from '../../shared/domain/payable/settle.ts';
import { expirePayable, failAttempt } from '../../shared/domain/payable/unpaid.ts';
import { plainMethod } from '../../shared/domain/payment/methods.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { UnpaidFacts } from '../../shared/domain/payment/transitions.ts';
import type { CreatePrice } from '../../shared/domain/price/create.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import type { Refund } from '../../shared/domain/refund/record.ts';
import type { Refusal } from '../../shared/domain/refusal.ts';
import type { StartedChange } from '../../shared/domain/subscription/change/begin.ts';
import { cancelSubscription, type LifecycleState } from '../../shared/domain/subscription/lifecycle/cancel.ts';
import { pauseSubscription } from '../../shared/domain/subscription/lifecycle/pause.ts';
import { reactivateSubscription } from '../../shared/domain/subscription/lifecycle/reactivate.ts';
import { resumeSubscription } from '../../shared/domain/subscription/lifecycle/resume.ts';
import { announcePeriodEnd } from '../../shared/domain/subscription/renewal/announce.ts';
import { type FailedRenewal, failRenewal } from '../../shared/domain/subscription/renewal/fail.ts';
import { type PreparedRenewal, prepareRenewal, renewalIntentId } from '../../shared/domain/subscription/renewal/prepare.ts';
import type { PrepareRenewalState } from '../../shared/domain/subscription/renewal/prepare-state.ts';
import { type RenewalPaymentState, type SettledRenewal, settleRenewal } from '../../shared/domain/subscription/renewal/settle.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { AppliedRate, TaxBehavior } from '../../shared/domain/tax/tax.ts';
import type { Mode } from '../../shared/domain/tenant.ts';
import { type RecordUsage, recordUsage } from '../../shared/domain/usage-record/create.ts';
import type { UsageRecord } from '../../shared/domain/usage-record/record.ts';
import { Refunding } from './refunding.ts';
import { UsageCounters } from './usage.ts';
import { type Catalogue, newCatalogue, World } from './world.ts';

/** Runs billing rules in memory for one seller. Each method loads the state, decides and commits. */
export class Billing extends Refunding {
  readonly world: World;
  readonly catalogue: Catalogue;
  readonly counters = new UsageCounters();
  taxRate: AppliedRate | null = null;
  taxBehavior: TaxBehavior = 'inclusive';
  /** Fields of the account that differ from the defaults. */
  seller: Partial<Account> = {};

  constructor(world: World, catalogue: Catalogue) {
    super();
    this.world = world;
    this.catalogue = catalogue;
  }

  parties(): BillingParties {
    return this.world.parties(this.catalogue.customer.record.id, this.taxRate, this.taxBehavior, this.seller);
  }

  open(command: Partial<CreateCheckoutSession> = {}, state: Partial<CreateCheckoutSessionState> = {}): CheckoutSession {
    const { price, product, customer } = this.catalogue;
    const withDefaults: CreateCheckoutSession = {
      priceId: price.record.id,
      customerId: customer.record.id,
      successUrl: 'https://shop.test/ok',
      cancelUrl: 'https://shop.test/no',
      hostedUrlOf: (id) => `https://pay.test/${id}`,
      ...command,
    };
    const loaded = { price, product, customer: this.world.get(customerAggregate, customer.record.id), clock: null, coupon: null, ...state };
    return this.world.do(createCheckoutSession(withDefaults, loaded, this.world.ctx())).session;
  }

  /** Creates a coupon, by default 50 % off with the duration `once`. */
  coupon(command: Partial<CreateCoupon> = {}): Coupon {
    const terms = typeof command.amountOffCents === 'number' ? {} : { percentOffBasisPoints: 5000 };
    const withDefaults: CreateCoupon = { code: 'HALF', ...terms, ...command };
    return this.world.do(createCoupon(withDefaults, { knownPriceIds: new Set(), currencies: ['EUR'] }, this.world.ctx()));
  }

  /** The coupon with its redemption counts, as a lookup by its code returns it. */
  findCoupon({ id }: Coupon): CouponLookup {
    const { world, catalogue } = this;
    const customerUses = world.counter(customerUsesCounter(id, catalogue.customer.record.id));
    return { coupon: world.get(couponAggregate, id), uses: world.counter(usesCounter(id)), customerUses };
  }

  /** Creates a subscription with a coupon, by default 50 % off with the duration `once`. */
  subscribeWithCoupon(terms: Partial<CreateCoupon> = {}): Subscription {
    return this.subscribe({}, { coupon: this.findCoupon(this.coupon(terms)) });
  }

  /** Pays a session twice. Returns the payment that came too late and its refund. */
  payTwice(): { readonly overpayment: Payment; readonly refund: Refund } {
    const { id } = this.open({ uiMode: 'embedded' });
    const firstPayment = this.attempt(id).payment;
    this.failCheckout(id, firstPayment.id);
    this.settleCheckout(id, this.attempt(id).payment.id);
    const { payment: overpayment, refund } = this.settleCheckout(id, firstPayment.id);
    if (refund === null) throw new Error('There is no refund.');
    return { overpayment, refund };
  }

  session = (id: string): CheckoutSession => this.world.get(checkoutSessionAggregate, id).record;

  attempt(sessionId: string, method: string | null = 'creditcard', provider = SANDBOX): StartedAttempt<CheckoutSession> {
    const payable = this.world.get(checkoutSessionAggregate, sessionId);
    const payment = this.world.find(paymentAggregate, payable.record.attempt?.paymentId);
    const state = { payable, payment, parties: this.parties(), clock: null };
    return this.world.do(startAttempt(checkoutSessionKind, { method, choice: null, provider }, state, this.world.ctx()));
  }

  /** Ends the current attempt so that another can start, as the service does after the provider has canceled the attempt's payment. */
  releaseAttempt(sessionId: string): CheckoutSession {
    const payable = this.world.get(checkoutSessionAggregate, sessionId);
    const payment = this.world.find(paymentAggregate, payable.record.attempt?.paymentId);
    return this.world.do(cancelWithdrawnAttempt(checkoutSessionKind, { payable, payment }));
  }

  settleCheckout(sessionId: string, paymentId: string, group: SaleGroup | null = null): Settled<CheckoutSession> {
    const payment = this.world.get(paymentAggregate, paymentId);
    return this.world.do(
      settlePayable(
        checkoutSessionKind,
        { providerPaymentId: `tr_${paymentId}`, method: plainMethod('creditcard'), mandateId: 'mdt_1', providerCustomerId: 'cst_1' },
        {
          payable: this.world.get(checkoutSessionAggregate, sessionId),
          payment,
          coupon: this.world.find(couponAggregate, checkoutSessionKind.couponIdOf(this.session(sessionId), payment.record)),
          parties: this.parties(),
          clock: null,
          group,
        },
        this.world.ctx(),
      ),
    );
  }

  failCheckout(sessionId: string, paymentId: string, outcome: UnpaidFacts['outcome'] = 'failed') {
    const providerPaymentId = `tr_${paymentId}`;
    const command: UnpaidFacts = { outcome, providerPaymentId, failureCode: 'card_declined', failureMessage: 'Declined.' };
    const payable = this.world.get(checkoutSessionAggregate, sessionId);
    const payment = this.world.get(paymentAggregate, paymentId);
    return this.world.do(failAttempt(checkoutSessionKind, command, { payable, payment }, this.world.ctx()));
  }

  /** Expires the session if it is due. */
  expire(sessionId: string): CheckoutSession {
    return this.world.do(
      expirePayable(checkoutSessionKind, { payable: this.world.get(checkoutSessionAggregate, sessionId) }, this.world.ctx()),
    );
  }

  /** Creates a subscription by a paid checkout, and clears the events recorded so far. */
  subscribe(command: Partial<CreateCheckoutSession> = {}, state: Partial<CreateCheckoutSessionState> = {}): Subscription {
    const session = this.open(command, state);
    const { payment } = this.attempt(session.id);
    const { subscription } = this.settleCheckout(session.id, payment.id);
    this.world.takeEvents();
    if (subscription === null) throw new Error('The checkout created no subscription.');
    return subscription;
  }

  subscription = (id: string): Subscription => this.world.get(subscriptionAggregate, id).record;

  /** Replaces fields of a stored subscription directly, without applying a rule. */
  amend(id: string, patch: Partial<Subscription>): void {
    this.world.amend(subscriptionAggregate, id, patch);
  }

  /** Attempts a renewal at the current time, by default the attempt that is due next. */
  attemptRenewal(id: string, options: { periodEnd?: number; attempt?: number } = {}): PreparedRenewal | Refusal {
    const record = this.subscription(id);
    const attempt = options.attempt ?? nextBillingStep(record)?.attempt ?? record.renewal?.attempt ?? 1;
    const command = { periodEnd: options.periodEnd ?? record.currentPeriodEnd, attempt };
    return this.world.apply(prepareRenewal(command, this.renewalPreparationState(id, attempt), this.world.ctx()));
  }

  /** Emits the notices that are due (next renewal, end of a trial) and orders the emails that are due. Returns whether anything was due. */
  announce(id: string): boolean {
    const decision = announcePeriodEnd(this.renewalPreparationState(id, 1), this.world.ctx());
    if (decision !== null) this.world.do(decision);
    return decision !== null;
  }

  private renewalPreparationState(id: string, attempt: number): PrepareRenewalState {
    const subscription = this.world.get(subscriptionAggregate, id);
    const { record } = subscription;
    return {
      subscription,
      price: this.world.get(priceAggregate, record.price.id).record,
      parties: this.parties(),
      invoice: this.world.find(invoiceAggregate, record.renewal?.invoiceId),
      payment: this.world.find(paymentAggregate, record.renewal?.paymentId),
      intent: this.world.find(chargeIntentAggregate, renewalIntentId(record, attempt)),
      usage: this.counters.readToClose(record, this.world.now),
    };
  }

  /** Records usage, by default at the current time. */
  use(id: string, quantity: number, overrides: Partial<RecordUsage> = {}): UsageRecord | Refusal {
    const subscription = this.world.get(subscriptionAggregate, id);
    const pricing = this.world.get(priceAggregate, subscription.record.price.id).record;
    const state = { subscription, usage: this.counters.read(id), isHeld: false, holds: [], pricing };
    const recorded = this.world.apply(recordUsage({ quantity, occurredAt: null, metadata: {}, ...overrides }, state, this.world.ctx()));
    if (!('record' in recorded)) return recorded;
    this.counters.count(recorded);
    return recorded.record;
  }

  /** Advances the time to the next renewal attempt, and makes that attempt. */
  renew(id: string): PreparedRenewal | Refusal {
    const next = nextBillingStep(this.subscription(id));
    if (next === null) throw new Error('No renewal is due.');
    this.world.now = Math.max(this.world.now, next.at);
    return this.attemptRenewal(id);
  }

  private renewalState(paymentId: string): RenewalPaymentState {
    const payment = this.world.get(paymentAggregate, paymentId);
    const subscription = this.world.get(subscriptionAggregate, payment.record.subscriptionId);
    const { renewal } = subscription.record;
    const hasOtherPending = renewal?.processing === true && renewal.paymentId !== paymentId;
    return {
      subscription,
      pendingPayment: hasOtherPending ? this.world.get(paymentAggregate, renewal.paymentId) : null,
      invoice: this.world.get(invoiceAggregate, payment.record.invoiceId),
      payment,
      parties: this.parties(),
    };
  }

  /** Settles a renewal whose payment succeeded. */
  settle(paymentId: string): SettledRenewal {
    const facts = { providerPaymentId: `tr_${paymentId}`, method: null };
    return this.world.do(settleRenewal(facts, this.renewalState(paymentId), this.world.ctx()));
  }

  void(invoiceId: string): Invoice | Refusal {
    const invoice = this.world.get(invoiceAggregate, invoiceId);
    const { paymentId, subscriptionId } = invoice.record;
    const payment = this.world.find(paymentAggregate, paymentId);
    const subscription = this.world.find(subscriptionAggregate, subscriptionId);
    return this.world.apply(voidInvoice(null, { invoice, payment, subscription, parties: this.parties() }, this.world.ctx()));
  }

  /** The state for lifecycle changes. */
  lifecycleState(id: string): LifecycleState {
    const subscription = this.world.find(subscriptionAggregate, id);
    const invoice = this.world.find(invoiceAggregate, subscription?.record.renewal?.invoiceId);
    return { subscription, invoice, parties: subscription === null ? null : this.parties() };
  }

  /** Applies a lifecycle rule to the subscription. */
  private applyLifecycleRule<Result>(
    rule: (command: null, state: LifecycleState, ctx: DecisionContext) => Decision<Result> | Refusal,
    id: string,
  ) {
    return this.world.apply(rule(null, this.lifecycleState(id), this.world.ctx()));
  }

  cancel = (id: string): Subscription | Refusal => this.applyLifecycleRule(cancelSubscription, id);
  reactivate = (id: string): Subscription | Refusal => this.applyLifecycleRule(reactivateSubscription, id);
  pause = (id: string): Subscription | Refusal => this.applyLifecycleRule(pauseSubscription, id);
  /** The result's `payment` is the pending charge for the resumption; `null` if nothing is charged. */
  resume = (id: string): StartedChange | Refusal => this.applyLifecycleRule(resumeSubscription, id);

  /** Fails a renewal whose payment was declined. */
  decline(paymentId: string, failureCode = 'insufficient_funds'): FailedRenewal {
    const facts = { providerPaymentId: `tr_${paymentId}`, failureCode, failureMessage: 'Declined.' };
    return this.world.do(failRenewal(facts, this.renewalState(paymentId), this.world.ctx()));
  }
}

/** Creates a world with one price. */
export const newBilling = (price: Partial<CreatePrice> = {}, mode: Mode = 'test'): Billing => {
  const world = new World(mode);
  return new Billing(world, newCatalogue(world, price));
};

/** Creates a world with one price and a subscription to it. */
export const newSubscription = (price: Partial<CreatePrice> = {}): { readonly billing: Billing; readonly id: string } => {
  const billing = newBilling(price);
  return { billing, id: billing.subscribe().id };
};
