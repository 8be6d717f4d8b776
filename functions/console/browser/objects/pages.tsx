import type { ComponentChildren } from 'preact';
import { periodFormat } from '../../../../shared/locales/invoice-facts.ts';
import { enumLabel, fullDayText, methodText, methodTypeText, money, percentText, priceText, unitMoney } from '../app/format.ts';
import { Card, DateTime } from '../app/parts.tsx';
import { TAX_CATEGORY_NAMES } from './actions/object-fields.ts';
import { refundReasonText } from './actions/refund-reasons.ts';
import { CUSTOMER_PAGE } from './customer-page.tsx';
import { CREDIT_NOTE_PAGE, INVOICE_PAGE } from './invoice-page.tsx';
import { ObjectLink } from './links.tsx';
import type { PageParts } from './page-parts.ts';
import { PAYMENT_LINK_PAGE } from './payment-link-page.tsx';
import { RedemptionsCard } from './redemptions-card.tsx';
import type { Row, RowOf } from './rows.ts';
import { nextChargeStat, withdrawalFact } from './subscription-labels.ts';
import { DataTable } from './table.tsx';
import { METER_PAGE } from './usage/meter-page.tsx';
import { UsageAlertsCard } from './usage/usage-alerts-card.tsx';
import { UsageCard } from './usage/usage-card.tsx';

const Stats = ({ stats }: { readonly stats: readonly (readonly [name: string, value: ComponentChildren, note?: string])[] }) => (
  <dl class="stats">
    {stats.map(([name, value, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note === undefined ? null : <span class="soft">{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

const timeOf = (seconds: number | null): ComponentChildren => (seconds === null ? null : <DateTime seconds={seconds} />);

const eligibilityFact = ({ refund_eligibility: eligibility }: RowOf['payments'] | RowOf['subscriptions']): ComponentChildren => {
  if (!eligibility) return null;
  if (eligibility.reason !== null) return refundReasonText(eligibility.reason);
  const days = eligibility.days_remaining;
  return `Up to ${money(eligibility.amount_cents, eligibility.currency)}${days === null ? '' : `, for ${days} more ${days === 1 ? 'day' : 'days'}`}`;
};

const SUBSCRIPTION_PAGE: PageParts<RowOf['subscriptions']> = {
  Main: ({ row, screenProps }) => (
    <>
      <Stats
        stats={[
          ['Plan', row.price.product_name, priceText(row.price)],
          nextChargeStat(row),
          ['MRR', money(row.mrr_cents, row.price.currency)],
          ['Payment method', methodText(row.payment_method)],
        ]}
      />
      {row.price.usage_type === 'metered' && row.status !== 'canceled' ? (
        <>
          <UsageCard row={row} screenProps={screenProps} />
          <UsageAlertsCard owner={{ name: 'subscription_id', id: row.id }} currency={row.price.currency} screenProps={screenProps} />
        </>
      ) : null}
    </>
  ),
  facts: (row, { onSignedOut }) => [
    ['Customer', <ObjectLink id={row.customer_id} name={row.customer?.name ?? row.customer?.email ?? null} onSignedOut={onSignedOut} />],
    ['Price', <ObjectLink id={row.price_id} name={priceText(row.price)} onSignedOut={onSignedOut} />],
    ['Access', row.serves_customer ? 'Active' : row.max_amount_exceeded_at == null ? 'None' : 'None: the usage exceeds its maximum amount'],
    ['Renewal', enumLabel(row.renewal_state)],
    ['Current period', periodFormat(fullDayText)(row.current_period_start, row.current_period_end)],
    ['Trial ends', row.trial_end === null ? null : fullDayText(row.trial_end)],
    ['Discount', row.discount === null ? null : row.discount.code],
    ['Payments', row.payment_count],
    ['Refund', eligibilityFact(row)],
    ['Withdrawal', withdrawalFact(row)],
    ['Canceled', timeOf(row.canceled_at)],
    ['Cancellation reason', row.cancellation_reason === null ? null : enumLabel(row.cancellation_reason)],
  ],
};

const PAYMENT_TYPES: Readonly<Record<string, string>> = {
  initial: 'First payment of a subscription',
  setup: 'Verification of a payment method',
  renewal: 'Renewal',
  plan_change: 'Plan change',
  usage: 'Usage',
  one_shot: 'One-off payment',
};

const PAYMENT_PAGE: PageParts<RowOf['payments']> = {
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

const Tiers = ({ row }: { readonly row: RowOf['prices'] }) => (
  <Card title="Tiers">
    <DataTable
      label="Tiers"
      rows={row.tiers ?? []}
      keyOf={(tier) => String(tier.up_to)}
      columns={[
        { title: 'Up to', cell: ({ up_to: upTo }) => (upTo === null ? 'All further units' : String(upTo)) },
        { title: 'Per unit', isNumber: true, cell: ({ unit_amount_decimal: unit }) => unitMoney(unit, row.currency) },
        { title: 'Flat fee', isNumber: true, cell: ({ flat_amount_cents: flat }) => money(flat, row.currency) },
      ]}
    />
  </Card>
);

const PRICE_PAGE: PageParts<RowOf['prices']> = {
  Main: ({ row }) => (row.tiers === null || row.tiers.length === 0 ? null : <Tiers row={row} />),
  facts: (row, { onSignedOut }) => [
    ['Product', <ObjectLink id={row.product_id} onSignedOut={onSignedOut} />],
    ['Pricing', row.usage_type === 'metered' ? 'Usage-based' : 'Flat fee'],
    [
      'Meter',
      row.usage_type === 'licensed' ? null : row.meter_id === null ? (
        'None: usage records only'
      ) : (
        <ObjectLink id={row.meter_id} onSignedOut={onSignedOut} />
      ),
    ],
    ['Billing period', row.interval === 'month' ? 'Monthly' : 'Yearly'],
    ['Trial', row.trial_days === 0 ? 'None' : `${row.trial_days} days`],
    ['Payment methods', row.payment_methods === null ? 'All' : row.payment_methods.map(methodTypeText).join(', ')],
    [
      'Refund window',
      row.refund_window_days === null
        ? 'As for the account'
        : row.refund_window_days === 0
          ? 'No refunds'
          : `${row.refund_window_days} days`,
    ],
    ['Portal', row.self_service ? 'Customers can switch to it' : 'Not offered'],
  ],
};

const PRODUCT_PAGE: PageParts<RowOf['products']> = {
  Main: ({ row }) =>
    row.description === null && row.marketing_features.length === 0 ? null : (
      <Card title="Description">
        <div class="body">
          {row.description === null ? null : <p>{row.description}</p>}
          {row.marketing_features.length === 0 ? null : (
            <ul>
              {row.marketing_features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          )}
        </div>
      </Card>
    ),
  facts: (row, { onSignedOut }) => [
    [
      'Default price',
      row.default_price ? <ObjectLink id={row.default_price.id} name={priceText(row.default_price)} onSignedOut={onSignedOut} /> : null,
    ],
    ['Promotion codes', row.allow_promotion_codes ? 'Accepted' : 'Not accepted'],
    ['Tax category', TAX_CATEGORY_NAMES[row.tax_category] ?? row.tax_category],
  ],
};

const COUPON_PAGE: PageParts<RowOf['coupons']> = {
  Main: ({ row, screenProps }) => (
    <>
      <Stats
        stats={[
          ['Discount', row.percent_off === null ? money(row.amount_off_cents ?? 0, row.currency ?? 'EUR') : percentText(row.percent_off)],
          [
            'Duration',
            row.duration === 'repeating' ? `${row.duration_in_months} months` : row.duration === 'once' ? 'First period' : 'Forever',
          ],
          ['Redeemed', String(row.times_redeemed), row.max_redemptions === null ? 'No limit' : `of ${row.max_redemptions}`],
          ['Expires', row.redeem_by === null ? 'Never' : fullDayText(row.redeem_by)],
        ]}
      />
      <RedemptionsCard row={row} screenProps={screenProps} />
    </>
  ),
  facts: (row, { onSignedOut }) => [
    ['Minimum amount', row.min_amount_cents === null || row.currency === null ? null : money(row.min_amount_cents, row.currency)],
    ['Max. per customer', row.max_redemptions_per_customer],
    [
      'Prices',
      row.applies_to_price_ids === null || row.applies_to_price_ids.length === 0
        ? 'All'
        : row.applies_to_price_ids.map((id) => (
            <div key={id}>
              <ObjectLink id={id} onSignedOut={onSignedOut} />
            </div>
          )),
    ],
  ],
};

const ENDPOINT_PAGE: PageParts<RowOf['webhook_endpoints']> = {
  facts: (row) => [
    ['URL', row.url],
    ['Events', row.enabled_events.includes('*') ? 'All events' : row.enabled_events.join(', ')],
    ['Description', row.description],
    ['Secret fingerprint', <code class="id">{row.secret_fingerprint}</code>],
  ],
};

/** Content of the pages of objects, by the screen that lists the objects. */
const PAGES: { readonly [Name in keyof RowOf]?: PageParts<RowOf[Name]> } = {
  customers: CUSTOMER_PAGE,
  subscriptions: SUBSCRIPTION_PAGE,
  invoices: INVOICE_PAGE,
  credit_notes: CREDIT_NOTE_PAGE,
  payments: PAYMENT_PAGE,
  products: PRODUCT_PAGE,
  prices: PRICE_PAGE,
  meters: METER_PAGE,
  coupons: COUPON_PAGE,
  payment_links: PAYMENT_LINK_PAGE,
  webhook_endpoints: ENDPOINT_PAGE,
};

/** Content of the page of an object of this screen; `undefined`: the page lists all fields of the object. */
export const pageOf = (screen: string): PageParts<Row> | undefined =>
  Object.hasOwn(PAGES, screen) ? (PAGES[screen as keyof RowOf] as PageParts<never> as PageParts<Row>) : undefined;
