import * as v from 'valibot';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { text } from '../../shared/api/schemas/fields.ts';
import { nestedObject } from '../../shared/api/schemas/object-schemas.ts';
import { USAGE_EVENT } from '../../shared/domain/limits.ts';

/** Name of a property of usage events. */
export const propertyKey = text(1, USAGE_EVENT.keyMaxLength);

/** At most 10 filters with at most 50 values each. */
export const filters = v.pipe(
  v.array(
    nestedObject({
      key: described(propertyKey, doc('Property of the event.')),
      values: described(
        v.pipe(
          v.array(text(1, USAGE_EVENT.textMaxLength)),
          v.minLength(1, 'must have an entry.'),
          v.maxLength(50, 'must have at most 50 entries.'),
        ),
        doc('The event is counted if the property has one of these values.'),
      ),
    }),
  ),
  v.maxLength(USAGE_EVENT.maxProperties, `must have at most ${USAGE_EVENT.maxProperties} entries.`),
);
