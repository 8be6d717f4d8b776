import type { TaxTerms } from './amounts.ts';
import type { BankBehavior, Collection, ModelCharge, ModelInvoice } from './collection.ts';
import { lastRetryAt, nothingReturned, pendingCharge, plannedRetry } from './collection.ts';
import { isMetered, type SaleTerms } from './sale.ts';
import type { InvoiceContents, State } from './state.ts';
import { buildInvoice, coverageOf, isTrial, NOTHING_BILLED, nextState, periodOf, stateAtSale, unitsOf } from './state.ts';

/** Seconds after which a charge without outcome is polled. */
const POLL_AFTER_SECONDS = 600;
const MAX_NOTICES = 4;
/** Time for which the next period waits for a pending refund. */
const REFUND_WAIT_SECONDS = 30 * 86_400;

/** Predicts how the service ends the periods of one subscription and collects their invoices. */
export abstract class CollectionModel {
  now: number;
  bankBehavior: BankBehavior = 'paid';
  /** Whether the provider makes charges but its responses are lost. */
  answersAreLost = false;
  status: 'active' | 'past_due' | 'canceled' = 'active';
  reason: string | null = null;
  cancelsAtPeriodEnd = false;
  paymentCount = 0;
  notices = 0;
  collection: Collection | null = null;
  /** Usage until this time is billed after the collection, because the subscription ended; `null`: no usage is left to bill. */
  protected unbilledUntil: number | null = null;
  /** The contents of the invoice that is being collected. */
  protected billed: InvoiceContents | null = null;
  state: State;
  /** A decision of the bank that no webhook reported; the next poll finds it. */
  protected unreportedOutcome: 'paid' | 'failed' | null = null;
  readonly invoices: ModelInvoice[] = [];
  readonly charges: ModelCharge[] = [];
  /** The payment at the sale; `null`: only a verification charge was made. */
  readonly sale: ModelCharge | null;
  readonly startedAt: number;
  readonly trialEnd: number | null;
  /** The tax terms with the current rate. */
  tax: TaxTerms;
  /** The next charge's amount. A changed tax rate shows only after the subscription's next change. */
  nextCents: number | null = null;

  constructor(terms: SaleTerms) {
    this.tax = terms;
    this.state = stateAtSale(terms);
    const { start, end } = periodOf(this.state);
    this.startedAt = start;
    this.now = start;
    this.trialEnd = isTrial(this.state) ? end : null;
    this.sale = this.#sell();
    this.updateNextCharge();
  }

  /** Charges the first period; `null`: only a verification payment is made (trial, metered price, or amount of zero). */
  #sell(): ModelCharge | null {
    if (isTrial(this.state) || this.metered) return null;
    // For a licensed price, `buildInvoice` charges the period after `index`.
    const first = buildInvoice({ ...this.state, index: -1 }, this.tax, false);
    if (first.totalCents === 0) {
      this.state = { ...this.state, covers: coverageOf(first, null), coupon: first.coupon };
      return null;
    }
    const invoice = this.issue(first, 'paid');
    this.paymentCount = 1;
    const amountCents = first.totalCents;
    const sale: ModelCharge = { type: 'initial', at: this.now, amountCents, status: 'succeeded', invoice, ...nothingReturned() };
    this.state = { ...this.state, covers: coverageOf(first, sale), coupon: first.coupon };
    return sale;
  }

  get metered(): boolean {
    return isMetered(this.state.plan);
  }

  get periodEnd(): number {
    return periodOf(this.state).end;
  }

  /** Whether the charge for a change is pending; the renewal waits for it. */
  protected abstract get hasPendingChange(): boolean;

  protected abstract get waitsForRefund(): boolean;

  /** Time of the next automatic step. `polled`: pending charges were already polled in this advance. */
  #due(polled: boolean): number | null {
    if (this.hasPendingChange) return null;
    if (this.status === 'canceled' && this.collection === null) return this.unbilledUntil;
    if (this.collection === null) return this.periodEnd + (this.waitsForRefund ? REFUND_WAIT_SECONDS : 0);
    if (this.collection.state === 'failed') return this.collection.nextAt;
    return polled ? null : this.collection.charge.at + POLL_AFTER_SECONDS;
  }

  /** Time of the next automatic step other than the poll of a pending charge; `null`: none. */
  get nextDue(): number | null {
    return this.#due(true);
  }

  /** Advances the model to `target`. */
  advanceTo(target: number): void {
    for (let polled = false; ; ) {
      const at = this.#due(polled);
      if (at === null || at > target) break;
      this.now = Math.max(this.now, at);
      if (this.collection === null) this.#endPeriod();
      else if (this.collection.state === 'failed') this.proceed(this.collection);
      else {
        polled = true;
        this.poll(this.collection);
      }
    }
    this.now = target;
  }

  /** Ends the period and bills it. A pause and a metered trial are not billed. A subscription that ends is billed only for its usage. */
  #endPeriod(): void {
    const { paused, usage } = this.state;
    if (this.unbilledUntil !== null) this.#billRest(this.unbilledUntil);
    else if (this.cancelsAtPeriodEnd) {
      if (this.metered && !isTrial(this.state) && unitsOf(usage) > 0) this.#bill();
      else this.end(null);
    } else if (paused || (this.metered && isTrial(this.state))) this.advance();
    else this.#bill();
  }

  /** Bills the usage of a last, shortened period until `end`. */
  #billRest(end: number): void {
    this.unbilledUntil = null;
    if (unitsOf(this.state.usage) === 0) return;
    this.notices = 0;
    this.state = { ...this.state, ...NOTHING_BILLED, index: this.state.index + 1, shortPeriod: { start: this.periodEnd, end } };
    this.#bill();
  }

  #bill(): void {
    const billed = buildInvoice(this.state, this.tax, this.cancelsAtPeriodEnd || this.status === 'canceled');
    this.billed = billed;
    this.state = { ...this.state, usage: this.state.usage.filter((entry) => !billed.billedUsage.includes(entry)) };
    const invoice = this.issue(billed, 'open');
    if (invoice.totalCents === 0) {
      this.#settle(invoice, null);
      return;
    }
    // The subscription ends now, whether or not its last invoice is paid.
    if (this.cancelsAtPeriodEnd) this.end(null);
    this.#charge(invoice, null);
  }

  protected issue({ period, totalCents }: Pick<InvoiceContents, 'period' | 'totalCents'>, status: ModelInvoice['status']): ModelInvoice {
    const invoice: ModelInvoice = { periodStart: period.start, periodEnd: period.end, totalCents, status };
    this.invoices.push(invoice);
    return invoice;
  }

  #charge(invoice: ModelInvoice, previous: Collection | null): void {
    const charge = pendingCharge(this.metered ? 'usage' : 'renewal', this.now, invoice);
    this.charges.push(charge);
    const firstFailedAt = previous?.firstFailedAt ?? null;
    const collection: Collection = { invoice, charge, state: 'waiting', firstFailedAt, hard: false, nextAt: null, methodReplaced: false };
    this.collection = collection;
    this.nextCents = this.status === 'canceled' ? null : invoice.totalCents;
    this.#applyBankBehavior(collection);
  }

  /** Applies the bank's current behavior to the charge. */
  #applyBankBehavior(collection: Collection): void {
    if (this.bankBehavior === 'paid') this.#recordPaid(collection);
    else if (this.bankBehavior === 'soft' || this.bankBehavior === 'hard') this.#recordFailure(collection, this.bankBehavior === 'hard');
    else collection.state = this.bankBehavior === 'silent' ? 'not_received' : 'waiting';
  }

  /** Polls a charge without outcome. */
  protected poll(collection: Collection): void {
    if (collection.state === 'not_received') {
      this.#applyBankBehavior(collection);
      return;
    }
    const bankOutcome = this.unreportedOutcome;
    this.unreportedOutcome = null;
    if (bankOutcome === 'paid') this.#recordPaid(collection);
    if (bankOutcome === 'failed') this.#recordFailure(collection, false);
  }

  /** Retries the charge, or ends the collection after a permanent decline. */
  protected proceed(collection: Collection): void {
    if (collection.hard) {
      collection.invoice.status = 'uncollectible';
      this.endCollection('payment_failed');
    } else this.#charge(collection.invoice, collection);
  }

  #recordPaid({ invoice, charge }: Collection): void {
    charge.status = 'succeeded';
    this.paymentCount += 1;
    this.#settle(invoice, charge);
  }

  /** Marks the invoice as paid. `charge: null`: the total is zero. */
  #settle(invoice: ModelInvoice, charge: ModelCharge | null): void {
    invoice.status = 'paid';
    const { billed } = this;
    if (billed !== null)
      this.state = { ...this.state, covers: coverageOf(billed, charge), carried: billed.remainingCredits, coupon: billed.coupon };
    this.closeInvoice(invoice);
  }

  /** Closes the invoice's period. */
  protected closeInvoice({ periodEnd }: ModelInvoice): void {
    this.state = { ...this.state, billedThrough: periodEnd };
    this.notices = 0;
    this.collection = null;
    if (this.status === 'canceled') return;
    this.status = 'active';
    if (this.cancelsAtPeriodEnd) this.end(null);
    else this.advance();
  }

  protected advance(): void {
    this.state = nextState(this.state);
    this.updateNextCharge();
  }

  #recordFailure(collection: Collection, hard: boolean): void {
    collection.charge.status = 'failed';
    const firstFailedAt = collection.firstFailedAt ?? this.now;
    const planned = plannedRetry(firstFailedAt, this.now);
    this.notices = Math.min(MAX_NOTICES, this.notices + 1);
    if (planned === undefined && !collection.methodReplaced) {
      collection.invoice.status = 'uncollectible';
      this.endCollection('payment_failed');
      return;
    }
    const regularRetry = { hard, nextAt: hard ? lastRetryAt(firstFailedAt) : (planned ?? this.now) };
    // If another mandate was authorized while the charge was pending, that mandate is charged at once.
    const retry = collection.methodReplaced ? { hard: false, nextAt: this.now } : regularRetry;
    if (this.status !== 'canceled') this.status = 'past_due';
    this.collection = { ...collection, ...retry, state: 'failed', firstFailedAt };
  }

  /** Plans the last invoice of a metered subscription, for the usage since `periodEnd`. */
  protected billUsageLater(): void {
    if (this.metered) this.unbilledUntil = Math.max(this.now, this.periodEnd + 1);
  }

  protected end(reason: string | null): void {
    this.status = 'canceled';
    this.reason = reason ?? this.reason;
    this.collection = null;
    this.updateNextCharge();
  }

  /** Ends the collection, and the subscription unless it has already ended. */
  protected endCollection(reason: string): void {
    if (this.status === 'canceled') this.collection = null;
    else {
      this.billUsageLater();
      this.end(reason);
    }
  }

  get hasPendingCharge(): boolean {
    return this.collection !== null && this.collection.state !== 'failed';
  }

  /** Whether the service has no outcome of the charge: the charge never reached the bank, or no webhook reported the decision. */
  get isOutcomeUnknown(): boolean {
    return this.collection?.state === 'not_received' || this.unreportedOutcome !== null;
  }

  /** The bank decides a pending charge. `reported`: whether a webhook reports the decision. */
  decide(bankOutcome: 'paid' | 'failed', reported: boolean): void {
    const { collection } = this;
    if (collection?.state !== 'waiting') return;
    if (!reported) this.unreportedOutcome = bankOutcome;
    else if (bankOutcome === 'paid') this.#recordPaid(collection);
    else this.#recordFailure(collection, false);
    if (reported) this.unreportedOutcome = null;
  }

  /** Reports a decision of the bank that was not reported before. */
  reportDecision(): void {
    if (this.unreportedOutcome !== null) this.decide(this.unreportedOutcome, true);
  }

  /** Computes the next charge from the current state. */
  protected updateNextCharge(): void {
    const isCharged = this.status !== 'canceled' && !this.cancelsAtPeriodEnd && !this.state.paused && !this.metered;
    this.nextCents = isCharged ? buildInvoice(this.state, this.tax, false).totalCents : null;
  }

  /** Shifts the retry schedule: after a fault, a failure may be recorded some minutes late. */
  shiftRetries(seconds: number): void {
    const { collection } = this;
    if (collection === null || collection.firstFailedAt === null || collection.nextAt === null) return;
    collection.firstFailedAt += seconds;
    collection.nextAt += seconds;
  }
}
