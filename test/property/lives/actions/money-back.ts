import fc from 'fast-check';
import type { Payment } from '../../../../shared/domain/payment/record.ts';
import type { SandboxPayment } from '../../../../shared/sandbox/model.ts';
import { chargesIn } from '../../histories/books.ts';
import { bankRefund, behave, notice, paymentsIn, refund } from '../../histories/perform.ts';
import type { ModelCharge } from '../collection.ts';
import type { Life } from '../life.ts';
import { inOrder } from '../order.ts';
import { defineAction } from './action.ts';

const MOST = 100;

const pick = <T>(all: readonly T[], of: number): T | undefined => all.toReversed()[of % Math.max(1, all.length)];

const sorted = <T>(all: readonly T[], rowOf: (each: T) => readonly unknown[]): readonly T[] =>
  [...all].sort((one, other) => inOrder(rowOf(one), rowOf(other)));

/** What of the model a payment is; `null`: one that proved a method. Charges of one second are distinguished by what they are. */
const chargesOf = (payments: readonly Payment[], { sale, charges }: Life['model']): ReadonlyMap<string, ModelCharge | 'verification'> => {
  const made = sorted(
    payments.filter(({ type }) => type !== 'initial' && type !== 'setup'),
    ({ created, type, amountCents, status }) => [created, type, amountCents, status],
  );
  const known = sorted(charges, ({ at, type, amountCents, status }) => [at, type, amountCents, status]);
  const initial = payments.find(({ type }) => type === 'initial');
  return new Map([
    ...(initial === undefined ? [] : [[initial.id, sale ?? ('verification' as const)] as const]),
    ...made.flatMap(({ id }, index) => (known[index] === undefined ? [] : [[id, known[index]] as const])),
  ]);
};

const backAtBank = ({ refundedCents, chargeback }: SandboxPayment): number =>
  refundedCents + (chargeback === null || chargeback.reversedAt !== null ? 0 : chargeback.amountCents);

/** Tells the model what of each charge came back at the bank, and which charges went back as a whole. */
export const tellReturned = async (life: Life): Promise<void> => {
  const payments = await paymentsIn(life);
  const charges = chargesOf(payments, life.model);
  for (const there of await chargesIn(life)) {
    const charge = charges.get(there.webhookUrl?.split('/').at(-1) ?? '');
    if (charge !== undefined && charge !== 'verification') life.model.cameBack(charge, backAtBank(there));
  }
  for (const payment of payments) {
    if (payment.amountReturnedCents < payment.amountCents || life.returned.has(payment.id)) continue;
    life.returned.add(payment.id);
    const charge = charges.get(payment.id);
    if (charge !== undefined) life.model.returned(charge);
  }
};

const DAY = 86_400;
/** As the sellers of lives have it. */
const WINDOW_DAYS = 365;

/** What the refund is answered; `null`: it is made. */
const answerTo = (
  { model }: Life,
  payment: Payment,
  charge: ModelCharge | 'verification' | undefined,
  asked: { readonly amountCents: number | null; readonly isTaken: boolean },
): string | null => {
  if (payment.amountRefundedCents >= payment.amountCents) return 'charge_already_refunded';
  if (payment.amountDisputedCents > 0) return 'charge_disputed';
  const known = charge === 'verification' || charge === undefined ? null : charge;
  if (known !== null && model.usedBy(known) !== null) return 'operation_pending';
  if (model.now >= (payment.paidAt ?? payment.created) + WINDOW_DAYS * DAY) {
    const leftCents = known === null ? 0 : model.creditLeft(known);
    if (leftCents === 0) return 'state_conflict';
    if (asked.amountCents !== null && asked.amountCents > leftCents) return 'parameter_invalid';
  }
  return asked.isTaken ? null : 'payment_refused';
};

const askForRefund = async (life: Life, of: number, share: number, isTaken: boolean): Promise<void> => {
  const payment = pick(
    (await paymentsIn(life)).filter(({ status }) => status === 'succeeded'),
    of,
  );
  if (payment === undefined) return;
  life.keys += 1;
  const amountCents = share === 1 ? null : Math.max(1, Math.floor((payment.amountCents - payment.amountRefundedCents) / share));
  const charge = chargesOf(await paymentsIn(life), life.model).get(payment.id);
  const expected = answerTo(life, payment, charge, { amountCents, isTaken });
  const answered = await refund(life, life.shop.fixture.store, { paymentId: payment.id, amountCents, key: `refund-${life.keys}` });
  if (answered !== expected) throw new Error(`the refund of a ${payment.type} was answered ${answered}, not ${expected}`);
  const used = charge === undefined || charge === 'verification' ? null : life.model.usedBy(charge);
  if (expected === 'payment_refused' && charge !== undefined && charge !== 'verification') life.model.revalue(charge);
  if (expected === 'operation_pending') life.happened(`refund refused: a ${used} uses it`);
};

export const refunding = defineAction({
  name: 'refund',
  weight: 3,
  given: fc.record({
    of: fc.constantFrom(0, 0, 1, 2),
    share: fc.constantFrom(1, 2, 2, 3, 3),
    refunds: fc.constantFrom('refunded' as const, 'refunded' as const, 'pending' as const, 'refused' as const),
  }),
  perform: async (life, { of, share, refunds }) => {
    await behave(life, { refunds });
    await askForRefund(life, of, share, refunds !== 'refused');
  },
});

/** The provider calls back about every charge that it has. */
const noticeAll = async (life: Life): Promise<void> => {
  for (const charge of await chargesIn(life)) await notice(life, life.shop.fixture.store, charge);
  life.model.hear();
};

/** The bank decides a refund that it has taken on. */
export const refundDecided = defineAction({
  name: 'refund decided',
  weight: 2,
  given: fc.record({ of: fc.nat(2), becomes: fc.constantFrom('refunded' as const, 'refunded' as const, 'failed' as const) }),
  perform: async (life, { of, becomes }) => {
    await bankRefund(life, of, becomes);
    await noticeAll(life);
  },
});

/** The bank has paid out every refund that it took on. */
export const settleRefunds = async (life: Life): Promise<void> => {
  const { sandbox } = life.shop;
  for (const charge of await chargesIn(life)) {
    for (const made of await sandbox.store.list('refund', `${charge.id}/`, { limit: MOST, from: null })) {
      if (made.status === 'pending') await sandbox.settleRefund(charge.id, made.id, 'refunded');
    }
  }
  await noticeAll(life);
};

/** The buyer's bank takes a charge back, or gives it back. It does not mention whether the buyer is served. */
export const chargeback = defineAction({
  name: 'chargeback',
  weight: 2,
  given: fc.record({
    of: fc.nat(2),
    becomes: fc.constantFrom('charged_back' as const, 'charged_back' as const, 'chargeback_reversed' as const),
  }),
  perform: async (life, { of, becomes }) => {
    const charge = pick(
      (await chargesIn(life)).filter(({ status }) => status === 'paid'),
      of,
    );
    if (charge === undefined) return;
    await life.shop.sandbox.settle(charge.id, becomes);
    await noticeAll(life);
  },
});
