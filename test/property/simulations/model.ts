import { monthsAfter } from '../../domain/golden-calendars/civil.ts';
import type { CouponTerms } from './amounts.ts';
import { type Change, computePlanChange, computeResumption } from './changes.ts';
import { type ModelCharge, type ModelInvoice, nothingReturned } from './collection.ts';
import type { Source } from './credits.ts';
import { RefundedModel } from './refunded-model.ts';
import { isMetered, type Plan } from './sale.ts';
import { bindCoupon, buildInvoice, coverageOf, isTrial, mrrCentsOf, periodFrom, periodOf } from './state.ts';

/** Seconds that usage may be dated in the future. */
const MAX_FUTURE_SECONDS = 300;

/** A change whose charge the bank has not decided. */
interface PendingChange {
  readonly change: Change;
  readonly charge: ModelCharge;
}

/** The bank's answer to an immediate charge. */
export type BankAnswer = 'paid' | 'declined' | 'pending';

/** Predicts the behavior of one subscription. Request methods return an error code, or `null` if the request succeeds. */
export class SubscriptionModel extends RefundedModel {
  #pendingChange: PendingChange | null = null;
  readonly eventCounts = { paused: 0, resumed: 0, planChanged: 0, methodUpdated: 0 };

  protected override get hasPendingChange(): boolean {
    return this.#pendingChange !== null;
  }

  /** Whether the charge for a change is pending at the bank. */
  get isChangeUndecided(): boolean {
    return this.hasPendingChange;
  }

  /** Applies the bank's decision on the pending charge. */
  override decide(bankOutcome: 'paid' | 'failed', reported: boolean): void {
    const pendingChange = this.#pendingChange;
    if (pendingChange === null) {
      super.decide(bankOutcome, reported);
      return;
    }
    this.#pendingChange = null;
    pendingChange.charge.status = bankOutcome === 'paid' ? 'succeeded' : 'failed';
    // A charge that is paid after the subscription has ended is refunded.
    if (bankOutcome === 'paid' && this.status !== 'canceled') this.#applyChange(pendingChange.change, pendingChange.charge);
  }

  /** Changes the tax rate; existing amounts stay until they are computed again. */
  setTaxRate(rateBasisPoints: number | null): void {
    this.tax = { ...this.tax, rateBasisPoints };
  }

  /**
   * Returns the error code for a request that charges. The request is refused if the subscription has ended, or if another charge is
   * pending or unpaid. `null`: accepted.
   */
  #chargeRefusal(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (this.hasPendingCharge) return 'operation_pending';
    if (this.status === 'past_due') return 'subscription_past_due';
    return this.isChangeUndecided ? 'operation_pending' : null;
  }

  /** Like `#chargeRefusal`, but also refuses requests if the period has ended and its end is not processed yet. */
  #periodRefusal(): string | null {
    const refused = this.#chargeRefusal();
    if (refused !== null || this.now < this.periodEnd) return refused;
    return this.cancelsAtPeriodEnd ? 'state_conflict' : 'operation_pending';
  }

  cancel(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (this.hasPendingCharge) return 'operation_pending';
    if (this.status === 'past_due' && this.metered) this.#endAndCollect();
    else if (this.status === 'past_due') this.endNow('requested');
    else if (!this.cancelsAtPeriodEnd) {
      this.cancelsAtPeriodEnd = true;
      this.reason = 'requested';
      this.updateNextCharge();
    }
    return null;
  }

  reactivate(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (!this.cancelsAtPeriodEnd) return this.state.paused ? 'parameter_invalid' : null;
    if (this.now >= this.periodEnd) return 'state_conflict';
    this.cancelsAtPeriodEnd = false;
    this.reason = null;
    this.updateNextCharge();
    return null;
  }

  /** The customer enters a code. It applies from the next charge on; if entered in a trial, from the first paid period on. */
  enterCode(terms: CouponTerms): string | null {
    const refused = this.#chargeRefusal();
    if (refused !== null) return refused;
    if (this.cancelsAtPeriodEnd || this.state.paused) return 'state_conflict';
    const { plan, anchor, index } = this.state;
    const first = index < 0 ? 0 : isMetered(plan) ? index : index + 1;
    const start = monthsAfter(anchor, first * (plan.interval === 'year' ? 12 : 1));
    this.state = { ...this.state, coupon: bindCoupon(terms, { start, end: periodFrom(anchor, plan, first).end }, null) };
    this.updateNextCharge();
    return null;
  }

  /** The pending operation that uses credit of the charge and blocks its refund; `null`: none. */
  blockingOperation(charge: ModelCharge): 'change' | 'renewal' | null {
    const isFromCharge = ({ charge: source }: Source): boolean => source === charge;
    const change = this.#pendingChange?.change ?? null;
    if (change !== null && [...change.sources, ...change.remainingCredits.flatMap(({ sources }) => sources)].some(isFromCharge))
      return 'change';
    return this.collection !== null && this.billed?.sources.some(isFromCharge) === true ? 'renewal' : null;
  }

  pause(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (this.state.paused) return null;
    const refused = this.#periodRefusal();
    if (refused !== null) return refused;
    this.state = { ...this.state, paused: true };
    this.eventCounts.paused += 1;
    this.updateNextCharge();
    return null;
  }

  /** Computes the resumption. Returns an error code if it is refused, `null` if the subscription is not paused. */
  resumption(): Change | string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (!this.state.paused) return this.cancelsAtPeriodEnd ? 'parameter_invalid' : null;
    return this.#periodRefusal() ?? computeResumption(this.state, this.tax, this.now);
  }

  /** Computes the plan change. Returns an error code if it is refused, `null` if nothing would change. */
  planChange(plan: Plan, coupon: CouponTerms | null): Change | string | null {
    const refused = this.#chargeRefusal();
    if (refused !== null) return refused;
    if (this.state.paused) return 'state_conflict';
    if (this.now >= this.periodEnd) return 'operation_pending';
    if (plan.name === this.state.plan.name && coupon === null) return null;
    return computePlanChange(this.state, plan, coupon, this.tax, this.now);
  }

  /** The amount of the next charge after the change, in cents; `null`: none is known. */
  nextAfter(change: Change): number | null {
    const after = this.#stateAfter(change, null);
    return this.cancelsAtPeriodEnd || isMetered(after.plan) ? null : buildInvoice(after, this.tax, false).totalCents;
  }

  /** Requests the change, and charges for it at once unless it is free. */
  requestChange(change: Change, answer: BankAnswer): void {
    if (change.totalCents === 0) {
      this.#applyChange(change, null);
      return;
    }
    const type = change.kind === 'resume' ? 'renewal' : 'plan_change';
    const charge: ModelCharge = {
      type,
      at: this.now,
      amountCents: change.totalCents,
      status: 'pending',
      invoice: null,
      ...nothingReturned(),
    };
    this.charges.push(charge);
    this.#pendingChange = { change, charge };
    if (answer !== 'pending') this.decide(answer === 'paid' ? 'paid' : 'failed', true);
  }

  #stateAfter({ newState, billedUsage, remainingCredits, covers, sources }: Change, charge: ModelCharge | null) {
    const usage = this.state.usage.filter((entry) => !billedUsage.includes(entry));
    return { ...this.state, usage, carried: remainingCredits, covers: coverageOf({ covers, sources }, charge), ...newState };
  }

  #applyChange(change: Change, charge: ModelCharge | null): void {
    if (change.period !== null) {
      const invoice = this.issue({ period: change.period, totalCents: change.totalCents }, 'paid');
      if (charge !== null) charge.invoice = invoice;
    }
    if (charge !== null) this.paymentCount += 1;
    this.state = this.#stateAfter(change, charge);
    if (change.kind === 'resume') this.eventCounts.resumed += 1;
    else this.eventCounts.planChanged += 1;
    this.updateNextCharge();
  }

  /** Records usage. If usage of a trial is reported after the trial, it is accepted and free. */
  use(units: number, at: number): string | null {
    if (!this.metered || this.status === 'canceled') return 'state_conflict';
    if (this.#pendingChange !== null && !isMetered(this.#pendingChange.change.newState.plan ?? this.state.plan)) return 'operation_pending';
    const first = Math.max(this.startedAt, this.state.meteredFrom ?? 0);
    if (at < first || at > this.now + MAX_FUTURE_SECONDS) return 'parameter_invalid';
    const isFree = this.trialEnd !== null && !isTrial(this.state) && at < this.trialEnd;
    if (!isFree) this.state = { ...this.state, usage: [...this.state.usage, { units, at }] };
    return null;
  }

  /** The customer authorized a new payment method. An invoice whose charge failed is charged to this method at once. */
  replaceMethod(): void {
    this.eventCounts.methodUpdated += 1;
    const { collection } = this;
    if (collection === null) return;
    if (collection.state !== 'failed') {
      collection.methodReplaced = true;
      // If the invoice is past due and the outcome of its charge is unknown, polls the charge. A failed charge is repeated below.
      if (collection.firstFailedAt === null || !this.isOutcomeUnknown) return;
      this.poll(collection);
    }
    if (this.collection?.state === 'failed') this.proceed({ ...this.collection, hard: false });
  }

  /** Ends a metered subscription. The collection of its unpaid usage invoice continues. */
  #endAndCollect(): void {
    const { collection } = this;
    this.billUsageLater();
    this.end('requested');
    this.collection = collection;
  }

  /** Voids an unpaid invoice. */
  void(invoice: ModelInvoice): void {
    if (this.collection?.invoice === invoice) {
      if (this.hasPendingCharge) return;
      invoice.status = 'void';
      this.closeInvoice(invoice);
    } else if (invoice.status === 'uncollectible') invoice.status = 'void';
  }

  get renewalState(): string {
    if (this.status === 'canceled') return 'ended';
    if (this.hasPendingCharge) return 'processing';
    if (this.status === 'past_due') return 'retrying';
    if (this.state.paused) return 'paused';
    return this.cancelsAtPeriodEnd ? 'ending' : 'scheduled';
  }

  /** The expected fields of the API object; `price_id` contains the plan's name. */
  expectedView() {
    const isCanceled = this.status === 'canceled';
    const { collection, state } = this;
    const { start, end } = periodOf(state);
    return {
      status: this.status,
      renewal_state: this.renewalState,
      serves_customer: !isCanceled && !state.paused,
      cancel_at_period_end: this.cancelsAtPeriodEnd,
      cancellation_reason: this.reason,
      current_period_start: start,
      current_period_end: end,
      trial_end: this.trialEnd,
      payment_count: this.paymentCount,
      next_payment_attempt: collection === null || collection.hard ? null : collection.nextAt,
      dunning_attempts_notified: this.notices,
      next_charge_amount_cents: this.nextCents,
      mrr_cents: isCanceled ? 0 : mrrCentsOf(state),
      price_id: state.plan.name,
    };
  }
}
