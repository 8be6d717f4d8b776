import fc from 'fast-check';
import { describe, it } from 'vitest';
import { applyChargeback, type ChargebackReport } from '../../shared/domain/dispute/apply-chargeback.ts';
import { chargebackClaim, type Dispute, disputeAggregate } from '../../shared/domain/dispute/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { refundEligibility } from '../../shared/domain/refund/eligibility.ts';
import { type Refund, refundAggregate } from '../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { Billing } from '../domain/billing.ts';
import { newCatalogue, World } from '../domain/world.ts';

/** The provider's chargebacks and responses, and the refunds so far. A response may be processed late, twice, or after a newer one. */
interface Model {
  readonly chargebacks: ChargebackReport[];
  readonly answers: (readonly ChargebackReport[])[];
  readonly refunds: Refund[];
}

interface Real {
  readonly billing: Billing;
  readonly paymentId: string;
}

type Step = fc.Command<Model, Real>;

const paymentOf = ({ billing, paymentId }: Real): Payment => billing.world.get(paymentAggregate, paymentId).record;
const disputesOf = ({ billing }: Real): readonly Dispute[] => billing.world.all(disputeAggregate);
const refundsOf = ({ billing }: Real): readonly Refund[] => billing.world.all(refundAggregate);
const salesSnapshot = ({ world }: Billing): string =>
  JSON.stringify([
    world.all(subscriptionAggregate).map((each) => subscriptionAggregate.view(each, world.tenant)),
    world.all(invoiceAggregate).map((each) => invoiceAggregate.view(each, world.tenant)),
  ]);
const sumOf = (records: readonly { readonly amountCents: number }[]): number => records.reduce((sum, each) => sum + each.amountCents, 0);

const eligibilityOf = (real: Real) =>
  refundEligibility(paymentOf(real), { windowDays: 14, now: real.billing.world.now, subscription: null });

const eventTypesOf = ({ billing }: Real, id: string): string =>
  billing.world.events
    .filter(({ subjectId }) => subjectId === id)
    .map(({ type }) => type)
    .join();

/** Checks the rules that must be true after every step. Returns the violated ones. */
const violations = (model: Model, real: Real): readonly string[] => {
  const payment = paymentOf(real);
  const disputes = disputesOf(real);
  const openDisputes = disputes.filter(({ status }) => status === 'open');
  const known = new Map(model.chargebacks.map((chargeback) => [chargeback.providerChargebackId, chargeback]));
  const { obstacle, amountCents } = eligibilityOf(real);
  const rules: Readonly<Record<string, boolean>> = {
    'the disputed amount is the sum of the open disputes': payment.amountDisputedCents === sumOf(openDisputes),
    'no two disputes have the same chargeback': new Set(disputes.map((each) => each.providerChargebackId)).size === disputes.length,
    'a dispute has the amount of its chargeback': disputes.every(
      (each) => known.get(each.providerChargebackId)?.amountCents === each.amountCents,
    ),
    'the chargeback of a won dispute is reversed': disputes.every(
      ({ status, providerChargebackId: id }) => status === 'open' || known.get(id)?.reversedAt !== null,
    ),
    'only a won dispute has a reversal time and no next poll': disputes.every(
      ({ status, reversedAt, nextPollAt }) => (status === 'won') === (reversedAt !== null) && (status === 'won') === (nextPollAt === null),
    ),
    'events match the dispute status': disputes.every(
      ({ id, status }) => eventTypesOf(real, id) === (status === 'open' ? 'dispute.created' : 'dispute.created,dispute.closed'),
    ),
    'each change is audited':
      real.billing.world.audits.filter((action) => action.startsWith('dispute.')).length ===
      disputes.length + disputes.length - openDisputes.length,
    'the refunded amount is the sum of refunds that have not failed, and at most the amount of the payment':
      payment.amountRefundedCents === sumOf(refundsOf(real).filter(({ status }) => status !== 'failed')) &&
      payment.amountRefundedCents <= payment.amountCents,
    'nothing is refundable during a dispute': openDisputes.length === 0 || (amountCents === 0 && obstacle !== null),
    'everything that is not refunded is refundable while no dispute is open':
      openDisputes.length > 0 || amountCents === payment.amountCents - payment.amountRefundedCents,
  };
  return Object.keys(rules).filter((rule) => rules[rule] !== true);
};

const step = (name: string, run: (model: Model, real: Real) => void): Step => ({
  check: () => true,
  run: (model, real) => {
    run(model, real);
    const broken = violations(model, real);
    if (broken.length > 0) throw new Error(`broken: ${broken.join('; ')}`);
  },
  toString: () => name,
});

/** Processes a response as the service does: applies each chargeback until it is fully recorded. No subscription or invoice changes. */
const processResponse = ({ billing, paymentId }: Real, answer: readonly ChargebackReport[]): void => {
  const { world } = billing;
  const salesBefore = salesSnapshot(billing);
  for (const chargeback of answer) {
    for (let round = 0; ; round += 1) {
      if (round > 2) throw new Error('a chargeback is not fully recorded after two steps');
      const claim = chargebackClaim(paymentOf({ billing, paymentId }).provider, chargeback.providerChargebackId);
      const dispute = world.find(disputeAggregate, world.owners.get(claim));
      const state = { ...billing.returnedAmountState(paymentId), dispute, oneShot: null, overpayment: false };
      if (world.do(applyChargeback(chargeback, state, world.ctx())) === 'unchanged') break;
    }
  }
  if (salesSnapshot(billing) !== salesBefore) throw new Error('a chargeback changed a sale');
};
const requestRefund = (model: Model, real: Real, divisor: number): void => {
  const amountCents = Math.floor(eligibilityOf(real).amountCents / divisor);
  if (amountCents > 0) model.refunds.push(real.billing.refund(real.paymentId, amountCents));
};
const settle = (model: Model, { billing }: Real, index: number, status: 'succeeded' | 'failed'): void => {
  const refund = model.refunds[index % Math.max(1, model.refunds.length)];
  if (refund !== undefined) billing.settleRefund(refund, { status });
};
const commands: fc.Arbitrary<Step>[] = [
  fc.integer({ min: 1, max: 1999 }).map((amountCents) =>
    step(`${amountCents} cents are charged back`, ({ chargebacks }) => {
      const providerChargebackId = `chb_${chargebacks.length}`;
      chargebacks.push({ providerChargebackId, amountCents, currency: 'EUR', reason: null, reversedAt: null });
    }),
  ),
  fc.nat(5).map((index) =>
    step(`chargeback ${index} is reversed`, ({ chargebacks }, { billing }) => {
      const position = index % Math.max(1, chargebacks.length);
      const chargeback = chargebacks[position];
      if (chargeback?.reversedAt === null) chargebacks[position] = { ...chargeback, reversedAt: billing.world.now };
    }),
  ),
  fc.constant(
    step('the provider is polled', ({ chargebacks, answers }) => {
      answers.push([...chargebacks]);
    }),
  ),
  fc.record({ age: fc.nat(4), reversed: fc.boolean() }).map(({ age, reversed }) =>
    step(`response ${age} (0: the latest) is processed${reversed ? ' in reverse order' : ''}`, ({ answers }, real) => {
      const answer = answers.at(-1 - age) ?? [];
      processResponse(real, reversed ? answer.toReversed() : answer);
    }),
  ),
  fc.integer({ min: 1, max: 3 }).map((divisor) => step(`1/${divisor} is refunded`, (model, real) => requestRefund(model, real, divisor))),
  fc
    .tuple(fc.nat(3), fc.constantFrom('succeeded' as const, 'failed' as const))
    .map(([index, status]) => step(`refund ${index} has ${status}`, (model, real) => settle(model, real, index, status))),
  fc.integer({ min: 1, max: 3600 }).map((seconds) =>
    step(`${seconds} s pass`, (_model, { billing }) => {
      billing.world.now += seconds;
    }),
  ),
];
/** Processes the latest response, after which the disputes must match the provider, whatever happened before. */
const expectSettled = (model: Model, real: Real): void => {
  processResponse(real, model.chargebacks);
  const actual = disputesOf(real).map(({ providerChargebackId: id, amountCents, status }) => `${id} ${amountCents} ${status}`);
  const expected = model.chargebacks.map(
    ({ providerChargebackId: id, amountCents, reversedAt }) => `${id} ${amountCents} ${reversedAt === null ? 'open' : 'won'}`,
  );
  const broken = violations(model, real);
  if (actual.sort().join() !== expected.sort().join()) throw new Error(`${actual.join()} instead of ${expected.join()}`);
  if (broken.length > 0) throw new Error(`broken: ${broken.join('; ')}`);
};
describe('chargebacks, reversals and refunds in any order', () => {
  it('result in disputes that match the chargebacks of the provider, even if responses are repeated, lost, late or out of order', () => {
    fc.assert(
      fc.property(fc.commands(commands, { maxCommands: 60, size: '+1' }), (steps) => {
        const world = new World();
        const billing = new Billing(world, newCatalogue(world));
        const { lastPaymentId } = billing.subscribe();
        const model: Model = { chargebacks: [], answers: [], refunds: [] };
        const real: Real = { billing, paymentId: String(lastPaymentId) };
        fc.modelRun(() => ({ model, real }), steps);
        expectSettled(model, real);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
