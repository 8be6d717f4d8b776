import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { readWholeLog } from '../../store/support.ts';
import { paymentsIn } from '../histories/queries.ts';
import type { Plan } from '../simulations/sale.ts';
import { type CodeTerms, PLANS } from './catalogue.ts';
import type { AbusiveCustomer, BankOutcome, Redemption, UsedUnits } from './customer.ts';

/** The subscription's state in an event. The seller acts on it from the time of the event until the next event. */
export interface ReportedState {
  readonly type: string;
  readonly at: number;
  readonly plan: Plan;
  readonly serves: boolean;
  readonly status: string;
  readonly start: number;
  readonly end: number;
  readonly trialEnd: number | null;
  readonly code: string | null;
}

/** Service at one price and one discount in one period. */
export interface Coverage {
  /** Time range of the service; it ends at the latest when the next coverage begins. */
  readonly from: number;
  readonly until: number;
  /** Time of the event about this coverage; later than `from` if the charge was paid late. */
  readonly reportedAt: number;
  /** The full billing period. */
  readonly start: number;
  readonly end: number;
  readonly plan: Plan;
  readonly isTrial: boolean;
  /** Whether the sale or a renewal began the coverage; `false`: a plan change began it. */
  readonly isNewPeriod: boolean;
  /** Discount code of the charge that is billed in advance; `null`: none. */
  readonly code: string | null;
  /** Discount code of the usage invoice at the end of the coverage; `null`: none. */
  readonly codeAtClose: string | null;
}

/** An amount that the customer paid or owes, with the start of the service that it is for. */
export interface ServiceAmount {
  /** `null`: the amount is not paid. */
  readonly paymentId: string | null;
  readonly from: number;
  readonly amountCents: number;
}

/** The input of the ledger. */
export interface LedgerInput {
  readonly states: readonly ReportedState[];
  readonly coverages: readonly Coverage[];
  /** Payments, less refunds. */
  readonly money: readonly ServiceAmount[];
  /** Unpaid usage invoices: open or uncollectible. */
  readonly owed: readonly ServiceAmount[];
  readonly bankOutcomes: readonly BankOutcome[];
  readonly used: readonly UsedUnits[];
  readonly redemptions: readonly Redemption[];
  readonly codes: readonly CodeTerms[];
  /** Number of lines of all invoices. */
  readonly invoiceLines: number;
  /** Total seconds with a pending charge, during which the customer was served. */
  readonly pendingSeconds: number;
}

const readReportedStates = async ({ shop, subscriptionId, priceIds }: AbusiveCustomer): Promise<readonly ReportedState[]> => {
  const nameOf = new Map([...priceIds].map(([name, id]) => [id, name]));
  const planOf = new Map(PLANS.map((plan) => [plan.name, plan]));
  const states: ReportedState[] = [];
  for (const { kind, event } of await readWholeLog(shop.fixture, shop.tenant)) {
    if (kind !== 'event' || event === null) continue;
    const { type, created, data } = parseEvent(event);
    if (data.id !== subscriptionId) continue;
    const plan = planOf.get(String(nameOf.get(String(data.price_id))));
    if (plan === undefined) throw new Error('The event contains an unknown price.');
    const { code = null } = (data.discount ?? {}) as { readonly code?: string };
    states.push({
      type,
      at: created,
      plan,
      serves: data.serves_customer === true,
      status: String(data.status),
      start: Number(data.current_period_start),
      end: Number(data.current_period_end),
      trialEnd: data.trial_end === null ? null : Number(data.trial_end),
      code,
    });
  }
  return states;
};

/**
 * Builds the coverages from the states. A plan change counts from its request, because it is charged from then on. `requestedAt`: returns
 * the time of the request for the plan change that was settled at `settledAt`.
 */
const coveragesOf = (states: readonly ReportedState[], requestedAt: (settledAt: number) => number): readonly Coverage[] => {
  const [first] = states;
  if (first === undefined) throw new Error('There are no subscription events.');
  const coverageFrom = (current: ReportedState, previous: ReportedState, from: number, isNewPeriod: boolean) => ({
    from,
    reportedAt: current.at,
    start: current.start,
    end: current.end,
    plan: current.plan,
    isTrial: current.trialEnd !== null && current.end <= current.trialEnd,
    isNewPeriod,
    // A new period is charged with the discount of the previous state, because the current state lacks a discount that has ended. A plan
    // change can redeem or drop a code, and is charged with the discount of the current state.
    code: isNewPeriod ? previous.code : current.code,
    codeBefore: previous.code,
  });
  const coverages = [coverageFrom(first, first, first.start, true)];
  let last = first;
  for (const [index, current] of states.entries()) {
    const previous = states[index - 1];
    if (previous === undefined) continue;
    // The event before `subscription.plan_changed` is `subscription.updated`, which already has the new plan.
    if (current.type === 'subscription.plan_changed')
      coverages.push(coverageFrom(current, states[index - 2] ?? previous, requestedAt(current.at), false));
    else if (current.serves && current.start === previous.end && current.end > previous.end)
      coverages.push(coverageFrom(current, previous, current.start, true));
    last = current;
  }
  return coverages.map(({ codeBefore: _, ...each }, index) => {
    const next = coverages[index + 1];
    return { ...each, until: Math.min(each.end, next?.from ?? each.end), codeAtClose: next === undefined ? last.code : next.codeBefore };
  });
};

/** Reads the customer's events, payments and invoices. */
export const readHistory = async (abuser: AbusiveCustomer): Promise<LedgerInput> => {
  const { shop, redemptions, bankOutcomes, used, offer } = abuser;
  const [states, payments, invoices] = await Promise.all([
    readReportedStates(abuser),
    paymentsIn(abuser),
    loadAll(shop.fixture.store, invoiceAggregate, shop.tenant, { customerId: shop.customerId }),
  ]);
  const sales = payments.filter(({ status, verification }) => status === 'succeeded' && !verification);
  const requestedAt = (settledAt: number): number =>
    sales.find(({ type, paidAt }) => type === 'plan_change' && paidAt === settledAt)?.created ?? settledAt;
  const isBilledInAdvance = (type: string): boolean => type === 'subscription' || type === 'proration_charge';
  return {
    states,
    coverages: coveragesOf(states, requestedAt),
    money: sales.map(({ id, invoiceId, created, amountCents, amountRefundedCents }) => {
      const invoice = invoices.find((each) => each.id === invoiceId);
      const starts = (invoice?.lines ?? []).filter(({ type }) => isBilledInAdvance(type)).map(({ periodStart }) => Number(periodStart));
      const from = starts.length > 0 ? Math.min(...starts) : (invoice?.periodEnd ?? created);
      return { paymentId: id, from, amountCents: amountCents - amountRefundedCents };
    }),
    owed: invoices
      .filter(({ status, billingReason }) => (status === 'open' || status === 'uncollectible') && billingReason === 'usage')
      .map(({ totalCents, periodEnd }) => ({ paymentId: null, from: Number(periodEnd), amountCents: totalCents })),
    bankOutcomes,
    used,
    redemptions,
    codes: offer.codes,
    pendingSeconds: abuser.pendingSeconds,
    invoiceLines: invoices.reduce((count, { lines }) => count + lines.length, 0),
  };
};
