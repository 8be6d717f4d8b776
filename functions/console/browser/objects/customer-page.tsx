import type { ComponentChildren } from 'preact';
import { COUNTRIES, fullDayText, methodText, money } from '../app/format.ts';
import { useRead } from '../app/parts.tsx';
import type { ScreenProps } from './lists.tsx';
import type { PageParts } from './page-parts.ts';
import type { RowOf } from './rows.ts';
import { UsageAlertsCard } from './usage/usage-alerts-card.tsx';

/** The parts of a customer's page. */

const PAGE_SIZE = '100';
/** Maximum number of pages of payments to read. If there are more, the sum is shown as a lower limit. */
const MAX_PAGES = 10;

type Sums = ReadonlyMap<string, number>;

/** The sum per currency. */
const sumsOf = (amounts: readonly (readonly [currency: string, cents: number])[]): Sums => {
  const sums = new Map<string, number>();
  for (const [currency, cents] of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents);
  return sums;
};

const sumsText = (sums: Sums): string => [...sums].map(([currency, cents]) => money(cents, currency)).join(' + ') || '–';

/** Reads the customer's payments, also failed ones. `isComplete`: false if the customer has more payments than are read. */
const readPayments = async ({ calls, route: { mode } }: ScreenProps, id: string) => {
  const payments: RowOf['payments'][] = [];
  let after: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const query = { customer_id: id, limit: PAGE_SIZE, ...(after === undefined ? {} : { starting_after: after }) };
    const page = await calls.page(mode, 'payments', new URLSearchParams(query));
    payments.push(...page.data);
    after = page.data.at(-1)?.id;
    if (!page.has_more) break;
    if (count === MAX_PAGES - 1) return { payments, isComplete: false };
  }
  return { payments, isComplete: true };
};

const nextChargeOf = (subscriptions: readonly RowOf['subscriptions'][]): ComponentChildren => {
  const retrying = subscriptions.find(({ next_payment_attempt: attempt }) => attempt !== null);
  if (retrying !== undefined) return `Retry on ${fullDayText(Number(retrying.next_payment_attempt))}`;
  const [next] = subscriptions
    .filter(
      ({ next_charge_amount_cents: cents, price, status }) => status !== 'canceled' && (cents !== null || price.usage_type === 'metered'),
    )
    .toSorted((one, other) => one.current_period_end - other.current_period_end);
  if (next === undefined) return '–';
  const amount = next.next_charge_amount_cents === null ? 'Usage' : money(next.next_charge_amount_cents, next.price.currency);
  return (
    <>
      {amount}
      <span class="soft">
        on {fullDayText(next.current_period_end)}
        {next.next_charge_amount_cents === null ? '' : ', incl. any VAT'}
      </span>
    </>
  );
};

const Stats = ({ row, screenProps }: { readonly row: RowOf['customers']; readonly screenProps: ScreenProps }) => {
  const { calls, route, onSignedOut } = screenProps;
  const paid = useRead(() => readPayments(screenProps, row.id), `paid ${row.id}`, onSignedOut);
  const query = new URLSearchParams({ customer_id: row.id, limit: PAGE_SIZE });
  const subscriptions = useRead(() => calls.page(route.mode, 'subscriptions', query), `subscriptions of ${row.id}`, onSignedOut);
  if (paid.kind !== 'read' || subscriptions.kind !== 'read')
    return <div aria-busy={paid.kind === 'reading' || subscriptions.kind === 'reading'} />;
  const { payments, isComplete } = paid.value;
  const rows = subscriptions.value.data;
  const succeeded = payments.filter(({ status }) => status === 'succeeded');
  const paidSums = sumsOf(succeeded.map((each) => [each.currency, each.amount_cents - each.amount_refunded_cents]));
  const mrr = sumsOf(rows.filter(({ mrr_cents: cents }) => cents > 0).map((each) => [each.price.currency, each.mrr_cents]));
  const method =
    rows.find(({ status, payment_method: each }) => status !== 'canceled' && each !== null)?.payment_method ??
    succeeded[0]?.payment_method ??
    null;
  const isMetered = rows.some(({ price, status }) => price.usage_type === 'metered' && status !== 'canceled');
  const stats = (
    <dl class="stats">
      <div>
        <dt>Paid in total</dt>
        <dd>
          {isComplete ? '' : 'More than '}
          {sumsText(paidSums)}
        </dd>
      </div>
      <div>
        <dt>MRR</dt>
        <dd>{sumsText(mrr)}</dd>
      </div>
      <div>
        <dt>Next charge</dt>
        <dd>{nextChargeOf(rows)}</dd>
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
      {isMetered ? (
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
