import type { Json, JsonObject } from '../../domain/tenant.ts';

/** Returns the value if it has the expected format; `null`: the field is removed. */
type FieldFilter = (value: Json | undefined) => Json;

const textOf =
  (format: RegExp): FieldFilter =>
  (value) =>
    typeof value === 'string' && format.test(value) ? value : null;

const identifier = textOf(/^[a-z]+_\w{1,64}$/);
const status = textOf(/^[a-z_]{1,40}$/);
const time = textOf(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/);
const currency = textOf(/^[A-Z]{3}$/);
const decimal = textOf(/^-?\d+(\.\d+)?$/);

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keeps only the value and currency of an amount; removes the field if it has neither. */
const amount: FieldFilter = (value) => {
  const amountFields = isObject(value) ? keepFields(value, { value: decimal, currency }) : {};
  return Object.keys(amountFields).length === 0 ? null : amountFields;
};

const keepFields = (value: JsonObject, filters: Readonly<Record<string, FieldFilter>>): JsonObject =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const keptValue = Object.hasOwn(value, name) ? filter(value[name]) : null;
      return keptValue === null ? [] : [[name, keptValue]];
    }),
  );

/** Payment fields without personal data: amounts, statuses, timestamps and identifiers. */
const KEPT_FIELDS: Readonly<Record<string, FieldFilter>> = {
  id: identifier,
  status,
  amount,
  amountRefunded: amount,
  amountRemaining: amount,
  amountCaptured: amount,
  amountChargedBack: amount,
  settlementAmount: amount,
  createdAt: time,
  authorizedAt: time,
  paidAt: time,
  canceledAt: time,
  expiresAt: time,
  expiredAt: time,
  failedAt: time,
  captureBefore: time,
  dueDate: time,
  profileId: identifier,
  customerId: identifier,
  mandateId: identifier,
  subscriptionId: identifier,
  settlementId: identifier,
  orderId: identifier,
};

/**
 * Redacts the provider's payment of a purged customer: keeps only known fields without personal data, and of these only values in the
 * expected format, so that unexpected data is not shown [PAY-04].
 */
export const redactedPayload = (payload: JsonObject): JsonObject => keepFields(payload, KEPT_FIELDS);
