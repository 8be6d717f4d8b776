import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { allOf } from '../../../shared/flows/load/records.ts';
import { parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { wholeLog } from '../../store/support.ts';
import { paymentsIn } from '../histories/perform.ts';
import type { Plan } from '../lives/sale.ts';
import { type CodeTerms, PLANS } from './catalogue.ts';
import type { Abuser, BankOutcome, Redemption, UsedUnits } from './stage.ts';

/** The subscription as an event reported the seller: whether and what to serve from that moment on. */
export interface Report {
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

/** Service at one price, with one discount, in one period. */
export interface Coverage {
  /** The customer has it from here until there: `from` of the next one at the latest. */
  readonly from: number;
  readonly until: number;
  /** When it was notified that it is paid: later than `from`, where it was collected late or the bank took its time. */
  readonly reportedAt: number;
  /** The whole period on the grid. */
  readonly start: number;
  readonly end: number;
  readonly plan: Plan;
  readonly isTrial: boolean;
  /** A period that began on its own; `false`: a change within one. */
  readonly isNewPeriod: boolean;
  /** The code of the discount that its advance payment has, and the one that an invoice has which closes it. */
  readonly code: string | null;
  readonly codeAtClose: string | null;
}

/** Money that the seller got, counted from the beginning of the service that it pays for. */
export interface Money {
  readonly paymentId: string | null;
  readonly from: number;
  readonly amountCents: number;
}

/** All that the ledger is made of. */
export interface History {
  readonly reported: readonly Report[];
  readonly coverages: readonly Coverage[];
  readonly money: readonly Money[];
  /** Usage that was invoiced and is not paid: it is collected, or was in vain. */
  readonly owed: readonly Money[];
  readonly bankOutcomes: readonly BankOutcome[];
  readonly used: readonly UsedUnits[];
  readonly redemptions: readonly Redemption[];
  readonly codes: readonly CodeTerms[];
  readonly invoiceLines: number;
  readonly undecidedSeconds: number;
}

const reportedIn = async ({ shop, subscriptionId, priceIds }: Abuser): Promise<readonly Report[]> => {
  const nameOf = new Map([...priceIds].map(([name, id]) => [id, name]));
  const planOf = new Map(PLANS.map((plan) => [plan.name, plan]));
  const reported: Report[] = [];
  for (const { kind, event } of await wholeLog(shop.fixture, shop.tenant)) {
    if (kind !== 'event' || event === null) continue;
    const { type, created, data } = parseEvent(event);
    if (data.id !== subscriptionId) continue;
    const plan = planOf.get(String(nameOf.get(String(data.price_id))));
    if (plan === undefined) throw new Error('no plan');
    const { code = null } = (data.discount ?? {}) as { readonly code?: string };
    reported.push({
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
  return reported;
};

/** The periods and changes that were reported. A change counts from when it was asked for: it is paid from then on. */
const coveragesOf = (reported: readonly Report[], askedAt: (settledAt: number) => number): readonly Coverage[] => {
  const [first] = reported;
  if (first === undefined) throw new Error('nothing was reported');
  const begun = (now: Report, before: Report, from: number, isNewPeriod: boolean) => ({
    from,
    reportedAt: now.at,
    start: now.start,
    end: now.end,
    plan: now.plan,
    isTrial: now.trialEnd !== null && now.end <= now.trialEnd,
    isNewPeriod,
    code: isNewPeriod ? before.code : now.code,
    codeBefore: before.code,
  });
  const begins = [begun(first, first, first.start, true)];
  let last = first;
  for (const [index, now] of reported.entries()) {
    const before = reported[index - 1];
    if (before === undefined) continue;
    if (now.type === 'subscription.plan_changed') begins.push(begun(now, reported[index - 2] ?? before, askedAt(now.at), false));
    else if (now.serves && now.start === before.end && now.end > before.end) begins.push(begun(now, before, now.start, true));
    last = now;
  }
  return begins.map(({ codeBefore: _, ...each }, index) => {
    const next = begins[index + 1];
    return { ...each, until: Math.min(each.end, next?.from ?? each.end), codeAtClose: next === undefined ? last.code : next.codeBefore };
  });
};

/** Reads what the service said and what the bank moved. */
export const historyOf = async (abuser: Abuser): Promise<History> => {
  const { shop, redemptions, bankOutcomes, used, offer } = abuser;
  const [reported, payments, invoices] = await Promise.all([
    reportedIn(abuser),
    paymentsIn(abuser),
    allOf(shop.fixture.store, invoiceAggregate, shop.tenant, { customerId: shop.customerId }),
  ]);
  const sales = payments.filter(({ status, verification }) => status === 'succeeded' && !verification);
  const askedAt = (settledAt: number): number =>
    sales.find(({ type, paidAt }) => type === 'plan_change' && paidAt === settledAt)?.created ?? settledAt;
  const isAhead = (type: string): boolean => type === 'subscription' || type === 'proration_charge';
  return {
    reported,
    coverages: coveragesOf(reported, askedAt),
    money: sales.map(({ id, invoiceId, created, amountCents, amountRefundedCents }) => {
      const invoice = invoices.find((each) => each.id === invoiceId);
      const ahead = (invoice?.lines ?? []).filter(({ type }) => isAhead(type)).map(({ periodStart }) => Number(periodStart));
      const from = ahead.length > 0 ? Math.min(...ahead) : (invoice?.periodEnd ?? created);
      return { paymentId: id, from, amountCents: amountCents - amountRefundedCents };
    }),
    owed: invoices
      .filter(({ status, billingReason }) => (status === 'open' || status === 'uncollectible') && billingReason === 'usage')
      .map(({ totalCents, periodEnd }) => ({ paymentId: null, from: Number(periodEnd), amountCents: totalCents })),
    bankOutcomes,
    used,
    redemptions,
    codes: offer.codes,
    undecidedSeconds: abuser.undecidedSeconds,
    invoiceLines: invoices.reduce((count, { lines }) => count + lines.length, 0),
  };
};
