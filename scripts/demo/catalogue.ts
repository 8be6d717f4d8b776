import type { Billing } from '../../shared/client/index.ts';
import type { Purchase } from './customers.ts';

export const DEMO_COUPON = 'WELCOME25';
export const TRIAL_DAYS = 14;
/** Name of the usage events that the demo sends for its metered product. */
export const DEMO_USAGE_EVENT = 'report_call';

/** Tax rates of the main countries in which the demo business sells. */
const TAX_RATES: readonly (readonly [country: string, basisPoints: number, name: string])[] = [
  ['NL', 2100, 'btw'],
  ['DE', 1900, 'USt.'],
  ['FR', 2000, 'TVA'],
  ['BE', 2100, 'btw'],
  ['AT', 2000, 'USt.'],
  ['IT', 2200, 'IVA'],
  ['ES', 2100, 'IVA'],
];

/** Sets the billing profile and branding, which require a live key. Does nothing if the profile has a legal name. */
export const setUpSeller = async (live: Billing): Promise<void> => {
  const profile = await live.tenant.billingProfileRetrieve();
  if (profile.legal_name !== null) return;
  await live.tenant.billingProfileUpdate({
    legal_name: 'Lighthouse Analytics B.V.',
    address: { line1: 'Kade 12', city: 'Rotterdam', postal_code: '3011 AB' },
    country_code: 'NL',
    vat_id: 'NL000099998B57',
    registration_number: '24000000',
    email: 'billing@lighthouse.example',
    tax_behavior: 'exclusive',
    // Longer than any month: the demo refunds a payment of the month before.
    refund_window_days: 45,
    invoice_footer: 'Thank you for your business.',
  });
  await live.tenant.portalBrandingUpdate({
    display_name: 'Lighthouse Analytics',
    primary_color: '#0b5fff',
    support_email: 'help@lighthouse.example',
  });
};

/** Ids of the subscription prices. */
export type PriceIds = Readonly<Record<Exclude<Purchase, 'workshop' | null>, string>>;

/** Creates three products with four prices, a meter, the tax rates and a coupon. Returns the ids of the prices. */
export const createCatalogue = async (billing: Billing): Promise<PriceIds> => {
  const product = (name: string, description: string) => billing.products.create({ name, description, allow_promotion_codes: true });
  const [starter, team, calls] = await Promise.all([
    product('Starter', 'Dashboards for one person'),
    product('Team', 'Dashboards for a team, with alerts'),
    product('API', 'Calls of the reporting API, by use'),
  ]);
  const licensedPrice = (productId: string, amountCents: number, interval: 'month' | 'year') =>
    billing.prices.create({ product_id: productId, amount_cents: amountCents, currency: 'EUR', interval });
  const meter = await billing.meters.create({ event_name: DEMO_USAGE_EVENT, aggregation: 'sum' });
  const [monthly, teamMonthly, teamYearly, metered] = await Promise.all([
    licensedPrice(starter.id, 1900, 'month'),
    licensedPrice(team.id, 4900, 'month'),
    licensedPrice(team.id, 49_000, 'year'),
    billing.prices.create({
      product_id: calls.id,
      currency: 'EUR',
      interval: 'month',
      usage_type: 'metered',
      tiers: [
        { up_to: 1000, flat_amount_cents: 500, unit_amount_decimal: '0' },
        { up_to: null, unit_amount_decimal: '0.85' },
      ],
      meter_id: meter.id,
    }),
  ]);
  await Promise.all(
    TAX_RATES.map(([country, basisPoints, name]) =>
      billing.taxRates.create({ country_code: country, rate_basis_points: basisPoints, display_name: name }),
    ),
  );
  await billing.coupons.create({ code: DEMO_COUPON, percent_off: 25, duration: 'repeating', duration_in_months: 3 });
  return { starter: monthly.id, team: teamMonthly.id, team_yearly: teamYearly.id, metered: metered.id };
};
