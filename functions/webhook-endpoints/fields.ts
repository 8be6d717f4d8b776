import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { text } from '../../shared/api/schemas/fields.ts';
import { eventTypesRefusal } from '../../shared/domain/webhook-endpoint/create.ts';
import { checkEndpointUrl } from '../../shared/webhooks/endpoint-url.ts';
import { addressGuardSettings } from '../../shared/webhooks/settings.ts';

/** Body fields of endpoint creation and update. */
export const receiverUrl = text(1, 2083);
export const enabledEvents = v.pipe(
  v.array(text(1, 64)),
  v.minLength(1, 'must have an entry.'),
  v.maxLength(64, 'must have at most 64 entries.'),
);
export const description = text(0, 255);

/**
 * Returns the normalized URL; throws 400 for a forbidden URL. The error message must not reveal which addresses a host name resolves to.
 * The message also reports invalid `eventTypes`, so that the caller sees both errors at once.
 */
export const checkUrl = async (url: string, eventTypes: readonly string[] | undefined): Promise<string> => {
  const verdict = await checkEndpointUrl(url, addressGuardSettings());
  if (!verdict.ok) {
    const events = eventTypes === undefined ? null : eventTypesRefusal(eventTypes);
    const message = events === null ? verdict.message : `${verdict.message} Also check: enabled_events. ${events.message}`;
    throw new ApiError('parameter_invalid', { message, param: 'url', reason: verdict.reason });
  }
  return verdict.url;
};
