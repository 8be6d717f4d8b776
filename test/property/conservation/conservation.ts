import { disputeAggregate } from '../../../shared/domain/dispute/record.ts';
import { type Invoice, invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { readRecord, type Shop } from '../../provider/shop.ts';
import { divideRounded } from '../simulations/amounts.ts';
import { dividePayments, type PaymentShares, shareViolations } from './payment-shares.ts';

/** 100 % in basis points. */
const WHOLE = 10_000;

/** Service that an invoice paid for in advance, with amounts from its lines. */
interface Service {
  readonly start: number;
  readonly end: number;
  /** Paid amount, including tax. */
  readonly cents: number;
  /** Tax rate, in basis points. */
  readonly rate: number;
  /** Whether tax is added to the price. */
  readonly exclusive: boolean;
  /** The price and period from which the unused part of the service is prorated. */
  readonly basis: { readonly netCents: number; readonly start: number; readonly end: number };
}

const total = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0);

const withTax = (netCents: number, rate: number, exclusive: boolean): number =>
  exclusive ? netCents + divideRounded(netCents * rate, WHOLE) : netCents;

/** Types of invoice lines that are not credit. */
const CHARGED = ['subscription', 'proration_charge', 'usage'];

/** The charges of an invoice in cents, including tax, before credit is deducted. `withUsage`: whether to include usage. */
const chargedCents = ({ lines, taxBehavior }: Invoice, withUsage: boolean): number => {
  const charged = lines.filter(({ type }) => CHARGED.includes(type) && (withUsage || type !== 'usage'));
  const netCents = total(charged.map(({ amountCents, discountCents }) => amountCents - discountCents));
  return withTax(netCents, charged[0]?.taxRateBasisPoints ?? 0, taxBehavior === 'exclusive');
};

/** The service that an invoice pays for in advance, or `null`. */
const serviceOf = (invoice: Invoice): Service | null => {
  const line = invoice.lines.find(({ type }) => type === 'subscription' || type === 'proration_charge');
  if (line === undefined || line.periodStart === null || line.periodEnd === null) return null;
  const { periodStart: start, periodEnd: end, taxRateBasisPoints: rate } = line;
  const basis = { netCents: line.amountCents - line.discountCents, start, end };
  return { start, end, cents: chargedCents(invoice, false), rate, exclusive: invoice.taxBehavior === 'exclusive', basis };
};

/** The value of the service that is used until the time `at`, in cents including tax, prorated to the second. */
const usedOf = (service: Service | null, at: number): number => {
  if (service === null) return 0;
  const { start, end, cents, rate, exclusive, basis } = service;
  if (at >= end) return cents;
  const net = divideRounded(basis.netCents * (end - Math.max(at, start)), basis.end - basis.start);
  return cents - Math.min(cents, withTax(net, rate, exclusive));
};

/** The subscription's paid invoices, ordered by number, and the payments that paid them. */
interface PaidRecords {
  readonly payments: readonly Payment[];
  readonly invoices: readonly Invoice[];
  readonly subscription: Subscription;
  /** Refunded, disputed and credited cents by payment id, at most the amount of the payment. */
  readonly returnedCents: ReadonlyMap<string, number>;
}

/** The subscription to check. */
export interface CheckedSubscription {
  readonly shop: Shop;
  readonly subscriptionId: string;
}

/** Reads refund requests that are not completed yet; their amounts are reserved. */
const pendingRefunds = async ({
  fixture,
  tenant,
}: Shop): Promise<readonly { readonly paymentId: string; readonly amountCents: number }[]> => {
  const { items } = await fixture.store.page(pendingOperationAggregate, tenant, { limit: 100 });
  return items
    .filter(({ record: { kind } }) => kind === 'refunds.create')
    .map(({ record: { input } }) => ({ paymentId: String(input['paymentId']), amountCents: Number(input['amountCents']) }));
};

const readPaidRecords = async ({ shop, subscriptionId }: CheckedSubscription): Promise<PaidRecords> => {
  const { fixture, tenant, customerId } = shop;
  const query = { customerId };
  const [payments, invoices, refunds, disputes, subscription, requestedRefunds] = await Promise.all([
    loadAll(fixture.store, paymentAggregate, tenant, query),
    loadAll(fixture.store, invoiceAggregate, tenant, query),
    loadAll(fixture.store, refundAggregate, tenant, query),
    loadAll(fixture.store, disputeAggregate, tenant, query),
    readRecord(shop, subscriptionAggregate, subscriptionId),
    pendingRefunds(shop),
  ]);
  const returnedAmounts = [...refunds.filter(({ status }) => status !== 'failed'), ...disputes.filter(({ status }) => status === 'open')];
  const totalFor = (payment: Payment, amounts: readonly { readonly paymentId: string; readonly amountCents: number }[]): number =>
    total(amounts.filter(({ paymentId }) => paymentId === payment.id).map(({ amountCents }) => amountCents));
  const returnedCents = new Map(
    // A chargeback may exceed the rest of the payment: the excess is the seller's loss.
    payments.map((payment) => {
      // A requested refund first returns credited money whose earlier refund failed.
      const creditedCents = total((payment.unreturnedCredits ?? []).map(({ amountCents }) => amountCents));
      const cents = totalFor(payment, returnedAmounts) + Math.max(totalFor(payment, requestedRefunds), creditedCents);
      return [payment.id, Math.min(payment.amountCents, cents)];
    }),
  );
  const unsorted = invoices.filter((invoice) => invoice.subscriptionId === subscriptionId && invoice.status === 'paid');
  const paid = unsorted.sort((one, other) => (one.number < other.number ? -1 : 1));
  const paidInvoicePayments = payments.filter(({ id, status }) => status === 'succeeded' && paid.some(({ paymentId }) => paymentId === id));
  return { payments: paidInvoicePayments, invoices: paid, subscription, returnedCents };
};

/**
 * Checks that the money paid for a subscription is conserved. Amounts are computed independently of the production code, from payments,
 * refunds, disputes, invoice lines and the subscription record. Checked after each action, to the cent:
 *
 * 1. Total paid = used amount + service ahead + carried credit. Service ahead: the latest service that is paid in advance. Carried credit:
 *    what plan changes left for later invoices. The used amount is the sum of: usage on paid invoices; past periods at their invoiced
 *    price; and, for service that was replaced by a plan change, the part before the change, prorated to the second. No change, renewal or
 *    rounding creates or loses a cent.
 * 2. The amount of the service ahead, and of each carried credit, equals the sum of the shares of the payments that fund it.
 * 3. The shares of a payment never exceed its amount, and its used part never decreases.
 * 4. Each share records the returned cents of its payment: refunds that have not failed, open disputes, and credited money that came back.
 * 5. For each payment: paid - returned = (used - absorbed) + ahead + spendable - loss. Absorbed: returned cents that reduce used service.
 *    Spendable: carried credit minus the returned cents that are not absorbed, at least 0. Loss: what the seller loses; never negative, and
 *    0 if the payment has spendable credit.
 */
export class Conservation {
  /** Ids of the invoices of earlier checks. */
  #invoices: ReadonlySet<string> = new Set();
  /** The service ahead: the latest service that is paid in advance; `null`: none. */
  #service: Service | null = null;
  #usedCents = 0;
  /** Used cents at the last check, by payment id. */
  #lastUsedByPayment: ReadonlyMap<string, number> = new Map();

  /** Checks the subscription. `now`: the time of its test clock, or the real time. Returns the violations since the last call. */
  async violations(checked: CheckedSubscription, now: number): Promise<readonly string[]> {
    const records = await readPaidRecords(checked);
    this.#addUsedService(records, now);
    const shares = dividePayments(records, this.#service?.cents ?? 0);
    const violations = [...this.#totalViolations(records), ...shareViolations(shares), ...this.#decreaseViolations(shares)];
    this.#lastUsedByPayment = new Map(shares.map(({ payment, usedCents }) => [payment.id, usedCents]));
    return violations;
  }

  /** Adds to the used cents: usage on new invoices, and the used part of service that new invoices or a plan change replaced. */
  #addUsedService({ invoices, subscription }: PaidRecords, now: number): void {
    for (const invoice of invoices) {
      if (this.#invoices.has(invoice.id)) continue;
      const next = serviceOf(invoice);
      this.#usedCents += chargedCents(invoice, true) - chargedCents(invoice, false);
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

  #totalViolations({ payments, subscription }: PaidRecords): readonly string[] {
    const { coverage, carriedCredits } = subscription;
    const paidCents = total(payments.map(({ amountCents }) => amountCents));
    const aheadCents = this.#service?.cents ?? 0;
    const carriedCents = total(carriedCredits.map(({ amountCents }) => amountCents));
    const equalsItsShares = ({ amountCents, charges }: { amountCents: number; charges: readonly { shareCents: number }[] }): boolean =>
      amountCents === total(charges.map(({ shareCents }) => shareCents));
    const rules: readonly (readonly [isTrue: boolean, violation: string])[] = [
      [
        paidCents === this.#usedCents + aheadCents + carriedCents,
        `paid cents ${paidCents} differ from ${this.#usedCents} used, ${aheadCents} ahead and ${carriedCents} carried`,
      ],
      [coverage === null || coverage.amountCents === aheadCents, `the record has ${coverage?.amountCents} ahead, not ${aheadCents}`],
      [coverage === null || equalsItsShares(coverage), 'the shares of the coverage do not add up to its amount'],
      [carriedCredits.every(equalsItsShares), 'the shares of a carried credit do not add up to its amount'],
    ];
    return rules.flatMap(([isTrue, violation]) => (isTrue ? [] : [violation]));
  }

  #decreaseViolations(shares: readonly PaymentShares[]): readonly string[] {
    return shares.flatMap(({ payment, usedCents }) =>
      usedCents < (this.#lastUsedByPayment.get(payment.id) ?? 0) ? [`the used cents of ${payment.id} decreased to ${usedCents}`] : [],
    );
  }
}
