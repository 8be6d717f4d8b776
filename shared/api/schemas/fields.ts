import * as v from 'valibot';
import { isCountryCode } from '../../domain/countries.ts';
import { isXmlText } from '../../domain/e-invoice/settings.ts';
import {
  ADDRESS_MAX_LENGTH,
  CARD_TOKEN_MAX_LENGTH,
  CURSOR_MAX_LENGTH,
  EMAIL_MAX_LENGTH,
  EXPAND_MAX_LENGTH,
  ISSUER_MAX_LENGTH,
  LIST_LIMIT,
  METADATA,
  OBJECT_ID_MAX_LENGTH,
  POSTAL_CODE_MAX_LENGTH,
  URL_MAX_LENGTH,
  VAT_NUMBER_MAX_LENGTH,
} from '../../domain/limits.ts';
import type { PathParam } from '../operation.ts';
import { described, doc, named } from './described.ts';
import { keepingEveryKey, nestedObject, notList } from './object-schemas.ts';

/** Building blocks of request and response schemas. Lengths count code points. */

const ULID = '[0-9A-HJKMNP-TV-Z]{26}';
const HEX32 = '[0-9a-f]{32}';

const pathParam = (prefix: string, suffix: string, what: string): PathParam => ({ pattern: new RegExp(`^${prefix}${suffix}$`), what });

/** Path parameters of every resource. */
export const idParams = {
  customer: pathParam('cus_', ULID, 'customer'),
  product: pathParam('prod_', ULID, 'product'),
  price: pathParam('price_', ULID, 'price'),
  checkout: pathParam('cs_', ULID, 'checkout session'),
  paymentLink: pathParam('plink_', ULID, 'payment link'),
  oneShot: pathParam('osp_', ULID, 'one-off payment'),
  /** A checkout session or one-off payment. */
  payable: pathParam('(cs|osp)_', ULID, 'checkout'),
  payment: pathParam('pay_', ULID, 'payment'),
  dispute: pathParam('dp_', ULID, 'dispute'),
  setup: pathParam('seti_', ULID, 'setup'),
  paymentMethod: pathParam('pm_', ULID, 'payment method'),
  invoice: pathParam('inv_', ULID, 'invoice'),
  refund: pathParam('re_', ULID, 'refund'),
  creditNote: pathParam('cn_', ULID, 'credit note'),
  subscription: pathParam('sub_', ULID, 'subscription'),
  meter: pathParam('mtr_', ULID, 'meter'),
  usageAlert: pathParam('ualert_', ULID, 'usage alert'),
  usageEvent: { pattern: /^[\w.:~-]{1,64}$/, what: 'usage event' },
  usageRecord: pathParam('ur_', ULID, 'usage record'),
  event: pathParam('evt_', ULID, 'event'),
  coupon: pathParam('cpn_', ULID, 'coupon'),
  taxRate: pathParam('txr_', ULID, 'tax rate'),
  endpoint: pathParam('we_', ULID, 'webhook endpoint'),
  delivery: pathParam('whd_', HEX32, 'webhook delivery'),
  testClock: pathParam('clk_', ULID, 'test clock'),
  portalSession: pathParam('bps_', ULID, 'portal session'),
  apiKey: pathParam('ak_', HEX32, 'API key'),
  auditLog: pathParam('al_', HEX32, 'audit log entry'),
  requestLog: pathParam('rql_', ULID, 'request'),
  account: pathParam('acct_', ULID, 'account'),
  member: pathParam('mem_', ULID, 'member'),
  passkey: pathParam('psk_', ULID, 'passkey'),
  customerImport: pathParam('imp_', ULID, 'import'),
} as const satisfies Record<string, PathParam>;

const codePoints = (text: string): number => [...text].length;

/** Text of `minimum` to `maximum` code points. */
export const text = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.check((value) => codePoints(value) >= minimum && codePoints(value) <= maximum, `must have ${minimum} to ${maximum} characters.`),
  );

/** The control characters that XML allows, although some terminals obey them. */
const FURTHER_CONTROLS = /[\u007F-\u009F]/;

/** Text that is printed on invoices and credit notes: without control characters and other characters that XML forbids. */
export const printed = (minimum: number, maximum: number) =>
  v.pipe(
    text(minimum, maximum),
    v.check((value) => isXmlText(value) && !FURTHER_CONTROLS.test(value), 'must not contain control characters.'),
  );

export const phone = v.pipe(text(4, 32), v.regex(/^\+?[0-9 ()./-]+$/, 'must be a telephone number.'));

export const integer = (minimum: number, maximum: number) =>
  v.pipe(
    v.number(),
    v.integer('must be an integer.'),
    v.minValue(minimum, `must be at least ${minimum}.`),
    v.maxValue(maximum, `must be at most ${maximum}.`),
  );

/** An id of another object in a body or filter. The domain checks that it exists; its format is not checked. */
export const reference = text(1, OBJECT_ID_MAX_LENGTH);

/** An email address as browsers validate it (`o'brien@example.ie` is valid), with a top-level domain. */
export const email = v.pipe(
  v.string(),
  v.rfcEmail('must be an email address.'),
  v.regex(/\.[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/, 'must be an email address.'),
  text(3, EMAIL_MAX_LENGTH),
);

/** A VAT number in any spelling; the domain parses it. */
export const vatNumber = text(1, VAT_NUMBER_MAX_LENGTH);

export const countryCode = v.pipe(
  v.string(),
  v.regex(/^[A-Z]{2}$/, 'must be two capital letters.'),
  v.check(isCountryCode, 'must be the code of a country (ISO 3166-1 alpha-2), such as NL.'),
);

/** ISO 4217 code in upper or lower case; the domain checks that it is supported. */
export const currencyCode = v.pipe(v.string(), v.regex(/^[A-Za-z]{3}$/, 'must be a three-letter currency code.'));

export const language = v.pipe(text(2, 35), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'must be a BCP 47 language tag.'));

/** Normalizes a URL, so that the stored URL is exactly the URL that was checked. */
const normalizeUrl = (value: string): string => new URL(value).href;

const tooLong = `must be at most ${URL_MAX_LENGTH} characters long.`;

/** An absolute http or https URL without credentials. */
export const url = v.pipe(
  text(1, URL_MAX_LENGTH),
  v.url('must be an http or https URL.'),
  v.check((value) => isWebUrl(value), 'must be an http or https URL.'),
  v.transform(normalizeUrl),
  v.check((value) => value.length <= URL_MAX_LENGTH, tooLong),
);

/** An absolute https URL without credentials, for images and links on payment pages. */
export const secureUrl = v.pipe(
  text(1, URL_MAX_LENGTH),
  v.url('must be an https URL.'),
  v.check((value) => isWebUrl(value) && new URL(value).protocol === 'https:', 'must be an https URL.'),
  v.transform(normalizeUrl),
  v.check((value) => value.length <= URL_MAX_LENGTH, tooLong),
);

export const color = v.pipe(v.string(), v.regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour of the form #rrggbb.'));

const isWebUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
};

/** At most 50 keys of 1 to 40 characters; values are strings of up to 500 characters [LIM-21..23]. */
export const metadata = v.pipe(
  notList(
    keepingEveryKey(
      v.record(
        v.pipe(
          v.string(),
          v.check((key) => codePoints(key) >= 1 && codePoints(key) <= METADATA.keyMaxLength, 'keys must have 1 to 40 characters.'),
        ),
        text(0, METADATA.valueMaxLength),
      ),
    ),
  ),
  v.maxEntries(METADATA.maxKeys, 'must have at most 50 keys.'),
);

/** Metadata of a new object. */
export const newMetadata = described(
  v.nullish(metadata),
  doc('Your own data, as keys with string values: the service stores it and does not use it. Default: `{}`.'),
);

/** Metadata of an update. */
export const changedMetadata = described(
  v.optional(metadata),
  doc('Your own data, as keys with string values. Replaces all keys; if omitted, they do not change.'),
);

/** The card or bank that a buyer enters for a payment method [LIM-28, LIM-29]. */
export const methodDetails = {
  card_token: described(
    v.nullish(text(1, CARD_TOKEN_MAX_LENGTH)),
    doc(
      'Token of the card from the card component of the payment provider, for `creditcard`. Default: the buyer enters the card on the page of the provider.',
    ),
  ),
  issuer: described(
    v.nullish(text(1, ISSUER_MAX_LENGTH)),
    doc('Id of the bank of the buyer, for `ideal`. Default: the buyer chooses the bank on the page of the provider.'),
  ),
};

/** Query parameters of every list. */
export const listQuery = {
  limit: described(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,4}$/, 'must be an integer from 1 to 100.'),
        v.transform(Number),
        v.minValue(LIST_LIMIT.minimum, 'must be an integer from 1 to 100.'),
        v.maxValue(LIST_LIMIT.maximum, 'must be an integer from 1 to 100.'),
      ),
      `${LIST_LIMIT.default}`,
    ),
    doc('Highest number of objects to return. A page can have fewer objects even if another page follows.'),
  ),
  starting_after: described(
    v.optional(text(1, CURSOR_MAX_LENGTH)),
    doc('Id of the last object of the previous page; the response starts after it. Default: the first page.'),
  ),
};

/** The query parameter `expand`; the operation's `expand` defines the allowed values. */
export const expandQuery = {
  expand: described(v.optional(text(1, EXPAND_MAX_LENGTH)), doc('Objects to include in the response; none by default.')),
};

/** A comma-separated list of `values`, at most `maximum` characters; other values are 400 [PAGE-30]. */
export const commaSeparated = <const Values extends readonly string[]>(values: Values, maximum: number) =>
  v.pipe(
    text(1, maximum),
    v.transform((list) => list.split(',')),
    v.array(v.picklist(values)),
  );

/** `true` or `false` in a query string. */
export const booleanText = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

export const listSchema = <Schema extends v.GenericSchema>(item: Schema) =>
  v.strictObject({
    object: described(v.literal('list'), doc('Type of the object.')),
    data: described(v.array(item), doc('The objects of this page.')),
    has_more: described(v.boolean(), doc('True if more objects follow: send the id of the last object as `starting_after`.')),
  });

export const address = named(
  nestedObject({
    line1: described(v.optional(v.nullable(printed(0, ADDRESS_MAX_LENGTH)), null), doc('Street and house number. Default: `null`.')),
    line2: described(
      v.optional(v.nullable(printed(0, ADDRESS_MAX_LENGTH)), null),
      doc('Second line of the address, such as an apartment. Default: `null`.'),
    ),
    postal_code: described(v.optional(v.nullable(printed(0, POSTAL_CODE_MAX_LENGTH)), null), doc('Postal code. Default: `null`.')),
    city: described(v.optional(v.nullable(printed(0, ADDRESS_MAX_LENGTH)), null), doc('City or town. Default: `null`.')),
  }),
  'AddressParams',
);

/** Converts an address to the domain's field names. */
export const addressOf = (value: v.InferOutput<typeof address>) => ({
  line1: value.line1,
  line2: value.line2,
  postalCode: value.postal_code,
  city: value.city,
});

/** Query filters of lists whose objects belong to a customer or a subscription. */
export const ownerQuery = {
  customer_id: described(v.optional(reference), doc('Returns only objects of the customer with this id.')),
  subscription_id: described(v.optional(reference), doc('Returns only objects of the subscription with this id.')),
};

/**
 * Returns the index to query (`by`) and a filter by customer (`where`), which is needed if both ids are given: the index by parent does
 * not contain the customer.
 */
export const ownerFilter = (filter: { readonly customerId: string | undefined; readonly parentId: string | undefined }) => {
  const { customerId, parentId } = filter;
  return {
    by: parentId !== undefined ? { parentId } : customerId !== undefined ? { customerId } : undefined,
    where: (record: { readonly customerId: string }): boolean => customerId === undefined || record.customerId === customerId,
  };
};
