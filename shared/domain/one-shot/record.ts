import type { Aggregate } from '../aggregate.ts';
import type { Metadata } from '../fields.ts';
import type { Payable, TransferInstructions } from '../payable/record.ts';
import { livemode, type Tenant } from '../tenant.ts';

export const ONE_SHOT_STATUSES = ['open', 'pending', 'succeeded', 'failed', 'canceled', 'expired', 'refunded'] as const;
export type OneShotStatus = (typeof ONE_SHOT_STATUSES)[number];

/** A one-off payment: charges an amount without a product or subscription. */
export interface OneShotPayment extends Payable {
  readonly status: OneShotStatus;
  /** The amount that the account requested. Exclusive tax is added to it when the buyer is charged. */
  readonly amountCents: number;
  /** The amount that the buyer paid. Absent before the payment, and if an earlier release recorded the payment. */
  readonly amountPaidCents?: number;
  /** Sum of succeeded refunds. */
  readonly amountRefundedCents: number;
  readonly amountDisputedCents: number;
  readonly currency: string;
  readonly description: string;
  readonly invoiceId: string | null;
  readonly metadata: Metadata;
  /** Bank details for the buyer of a pending bank transfer; `null`: none. */
  readonly transfer: TransferInstructions | null;
}

/**
 * The API's `one_shot_payment` [OSP-13..15]. `payment_id`: the succeeded payment or, before that, the latest attempt. The caller replaces
 * `client_secret: null` with a secret that is signed for each response.
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

/** True for the id of a one-off payment. */
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
    // Payments are polled in real time. An advance of the test clock cannot wait for that, so it polls the payment, too.
    return status === 'pending' && clockId !== null ? { at: expiresAt, kind: 'checkout_payment_poll', clockId } : null;
  },
};
