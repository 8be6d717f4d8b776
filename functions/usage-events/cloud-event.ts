import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { described, doc, named } from '../../shared/api/schemas/described.ts';
import { text } from '../../shared/api/schemas/fields.ts';
import { keepingEveryKey, notList, unchecked, uncheckedItems } from '../../shared/api/schemas/object-schemas.ts';
import { validate } from '../../shared/api/schemas/validate.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { USAGE_EVENT } from '../../shared/domain/limits.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { SentEvent } from '../../shared/domain/usage-event/outcome.ts';
import { type EventParser, parseUsageEvent } from './event.ts';

/** Usage events sent as CloudEvents 1.0 in JSON: each is converted to a `UsageEventInput`, which is then recorded. */

/** Parses a time of RFC 3339. Returns Unix seconds, without the fraction; `null` for an invalid time. */
const parseTime = (time: string): number | null => {
  const [, date] = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i.exec(time) ?? [];
  const [day, ms] = [Date.parse(`${date}T00:00:00Z`), Date.parse(time.toUpperCase())];
  // `Date.parse` reads February 30 as March 2.
  if (date === undefined || Number.isNaN(day) || Number.isNaN(ms) || !new Date(day).toISOString().startsWith(date)) return null;
  return Math.floor(ms / 1000);
};

const isSubscriptionOrCustomerId = (subject: string): boolean =>
  [subscriptionAggregate, customerAggregate].some(({ prefix }) => subject.startsWith(prefix));

/** True for a JSON media type such as `application/json` or `application/vnd.example+json`, with or without parameters. */
const isJsonType = (type: string): boolean => /^[^;]+[/+]json\s*(;|$)/i.test(type);

const CloudEvent = named(
  notList(
    v.looseObject({
      specversion: described(v.literal('1.0'), doc('Version of CloudEvents: `1.0`.')),
      id: described(text(1, 255), doc('Your id for the event, unique for its `source`.')),
      source: described(text(1, 255), doc('Where the event comes from, as a URI reference.')),
      type: described(v.string(), doc('Name of the event: the `event_name` of the meter.')),
      subject: described(
        v.pipe(v.string(), v.check(isSubscriptionOrCustomerId, 'must be the id of a subscription (sub_...) or of a customer (cus_...).')),
        doc('Id of the subscription or of the customer.'),
      ),
      time: described(
        v.nullish(
          v.pipe(
            v.string(),
            v.check((time) => parseTime(time) !== null, 'must be a time of RFC 3339, such as 2027-01-15T08:00:00Z.'),
          ),
        ),
        doc('Time of the usage, as in RFC 3339. Default: now.'),
      ),
      datacontenttype: described(
        v.nullish(v.pipe(v.string(), v.check(isJsonType, 'must be application/json.'))),
        doc('Content type of `data`: `application/json`, which is also the default.'),
      ),
      data: described(
        v.nullish(notList(keepingEveryKey(v.record(v.string(), v.unknown())))),
        doc(
          '`value` is the value of the event, as text or number. `properties` is an object of properties; all other members are properties, ' +
            'too. Send numbers of more than 15 digits as text. Default: `{}`.',
        ),
      ),
    }),
  ),
  'CloudEvent',
);

/** Schemas of the bodies with one or several CloudEvents, by content type. Their output is `{ events }`, like a JSON body. */
export const CLOUD_EVENT_BODIES = {
  'application/cloudevents+json': v.pipe(
    unchecked(CloudEvent),
    v.transform((event) => ({ events: [event] })),
  ),
  'application/cloudevents-batch+json': v.pipe(
    uncheckedItems(v.array(CloudEvent)),
    v.minLength(1, 'must have an entry.'),
    v.maxLength(USAGE_EVENT.maxEvents, `must have at most ${USAGE_EVENT.maxEvents} entries.`),
    v.transform((events) => ({ events })),
  ),
};

/** The id under which an event is recorded: `ce_` and a hash, because the same `id` can come from different sources. */
const recordedId = (source: string, id: string): string => `ce_${createHash('sha256').update(`${source}\n${id}`).digest('base64url')}`;

const MAX_NUMBER_DIGITS = 15;

/** Decimal places of the value of a usage event. */
const VALUE_PLACES = 12;

/**
 * The number as text, `0.0000005` instead of `5e-7`. A number with more than 12 decimal places keeps its exponent: it is invalid as the
 * value of an event, and without the exponent it could be too long for a property.
 */
const textOfNumber = (value: number): string => {
  const shown = String(value);
  const decimal = value.toFixed(VALUE_PLACES);
  return shown.includes('e-') && Number(decimal) === value ? decimal.replace(/0+$/, '') : shown;
};

/**
 * The text of a member of `data`. Throws 400 if the member is not a text, number or boolean, or is a number of more than 15 digits, which
 * may have been rounded when the JSON was parsed.
 */
const textOf = (param: string, value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  // Counts the digits without sign, leading zeros, decimal point and exponent.
  if (typeof value === 'number' && String(value).replace(/^-?[0.]*|[.]|e.*$/g, '').length <= MAX_NUMBER_DIGITS) return textOfNumber(value);
  const message =
    typeof value === 'number'
      ? `Invalid ${param}: send a number of more than ${MAX_NUMBER_DIGITS} digits as text.`
      : `Invalid ${param}: expected a text, number or boolean.`;
  throw new ApiError('parameter_invalid', { message, param });
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * `value` and `properties` of `UsageEventInput`, from `data`. Each member of `data` except `value` becomes a property. If the member
 * `properties` is an object, each member of this object becomes a property instead of the object.
 */
const contentOf = ({ value, properties, ...others }: Readonly<Record<string, unknown>>) => {
  const membersOf = (parent: string, members: object) =>
    Object.entries(members).flatMap(([name, member]) => (member == null ? [] : [[name, textOf(`${parent}.${name}`, member)] as const]));
  const members = isObject(properties)
    ? [...membersOf('data', others), ...membersOf('data.properties', properties)]
    : membersOf('data', { ...others, properties });
  return { value: value == null ? null : textOf('data.value', value), properties: Object.fromEntries(members) };
};

/** The attribute of a CloudEvent for each field of `UsageEventInput`. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  event_name: 'type',
  subscription_id: 'subject',
  customer_id: 'subject',
  occurred_at: 'time',
  value: 'data.value',
  properties: 'data',
};

/** The attribute of a CloudEvent that contains a field of `UsageEventInput`. */
const attributeOf = (param: string): string =>
  Object.hasOwn(ATTRIBUTES, param) ? (ATTRIBUTES[param] ?? param) : param.replace(/^properties\./, 'data.');

/** Replaces the name of a field of `UsageEventInput` in an error by the name of the CloudEvent's attribute. */
const errorOf: EventParser['errorOf'] = (error) => {
  const { code, param, reason } = error;
  if (param === undefined) return error;
  const attribute = attributeOf(param);
  const message = error.message.replace(param, attribute).replace('Send subscription_id.', 'Send the id of the subscription.');
  return { code, reason, param: attribute, message };
};

/** Data in base64 would be ignored like an unknown attribute, and the event would be counted without it. */
const BASE64_REFUSED = new ApiError('parameter_invalid', {
  message: 'data_base64 is not supported. Send the data as JSON, in data.',
  param: 'data_base64',
});

const parseCloudEvent = (input: unknown): SentEvent | ApiError => {
  if (isObject(input) && (input.data_base64 ?? null) !== null) return BASE64_REFUSED;
  try {
    const { id, source, type, subject, time, data } = validate(CloudEvent, input);
    const owner = subject.startsWith(subscriptionAggregate.prefix) ? { subscription_id: subject } : { customer_id: subject };
    const occurredAt = time == null ? null : parseTime(time);
    return parseUsageEvent({ id: recordedId(source, id), event_name: type, ...owner, occurred_at: occurredAt, ...contentOf(data ?? {}) });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

/** How CloudEvents are read as usage events. */
export const CLOUD_EVENT_PARSER: EventParser = {
  read: parseCloudEvent,
  idIn: (input) =>
    isObject(input) && typeof input.id === 'string' && typeof input.source === 'string' ? recordedId(input.source, input.id) : null,
  errorOf,
};
