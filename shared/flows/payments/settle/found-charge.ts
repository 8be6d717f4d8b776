import type { Decision } from '../../../domain/decision.ts';
import type { Payment } from '../../../domain/payment/record.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { ChargeOutcome } from './outcome.ts';

/**
 * Name under which a charge is claimed for a payment, if the charge was found at the provider after the table was restored from a backup.
 * The charge was made after the backup, and names a payment that the backup lacks. Owner of the claim: the payment to which the charge
 * belongs now, so that webhooks about refunds and chargebacks find this payment.
 */
export const foundChargeClaim = (providerPaymentId: string): string => `found_charge#${providerPaymentId}`;

const TAKEN = new Refusal('state_conflict', 'This charge at the provider belongs to another payment.');

/** Adds the claim of a found charge to the decision that stores the charge's provider id in the payment. */
export const withFoundCharge = <Result>(
  decision: Decision<Result> | Refusal,
  payment: Payment | undefined,
  outcome: ChargeOutcome,
): Decision<Result> | Refusal => {
  if (decision instanceof Refusal || payment === undefined || outcome.kind !== 'payment') return decision;
  const { id, metadata } = outcome.snapshot;
  const isFound = payment.providerPaymentId === null && metadata.payment_id !== payment.id;
  if (!isFound || decision.changes.length === 0) return decision;
  const claim = { kind: 'claim', name: foundChargeClaim(id), owner: payment.id, refusal: TAKEN } as const;
  return { ...decision, guards: [...(decision.guards ?? []), claim] };
};
