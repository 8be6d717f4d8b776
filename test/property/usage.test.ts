import fc from 'fast-check';
import { expect, it } from 'vitest';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import type { PreparedRenewal } from '../../shared/domain/subscription/renewal/prepare.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../../shared/domain/usage-record/create.ts';
import type { UsageRecord } from '../../shared/domain/usage-record/record.ts';
import { viewUsageSummary } from '../../shared/domain/usage-record/summary.ts';
import { type Billing, newBilling } from '../domain/billing.ts';
import { DAY } from '../domain/world.ts';

const metered = { usageType: 'metered' as const, amountCents: undefined, unitAmountDecimal: '2.5' };

/**
 * An action of the customer or of billing. `use`: usage that occurred `ago` seconds before it is recorded. `due`: the next billing step,
 * whose charge the bank answers with `answer`; `none`: no answer.
 */
type UsageAction =
  | { readonly kind: 'use'; readonly quantity: number; readonly ago: number }
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'due'; readonly answer: 'paid' | 'declined' | 'mandate_gone' | 'none' }
  | { readonly kind: 'cancel' | 'reactivate' | 'pause' | 'resume' };

const action: fc.Arbitrary<UsageAction> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('use'), quantity: fc.nat(1000), ago: fc.integer({ min: -300, max: 40 * DAY }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), days: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('due'), answer: fc.constantFrom('paid', 'paid', 'declined', 'mandate_gone', 'none') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'reactivate', 'pause', 'resume') }) },
);

/** The expected usage. `open`: accepted records that are not billed yet. The other fields count units; `free`: used during a trial. */
class ExpectedUsage {
  open: UsageRecord[] = [];
  billed = 0;
  accepted = 0;
  free = 0;

  accept(record: UsageRecord, isFree: boolean): void {
    this.accepted += record.quantity;
    if (isFree) this.free += record.quantity;
    else this.open = [...this.open, record];
  }

  /** Removes the records that occurred before the time and returns their units. */
  take(before: number): number {
    const taken = this.open.filter(({ occurredAt }) => occurredAt < before);
    this.open = this.open.filter(({ occurredAt }) => occurredAt >= before);
    return unitsOf(taken);
  }
}

const unitsOf = (records: readonly UsageRecord[]): number => records.reduce((sum, { quantity }) => sum + quantity, 0);

const usageInvoices = (billing: Billing) => billing.world.all(invoiceAggregate).filter(({ billingReason }) => billingReason === 'usage');

const performAction = (billing: Billing, id: string, expectedUsage: ExpectedUsage, each: UsageAction): void => {
  const { world } = billing;
  const before = billing.subscription(id);
  if (each.kind === 'wait') world.now += each.days * DAY;
  if (each.kind === 'use') {
    const occurredAt = Math.max(before.created, world.now - each.ago);
    expect(occurredAt).toBeLessThanOrEqual(world.now + CLOCK_TOLERANCE_SECONDS);
    const record = billing.use(id, each.quantity, { occurredAt });
    const isFree = before.trialEnd !== null && before.periodIndex >= 0 && occurredAt < before.trialEnd;
    if (!(record instanceof Refusal)) expectedUsage.accept(record, isFree);
  }
  if (each.kind === 'cancel' || each.kind === 'reactivate') billing[each.kind](id);
  const mayPause = before.status === 'active' && before.renewal === null;
  if (each.kind === 'pause' && mayPause) billing.amend(id, { pausedAt: before.pausedAt ?? world.now });
  if (each.kind === 'resume' && mayPause) billing.amend(id, { pausedAt: null });
  if (each.kind !== 'due' || nextBillingStep(before) === null) return;
  const isInTrial = before.periodIndex < 0;
  const invoices = usageInvoices(billing).length;
  const prepared = billing.renew(id);
  /** Usage that occurred before this time is billed by this step. */
  const billedUntil = before.cancelAtPeriodEnd || before.status === 'canceled' ? Number.POSITIVE_INFINITY : before.currentPeriodEnd;
  const [invoice] = usageInvoices(billing).slice(invoices);
  if (invoice !== undefined) {
    const units = invoice.lines.reduce((sum, { quantity }) => sum + Number(quantity), 0);
    expect(units).toBe(expectedUsage.take(billedUntil));
    expectedUsage.billed += units;
  } else if (isInTrial) expectedUsage.free += expectedUsage.take(billedUntil);
  settleCharge(billing, prepared, each.answer);
};

const settleCharge = (
  billing: Billing,
  prepared: PreparedRenewal | Refusal,
  answer: 'paid' | 'declined' | 'mandate_gone' | 'none',
): void => {
  if (prepared instanceof Refusal) throw new Error(prepared.message);
  if (prepared.outcome !== 'charge' || answer === 'none') return;
  if (answer === 'paid') billing.settle(prepared.payment.id);
  else billing.decline(prepared.payment.id, answer === 'mandate_gone' ? 'mandate_gone' : 'insufficient_funds');
};

it('each unit of usage outside a trial is billed once: on the next invoice whose period ends after its use', () => {
  let invoiceCount = 0;
  fc.assert(
    fc.property(fc.constantFrom(0, 10), fc.array(action, { minLength: 5, maxLength: 60 }), (trialDays, actions) => {
      const billing = newBilling({ ...metered, trialDays });
      const { id } = billing.subscribe();
      const expectedUsage = new ExpectedUsage();
      for (const each of actions) {
        performAction(billing, id, expectedUsage, each);
        const subscription = billing.subscription(id);
        const read = { usage: billing.counters.read(id), pricing: billing.catalogue.price.record, breakdown: null };
        const summary = viewUsageSummary(subscription, read, billing.world.tenant);
        expect(expectedUsage.billed + expectedUsage.free + unitsOf(expectedUsage.open)).toBe(expectedUsage.accepted);
        if (subscription.status === 'canceled') continue;
        const due = expectedUsage.open.filter(({ occurredAt }) => subscription.cancelAtPeriodEnd || occurredAt < summary.period_end);
        expect([summary.total_quantity, summary.record_count]).toEqual([unitsOf(due), due.length]);
      }
      invoiceCount += usageInvoices(billing).length;
    }),
    { numRuns: 300 },
  );
  expect(invoiceCount).toBeGreaterThan(500);
});
