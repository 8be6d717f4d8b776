import fc from 'fast-check';
import type { Payment } from '../../../../shared/domain/payment/record.ts';
import type { SandboxPayment } from '../../../../shared/sandbox/model.ts';
import { sendRefundRequest, setBehavior, settleRefundAtBank } from '../../histories/perform.ts';
import { fetchProviderPayments, paymentsIn, pickFromEnd } from '../../histories/queries.ts';
import { sendAllWebhooks } from '../../histories/requests.ts';
import { compareRows } from '../compare-rows.ts';
import type { RefundedCharge } from '../refunded-model.ts';
import type { Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';

const MAX_REFUNDS = 100;

const sorted = <T>(all: readonly T[], rowOf: (each: T) => readonly unknown[]): readonly T[] =>
  [...all].sort((left, right) => compareRows(rowOf(left), rowOf(right)));

/**
 * Finds the model's charge of each payment; `verification`: the payment only verified the payment method. Charges of the same second are
 * matched by type, amount and status.
 */
const chargesOf = (payments: readonly Payment[], { sale, charges }: Simulation['model']): ReadonlyMap<string, RefundedCharge> => {
  const laterPayments = sorted(
    payments.filter(({ type }) => type !== 'initial' && type !== 'setup'),
    ({ created, type, amountCents, status }) => [created, type, amountCents, status],
  );
  const modelCharges = sorted(charges, ({ at, type, amountCents, status }) => [at, type, amountCents, status]);
  const initial = payments.find(({ type }) => type === 'initial');
  return new Map([
    ...(initial === undefined ? [] : [[initial.id, sale ?? ('verification' as const)] as const]),
    ...laterPayments.flatMap(({ id }, index) => (modelCharges[index] === undefined ? [] : [[id, modelCharges[index]] as const])),
  ]);
};

const returnedAtBank = ({ refundedCents, chargeback }: SandboxPayment): number =>
  refundedCents + (chargeback === null || chargeback.reversedAt !== null ? 0 : chargeback.amountCents);

/**
 * Updates three things in the model: the amounts that the bank returned, the charges that were returned in full, and the charges whose full
 * refund is pending.
 */
export const updateReturnedAmounts = async (simulation: Simulation): Promise<void> => {
  const payments = await paymentsIn(simulation);
  const charges = chargesOf(payments, simulation.model);
  for (const bankPayment of await fetchProviderPayments(simulation)) {
    const paymentId = bankPayment.webhookUrl?.split('/').at(-1) ?? '';
    const charge = charges.get(paymentId);
    if (charge === undefined) continue;
    if (charge !== 'verification') simulation.model.setReturnedCents(charge, returnedAtBank(bankPayment));
    const isReturned = payments.some(({ id, amountReturnedCents, amountCents }) => id === paymentId && amountReturnedCents >= amountCents);
    if (!isReturned) simulation.model.setFullRefundPending(charge, bankPayment.refundedCents >= bankPayment.amountCents);
  }
  for (const payment of payments) {
    if (payment.amountReturnedCents < payment.amountCents || simulation.returnedPaymentIds.has(payment.id)) continue;
    simulation.returnedPaymentIds.add(payment.id);
    const charge = charges.get(payment.id);
    if (charge === undefined) continue;
    simulation.model.endIfFullyReturned(charge);
    simulation.model.setFullRefundPending(charge, false);
  }
};

const DAY = 86_400;
/** `refund_window_days` of the account. */
const WINDOW_DAYS = 365;

/** Returns the expected error code of a refund; `null`: it succeeds. */
const expectedRefusal = (
  { model }: Simulation,
  payment: Payment,
  charge: RefundedCharge | undefined,
  request: { readonly amountCents: number | null; readonly isAccepted: boolean },
): string | null => {
  if (payment.amountRefundedCents >= payment.amountCents) return 'charge_already_refunded';
  if (payment.amountDisputedCents > 0) return 'charge_disputed';
  const modelCharge = charge === 'verification' || charge === undefined ? null : charge;
  if (modelCharge !== null && model.blockingOperation(modelCharge) !== null) return 'operation_pending';
  if (model.now >= (payment.paidAt ?? payment.created) + WINDOW_DAYS * DAY) {
    const leftCents = modelCharge === null ? 0 : model.creditLeft(modelCharge);
    if (leftCents === 0) return 'state_conflict';
    if (request.amountCents !== null && request.amountCents > leftCents) return 'parameter_invalid';
  }
  return request.isAccepted ? null : 'payment_refused';
};

/**
 * Refunds a payment and checks the response. `fromEnd`: index of the succeeded payment, counted from the newest. `divisor`: divides the
 * amount that is not refunded yet; 1: the request has no amount, which refunds the rest.
 */
const requestRefund = async (simulation: Simulation, fromEnd: number, divisor: number, isAccepted: boolean): Promise<void> => {
  const payment = pickFromEnd(
    (await paymentsIn(simulation)).filter(({ status }) => status === 'succeeded'),
    fromEnd,
  );
  if (payment === undefined) return;
  simulation.keyCount += 1;
  const amountCents = divisor === 1 ? null : Math.max(1, Math.floor((payment.amountCents - payment.amountRefundedCents) / divisor));
  const charge = chargesOf(await paymentsIn(simulation), simulation.model).get(payment.id);
  const expected = expectedRefusal(simulation, payment, charge, { amountCents, isAccepted });
  const actual = await sendRefundRequest(simulation, simulation.shop.fixture.store, {
    paymentId: payment.id,
    amountCents,
    key: `refund-${simulation.keyCount}`,
  });
  if (actual !== expected) throw new Error(`the refund of a payment of type ${payment.type} returned ${actual}, not ${expected}`);
  const blockedBy = charge === undefined || charge === 'verification' ? null : simulation.model.blockingOperation(charge);
  if (expected === 'payment_refused' && charge !== undefined && charge !== 'verification') simulation.model.revalue(charge);
  if (expected === 'operation_pending') simulation.countAction(`refund refused: a ${blockedBy} uses the payment`);
};

export const refundPayment = defineAction({
  name: 'refund',
  weight: 3,
  inputs: fc.record({
    fromEnd: fc.constantFrom(0, 0, 1, 2),
    divisor: fc.constantFrom(1, 2, 2, 3, 3),
    refunds: fc.constantFrom('refunded' as const, 'refunded' as const, 'pending' as const, 'refused' as const),
  }),
  perform: async (simulation, { fromEnd, divisor, refunds }) => {
    await setBehavior(simulation, { refunds });
    await requestRefund(simulation, fromEnd, divisor, refunds !== 'refused');
  },
});

/**
 * Sends one provider webhook for each charge, so that the service and the model learn a decision of the bank that was not reported before.
 */
const reportAll = async (simulation: Simulation): Promise<void> => {
  await sendAllWebhooks(simulation);
  simulation.model.reportDecision();
};

/** The bank decides a pending refund. */
export const decideRefund = defineAction({
  name: 'refund decided',
  weight: 2,
  inputs: fc.record({ fromEnd: fc.nat(2), becomes: fc.constantFrom('refunded' as const, 'refunded' as const, 'failed' as const) }),
  perform: async (simulation, { fromEnd, becomes }) => {
    await settleRefundAtBank(simulation, fromEnd, becomes);
    await reportAll(simulation);
  },
});

/** The bank pays out all pending refunds. */
export const settleRefunds = async (simulation: Simulation): Promise<void> => {
  const { sandbox } = simulation.shop;
  for (const charge of await fetchProviderPayments(simulation)) {
    for (const refundAtBank of await sandbox.store.list('refund', `${charge.id}/`, { limit: MAX_REFUNDS, from: null })) {
      if (refundAtBank.status === 'pending') await sandbox.settleRefund(charge.id, refundAtBank.id, 'refunded');
    }
  }
  await reportAll(simulation);
};

/** A charge is charged back, or a chargeback is reversed. Neither changes whether the customer is served. */
export const chargeback = defineAction({
  name: 'chargeback',
  weight: 2,
  inputs: fc.record({
    fromEnd: fc.nat(2),
    becomes: fc.constantFrom('charged_back' as const, 'charged_back' as const, 'chargeback_reversed' as const),
  }),
  perform: async (simulation, { fromEnd, becomes }) => {
    const charge = pickFromEnd(
      (await fetchProviderPayments(simulation)).filter(({ status }) => status === 'paid'),
      fromEnd,
    );
    if (charge === undefined) return;
    await simulation.shop.sandbox.settle(charge.id, becomes);
    await reportAll(simulation);
  },
});
