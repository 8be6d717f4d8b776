import type { DescribedOperation, Schema } from '../description.ts';

/** A value as JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type Fields = Readonly<Record<string, Json>>;

/** The objects of a catalogue, named as resources of the API. */
export const KINDS = ['products', 'prices', 'coupons', 'webhook_endpoints'] as const;
export type Kind = (typeof KINDS)[number];

/** Key in the `metadata` of an object; its value is the key of the catalogue entry that the object belongs to. */
export const METADATA_KEY = 'catalogue_key';

/** What the service stores for omitted fields. Fields without a default keep their stored value if they are omitted. */
const DEFAULTS: Readonly<Record<Kind, Fields>> = {
  products: {
    description: null,
    marketing_features: [],
    allow_promotion_codes: false,
    tax_category: 'electronic_service',
    active: true,
    metadata: {},
  },
  prices: {
    usage_type: 'licensed',
    amount_cents: null,
    unit_amount_decimal: null,
    tiers: null,
    meter_id: null,
    trial_days: 0,
    payment_methods: null,
    refund_window_days: null,
    self_service: true,
    active: true,
    metadata: {},
  },
  coupons: {
    percent_off: null,
    amount_off_cents: null,
    duration: 'once',
    duration_in_months: null,
    max_redemptions: null,
    max_redemptions_per_customer: 1,
    min_amount_cents: null,
    applies_to_price_ids: null,
    redeem_by: null,
    active: true,
    metadata: {},
  },
  webhook_endpoints: { enabled_events: ['*'], description: null, status: 'enabled' },
};

/** Removes zeros that do not change a decimal: `0.050` becomes `0.05`. */
const normalizedDecimal = (text: string): string => {
  const [whole = '', fraction = ''] = text.split('.');
  const [digits, decimals] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')];
  return decimals === '' ? digits : `${digits}.${decimals}`;
};

const distinct = (value: Json): Json => (Array.isArray(value) ? [...new Set(value as readonly Json[])] : value);

const storedTier = ({ up_to = null, flat_amount_cents: flat, unit_amount_cents: cents, unit_amount_decimal: unit }: Fields): Fields => ({
  up_to,
  flat_amount_cents: flat ?? 0,
  unit_amount_decimal: normalizedDecimal(String(unit ?? cents ?? 0)),
});

/** Returns the URL as the service stores it: `https://Example.com` becomes `https://example.com/`. */
const normalizedUrl = (value: Json): Json => (typeof value === 'string' && URL.canParse(value) ? new URL(value).href : value);

/** The fields whose stored value can differ from the sent one, and how the service stores them. */
const STORED: Readonly<Record<string, (value: Json) => Json>> = {
  url: normalizedUrl,
  currency: (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  unit_amount_decimal: (value) => (typeof value === 'string' ? normalizedDecimal(value) : value),
  tiers: (value) => (Array.isArray(value) ? (value as readonly Fields[]).map(storedTier) : value),
  payment_methods: distinct,
  applies_to_price_ids: distinct,
  enabled_events: (value) => (Array.isArray(value) ? [...new Set(value as readonly string[])].sort() : value),
  marketing_features: (value) => value ?? [],
  metadata: (value) => value ?? {},
};

/** Returns the fields as the service stores them, to compare them. */
export const asStored = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, STORED[name]?.(value) ?? value]));

/** Adds the defaults of omitted fields; the given fields come first, in the order of the file. */
export const withDefaults = (kind: Kind, fields: Fields): Fields => ({ ...fields, ...DEFAULTS[kind], ...fields });

/** Which fields can be sent when an object is created, and which later. */
export interface KindSchemas {
  readonly create: Schema;
  readonly update: Schema;
}

/** Reads the fields of each kind from the OpenAPI description. */
export const kindSchemas = (operations: readonly DescribedOperation[]): Readonly<Record<Kind, KindSchemas>> => {
  const bodyOf = (id: string): Schema => operations.find((each) => each.id === id)?.body ?? {};
  const schemasOf = (kind: Kind): KindSchemas => ({ create: bodyOf(`${kind}.create`), update: bodyOf(`${kind}.update`) });
  return {
    products: schemasOf('products'),
    prices: schemasOf('prices'),
    coupons: schemasOf('coupons'),
    webhook_endpoints: schemasOf('webhook_endpoints'),
  };
};

/** True if the field can be changed after the creation. */
export const isUpdatable = ({ update }: KindSchemas, name: string): boolean => Object.hasOwn(update.properties ?? {}, name);
export const isCreatable = ({ create }: KindSchemas, name: string): boolean => Object.hasOwn(create.properties ?? {}, name);
