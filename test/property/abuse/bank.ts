import { passTime, sweep } from '../histories/environment.ts';
import { fetchProviderPayments, paymentsIn, pickFromEnd } from '../histories/queries.ts';
import { sendAllWebhooks } from '../histories/requests.ts';
import { type AbusiveCustomer, advanceClock, testClockTime } from './customer.ts';

const HOUR = 3600;

/** Gives all pending recurring charges this outcome, then sends all webhooks. */
export const decidePending = async (abuser: AbusiveCustomer, bankOutcome: 'paid' | 'failed'): Promise<undefined> => {
  for (const { id, status, sequenceType } of await fetchProviderPayments(abuser)) {
    if (status === 'pending' && sequenceType === 'recurring') await abuser.shop.sandbox.settle(id, bankOutcome);
  }
  await sendAllWebhooks(abuser);
};

/**
 * Charges back a payment or reverses a chargeback, runs the next daily poll of the dispute, then advances the clock by a second so that
 * later actions have a later time. `fromEnd`: index of the payment among the payments that allow this, counted from the newest. Returns
 * `undefined` if no payment allows this, else `null`.
 */
export const chargeBack = async (
  abuser: AbusiveCustomer,
  fromEnd: number,
  bankOutcome: 'charged_back' | 'chargeback_reversed',
): Promise<string | null | undefined> => {
  const { shop, bankOutcomes } = abuser;
  const sales = (await paymentsIn(abuser)).filter(({ status, verification }) => status === 'succeeded' && !verification);
  const suitable = sales.filter(({ amountDisputedCents }) => amountDisputedCents > 0 === (bankOutcome === 'chargeback_reversed'));
  const payment = pickFromEnd(suitable, fromEnd);
  if (payment === undefined) return undefined;
  // A payment can be charged back only once.
  if (!(await shop.sandbox.settle(String(payment.providerPaymentId), bankOutcome)).ok) return undefined;
  await sendAllWebhooks(abuser);
  passTime(abuser, 25 * HOUR);
  await sweep(abuser);
  bankOutcomes.push({ at: await testClockTime(abuser), paymentId: payment.id, bankOutcome });
  await advanceClock(abuser, 1);
  return null;
};
