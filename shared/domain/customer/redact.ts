import { isDeepEqual } from '../same.ts';
import type { Json, JsonObject } from '../tenant.ts';

/**
 * Personal fields of the API objects in event snapshots, by the value of `object`. Fields that are missing here contain no personal data.
 * How a field is emptied: see `blank`.
 */
const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  customer: [
    'name',
    'email',
    'country_code',
    'address',
    'language',
    'metadata',
    'vat_number',
    'vat_name',
    'vat_verified_at',
    'email_delivery',
    'e_invoicing',
  ],
  'portal.customer': ['name', 'email', 'pending_email', 'country_code', 'address', 'language', 'vat_number', 'e_invoicing'],
  'customer.summary': ['name', 'email', 'country_code'],
  'checkout.session': ['customer_email', 'customer_country_code', 'metadata', 'success_url', 'cancel_url'],
  one_shot_payment: ['metadata', 'description', 'success_url', 'cancel_url'],
  invoice: ['buyer'],
  credit_note: ['buyer', 'reason'],
  refund: ['reason', 'metadata'],
  usage_record: ['metadata'],
  'billing_portal.session': ['return_url'],
  checkout_element: ['success_url', 'cancel_url', 'country', 'country_suggestion'],
  usage_event: ['properties'],
};

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value that replaces a personal field: empty, but valid for the field in the API. `metadata`, `properties`: `{}`. `email_delivery`,
 * `e_invoicing`: `null`. Other objects keep their keys, with `null` as values. Descriptions and URLs: the empty text. Everything else:
 * `null`.
 */
const blank = (name: string, value: Json | undefined): Json => {
  if (name === 'metadata' || name === 'properties') return {};
  if (name === 'email_delivery' || name === 'e_invoicing') return null;
  if (isObject(value)) return Object.fromEntries(Object.keys(value).map((key) => [key, null]));
  return typeof value === 'string' && (name === 'description' || name.endsWith('_url')) ? '' : null;
};

const withBlank = (data: JsonObject, names: readonly string[]): JsonObject => ({
  ...data,
  ...Object.fromEntries(names.filter((name) => name in data).map((name) => [name, blank(name, data[name])])),
});

const personalFieldsOf = (data: JsonObject): readonly string[] => (typeof data.object === 'string' ? (PERSONAL[data.object] ?? []) : []);

/** Redacts the description of a one-off payment's line, which the account wrote for this buyer. Other lines describe products. */
const redactedLine = (line: Json): Json => (isObject(line) && line.type === 'one_shot' ? withBlank(line, ['description']) : line);

/** Redacts the personal data of a snapshot, its lines and an embedded customer [CUS-18]. Idempotent. */
export const redactedSnapshot = (data: JsonObject): JsonObject => {
  const redacted = withBlank(data, personalFieldsOf(data));
  const withLines = Array.isArray(redacted.lines) ? { ...redacted, lines: redacted.lines.map(redactedLine) } : redacted;
  const { customer } = withLines;
  return isObject(customer) ? { ...withLines, customer: withBlank(customer, personalFieldsOf(customer)) } : withLines;
};

/** Redacts the `previous_attributes` of an event (`previous`). `data`: the snapshot of the event. */
export const redactedPrevious = (data: JsonObject, previous: JsonObject | null): JsonObject | null =>
  previous === null ? null : withBlank(previous, personalFieldsOf(data));

interface Snapshots {
  readonly data: JsonObject;
  readonly previous_attributes: JsonObject | null;
}

/** Redacts both snapshots of an event; `null` if they contain no personal data. */
export const redactedEvent = <E extends Snapshots>(event: E): E | null => {
  const redacted = {
    ...event,
    data: redactedSnapshot(event.data),
    previous_attributes: redactedPrevious(event.data, event.previous_attributes),
  };
  return isDeepEqual(event, redacted) ? null : redacted;
};

/** Redacts the VAT number and its registered name in an audit entry's metadata [CUS-19]. */
export const redactedAuditMetadata = (metadata: JsonObject): JsonObject => withBlank(metadata, ['vat_number', 'vat_name']);

/** Actor types whose IP address and user agent are the customer's personal data, unlike those of an API key's caller [CUS-20]. */
const BUYER_ACTOR_TYPES: ReadonlySet<string> = new Set(['portal_session', 'checkout_session', 'one_shot_payment', 'payment_link']);

interface AuditEntryData {
  readonly actor_type: string;
  readonly metadata: JsonObject;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

/** Redacts an audit entry; `null` if it contains no personal data of the customer. */
export const redactedAuditEntry = <E extends AuditEntryData>(entry: E): E | null => {
  const redacted = {
    ...entry,
    metadata: redactedAuditMetadata(entry.metadata),
    ...(BUYER_ACTOR_TYPES.has(entry.actor_type) ? { ip_address: null, user_agent: null } : {}),
  };
  return isDeepEqual(entry, redacted) ? null : redacted;
};
