import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { idParams, reference, text } from '../../shared/api/schemas/fields.ts';
import { keepingEveryKey, nestedObject, notList } from '../../shared/api/schemas/object-schemas.ts';
import { validate } from '../../shared/api/schemas/validate.ts';
import { seconds } from '../../shared/api/times.ts';
import { USAGE_EVENT } from '../../shared/domain/limits.ts';
import type { SentEvent } from '../../shared/domain/usage-event/outcome.ts';
import { formatTrillionths, parseTrillionths } from '../../shared/domain/usage-event/quantity.ts';

const properties = v.pipe(
  notList(keepingEveryKey(v.record(text(1, USAGE_EVENT.keyMaxLength), text(0, USAGE_EVENT.textMaxLength)))),
  v.check((value) => Object.keys(value).length <= USAGE_EVENT.maxProperties, `must have at most ${USAGE_EVENT.maxProperties} properties.`),
);

/** One usage event of a request. */
export const UsageEventInput = nestedObject({
  id: described(
    v.pipe(
      v.string(),
      v.regex(idParams.usageEvent.pattern, 'must have 1 to 64 letters, digits or any of . _ : ~ -'),
      // Clients resolve such a part of a path, so the event could not be canceled.
      v.check((id) => id !== '.' && id !== '..', 'must not be . or ..'),
    ),
    doc('Your id for the event, unique in the account and mode. The same event sent again is not counted twice.'),
  ),
  event_name: described(text(1, USAGE_EVENT.textMaxLength), doc('Name of the event: the `event_name` of the meter.')),
  subscription_id: described(
    v.nullish(reference),
    doc('Id of the subscription that is billed. Default: the subscription of `customer_id`.'),
  ),
  customer_id: described(
    v.nullish(reference),
    doc('Id of a customer with one subscription that is billed from these events. Not together with `subscription_id`.'),
  ),
  occurred_at: described(v.nullish(seconds), doc('Unix time in seconds of the usage. Default: now.')),
  value: described(
    v.nullish(
      v.pipe(
        v.string(),
        v.check(
          (value) => parseTrillionths(value) !== null,
          'must be a decimal string such as 0.25, not negative, with at most 12 places.',
        ),
      ),
    ),
    doc('Value of the event, as a decimal string such as `0.25` with at most 12 places; not negative. Default: `null`.'),
  ),
  properties: described(
    v.nullish(properties),
    doc('At most 10 properties of the event, as names with text values: for filters and `value_key` of meters. Default: `{}`.'),
  ),
});

const requireSubscriptionOrCustomer = (subscriptionId: string | null, customerId: string | null): void => {
  if (subscriptionId === null && customerId === null) {
    throw new ApiError('parameter_missing', { message: 'Send subscription_id or customer_id.', param: 'subscription_id' });
  }
  if (subscriptionId !== null && customerId !== null) {
    throw new ApiError('parameter_invalid', { message: 'Send subscription_id or customer_id, not both.', param: 'customer_id' });
  }
};

/** Error of an event, as in the response. */
type EventError = Pick<ApiError, 'code' | 'message' | 'param' | 'reason'>;

/** How the events of a body format are read: plain JSON (`JSON_EVENT_PARSER`) or CloudEvents (`CLOUD_EVENT_FORM`). */
export interface EventParser {
  /** Checks one event. Returns an error if the event is refused; the other events of the request are not affected. */
  readonly read: (input: unknown) => SentEvent | ApiError;
  /** The id of an event that is refused; `null` if it has no valid id. */
  readonly idIn: (input: unknown) => string | null;
  /** Replaces the name of a field of `UsageEventInput` in an error by the field's name in this body format. */
  readonly errorOf: (error: EventError) => EventError;
}

/** Checks one event in plain JSON. Returns an error if the event is refused. */
export const parseUsageEvent = (input: unknown): SentEvent | ApiError => {
  try {
    const event = validate(UsageEventInput, input);
    const { subscription_id: subscriptionId = null, customer_id: customerId = null } = event;
    requireSubscriptionOrCustomer(subscriptionId, customerId);
    const trillionths = event.value == null ? null : parseTrillionths(event.value);
    return {
      id: event.id,
      eventName: event.event_name,
      subscriptionId,
      customerId,
      occurredAt: event.occurred_at ?? null,
      value: trillionths === null ? null : formatTrillionths(trillionths),
      properties: event.properties ?? {},
    };
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

const idIn = (input: unknown): string | null => {
  const id: unknown = typeof input === 'object' && input !== null && 'id' in input ? input.id : null;
  return typeof id === 'string' && idParams.usageEvent.pattern.test(id) ? id : null;
};

/** How events in plain JSON (`UsageEventInput`) are read. */
export const JSON_EVENT_PARSER: EventParser = { read: parseUsageEvent, idIn, errorOf: (error) => error };
