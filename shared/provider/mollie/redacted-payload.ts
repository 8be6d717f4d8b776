import type { Json, JsonObject } from '../../domain/tenant.ts';

/** A value as it may be kept; `null`: it has another form, and goes. */
type Keep = (value: Json | undefined) => Json;

const textOf =
  (form: RegExp): Keep =>
  (value) =>
    typeof value === 'string' && form.test(value) ? value : null;

const identifier = textOf(/^[a-z]+_\w{1,64}$/);
const status = textOf(/^[a-z_]{1,40}$/);
const time = textOf(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/);
const currency = textOf(/^[A-Z]{3}$/);
const decimal = textOf(/^-?\d+(\.\d+)?$/);

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An empty object tells nothing. */
const amount: Keep = (value) => {
  const kept = isObject(value) ? keeping(value, { value: decimal, currency }) : {};
  return Object.keys(kept).length === 0 ? null : kept;
};

const keeping = (value: JsonObject, kept: Readonly<Record<string, Keep>>): JsonObject =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([name, keep]) => {
      const found = Object.hasOwn(value, name) ? keep(value[name]) : null;
      return found === null ? [] : [[name, found]];
    }),
  );

/** The fields of the provider's payment that tell nothing of a person: amounts, statuses, timestamps and identifiers. */
const KEPT: Readonly<Record<string, Keep>> = {
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
 * The provider's payment of a purged customer: only the fields that are known to be harmless, each only in its own form, so that
 * nothing that the provider adds, or puts where it does not belong, is shown [PAY-04].
 */
export const redactedPayload = (payload: JsonObject): JsonObject => keeping(payload, KEPT);
