import fc from 'fast-check';
import { describe, it } from 'vitest';
import { chargeIntentAggregate } from '../../shared/domain/charge-intent/record.ts';
import { amountDueCents, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import { Billing } from '../domain/billing.ts';
import { DAY, newCatalogue, World } from '../domain/world.ts';
import { pickFromEnd } from './histories/queries.ts';

interface Model {
  /** Ids of the payments that renewal attempts created, in order. The bank may answer them in any order and repeatedly. */
  readonly charges: string[];
  /** Ids of the payments that paid an invoice, by invoice id. */
  readonly payers: Map<string, string>;
}

interface Real {
  readonly billing: Billing;
  readonly id: string;
}

type Step = fc.Command<Model, Real>;

const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

/** Checks the rules that must be true after every step. Returns the violated ones. */
const violations = ({ billing, id }: Real): readonly string[] => {
  const subscription = billing.subscription(id);
  const invoices = billing.world.all(invoiceAggregate);
  const payments = billing.world.all(paymentAggregate);
  const succeeded = new Map(payments.filter((payment) => payment.status === 'succeeded').map((payment) => [payment.id, payment]));
  const pending = new Set(payments.filter((payment) => payment.status === 'pending').map((payment) => payment.id));
  const failed = new Set(payments.filter((payment) => payment.status === 'failed').map((payment) => payment.id));
  const paid = invoices.filter((invoice) => invoice.status === 'paid');
  const voided = invoices.filter((invoice) => invoice.status === 'void');
  const canceled = subscription.status === 'canceled';
  const processingPaymentId = subscription.renewal?.processing === true ? subscription.renewal.paymentId : null;
  const rules: Readonly<Record<string, boolean>> = {
    'one invoice per service period': distinct(invoices.map((invoice) => invoice.periodStart)),
    'a paid invoice is paid in full by one payment': paid.every(
      (invoice) => succeeded.get(invoice.paymentId ?? '')?.amountCents === invoice.amountPaidCents && amountDueCents(invoice) === 0,
    ),
    'an unpaid invoice is due in full': invoices.every(
      (invoice) => invoice.status === 'paid' || amountDueCents(invoice) === invoice.totalCents,
    ),
    'every paid period is counted': canceled || subscription.paymentCount === paid.length,
    'the period advances only with a paid or voided renewal': canceled || subscription.periodIndex === paid.length + voided.length - 1,
    'invoice numbers have no gap': invoices.every((invoice, index) => Number(invoice.number.split('-')[1]) === index + 1),
    'the payment of an open renewal is processing or has failed':
      subscription.renewal === null || processingPaymentId !== null || failed.has(subscription.renewal.paymentId),
    'the processing payment is pending': processingPaymentId === null || pending.has(processingPaymentId),
    'a next billing step exists unless a payment is processing or the subscription ended':
      (nextBillingStep(subscription) === null) === (canceled || processingPaymentId !== null),
    'each payment of a renewal has one charge intent': billing.world.all(chargeIntentAggregate).length === payments.length - 1,
    'a payment is refunded once and in full if it paid no invoice, else never': [...succeeded.values()].every((payment) => {
      const hasPaidInvoice = invoices.some((invoice) => invoice.paymentId === payment.id && invoice.status === 'paid');
      const refunds = billing.world.all(refundAggregate).filter((refund) => refund.paymentId === payment.id);
      const returnedCents = refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
      return returnedCents === (hasPaidInvoice ? 0 : payment.amountCents) && payment.amountRefundedCents === returnedCents;
    }),
    'no two charges share an idempotency key': distinct(payments.map((payment) => payment.idempotencyKey)),
  };
  return Object.keys(rules).filter((rule) => rules[rule] !== true);
};

const step = (name: string, run: (model: Model, real: Real) => void): Step => ({
  check: () => true,
  run: (model, real) => {
    const wasCanceled = real.billing.subscription(real.id).status === 'canceled';
    run(model, real);
    const canceled = real.billing.subscription(real.id).status === 'canceled';
    const broken = [...violations(real), ...(wasCanceled && !canceled ? ['a canceled subscription stays canceled'] : [])];
    if (broken.length > 0) throw new Error(`broken: ${broken.join('; ')}`);
  },
  toString: () => name,
});

const attemptRenewal = (model: Model, { billing, id }: Real, options: { periodEnd?: number; attempt?: number } = {}): void => {
  const outcome = billing.attemptRenewal(id, options);
  if (outcome instanceof Refusal) throw new Error(`refused: ${outcome.message}`);
  if (outcome.outcome === 'charge' && !model.charges.includes(outcome.payment.id)) model.charges.push(outcome.payment.id);
};

const renewWhenDue: fc.Arbitrary<Step> = fc.constant(
  step('wait until due and attempt the renewal', (model, real) => {
    const next = nextBillingStep(real.billing.subscription(real.id));
    if (next !== null) real.billing.world.now = Math.max(real.billing.world.now, next.at);
    attemptRenewal(model, real);
  }),
);

const commands: fc.Arbitrary<Step>[] = [
  renewWhenDue,
  renewWhenDue,
  renewWhenDue,
  fc.constant(step('attempt the renewal again', (model, real) => attemptRenewal(model, real))),
  fc.record({ offset: fc.integer({ min: -2, max: 2 }), attempt: fc.integer({ min: 1, max: 6 }) }).map(({ offset, attempt }) =>
    step(`attempt ${attempt} for a period end ${offset} days off`, (model, real) => {
      attemptRenewal(model, real, { periodEnd: real.billing.subscription(real.id).currentPeriodEnd + offset * DAY, attempt });
    }),
  ),
  fc.nat(3).map((index) =>
    step(`payment ${index} from the end is paid`, (model, { billing }) => {
      const paymentId = pickFromEnd(model.charges, index);
      if (paymentId === undefined) return;
      const settled = billing.settle(paymentId);
      if (settled.invoice.status === 'void' && settled.overpayment) return;
      const payer = model.payers.get(settled.invoice.id) ?? paymentId;
      if (!settled.overpayment && payer !== paymentId) throw new Error('one period was paid twice');
      if (settled.overpayment && payer === paymentId) throw new Error('the payment of an invoice was treated as an overpayment');
      model.payers.set(settled.invoice.id, payer);
    }),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom('insufficient_funds', 'mandate_gone')).map(([index, code]) =>
    step(`payment ${index} from the end is declined: ${code}`, (model, { billing }) => {
      const paymentId = pickFromEnd(model.charges, index);
      if (paymentId !== undefined) billing.decline(paymentId, code);
    }),
  ),
  fc.constant(
    step('the latest invoice is voided', (_model, { billing }) => {
      const invoice = billing.world.all(invoiceAggregate).at(-1);
      if (invoice !== undefined) billing.void(invoice.id);
    }),
  ),
  fc.integer({ min: 1, max: 20 }).map((days) =>
    step(`${days} days pass`, (_model, { billing }) => {
      billing.world.now += days * DAY;
    }),
  ),
];

describe('renewals in any order', () => {
  it('charge each service period at most once, even if steps are repeated, lost, late or out of order', () => {
    fc.assert(
      fc.property(fc.commands(commands, { maxCommands: 50, size: '+1' }), (steps) => {
        const setup = () => {
          const world = new World();
          const billing = new Billing(world, newCatalogue(world));
          return { model: { charges: [], payers: new Map<string, string>() }, real: { billing, id: billing.subscribe().id } };
        };
        fc.modelRun(setup, steps);
      }),
      { numRuns: 100 },
    );
  }, 60_000);
});
