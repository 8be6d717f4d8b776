import type { Aggregate } from '../aggregate.ts';
import type { Metadata } from '../fields.ts';
import type { Payable, TransferInstructions } from '../payable/record.ts';
import { livemode, type Tenant } from '../tenant.ts';

export const ONE_SHOT_STATUSES = ['open', 'pending', 'succeeded', 'failed', 'canceled', 'expired', 'refunded'] as const;
export type OneShotStatus = (typeof ONE_SHOT_STATUSES)[number];

/** An amount that a customer pays once, for something that is in no catalogue. */
export interface OneShotPayment extends Payable {
  readonly status: OneShotStatus;
  /** What is asked for, as a price would: an exclusive tax comes on top when it is charged. */
  readonly amountCents: number;
  /** Money that was returned, in what was charged. */
  readonly amountRefundedCents: number;
  readonly amountDisputedCents: number;
  readonly currency: string;
  readonly description: string;
  readonly invoiceId: string | null;
  readonly metadata: Metadata;
  /** Where the buyer sends the money, once a bank transfer was begun. */
  readonly transfer: TransferInstructions | null;
}

/**
 * `payment_id` is the payment that paid, otherwise the latest that tried to. `client_secret` is signed per answer, so it is laid
 * over this view where it is shown [OSP-13..15].
 */
export const viewOneShot = (oneShot: OneShotPayment, tenant: Tenant) => ({
  id: oneShot.id,
  object: 'one_shot_payment' as const,
  created: oneShot.created,
  livemode: livemode(tenant),
  status: oneShot.status,
  amount_cents: oneShot.amountCents,
  amount_refunded_cents: oneShot.amountRefundedCents,
  amount_disputed_cents: oneShot.amountDisputedCents,
  currency: oneShot.currency,
  description: oneShot.description,
  customer_id: oneShot.customerId,
  payment_id: oneShot.paymentId ?? oneShot.attempt?.paymentId ?? null,
  invoice_id: oneShot.invoiceId,
  payment_method: oneShot.paymentMethod,
  ui_mode: oneShot.uiMode,
  url: oneShot.url,
  client_secret: null,
  success_url: oneShot.successUrl,
  cancel_url: oneShot.cancelUrl,
  expires_at: oneShot.expiresAt,
  metadata: oneShot.metadata,
});
type OneShotView = ReturnType<typeof viewOneShot>;

const PREFIX = 'osp_';

/** Whether the id is a one-off payment's. */
export const isOneShotId = (id: string): boolean => id.startsWith(PREFIX);

export const oneShotAggregate: Aggregate<OneShotPayment, OneShotView> = {
  type: 'one_shot_payment',
  prefix: PREFIX,
  view: viewOneShot,
  customerIdOf: (oneShot) => oneShot.customerId,
  parentIdOf: (oneShot) => oneShot.clockId,
  listStateOf: (oneShot) => oneShot.status,
  dueOf: ({ status, expiresAt, clockId }) => {
    if (status === 'open') return { at: expiresAt, kind: 'checkout_expiry', clockId };
    // The payment itself is polled in real time. An advance need not wait for that.
    return status === 'pending' && clockId !== null ? { at: expiresAt, kind: 'checkout_payment_poll', clockId } : null;
  },
};
