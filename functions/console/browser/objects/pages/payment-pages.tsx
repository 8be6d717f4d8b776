import { enumLabel, methodText, methodTypeText, money } from '../../app/format.ts';
import { ObjectLink } from '../links.tsx';
import type { ScreenProps } from '../lists.tsx';
import type { RowOf } from '../rows.ts';
import { eligibilityFact, LinkCard, Stats, timeOf } from './facts.tsx';
import type { PageParts } from './page-parts.ts';

/** The pages of payments, one-off payments, refunds and disputes. */

const PAYMENT_TYPES: Readonly<Record<string, string>> = {
  initial: 'First payment of a subscription',
  setup: 'Verification of a payment method',
  renewal: 'Renewal',
  plan_change: 'Plan change',
  usage: 'Usage',
  one_shot: 'One-off payment',
};

export const PAYMENT_PAGE: PageParts<RowOf['payments']> = {
  Main: ({ row }) => (
    <>
      {row.failure_code === null ? null : (
        <p class="problem">{row.failure_message ?? `The payment failed: ${enumLabel(row.failure_code).toLowerCase()}.`}</p>
      )}
      <Stats
        stats={[
          ['Amount', money(row.amount_cents, row.currency)],
          ['Refunded', money(row.amount_refunded_cents, row.currency)],
          ...(row.paid_at === null
            ? []
            : [['Net', money(row.amount_cents - row.amount_refunded_cents - row.amount_disputed_cents, row.currency)] as const]),
          ['Payment method', methodText(row.payment_method)],
        ]}
      />
    </>
  ),
  facts: (row, { onSignedOut }) => [
    ['Customer', <ObjectLink id={row.customer_id} onSignedOut={onSignedOut} />],
    ['Type', PAYMENT_TYPES[row.type] ?? enumLabel(row.type)],
    ['Invoice', row.invoice_id === null ? null : <ObjectLink id={row.invoice_id} onSignedOut={onSignedOut} />],
    ['Subscription', row.subscription_id ? <ObjectLink id={row.subscription_id} onSignedOut={onSignedOut} /> : null],
    ['Paid', timeOf(row.paid_at)],
    ['Disputed', row.amount_disputed_cents === 0 ? null : money(row.amount_disputed_cents, row.currency)],
    ['Refund', eligibilityFact(row)],
  ],
};

export const ONE_SHOT_PAGE: PageParts<RowOf['one_shot_payments']> = {
  Main: ({ row }) => (
    <>
      <Stats
        stats={[
          ['Amount', money(row.amount_cents, row.currency)],
          ['Refunded', money(row.amount_refunded_cents, row.currency)],
          ['Payment method', row.payment_method === null ? 'Buyer chooses' : methodTypeText(row.payment_method)],
        ]}
      />
      {row.status === 'open' && row.url !== null ? <LinkCard url={row.url} /> : null}
    </>
  ),
  facts: (row, { onSignedOut }) => [
    ['Customer', <ObjectLink id={row.customer_id} onSignedOut={onSignedOut} />],
    ['Description', row.description],
    ['Payment', row.payment_id === null ? null : <ObjectLink id={row.payment_id} name="View payment" onSignedOut={onSignedOut} />],
    ['Invoice', row.invoice_id === null ? null : <ObjectLink id={row.invoice_id} onSignedOut={onSignedOut} />],
    ['Disputed', row.amount_disputed_cents === 0 ? null : money(row.amount_disputed_cents, row.currency)],
    ['Expires', row.status === 'open' ? timeOf(row.expires_at) : null],
    ['Paid on', row.ui_mode === 'embedded' ? 'Your page, in the payment element' : 'The hosted page'],
    ['Success URL', row.success_url],
    ['Cancel URL', row.cancel_url],
  ],
};

/** A refund or dispute with its `payment`, which is `null` if the member may not read the payment. */
type WithPayment<T> = T & { readonly payment?: RowOf['payments'] | null };

/** The payment of a refund or dispute, and its customer and invoice. */
const paymentFacts = ({ payment_id: id, payment }: WithPayment<RowOf['refunds'] | RowOf['disputes']>, { onSignedOut }: ScreenProps) =>
  [
    ['Payment', <ObjectLink id={id} name={payment ? money(payment.amount_cents, payment.currency) : null} onSignedOut={onSignedOut} />],
    ['Customer', payment ? <ObjectLink id={payment.customer_id} onSignedOut={onSignedOut} /> : null],
    ['Invoice', payment?.invoice_id ? <ObjectLink id={payment.invoice_id} onSignedOut={onSignedOut} /> : null],
  ] as const;

const ReturnedMoney = ({ row }: { readonly row: WithPayment<RowOf['refunds'] | RowOf['disputes']> }) => (
  <Stats
    stats={[
      ['Amount', money(row.amount_cents, row.currency)],
      ['Payment method', methodText(row.payment?.payment_method ?? null)],
    ]}
  />
);

export const REFUND_PAGE: PageParts<WithPayment<RowOf['refunds']>> = {
  Main: ({ row }) => (
    <>
      {row.status === 'failed' ? (
        <p class="problem">The refund failed{row.failure_reason === null ? '' : `: ${enumLabel(row.failure_reason).toLowerCase()}`}.</p>
      ) : null}
      <ReturnedMoney row={row} />
    </>
  ),
  facts: (row, screenProps) => [
    ...paymentFacts(row, screenProps),
    ['Reason', row.reason],
    ['Credit note', row.credit_note_id === null ? null : <ObjectLink id={row.credit_note_id} onSignedOut={screenProps.onSignedOut} />],
    [row.status === 'failed' ? 'Failed' : 'Succeeded', timeOf(row.settled_at)],
  ],
};

export const DISPUTE_PAGE: PageParts<WithPayment<RowOf['disputes']>> = {
  Main: ({ row }) => (
    <>
      <p class="notice">
        {row.status === 'won'
          ? 'The bank has reversed the chargeback: the money is yours again.'
          : 'The bank of the customer has taken the money back. To contest this, contact your payment provider.'}
      </p>
      <ReturnedMoney row={row} />
    </>
  ),
  facts: (row, screenProps) => [...paymentFacts(row, screenProps), ['Reason', row.reason], ['Won', timeOf(row.reversed_at)]],
};
