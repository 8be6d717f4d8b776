import { disputeAggregate } from '../../../shared/domain/dispute/record.ts';
import { type Invoice, invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { allOf } from '../../../shared/flows/load/records.ts';
import { read, type Shop } from '../../provider/shop.ts';
import { rounded } from '../lives/amounts.ts';
import { type Holding, holdingsOf, lossFaults } from './holdings.ts';

const WHOLE = 10_000;

/** Paid service, as the books price it. */
interface Service {
  readonly start: number;
  readonly end: number;
  readonly cents: number;
  readonly rate: number;
  readonly exclusive: boolean;
  /** What its unused part is a part of. */
  readonly basis: { readonly netCents: number; readonly start: number; readonly end: number };
}

const total = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

const withTax = (netCents: number, rate: number, exclusive: boolean): number =>
  exclusive ? netCents + rounded(netCents * rate, WHOLE) : netCents;

const CHARGED = ['subscription', 'proration_charge', 'usage'];

/** What an invoice asks for before credit is deducted it; `usage`: for usage alone, too. */
const askedBy = ({ lines, taxBehavior }: Invoice, usage: boolean): number => {
  const charged = lines.filter(({ type }) => CHARGED.includes(type) && (usage || type !== 'usage'));
  const netCents = total(charged.map(({ amountCents, discountCents }) => amountCents - discountCents));
  return withTax(netCents, charged[0]?.taxRateBasisPoints ?? 0, taxBehavior === 'exclusive');
};

/** The service that an invoice pays for in advance; `null`: none. */
const serviceOf = (invoice: Invoice): Service | null => {
  const line = invoice.lines.find(({ type }) => type === 'subscription' || type === 'proration_charge');
  if (line === undefined || line.periodStart === null || line.periodEnd === null) return null;
  const { periodStart: start, periodEnd: end, taxRateBasisPoints: rate } = line;
  const basis = { netCents: line.amountCents - line.discountCents, start, end };
  return { start, end, cents: askedBy(invoice, false), rate, exclusive: invoice.taxBehavior === 'exclusive', basis };
};

/** What of the service is used by then, tax included: all of it less its rest, by the second. */
const usedOf = (service: Service | null, at: number): number => {
  if (service === null) return 0;
  const { start, end, cents, rate, exclusive, basis } = service;
  if (at >= end) return cents;
  const net = rounded(basis.netCents * (end - Math.max(at, start)), basis.end - basis.start);
  return cents - Math.min(cents, withTax(net, rate, exclusive));
};

interface Books {
  readonly payments: readonly Payment[];
  readonly invoices: readonly Invoice[];
  readonly subscription: Subscription;
  readonly backOf: ReadonlyMap<string, number>;
}

/** Whose value is followed. */
export interface Followed {
  readonly shop: Shop;
  readonly subscriptionId: string;
}

/** Refunds that the provider is being asked for: from then on nothing else may spend their amount. */
const askedRefunds = async ({
  fixture,
  tenant,
}: Shop): Promise<readonly { readonly paymentId: string; readonly amountCents: number }[]> => {
  const { items } = await fixture.store.page(pendingOperationAggregate, tenant, { limit: 100 });
  return items
    .filter(({ record: { kind } }) => kind === 'refunds.create')
    .map(({ record: { input } }) => ({ paymentId: String(input['paymentId']), amountCents: Number(input['amountCents']) }));
};

/** The books of the subscription: what it paid for, and what came back of that. */
const booksOf = async ({ shop, subscriptionId }: Followed): Promise<Books> => {
  const { fixture, tenant, customerId } = shop;
  const of = { customerId };
  const [payments, invoices, refunds, disputes, subscription, asked] = await Promise.all([
    allOf(fixture.store, paymentAggregate, tenant, of),
    allOf(fixture.store, invoiceAggregate, tenant, of),
    allOf(fixture.store, refundAggregate, tenant, of),
    allOf(fixture.store, disputeAggregate, tenant, of),
    read(shop, subscriptionAggregate, subscriptionId),
    askedRefunds(shop),
  ]);
  const back = [...refunds.filter(({ status }) => status !== 'failed'), ...disputes.filter(({ status }) => status === 'open'), ...asked];
  const backOf = new Map(
    // A bank may take back more than is left: that loss is the seller's, beyond what the payment holds.
    payments.map((payment) => {
      const backCents = total(back.filter(({ paymentId }) => paymentId === payment.id).map(({ amountCents }) => amountCents));
      return [payment.id, Math.min(payment.amountCents, backCents)];
    }),
  );
  const own = invoices.filter((invoice) => invoice.subscriptionId === subscriptionId && invoice.status === 'paid');
  const paid = own.sort((one, other) => (one.number < other.number ? -1 : 1));
  const bought = payments.filter(({ id, status }) => status === 'succeeded' && paid.some(({ paymentId }) => paymentId === id));
  return { payments: bought, invoices: paid, subscription, backOf };
};

/**
 * Follows the value of a subscription through its life, from the books (payments, refunds, disputes, and invoices with their lines) and
 * the subscription's record, with a separate arithmetic. What is checked after each deed, to the cent:
 *
 * 1. All that was paid = the service and usage that were used + the service ahead + the carried credit. Used is: the usage that paid
 *    invoices charge; service whose period is over, as its invoice asks for it; and of service that a change gave up what its rest
 *    leaves, by the second. No change, renewal or rounding makes or loses a cent.
 * 2. The parts of payments in the service ahead and in each carried credit add up to it.
 * 3. No payment means more than was paid, and what of a payment is used never becomes unused again.
 * 4. Each part knows what came back of its payment: refunded (asked for, on its way or done) and disputed (open).
 * 5. Of each payment, paid - came back = used + ahead + spendable - loss, where the used part bears what it absorbed. The loss is the
 *    seller's: it is never below zero, and where there is one, nothing of that payment can be spent.
 */
export class Conservation {
  #invoices: ReadonlySet<string> = new Set();
  #service: Service | null = null;
  #usedCents = 0;
  #used: ReadonlyMap<string, number> = new Map();

  /** What is not conserved since the last look, and as it is at `now`, in the subscription's own time. */
  async faults(followed: Followed, now: number): Promise<readonly string[]> {
    const books = await booksOf(followed);
    this.#follow(books, now);
    const holdings = holdingsOf(books, this.#service?.cents ?? 0);
    const faults = [...this.#wholeFaults(books), ...lossFaults(holdings), ...this.#returnedFaults(holdings)];
    this.#used = new Map(holdings.map(({ payment, usedCents }) => [payment.id, usedCents]));
    return faults;
  }

  /** Counts as used what the invoices since the last look replaced, and what a change gave up. */
  #follow({ invoices, subscription }: Books, now: number): void {
    for (const invoice of invoices) {
      if (this.#invoices.has(invoice.id)) continue;
      const next = serviceOf(invoice);
      this.#usedCents += askedBy(invoice, true) - askedBy(invoice, false);
      if (next === null) continue;
      this.#usedCents += usedOf(this.#service, next.start);
      this.#service = next;
    }
    this.#invoices = new Set(invoices.map(({ id }) => id));
    const { coverage, price } = subscription;
    if (this.#service === null) return;
    if (price.usageType === 'metered') {
      this.#usedCents += usedOf(this.#service, now);
      this.#service = null;
    } else if (coverage !== null) this.#service = { ...this.#service, basis: coverage.basis };
  }

  #wholeFaults({ payments, subscription }: Books): readonly string[] {
    const { coverage, carriedCredits } = subscription;
    const paidCents = total(payments.map(({ amountCents }) => amountCents));
    const aheadCents = this.#service?.cents ?? 0;
    const carriedCents = total(carriedCredits.map(({ amountCents }) => amountCents));
    const asParts = ({ amountCents, charges }: { amountCents: number; charges: readonly { shareCents: number }[] }): boolean =>
      amountCents === total(charges.map(({ shareCents }) => shareCents));
    const rules: readonly (readonly [holds: boolean, what: string])[] = [
      [
        paidCents === this.#usedCents + aheadCents + carriedCents,
        `${paidCents} were paid, ${this.#usedCents} are used, ${aheadCents} ahead and ${carriedCents} carried`,
      ],
      [coverage === null || coverage.amountCents === aheadCents, `the record has ${coverage?.amountCents} ahead, not ${aheadCents}`],
      [coverage === null || asParts(coverage), 'the parts of what is ahead do not add up to it'],
      [carriedCredits.every(asParts), 'the parts of a carried credit do not add up to it'],
    ];
    return rules.flatMap(([holds, what]) => (holds ? [] : [what]));
  }

  #returnedFaults(holdings: readonly Holding[]): readonly string[] {
    return holdings.flatMap(({ payment, usedCents }) =>
      usedCents < (this.#used.get(payment.id) ?? 0) ? [`of ${payment.id} ${usedCents} are used, which were more before`] : [],
    );
  }
}
