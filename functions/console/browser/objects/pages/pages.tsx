import { periodFormat } from '../../../../../shared/locales/invoice-facts.ts';
import { enumLabel, fullDayText, methodText, methodTypeText, money, percentText, priceText, unitMoney } from '../../app/format.ts';
import { Card } from '../../app/parts.tsx';
import { TAX_CATEGORY_NAMES } from '../actions/object-fields.ts';
import { ObjectLink } from '../links.tsx';
import type { Row, RowOf } from '../rows.ts';
import { nextChargeStat, withdrawalFact } from '../subscription-labels.ts';
import { DataTable } from '../table.tsx';
import { METER_PAGE } from '../usage/meter-page.tsx';
import { UsageAlertsCard } from '../usage/usage-alerts-card.tsx';
import { UsageCard } from '../usage/usage-card.tsx';
import { CUSTOMER_PAGE } from './customer-page.tsx';
import { eligibilityFact, Stats, timeOf } from './facts.tsx';
import { CREDIT_NOTE_PAGE, INVOICE_PAGE } from './invoice-page.tsx';
import type { PageParts } from './page-parts.ts';
import { PAYMENT_LINK_PAGE } from './payment-link-page.tsx';
import { DISPUTE_PAGE, ONE_SHOT_PAGE, PAYMENT_PAGE, REFUND_PAGE } from './payment-pages.tsx';
import { RedemptionsCard } from './redemptions-card.tsx';

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
  one_shot_payments: ONE_SHOT_PAGE,
  refunds: REFUND_PAGE,
  disputes: DISPUTE_PAGE,
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
