import type { BankMood, Collection, ModelCharge, ModelInvoice } from './collection.ts';
import { isMetered, type SaleTerms } from './sale.ts';
import { advanced, type Billed, billAt, isTrial, paidBy, periodOf, type Standing, soldAs, unitsOf } from './standing.ts';

const DAY = 86_400;
const RETRY_DAYS = [2, 7, 14, 21];
const LAST_RETRY_DAYS = 21;
/** A planned day that is as good as over when a charge fails is not tried once more. */
const SAME_DAY = DAY / 2;
/** After so long a charge without outcome is polled. */
const PATIENCE = 600;
const MOST_NOTICES = 4;

/** How periods end and are paid for on their own, as the rules are written, in memory, one thing after the other. */
export class Collecting {
  now: number;
  mood: BankMood = 'paid';
  /** Whether answers to charges that are made do not come. */
  answersAreLost = false;
  status: 'active' | 'past_due' | 'canceled' = 'active';
  reason: string | null = null;
  cancels = false;
  paymentCount = 0;
  notices = 0;
  collection: Collection | null = null;
  /** It ended then while an invoice was collected: what was used since is billed once that is over. */
  protected restUntil: number | null = null;
  /** What the invoice of the collection bills. */
  protected billed: Billed | null = null;
  standing: Standing;
  /** What the bank decided without a word to the service; the next look finds it. */
  protected unreportedOutcome: 'paid' | 'failed' | null = null;
  readonly invoices: ModelInvoice[] = [];
  readonly charges: ModelCharge[] = [];
  /** What was paid at the sale; `null`: a verification charge alone. */
  readonly sale: ModelCharge | null;
  readonly startOfLife: number;
  readonly trialEnd: number | null;
  /** With the taxes that are in force. */
  tax: SaleTerms;
  /** What the next renewal is instructed to cost. Taxes that change in the meantime show with the subscription's next change. */
  nextCents: number | null = null;

  constructor(terms: SaleTerms) {
    this.tax = terms;
    this.standing = soldAs(terms);
    const { start, end } = periodOf(this.standing);
    this.startOfLife = start;
    this.now = start;
    this.trialEnd = isTrial(this.standing) ? end : null;
    this.sale = this.#sell();
    this.reprice();
  }

  /** What costs nothing at first is no sale: the buyer is asked for a method alone. */
  #sell(): ModelCharge | null {
    if (isTrial(this.standing) || this.metered) return null;
    const first = billAt({ ...this.standing, index: -1 }, this.tax, false);
    if (first.totalCents === 0) {
      this.standing = { ...this.standing, covers: paidBy(first, null), coupon: first.coupon };
      return null;
    }
    const invoice = this.issue(first, 'paid');
    this.paymentCount = 1;
    const sale: ModelCharge = { type: 'initial', at: this.now, amountCents: first.totalCents, status: 'succeeded', invoice, backCents: 0 };
    this.standing = { ...this.standing, covers: paidBy(first, sale), coupon: first.coupon };
    return sale;
  }

  get metered(): boolean {
    return isMetered(this.standing.plan);
  }

  get periodEnd(): number {
    return periodOf(this.standing).end;
  }

  /** A charge for a change of the subscription is not decided: the renewal waits for it. */
  protected get changes(): boolean {
    return false;
  }

  /** What comes next on its own; `looked`: what waits was polled already in this advance. */
  #due(looked: boolean): number | null {
    if (this.changes) return null;
    if (this.status === 'canceled' && this.collection === null) return this.restUntil;
    if (this.collection === null) return this.periodEnd;
    if (this.collection.state === 'failed') return this.collection.nextAt;
    return looked ? null : this.collection.charge.at + PATIENCE;
  }

  /** When something happens on its own next; `null`: nothing does. */
  get nextDue(): number | null {
    return this.#due(true);
  }

  /** Time passes on the clock. */
  passTo(target: number): void {
    for (let looked = false; ; ) {
      const at = this.#due(looked);
      if (at === null || at > target) break;
      this.now = Math.max(this.now, at);
      if (this.collection === null) this.#endPeriod();
      else if (this.collection.state === 'failed') this.proceed(this.collection);
      else {
        looked = true;
        this.look(this.collection);
      }
    }
    this.now = target;
  }

  /** A pause bills nothing, and a trial is free; but who ends owes what was used. */
  #endPeriod(): void {
    const { paused, usage } = this.standing;
    if (this.restUntil !== null) this.#billRest(this.restUntil);
    else if (this.cancels) {
      if (this.metered && !isTrial(this.standing) && unitsOf(usage) > 0) this.#bill();
      else this.end(null);
    } else if (paused || (this.metered && isTrial(this.standing))) this.advance();
    else this.#bill();
  }

  #billRest(end: number): void {
    this.restUntil = null;
    if (unitsOf(this.standing.usage) === 0) return;
    this.notices = 0;
    const { index } = this.standing;
    this.standing = { ...this.standing, index: index + 1, sliced: 0, rest: { start: this.periodEnd, end } };
    this.#bill();
  }

  #bill(): void {
    const billed = billAt(this.standing, this.tax, this.cancels || this.status === 'canceled');
    this.billed = billed;
    this.standing = { ...this.standing, usage: this.standing.usage.filter((use) => !billed.taken.includes(use)) };
    const invoice = this.issue(billed, 'open');
    if (invoice.totalCents === 0) {
      this.#settle(invoice, null);
      return;
    }
    // It ends now, whatever becomes of its last invoice.
    if (this.cancels) this.end(null);
    this.#charge(invoice, null);
  }

  protected issue({ period, totalCents }: Pick<Billed, 'period' | 'totalCents'>, status: ModelInvoice['status']): ModelInvoice {
    const invoice: ModelInvoice = { periodStart: period.start, periodEnd: period.end, totalCents, status };
    this.invoices.push(invoice);
    return invoice;
  }

  #charge(invoice: ModelInvoice, before: Collection | null): void {
    const type = this.metered ? 'usage' : 'renewal';
    const charge: ModelCharge = { type, at: this.now, amountCents: invoice.totalCents, status: 'pending', invoice, backCents: 0 };
    this.charges.push(charge);
    const firstFailedAt = before?.firstFailedAt ?? null;
    const collection: Collection = { invoice, charge, state: 'waiting', firstFailedAt, hard: false, nextAt: null, moved: false };
    this.collection = collection;
    this.nextCents = this.status === 'canceled' ? null : invoice.totalCents;
    this.#answer(collection);
  }

  /** The bank answers as it does at present. */
  #answer(collection: Collection): void {
    if (this.mood === 'paid') this.#paid(collection);
    else if (this.mood === 'soft' || this.mood === 'hard') this.#failed(collection, this.mood === 'hard');
    else collection.state = this.mood === 'silent' ? 'unheard' : 'waiting';
  }

  /** What waits for an outcome is polled. */
  protected look(collection: Collection): void {
    if (collection.state === 'unheard') {
      this.#answer(collection);
      return;
    }
    const bankOutcome = this.unreportedOutcome;
    this.unreportedOutcome = null;
    if (bankOutcome === 'paid') this.#paid(collection);
    if (bankOutcome === 'failed') this.#failed(collection, false);
  }

  protected proceed(collection: Collection): void {
    if (collection.hard) {
      collection.invoice.status = 'uncollectible';
      this.endCollection('payment_failed');
    } else this.#charge(collection.invoice, collection);
  }

  #paid({ invoice, charge }: Collection): void {
    charge.status = 'succeeded';
    this.paymentCount += 1;
    this.#settle(invoice, charge);
  }

  #settle(invoice: ModelInvoice, charge: ModelCharge | null): void {
    invoice.status = 'paid';
    const { billed } = this;
    if (billed !== null) this.standing = { ...this.standing, covers: paidBy(billed, charge), carried: billed.left, coupon: billed.coupon };
    this.over(invoice);
  }

  /** The period that the invoice is for is dealt with. */
  protected over({ periodEnd }: ModelInvoice): void {
    this.standing = { ...this.standing, billedThrough: periodEnd };
    this.notices = 0;
    this.collection = null;
    if (this.status === 'canceled') return;
    this.status = 'active';
    if (this.cancels) this.end(null);
    else this.advance();
  }

  protected advance(): void {
    this.standing = advanced(this.standing);
    this.reprice();
  }

  #failed(collection: Collection, hard: boolean): void {
    collection.charge.status = 'failed';
    const firstFailedAt = collection.firstFailedAt ?? this.now;
    const planned = RETRY_DAYS.map((days) => firstFailedAt + days * DAY).find((at) => at > this.now + SAME_DAY);
    this.notices = Math.min(MOST_NOTICES, this.notices + 1);
    if (planned === undefined && !collection.moved) {
      collection.invoice.status = 'uncollectible';
      this.endCollection('payment_failed');
      return;
    }
    const byPlan = { hard, nextAt: hard ? firstFailedAt + LAST_RETRY_DAYS * DAY : (planned ?? this.now) };
    // Another mandate came to be charged in the meantime: it is charged at once.
    const plan = collection.moved ? { hard: false, nextAt: this.now } : byPlan;
    if (this.status !== 'canceled') this.status = 'past_due';
    this.collection = { ...collection, ...plan, state: 'failed', firstFailedAt };
  }

  /** It ends now, in the period after the one whose invoice is collected. */
  protected oweRest(): void {
    if (this.metered) this.restUntil = Math.max(this.now, this.periodEnd + 1);
  }

  protected end(reason: string | null): void {
    this.status = 'canceled';
    this.reason = reason ?? this.reason;
    this.collection = null;
    this.reprice();
  }

  /** Nothing is collected any more: the subscription ends, or has ended before. */
  protected endCollection(reason: string): void {
    if (this.status === 'canceled') this.collection = null;
    else {
      this.oweRest();
      this.end(reason);
    }
  }

  get waits(): boolean {
    return this.collection !== null && this.collection.state !== 'failed';
  }

  /** The bank never heard of the charge that is collected, or decided without a word to the service. */
  get isUnheard(): boolean {
    return this.collection?.state === 'unheard' || this.unreportedOutcome !== null;
  }

  /** The bank decides a charge that waits; `heard`: and says so. */
  decide(bankOutcome: 'paid' | 'failed', heard: boolean): void {
    const { collection } = this;
    if (collection?.state !== 'waiting') return;
    if (!heard) this.unreportedOutcome = bankOutcome;
    else if (bankOutcome === 'paid') this.#paid(collection);
    else this.#failed(collection, false);
    if (heard) this.unreportedOutcome = null;
  }

  /** The bank is heard on whatever it has decided. */
  hear(): void {
    if (this.unreportedOutcome !== null) this.decide(this.unreportedOutcome, true);
  }

  /** What is notified of the next charge follows from how it is now. */
  protected reprice(): void {
    const charges = this.status !== 'canceled' && !this.cancels && !this.standing.paused && !this.metered;
    this.nextCents = charges ? billAt(this.standing, this.tax, false).totalCents : null;
  }

  /** What happened while processes died or ran twice may be reported minutes later; retries are counted from there. */
  shift(seconds: number): void {
    const { collection } = this;
    if (collection === null || collection.firstFailedAt === null || collection.nextAt === null) return;
    collection.firstFailedAt += seconds;
    collection.nextAt += seconds;
  }
}
