import type { ModelCharge } from './collection.ts';
import { CollectionModel } from './collection-model.ts';
import { spendableOf } from './credits.ts';
import { isTrial } from './state.ts';

/** A charge of the model, or the charge that only verified the payment method. */
export type RefundedCharge = ModelCharge | 'verification';

/** Predicts what refunds and chargebacks do to the subscription. */
export abstract class RefundedModel extends CollectionModel {
  /** Charges whose full refund is pending, and whether they paid for the current period or trial when the refund was requested. */
  readonly #pendingRefunds = new Map<RefundedCharge, boolean>();

  /** Whether the charge pays for the current period or trial, even if that period or trial is over. */
  #paysPeriod(charge: RefundedCharge): boolean {
    if (this.metered) return false;
    if (charge === 'verification') return isTrial(this.state);
    const { covers } = this.state;
    return covers !== null && covers.end >= this.periodEnd && covers.sources.some((source) => source.charge === charge);
  }

  #paysNow(charge: RefundedCharge): boolean {
    const end = charge === 'verification' ? this.trialEnd : (this.state.covers?.end ?? null);
    return end !== null && this.now < end && this.#paysPeriod(charge);
  }

  #waitsFor(charge: RefundedCharge): boolean {
    const isRenewable = this.status !== 'canceled' && this.collection === null && !this.cancelsAtPeriodEnd;
    return isRenewable && this.#pendingRefunds.get(charge) === true && this.#paysPeriod(charge);
  }

  /** Whether the end of the period waits for a refund that ends the subscription if it succeeds. */
  protected override get waitsForRefund(): boolean {
    return [...this.#pendingRefunds.keys()].some((charge) => this.#waitsFor(charge));
  }

  /** Records whether refunds that are pending will return the whole charge. */
  setFullRefundPending(charge: RefundedCharge, isPending: boolean): void {
    if (!isPending) this.#pendingRefunds.delete(charge);
    else if (!this.#pendingRefunds.has(charge)) this.#pendingRefunds.set(charge, this.status !== 'canceled' && this.#paysNow(charge));
  }

  /**
   * The charge was refunded in full: ends the subscription if the charge pays for the current period, or if the end of the period waits for
   * the refund.
   */
  endIfFullyReturned(charge: RefundedCharge): void {
    if (this.status !== 'canceled' && (this.#paysNow(charge) || this.#waitsFor(charge))) this.endNow('refund_issued');
  }

  /** Sets the returned amount of the charge, which changes the value of the credit that it funds. */
  setReturnedCents(charge: ModelCharge, cents: number): void {
    if (charge.returnedCents === cents) return;
    charge.formerReturns.push(charge.returnedCents);
    charge.returnedCents = cents;
    this.revalue(charge);
  }

  /** Recomputes the next charge, with current taxes. Called when the value of a charge that funds the subscription has changed. */
  revalue(charge: ModelCharge): void {
    const { covers, carried } = this.state;
    const sources = [...(covers?.sources ?? []), ...carried.flatMap((credit) => credit.sources)];
    if (sources.some((source) => source.charge === charge) && this.status !== 'canceled' && this.collection === null)
      this.updateNextCharge();
  }

  /** Cents of the charge that can be refunded after the refund window: its unused credit, once the subscription has ended. */
  creditLeft(charge: ModelCharge): number {
    return this.status === 'canceled' && this.collection === null ? spendableOf(charge, this.state.carried) : 0;
  }

  protected endNow(reason: string): void {
    if (this.collection !== null) this.collection.invoice.status = 'void';
    this.end(reason);
  }
}
