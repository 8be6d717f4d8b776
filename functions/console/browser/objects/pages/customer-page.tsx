import type { ComponentChildren } from 'preact';
import { COUNTRIES, fullDayText, methodText } from '../../app/format.ts';
import { fetchNewestRows, type NewestRows } from '../../app/newest.ts';
import { useRead } from '../../app/parts.tsx';
import { NOT_KNOWN, sumsText } from '../list-summary.ts';
import type { ScreenProps } from '../lists.tsx';
import type { RowOf } from '../rows.ts';
import { nextChargeOfCustomer } from '../subscription-labels.ts';
import { UsageAlertsCard } from '../usage/usage-alerts-card.tsx';
import type { PageParts } from './page-parts.ts';

/** The parts of a customer's page. */

const nextChargeOf = ({ rows, isComplete }: NewestRows<RowOf['subscriptions']>): ComponentChildren => {
  if (!isComplete) return NOT_KNOWN;
  const [value, note] = nextChargeOfCustomer(rows);
  return (
    <>
      {value}
      {note === undefined ? null : <span class="soft">{note}</span>}
    </>
  );
};

const Stats = ({ row, screenProps }: { readonly row: RowOf['customers']; readonly screenProps: ScreenProps }) => {
  const {
    calls,
    route: { mode },
    onSignedOut,
  } = screenProps;
  const ofCustomer = { customer_id: row.id };
  const readPayments = () => fetchNewestRows({ calls, mode }, 'payments', ofCustomer);
  const readSubscriptions = () => fetchNewestRows({ calls, mode }, 'subscriptions', ofCustomer);
  const payments = useRead(readPayments, `paid ${row.id}`, onSignedOut);
  const subscriptions = useRead(readSubscriptions, `subscriptions of ${row.id}`, onSignedOut);
  if (payments.kind !== 'read' || subscriptions.kind !== 'read')
    return <div aria-busy={payments.kind === 'reading' || subscriptions.kind === 'reading'} />;
  const { rows, isComplete } = subscriptions.value;
  const succeeded = payments.value.rows.filter(({ status }) => status === 'succeeded');
  // A payment without an invoice only verified a payment method. It does not count, because it is refunded or owed to the customer.
  const paidAmounts = succeeded
    .filter(({ invoice_id: invoiceId }) => invoiceId !== null)
    .map((each) => ({ currency: each.currency, cents: each.amount_cents - each.amount_refunded_cents - each.amount_disputed_cents }));
  const mrrAmounts = rows
    .filter(({ mrr_cents: cents }) => cents > 0)
    .map((each) => ({ currency: each.price.currency, cents: each.mrr_cents }));
  const method =
    rows.find(({ status, payment_method: each }) => status !== 'canceled' && each !== null)?.payment_method ??
    succeeded[0]?.payment_method ??
    null;
  const mayBeMetered = !isComplete || rows.some(({ price, status }) => price.usage_type === 'metered' && status !== 'canceled');
  const stats = (
    <dl class="stats">
      <div>
        <dt>Paid in total</dt>
        <dd>{sumsText(paidAmounts, payments.value.isComplete)}</dd>
      </div>
      <div>
        <dt>MRR</dt>
        <dd>{sumsText(mrrAmounts, isComplete)}</dd>
      </div>
      <div>
        <dt>Next charge</dt>
        <dd>{nextChargeOf(subscriptions.value)}</dd>
      </div>
      <div>
        <dt>Payment method</dt>
        <dd>{methodText(method)}</dd>
      </div>
    </dl>
  );
  return (
    <>
      {stats}
      {mayBeMetered ? (
        <UsageAlertsCard
          owner={{ name: 'customer_id', id: row.id }}
          currency={rows.find(({ price }) => price.usage_type === 'metered')?.price.currency ?? null}
          screenProps={screenProps}
        />
      ) : null}
    </>
  );
};

const addressText = ({ address }: RowOf['customers']): string | null =>
  address === null
    ? null
    : [address.line1, address.line2, [address.postal_code, address.city].filter((part) => part !== null).join(' ')]
        .filter((part) => part !== null && part !== '')
        .join(', ');

export const CUSTOMER_PAGE: PageParts<RowOf['customers']> = {
  Main: Stats,
  facts: (row) => [
    ['Email', row.email],
    ['Country', row.country_code === null ? null : (COUNTRIES[row.country_code] ?? row.country_code)],
    ['Address', addressText(row)],
    ['Language', row.language],
    ['VAT number', row.vat_number],
    ['Registered name', row.vat_name],
    ['Email status', row.email_delivery === null ? null : `${row.email_delivery.status}, ${fullDayText(row.email_delivery.reported_at)}`],
  ],
};
