import type { EventType } from '../../shared/domain/event-types.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How the example of an event type differs from the sample of its object. */
interface Differences<Sample> {
  /** Fields of `data` that differ from the sample. */
  readonly data?: Partial<Sample>;
  /** `previous_attributes` of the event. */
  readonly previous: Fields | null;
  /** Changes that make the invalid example invalid: fields of the event or of its `data`. `undefined` removes a field. */
  readonly invalid: { readonly event?: Fields; readonly data?: Fields };
}

/** Unix seconds: start and end of the samples' billing period, and the time of the events. */
export const START = 1_767_225_600;
export const PERIOD_END = 1_769_904_000;
export const CHANGED_AT = START + 60;

/** Returns the id of a sample object; `ordinal` counts the objects with this prefix. */
export const id = (prefix: string, ordinal: number): string => `${prefix}_01JD8Q4W2Z6V7K3M9XTRB5YH${String(ordinal).padStart(2, '0')}`;

/** A valid and an invalid event of a type, without the event's id. */
export interface Example {
  readonly valid: Fields;
  readonly invalid: Fields;
}

/** Builds the examples of all event types about one object. `sample`: the object. */
export const examplesOf = <Sample extends Fields, Type extends EventType>(
  sample: Sample,
  differences: Readonly<Record<Type, Differences<Sample>>>,
): Readonly<Record<Type, Example>> => {
  const entries = Object.entries<Differences<Sample>>(differences).map(([type, { data, previous, invalid }]): [string, Example] => {
    const valid = {
      object: 'event',
      type,
      created: CHANGED_AT,
      livemode: false,
      data: { ...sample, ...data },
      previous_attributes: previous,
    };
    return [type, { valid, invalid: { ...valid, data: { ...valid.data, ...invalid.data }, ...invalid.event } }];
  });
  return Object.fromEntries(entries) as Record<Type, Example>;
};
