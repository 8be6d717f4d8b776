import { chargesIn } from '../histories/books.ts';
import { notice, paymentsIn } from '../histories/perform.ts';
import { pass, sweep } from '../histories/stage.ts';
import { type Abuser, now, wait } from './stage.ts';

const HOUR = 3600;

const pick = <T>(all: readonly T[], of: number): T | undefined => all.toReversed()[of % Math.max(1, all.length)];

const noticeAll = async (abuser: Abuser): Promise<void> => {
  for (const charge of await chargesIn(abuser)) await notice(abuser, abuser.shop.fixture.store, charge);
};

/** The bank decides what it has taken on. */
export const decidePending = async (abuser: Abuser, bankOutcome: 'paid' | 'failed'): Promise<undefined> => {
  for (const { id, status, sequenceType } of await chargesIn(abuser)) {
    if (status === 'pending' && sequenceType === 'recurring') await abuser.shop.sandbox.settle(id, bankOutcome);
  }
  await noticeAll(abuser);
};

/** A charge is taken back at the bank, or comes again. A second passes, so that what is done then comes after it. */
export const chargeBack = async (
  abuser: Abuser,
  of: number,
  bankOutcome: 'charged_back' | 'chargeback_reversed',
): Promise<string | null | undefined> => {
  const { shop, bankOutcomes } = abuser;
  const sales = (await paymentsIn(abuser)).filter(({ status, verification }) => status === 'succeeded' && !verification);
  const suitable = sales.filter(({ amountDisputedCents }) => amountDisputedCents > 0 === (bankOutcome === 'chargeback_reversed'));
  const payment = pick(suitable, of);
  if (payment === undefined) return undefined;
  // A bank takes a charge back once.
  if (!(await shop.sandbox.settle(String(payment.providerPaymentId), bankOutcome)).ok) return undefined;
  await noticeAll(abuser);
  pass(abuser, 25 * HOUR);
  await sweep(abuser);
  bankOutcomes.push({ at: await now(abuser), paymentId: payment.id, bankOutcome });
  await wait(abuser, 1);
  return null;
};
