import fc from 'fast-check';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import type { Payment } from '../../../../shared/domain/payment/record.ts';
import { read } from '../../../provider/shop.ts';
import { chargesIn } from '../../histories/books.ts';
import { bankRefund, behave, notice, paymentsIn, refund } from '../../histories/perform.ts';
import type { ModelCharge } from '../collection.ts';
import type { Life } from '../life.ts';
import { defineAction } from './action.ts';

const MOST = 100;

const pick = <T>(all: readonly T[], of: number): T | undefined => all.toReversed()[of % Math.max(1, all.length)];

/** What of the model a payment is; `null`: one that bought nothing. */
const chargeOf = async ({ shop, model }: Life, payment: Payment): Promise<ModelCharge | 'sale' | 'verification' | null> => {
  if (payment.verification) return 'verification';
  if (payment.type === 'initial') return 'sale';
  const invoice = payment.invoiceId === null ? null : await read(shop, invoiceAggregate, payment.invoiceId);
  if (invoice?.paymentId !== payment.id) return null;
  return model.charges.find(({ status, periodStart }) => status === 'succeeded' && periodStart === invoice.periodStart) ?? null;
};

/** Tells the model which charges went back as a whole. */
export const tellReturned = async (life: Life): Promise<void> => {
  for (const payment of await paymentsIn(life)) {
    if (payment.amountReturnedCents < payment.amountCents || life.returned.has(payment.id)) continue;
    life.returned.add(payment.id);
    const charge = await chargeOf(life, payment);
    if (charge !== null) life.model.returned(charge);
  }
};

const askForRefund = async (life: Life, of: number, share: number): Promise<void> => {
  const payment = pick(
    (await paymentsIn(life)).filter(({ status }) => status === 'succeeded'),
    of,
  );
  if (payment === undefined) return;
  life.keys += 1;
  const amountCents = share === 1 ? null : Math.max(1, Math.floor((payment.amountCents - payment.amountRefundedCents) / share));
  await refund(life, life.shop.fixture.store, { paymentId: payment.id, amountCents, key: `refund-${life.keys}` });
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
    await askForRefund(life, of, share);
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

/** The buyer's bank takes a charge back, or gives it back. It says nothing of whether the buyer is served. */
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
