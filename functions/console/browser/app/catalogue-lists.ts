import { METER_STATUSES } from '../../../../shared/domain/meter/record.ts';
import { discountText, redeemedText } from '../objects/coupon-texts.ts';
import type { RowOf } from '../objects/rows.ts';
import { aggregationText, filtersText } from '../objects/usage/meter-texts.ts';
import { activeTabs, meterFilter, productFilter, statusTabs } from './filters.ts';
import { COUNTRIES, percentText, priceText } from './format.ts';
import { active, columnOf, created, numeric, relatedLists, status } from './list-columns.ts';
import type { Screen } from './screen-types.ts';

type Name = 'products' | 'prices' | 'meters' | 'coupons' | 'payment_links' | 'tax_rates';

/** The lists of the catalogue: products, prices, meters, coupons, payment links and tax rates. */
export const CATALOGUE_LISTS: { readonly [Each in Name]: Screen<RowOf[Each]> } = {
  products: {
    title: 'Products',
    one: 'product',
    path: 'products',
    prefix: 'prod_',
    columns: [
      columnOf('Name', 'name'),
      active,
      { ...numeric('Default price', 'default_price'), text: ({ default_price: price }) => (price === null ? null : priceText(price)) },
      created,
    ],
    expand: 'default_price',
    empty: 'A product is what you sell. Add one with its prices.',
    filters: [activeTabs],
    hasDates: true,
    related: relatedLists('product_id', ['prices']),
  },
  prices: {
    title: 'Prices',
    one: 'price',
    path: 'prices',
    prefix: 'price_',
    columns: [
      { ...columnOf('Price', 'amount_cents'), text: priceText },
      { ...columnOf('Product', 'product_id'), namedBy: 'object' },
      active,
      { ...numeric('Trial', 'trial_days'), text: ({ trial_days: days }) => (days === 0 ? '–' : `${days} days`) },
      created,
    ],
    empty: 'A price is what a product costs per month or year. Add it on the page of the product.',
    filters: [activeTabs, productFilter, meterFilter],
    hasDates: true,
  },
  meters: {
    title: 'Meters',
    one: 'meter',
    path: 'meters',
    prefix: 'mtr_',
    columns: [
      columnOf('Event name', 'event_name'),
      { ...columnOf('Quantity', 'aggregation'), text: aggregationText },
      { ...columnOf('Filters', 'filters'), text: (row) => filtersText(row) ?? '–' },
      status,
      created,
    ],
    empty: 'A meter counts the usage events that you send, for prices that are billed by usage.',
    filters: [{ ...statusTabs(METER_STATUSES), lacksCounts: true }],
    related: relatedLists('meter_id', ['prices']),
  },
  coupons: {
    title: 'Coupons',
    one: 'coupon',
    path: 'coupons',
    prefix: 'cpn_',
    columns: [
      columnOf('Code', 'code'),
      active,
      { ...columnOf('Discount', 'discount_type'), text: discountText },
      { ...numeric('Redeemed', 'times_redeemed'), text: redeemedText },
      created,
    ],
    empty: 'Buyers enter the code of a coupon at checkout to get a discount.',
    filters: [activeTabs],
    hasDates: true,
  },
  payment_links: {
    title: 'Payment links',
    one: 'payment link',
    path: 'payment_links',
    prefix: 'plink_',
    columns: [
      { ...columnOf('Price', 'price_id'), namedBy: 'object' },
      active,
      columnOf('Coupon', 'coupon_code'),
      numeric('Max. sales', 'max_sales'),
      created,
    ],
    empty: 'A payment link is a permanent URL that anyone can buy with. Share it in an email or on your site.',
  },
  tax_rates: {
    title: 'Tax rates',
    one: 'tax rate',
    path: 'tax_rates',
    prefix: 'txr_',
    columns: [
      { ...columnOf('Name', 'display_name'), text: ({ display_name: name, rate_basis_points: rate }) => name ?? percentText(rate / 100) },
      { ...columnOf('Country', 'country_code'), text: ({ country_code: code }) => COUNTRIES[code] ?? code },
      numeric('Rate', 'rate_basis_points'),
      active,
      created,
    ],
    empty: 'Without a tax rate for a country, invoices to it have no tax.',
  },
};
