import { monthsAfter } from '../../domain/golden-calendars/civil.ts';
import type { CouponTerms } from './amounts.ts';
import { type Change, planChange, resumption } from './changing.ts';
import { Collecting } from './collecting.ts';
import type { ModelCharge, ModelInvoice } from './collection.ts';
import { type Source, spendableOf } from './credits.ts';
import { isMetered, type Plan } from './sale.ts';
import { billAt, bound, isTrial, monthly, paidBy, periodFrom, periodOf } from './standing.ts';

/** Usage may be stamped so far ahead. */
const AHEAD = 300;

/** A change of which the bank decides whether it is paid. */
interface Awaited {
  readonly change: Change;
  readonly charge: ModelCharge;
}

/** How the bank takes what is charged at once. */
export type Answer = 'paid' | 'declined' | 'pending';

/** How the life of one subscription must go, whatever is asked of it. Requests answer the code of a refusal; `null`: done. */
export class Model extends Collecting {
  #awaited: Awaited | null = null;
  readonly reported = { paused: 0, resumed: 0, planChanged: 0, methodUpdated: 0 };

  protected override get changes(): boolean {
    return this.#awaited !== null;
  }

  /** The bank has a charge for a change, and has not decided it. */
  get changing(): boolean {
    return this.#awaited !== null;
  }

  /** The bank decides what waits. */
  override decide(bankOutcome: 'paid' | 'failed', heard: boolean): void {
    const awaited = this.#awaited;
    if (awaited === null) {
      super.decide(bankOutcome, heard);
      return;
    }
    this.#awaited = null;
    awaited.charge.status = bankOutcome === 'paid' ? 'succeeded' : 'failed';
    // Paid for a subscription that has ended, it goes back.
    if (bankOutcome === 'paid' && this.status !== 'canceled') this.#make(awaited.change, awaited.charge);
  }

  /** Another rate is in force. */
  taxed(rateBasisPoints: number | null): void {
    this.tax = { ...this.tax, rateBasisPoints };
  }

  /** A charge that is not decided, or was refused, comes before anything else that is charged for. */
  #unpaid(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (this.waits) return 'operation_pending';
    if (this.status === 'past_due') return 'subscription_past_due';
    return this.changing ? 'operation_pending' : null;
  }

  /** A period that is over is processed first. */
  #unsettled(): string | null {
    const refused = this.#unpaid();
    if (refused !== null || this.now < this.periodEnd) return refused;
    return this.cancels ? 'state_conflict' : 'operation_pending';
  }

  cancel(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (this.waits) return 'operation_pending';
    if (this.status === 'past_due' && this.metered) this.#endOwing();
    else if (this.status === 'past_due') this.#endNow('requested');
    else if (!this.cancels) {
      this.cancels = true;
      this.reason = 'requested';
      this.reprice();
    }
    return null;
  }

  reactivate(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (!this.cancels) return this.standing.paused ? 'parameter_invalid' : null;
    if (this.now >= this.periodEnd) return 'state_conflict';
    this.cancels = false;
    this.reason = null;
    this.reprice();
    return null;
  }

  /** A code that the customer enters: it counts from the next charge on, and in a trial from what comes after it. */
  enter(terms: CouponTerms): string | null {
    const refused = this.#unpaid();
    if (refused !== null) return refused;
    if (this.cancels || this.standing.paused) return 'state_conflict';
    const { plan, anchor, index } = this.standing;
    const first = index < 0 ? 0 : isMetered(plan) ? index : index + 1;
    const start = monthsAfter(anchor, first * (plan.interval === 'year' ? 12 : 1));
    this.standing = { ...this.standing, coupon: bound(terms, { start, end: periodFrom(anchor, plan, first).end }, null) };
    this.reprice();
    return null;
  }

  /** What is charged for now with value of the charge, so that it cannot be refunded until that is decided; `null`: nothing is. */
  usedBy(charge: ModelCharge): 'change' | 'renewal' | null {
    const isOf = ({ charge: source }: Source): boolean => source === charge;
    const change = this.#awaited?.change ?? null;
    if (change !== null && [...change.sources, ...change.left.flatMap(({ sources }) => sources)].some(isOf)) return 'change';
    return this.collection !== null && this.billed?.sources.some(isOf) === true ? 'renewal' : null;
  }

  /** What can be paid out of the charge whatever its refund window: credit that the end of the subscription left. */
  creditLeft(charge: ModelCharge): number {
    return this.status === 'canceled' && this.collection === null ? spendableOf(charge, this.standing.carried) : 0;
  }

  pause(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (this.standing.paused) return null;
    const refused = this.#unsettled();
    if (refused !== null) return refused;
    this.standing = { ...this.standing, paused: true };
    this.reported.paused += 1;
    this.reprice();
    return null;
  }

  /** What resuming comes to; a code: it is refused; `null`: nothing is paused. */
  resumption(): Change | string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (!this.standing.paused) return this.cancels ? 'parameter_invalid' : null;
    return this.#unsettled() ?? resumption(this.standing, this.tax, this.now);
  }

  /** What another plan comes to; a code: it is refused; `null`: it is the same. */
  planChange(plan: Plan, coupon: CouponTerms | null): Change | string | null {
    const refused = this.#unpaid();
    if (refused !== null) return refused;
    if (this.standing.paused) return 'state_conflict';
    if (this.now >= this.periodEnd) return 'operation_pending';
    if (plan.name === this.standing.plan.name && coupon === null) return null;
    return planChange(this.standing, plan, coupon, this.tax, this.now);
  }

  /** What the change would have the next charge cost. */
  nextAfter(change: Change): number | null {
    const after = this.#after(change, null);
    return this.cancels || isMetered(after.plan) ? null : billAt(after, this.tax, false).totalCents;
  }

  /** A change is asked for, and charged at once where it costs something. */
  take(change: Change, answer: Answer): void {
    if (change.totalCents === 0) {
      this.#make(change, null);
      return;
    }
    const type = change.kind === 'resume' ? 'renewal' : 'plan_change';
    const charge: ModelCharge = { type, at: this.now, amountCents: change.totalCents, status: 'pending', invoice: null, backCents: 0 };
    this.charges.push(charge);
    this.#awaited = { change, charge };
    if (answer !== 'pending') this.decide(answer === 'paid' ? 'paid' : 'failed', true);
  }

  #after({ becomes, taken, left, covers, sources }: Change, charge: ModelCharge | null) {
    const usage = this.standing.usage.filter((use) => !taken.includes(use));
    return { ...this.standing, usage, carried: left, covers: paidBy({ covers, sources }, charge), ...becomes };
  }

  #make(change: Change, charge: ModelCharge | null): void {
    if (change.period !== null) {
      const invoice = this.issue({ period: change.period, totalCents: change.totalCents }, 'paid');
      if (charge !== null) charge.invoice = invoice;
    }
    if (charge !== null) this.paymentCount += 1;
    this.standing = this.#after(change, charge);
    if (change.kind === 'resume') this.reported.resumed += 1;
    else this.reported.planChanged += 1;
    this.reprice();
  }

  /** So much was used then. Of a trial that is over it is free. */
  use(units: number, at: number): string | null {
    if (!this.metered || this.status === 'canceled') return 'state_conflict';
    if (this.#awaited !== null && !isMetered(this.#awaited.change.becomes.plan ?? this.standing.plan)) return 'operation_pending';
    if (at < this.startOfLife || at > this.now + AHEAD) return 'parameter_invalid';
    const free = this.trialEnd !== null && !isTrial(this.standing) && at < this.trialEnd;
    if (!free) this.standing = { ...this.standing, usage: [...this.standing.usage, { units, at }] };
    return null;
  }

  /** The customer authorised another method. What had failed is charged to it at once. */
  authorised(): void {
    this.reported.methodUpdated += 1;
    const { collection } = this;
    if (collection === null) return;
    if (collection.state !== 'failed') {
      collection.moved = true;
      // What is overdue is charged at once, and for that it is asked what became of a charge of whose outcome nothing was heard.
      if (collection.firstFailedAt === null || !this.isUnheard) return;
      this.look(collection);
    }
    if (this.collection?.state === 'failed') this.proceed({ ...this.collection, hard: false });
  }

  /** Usage is paid for afterwards: its invoice is collected on. */
  #endOwing(): void {
    const { collection } = this;
    this.oweRest();
    this.end('requested');
    this.collection = collection;
  }

  #endNow(reason: string): void {
    if (this.collection !== null) this.collection.invoice.status = 'void';
    this.end(reason);
  }

  /** An invoice that nobody paid is taken back. */
  void(invoice: ModelInvoice): void {
    if (this.collection?.invoice === invoice) {
      if (this.waits) return;
      invoice.status = 'void';
      this.over(invoice);
    } else if (invoice.status === 'uncollectible') invoice.status = 'void';
  }

  /** All of the charge went back: the period that it pays for ends, and what was carried of it is not owed. */
  returned(charge: ModelCharge | 'verification'): void {
    if (this.status === 'canceled') return;
    const { covers } = this.standing;
    if (charge === 'verification') {
      if (!this.metered && this.trialEnd !== null && this.now < this.trialEnd) this.#endNow('refund_issued');
      return;
    }
    const pays = covers !== null && this.now < covers.end && covers.sources.some((source) => source.charge === charge);
    if (pays && !this.metered) this.#endNow('refund_issued');
  }

  /** So much came back of the charge by now: what it pays for is worth less, or more. */
  cameBack(charge: ModelCharge, cents: number): void {
    if (charge.backCents === cents) return;
    charge.backCents = cents;
    this.revalue(charge);
  }

  /** What pays for the subscription is reserved, released or taken back: the next charge is computed with the taxes of today. */
  revalue(charge: ModelCharge): void {
    const { covers, carried } = this.standing;
    const sources = [...(covers?.sources ?? []), ...carried.flatMap((credit) => credit.sources)];
    if (sources.some((source) => source.charge === charge) && this.status !== 'canceled' && this.collection === null) this.reprice();
  }

  get renewalState(): string {
    if (this.status === 'canceled') return 'ended';
    if (this.waits) return 'processing';
    if (this.status === 'past_due') return 'retrying';
    if (this.standing.paused) return 'paused';
    return this.cancels ? 'ending' : 'scheduled';
  }

  /** What the subscription must show of itself; `price_id`: the plan's name. */
  face() {
    const over = this.status === 'canceled';
    const { collection, standing } = this;
    const { start, end } = periodOf(standing);
    return {
      status: this.status,
      renewal_state: this.renewalState,
      serves_customer: !over && !standing.paused,
      cancel_at_period_end: this.cancels,
      cancellation_reason: this.reason,
      current_period_start: start,
      current_period_end: end,
      trial_end: this.trialEnd,
      payment_count: this.paymentCount,
      next_payment_attempt: collection === null || collection.hard ? null : collection.nextAt,
      dunning_attempts_notified: this.notices,
      next_charge_amount_cents: this.nextCents,
      mrr_cents: over ? 0 : monthly(standing),
      price_id: standing.plan.name,
    };
  }
}
