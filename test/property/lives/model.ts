import type { BankMood, Collection, ModelCharge, ModelInvoice } from './collection.ts';
import { type SaleTerms, saleOf } from './sale.ts';

const DAY = 86_400;
const RETRY_DAYS = [2, 7, 14, 21];
const LAST_RETRY_DAYS = 21;
/** A planned day that is as good as over when a charge fails is not tried once more. */
const SAME_DAY = DAY / 2;
/** After so long a charge without outcome is asked after. */
const PATIENCE = 600;
const MOST_NOTICES = 4;

/** How the life of one subscription must go: the rules as they are written, in memory, one thing after the other. */
export class Model {
  now: number;
  mood: BankMood = 'paid';
  status: 'active' | 'past_due' | 'canceled' = 'active';
  reason: string | null = null;
  cancels = false;
  /** -1 in a trial. */
  index: number;
  paymentCount: number;
  notices = 0;
  collection: Collection | null = null;
  /** What the bank decided without a word to the service; the next look finds it. */
  unheardWord: 'paid' | 'failed' | null = null;
  readonly invoices: ModelInvoice[] = [];
  readonly charges: ModelCharge[] = [];
  /** The charge that `last_payment_id` names: the sale's is `null`. */
  lastPaid: ModelCharge | 'sale' | null;
  readonly terms: SaleTerms;
  sale: ReturnType<typeof saleOf>;
  /** What the next renewal is told to cost. Taxes that change meanwhile show with the subscription's next change. */
  nextCents: number;

  constructor(terms: SaleTerms) {
    this.terms = terms;
    this.sale = saleOf(terms);
    this.now = this.sale.startOf(-1);
    this.index = terms.trialDays > 0 ? -1 : 0;
    const paid = this.index === 0 && this.sale.totalOf(0) > 0;
    this.paymentCount = paid ? 1 : 0;
    this.lastPaid = paid ? 'sale' : null;
    this.nextCents = this.sale.totalOf(this.index + 1);
    // What costs nothing at first is no sale: the buyer is asked for a method alone.
    if (paid) this.invoices.push({ ...this.sale.periodOf(0), totalCents: this.sale.totalOf(0), status: 'paid' });
  }

  get startOfLife(): number {
    return this.sale.startOf(-1);
  }

  get periodEnd(): number {
    return this.sale.startOf(this.index + 1);
  }

  get trialEnd(): number | null {
    return this.terms.trialDays > 0 ? this.sale.startOf(0) : null;
  }

  /** What comes next by itself; `looked`: what waits was asked after already in this advance. */
  #due(looked: boolean): number | null {
    if (this.status === 'canceled') return null;
    if (this.collection === null) return this.periodEnd;
    if (this.collection.state === 'failed') return this.collection.nextAt;
    return looked ? null : this.collection.charge.at + PATIENCE;
  }

  /** When something happens by itself next; `null`: nothing does. */
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
      else if (this.collection.state === 'failed') this.#goOn(this.collection);
      else {
        looked = true;
        this.#look(this.collection);
      }
    }
    this.now = target;
  }

  #endPeriod(): void {
    if (this.cancels) {
      this.#end(null);
      return;
    }
    const period = this.sale.periodOf(this.index + 1);
    const invoice: ModelInvoice = { ...period, totalCents: this.sale.totalOf(this.index + 1), status: 'open' };
    this.invoices.push(invoice);
    if (invoice.totalCents === 0) {
      invoice.status = 'paid';
      this.#advance();
      return;
    }
    this.#charge(invoice, null);
  }

  #charge(invoice: ModelInvoice, before: Collection | null): void {
    const charge: ModelCharge = { at: this.now, periodStart: invoice.periodStart, amountCents: invoice.totalCents, status: 'pending' };
    this.charges.push(charge);
    const collection: Collection = {
      invoice,
      charge,
      state: this.mood === 'silent' ? 'unheard' : 'waiting',
      firstFailedAt: before?.firstFailedAt ?? null,
      hard: false,
      nextAt: null,
    };
    this.collection = collection;
    this.nextCents = invoice.totalCents;
    this.#answer(collection);
  }

  /** The bank answers as it does at present. */
  #answer(collection: Collection): void {
    if (this.mood === 'paid') this.#paid(collection);
    else if (this.mood === 'soft' || this.mood === 'hard') this.#failed(collection, this.mood === 'hard');
    else collection.state = this.mood === 'silent' ? 'unheard' : 'waiting';
  }

  /** What waits for an outcome is asked after. */
  #look(collection: Collection): void {
    if (collection.state === 'unheard') {
      this.#answer(collection);
      return;
    }
    const word = this.unheardWord;
    this.unheardWord = null;
    if (word === 'paid') this.#paid(collection);
    if (word === 'failed') this.#failed(collection, false);
  }

  #goOn(collection: Collection): void {
    if (collection.hard) {
      collection.invoice.status = 'uncollectible';
      this.#end('payment_failed');
    } else this.#charge(collection.invoice, collection);
  }

  #paid({ invoice, charge }: Collection): void {
    invoice.status = 'paid';
    charge.status = 'succeeded';
    this.lastPaid = charge;
    this.paymentCount += 1;
    this.#advance();
  }

  #advance(): void {
    this.status = 'active';
    this.notices = 0;
    this.collection = null;
    this.index += 1;
    this.nextCents = this.sale.totalOf(this.index + 1);
  }

  #failed(collection: Collection, hard: boolean): void {
    collection.charge.status = 'failed';
    const firstFailedAt = collection.firstFailedAt ?? this.now;
    const planned = RETRY_DAYS.map((days) => firstFailedAt + days * DAY).find((at) => at > this.now + SAME_DAY);
    this.notices = Math.min(MOST_NOTICES, this.notices + 1);
    if (planned === undefined) {
      collection.invoice.status = 'uncollectible';
      this.#end('payment_failed');
      return;
    }
    const nextAt = hard ? firstFailedAt + LAST_RETRY_DAYS * DAY : planned;
    this.status = 'past_due';
    this.collection = { ...collection, state: 'failed', firstFailedAt, hard, nextAt };
  }

  #end(reason: string | null): void {
    this.status = 'canceled';
    this.reason = reason ?? this.reason;
    this.collection = null;
  }

  get waits(): boolean {
    return this.collection !== null && this.collection.state !== 'failed';
  }

  /** The bank decides a charge that waits; `heard`: and says so. */
  decide(word: 'paid' | 'failed', heard: boolean): void {
    const { collection } = this;
    if (collection?.state !== 'waiting') return;
    if (!heard) this.unheardWord = word;
    else if (word === 'paid') this.#paid(collection);
    else this.#failed(collection, false);
    if (heard) this.unheardWord = null;
  }

  /** Another rate is in force. */
  tax(rateBasisPoints: number | null): void {
    this.sale = saleOf({ ...this.terms, rateBasisPoints });
  }

  /** The bank is heard on whatever it has decided. */
  hear(): void {
    if (this.unheardWord !== null) this.decide(this.unheardWord, true);
  }

  /** Answers the code of a refusal; `null`: done. */
  cancel(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (this.waits) return 'operation_pending';
    if (this.status === 'past_due') this.#endNow('requested');
    else if (!this.cancels) {
      this.cancels = true;
      this.reason = 'requested';
    }
    return null;
  }

  reactivate(): string | null {
    if (this.status === 'canceled') return 'state_conflict';
    if (!this.cancels) return null;
    if (this.now >= this.periodEnd) return 'state_conflict';
    this.cancels = false;
    this.reason = null;
    this.nextCents = this.sale.totalOf(this.index + 1);
    return null;
  }

  #endNow(reason: string): void {
    if (this.collection !== null) this.collection.invoice.status = 'void';
    this.#end(reason);
  }

  /** An invoice that nobody paid is taken back. */
  void(invoice: ModelInvoice): void {
    if (this.collection?.invoice !== invoice) {
      if (invoice.status === 'uncollectible') invoice.status = 'void';
      return;
    }
    if (this.waits) return;
    invoice.status = 'void';
    this.#advance();
  }

  /** All of the charge went back: of the sale, or of a period's renewal. */
  returned(charge: ModelCharge | 'sale' | 'verification'): void {
    if (this.status === 'canceled') return;
    const ends =
      charge === 'verification'
        ? this.trialEnd !== null && this.now < this.trialEnd
        : charge === this.lastPaid && this.now < this.#paidUntil(charge);
    if (ends) this.#endNow('refund_issued');
  }

  #paidUntil(charge: ModelCharge | 'sale'): number {
    const start = charge === 'sale' ? this.sale.startOf(0) : charge.periodStart;
    return this.invoices.find(({ periodStart }) => periodStart === start)?.periodEnd ?? 0;
  }

  /** What happened while processes died or ran twice may be told minutes later; retries are counted from there. */
  shift(seconds: number): void {
    const { collection } = this;
    if (collection === null || collection.firstFailedAt === null || collection.nextAt === null) return;
    collection.firstFailedAt += seconds;
    collection.nextAt += seconds;
  }

  get renewalState(): string {
    if (this.status === 'canceled') return 'ended';
    if (this.waits) return 'processing';
    if (this.status === 'past_due') return 'retrying';
    return this.cancels ? 'ending' : 'scheduled';
  }

  /** What the subscription must show of itself. */
  face() {
    const over = this.status === 'canceled';
    const { collection } = this;
    return {
      status: this.status,
      renewal_state: this.renewalState,
      serves_customer: !over,
      cancel_at_period_end: this.cancels,
      cancellation_reason: this.reason,
      current_period_start: this.sale.startOf(this.index),
      current_period_end: this.periodEnd,
      trial_end: this.trialEnd,
      payment_count: this.paymentCount,
      next_payment_attempt: collection === null || collection.hard ? null : collection.nextAt,
      dunning_attempts_notified: this.notices,
      next_charge_amount_cents: over || this.cancels ? null : this.nextCents,
      mrr_cents: over ? 0 : this.sale.monthlyOf(this.index),
    };
  }
}
