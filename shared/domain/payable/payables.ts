import { checkoutSessionKind } from '../checkout-session/kind.ts';
import { oneShotKind } from '../one-shot/kind.ts';
import { isOneShotId } from '../one-shot/record.ts';
import type { Payment } from '../payment/record.ts';
import type { Payable, PayableKind } from './record.ts';

/** Calls `use` with the kind of payable that this id belongs to. */
export const withKindOf = <T>(payableId: string, use: <R extends Payable>(kind: PayableKind<R>) => T): T =>
  isOneShotId(payableId) ? use(oneShotKind) : use(checkoutSessionKind);

/** Calls `use` with each kind of payable. */
export const withEachKind = <T>(use: <R extends Payable>(kind: PayableKind<R>) => T): readonly T[] => [
  use(checkoutSessionKind),
  use(oneShotKind),
];

/** Id of the checkout session or one-off payment that a payment was made for; `null`: neither. */
export const payableIdOf = (payment: Pick<Payment, 'checkoutSessionId' | 'oneShotPaymentId'>): string | null =>
  payment.checkoutSessionId ?? payment.oneShotPaymentId;
