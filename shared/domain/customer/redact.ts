import type { Json, JsonObject } from '../tenant.ts';

/**
 * Personal fields by kind of object, as they are in snapshots. An object under a name is redacted field by field; what
 * is not named here tells nothing of a person.
 */
const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  customer: ['name', 'email', 'country_code', 'address', 'language', 'metadata', 'vat_number', 'vat_name', 'vat_verified_at'],
  'portal.customer': ['name', 'email', 'pending_email', 'country_code', 'address', 'language', 'vat_number'],
  'customer.summary': ['name', 'email', 'country_code'],
  'checkout.session': ['customer_email', 'customer_country_code', 'metadata', 'success_url', 'cancel_url'],
  one_shot_payment: ['metadata', 'description', 'success_url', 'cancel_url'],
  invoice: ['buyer'],
  credit_note: ['buyer', 'reason'],
  refund: ['reason', 'metadata'],
  usage_record: ['metadata'],
  'billing_portal.session': ['return_url'],
};

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value with its shape kept, so that an answer that shows it still has its form. */
const blank = (name: string, value: Json | undefined): Json => {
  if (name === 'metadata') return {};
  if (isObject(value)) return Object.fromEntries(Object.keys(value).map((key) => [key, null]));
  return typeof value === 'string' && (name === 'description' || name.endsWith('_url')) ? '' : null;
};

const without = (data: JsonObject, names: readonly string[]): JsonObject => ({
  ...data,
  ...Object.fromEntries(names.filter((name) => name in data).map((name) => [name, blank(name, data[name])])),
});

const fieldsOf = (data: JsonObject): readonly string[] => (typeof data.object === 'string' ? (PERSONAL[data.object] ?? []) : []);

/** A line of a one-off sale says what the account wrote for this buyer; every other names what is in the catalogue. */
const redactedLine = (line: Json): Json => (isObject(line) && line.type === 'one_shot' ? without(line, ['description']) : line);

/** A snapshot without personal data [CUS-18]. Its lines and an embedded customer are redacted too. Redacting twice changes nothing more. */
export const redactedSnapshot = (data: JsonObject): JsonObject => {
  const bare = without(data, fieldsOf(data));
  const own = Array.isArray(bare.lines) ? { ...bare, lines: bare.lines.map(redactedLine) } : bare;
  return isObject(own.customer) ? { ...own, customer: without(own.customer, fieldsOf(own.customer)) } : own;
};

/** The former values that an event keeps, without personal data; `data`: the snapshot they belong to. */
export const redactedPrevious = (data: JsonObject, previous: JsonObject | null): JsonObject | null =>
  previous === null ? null : without(previous, fieldsOf(data));

/** What an audit entry's metadata may keep: everything but the VAT number and the registered name [CUS-19]. */
export const redactedAuditMetadata = (metadata: JsonObject): JsonObject => without(metadata, ['vat_number', 'vat_name']);
