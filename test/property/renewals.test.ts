import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeIntentAggregate } from '../../shared/domain/charge-intent/record.ts';
import { amountDueCents, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { Refusal } from '../../shared/domain/kernel.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { nextCycleOf } from '../../shared/domain/subscription/record.ts';
import { Billing } from '../domain/billing.ts';
import { catalogue, DAY, World } from '../domain/world.ts';

interface Model {
  /** Payments that a turn told to charge, in order; the bank may answer any of them, in any order, again and again. */
  readonly charges: string[];
}

interface Real {
  readonly billing: Billing;
  readonly id: string;
}

type Step = fc.Command<Model, Real>;

const pick = (model: Model, index: number): string | undefined => model.charges[index % Math.max(model.charges.length, 1)];

/** What must hold after every step, whatever came before. */
const invariants = ({ billing, id }: Real): void => {
  const subscription = billing.subscription(id);
  const invoices = billing.world.all(invoiceAggregate);
  const payments = billing.world.all(paymentAggregate);

  const recurring = invoices.filter((invoice) => invoice.status !== 'void').map((invoice) => invoice.periodStart);
  expect(new Set(recurring).size, 'one invoice per service period').toBe(recurring.length);

  for (const invoice of invoices) {
    const settledBy = payments.filter((payment) => payment.status === 'succeeded' && payment.id === invoice.paymentId);
    expect(settledBy.length, 'a paid invoice has its one payment').toBe(invoice.status === 'paid' ? 1 : 0);
    expect(invoice.amountPaidCents).toBe(settledBy.reduce((sum, payment) => sum + payment.amountCents, 0));
    expect(amountDueCents(invoice)).toBe(invoice.status === 'paid' ? 0 : invoice.totalCents);
  }

  const paid = invoices.filter((invoice) => invoice.status === 'paid').length;
  if (subscription.status !== 'canceled') {
    expect(subscription.paymentCount, 'every paid period is counted').toBe(paid);
    expect(subscription.periodIndex, 'the period advances with each paid renewal and never otherwise').toBe(paid - 1);
  }
  expect(
    invoices.map((invoice) => Number(invoice.number.split('-')[1])),
    'numbers have no gap',
  ).toEqual(invoices.map((_, index) => index + 1));

  const pending = payments.filter((payment) => payment.status === 'pending' && payment.type === 'renewal');
  const awaited = subscription.renewal?.processing === true ? subscription.renewal.paymentId : null;
  if (awaited !== null) expect(pending.map((payment) => payment.id)).toContain(awaited);
  const next = nextCycleOf(subscription);
  expect(next === null, 'something is due unless the bank is awaited or all is over').toBe(
    subscription.status === 'canceled' || awaited !== null,
  );

  const intents = billing.world.all(chargeIntentAggregate);
  expect(intents.length, 'each charge had its own intent').toBe(payments.length - 1);
  expect(new Set(payments.map((payment) => payment.idempotencyKey)).size).toBe(payments.length);
};

const step = (name: string, run: (model: Model, real: Real) => void): Step => ({
  check: () => true,
  run: (model, real) => {
    run(model, real);
    invariants(real);
  },
  toString: () => name,
});

const turn = (model: Model, { billing, id }: Real, given: { periodEnd?: number; attempt?: number } = {}): void => {
  const outcome = billing.turn(id, given);
  if (outcome instanceof Refusal) throw new Error(`refused: ${outcome.message}`);
  if (outcome.outcome === 'charge' && !model.charges.includes(outcome.payment.id)) model.charges.push(outcome.payment.id);
};

const commands: fc.Arbitrary<Step>[] = [
  fc.constant(
    step('wait until due and take the turn', (model, real) => {
      const next = nextCycleOf(real.billing.subscription(real.id));
      if (next !== null) real.billing.world.now = Math.max(real.billing.world.now, next.at);
      turn(model, real);
    }),
  ),
  fc.constant(step('take the turn again', (model, real) => turn(model, real))),
  fc.record({ offset: fc.integer({ min: -2, max: 2 }), attempt: fc.integer({ min: 1, max: 6 }) }).map(({ offset, attempt }) =>
    step(`a stray turn ${offset}/${attempt}`, (model, real) => {
      turn(model, real, { periodEnd: real.billing.subscription(real.id).currentPeriodEnd + offset * DAY, attempt });
    }),
  ),
  fc.nat(20).map((index) =>
    step(`paid ${index}`, (model, { billing }) => {
      const paymentId = pick(model, index);
      if (paymentId !== undefined) billing.settle(paymentId);
    }),
  ),
  fc.tuple(fc.nat(20), fc.constantFrom('insufficient_funds', 'mandate_gone')).map(([index, code]) =>
    step(`declined ${index} ${code}`, (model, { billing }) => {
      const paymentId = pick(model, index);
      if (paymentId !== undefined) billing.decline(paymentId, code);
    }),
  ),
  fc.integer({ min: 1, max: 20 }).map((days) =>
    step(`${days} days pass`, (_model, { billing }) => {
      billing.world.now += days * DAY;
    }),
  ),
];

describe('renewals in any order', () => {
  it('charge each service period at most once, whatever is repeated, lost, late or out of order', () => {
    fc.assert(
      fc.property(fc.commands(commands, { maxCommands: 60, size: '+1' }), (steps) => {
        const setup = () => {
          const world = new World();
          const billing = new Billing(world, catalogue(world));
          return { model: { charges: [] }, real: { billing, id: billing.subscribe().id } };
        };
        fc.modelRun(setup, steps);
      }),
      { numRuns: 150 },
    );
  });
});
