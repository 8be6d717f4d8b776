import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { commaSeparated, text } from '../../shared/api/schemas/fields.ts';
import { type StreamingContext, type StreamingHandler, serveStreaming } from '../../shared/api/serve/serve-streaming.ts';
import { StreamingResponse } from '../../shared/api/serve/streaming-response.ts';
import { EVENT_TYPES } from '../../shared/domain/event-types.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { findEvent } from '../../shared/store/event-log/events.ts';
import type { Hub } from './hub.ts';
import type { StreamSource } from './source.ts';

const TYPE_FILTER_MAX = 2048;
const CURSOR_MAX = 128;
const LAST_EVENT_ID = 'Last-Event-ID';

export const operation = defineOperation({
  id: 'events.stream',
  method: 'GET',
  path: '/v1/events/stream',
  summary: 'Stream events as they are recorded',
  description: doc(
    'Server-sent events: `message` frames in recorded order, a comment after 15 seconds without events, `timeout` after about an hour ' +
      '(reconnect with the last id), `unauthorized` when the key is no longer valid. If newer events were left out because of `type`, the ' +
      'comment has the id of the last one. `timeout` has the id of the last event, left out or not. Without a cursor, the stream starts now.',
  ),
  auth: apiKey('events:read'),
  profile: 'read',
  uses: ['log-gaps'],
  runs: 'stream-process',
  params: {},
  query: v.strictObject({
    type: described(v.optional(commaSeparated(EVENT_TYPES, TYPE_FILTER_MAX)), doc('Sends only events of these types. Default: all types.')),
    starting_after: described(
      v.optional(text(1, CURSOR_MAX)),
      doc(
        'Id of the last event seen: the stream sends all later events first. Default: the header `Last-Event-ID`, or events from now on.',
      ),
    ),
  }),
  headers: { [LAST_EVENT_ID]: 'The id of the last event seen; used when `starting_after` is left out.' },
  response: 'event-stream',
  errors: ['at_capacity'],
});

/**
 * The cursor and the name of its parameter or header [STR-16]; `starting_after` takes precedence. An empty `Last-Event-ID` is no cursor.
 */
const cursorIn = (
  startingAfter: string | undefined,
  { headers }: StreamingContext,
): { readonly id: string; readonly param: string } | null => {
  if (startingAfter !== undefined) return { id: startingAfter, param: 'starting_after' };
  const id = headers[LAST_EVENT_ID.toLowerCase()] ?? '';
  return id === '' ? null : { id, param: LAST_EVENT_ID };
};

/**
 * Returns the log number (position in the event log) of the cursor's event. Throws 400 if this account and mode have no such event
 * [STR-17, STR-19, RET-03].
 */
const positionOf = async (cursor: { readonly id: string; readonly param: string }, context: StreamingContext): Promise<number> => {
  const exists =
    cursor.id.length <= CURSOR_MAX && (await findEvent(context.store.table, context.tenant, cursor.id, context.nowMs)) !== null;
  const sequence = sequenceOf(cursor.id);
  if (exists && sequence !== null) return sequence;
  throw new ApiError('parameter_invalid', {
    message: `${cursor.param} must be the id of an event of this account and mode, at most 90 days old.`,
    param: cursor.param,
  });
};

/** Opens a stream. Checks the cursor before it sends the response headers. */
export const serveEvents = (hub: Hub, source: StreamSource): StreamingHandler =>
  serveStreaming(operation, async ({ query }, context) => {
    const { tenant, caller, requestId } = context;
    hub.checkCapacity(tenant);
    const cursor = cursorIn(query.starting_after, context);
    const position = await (cursor === null ? source.end(tenant) : positionOf(cursor, context));
    const types = query.type === undefined ? null : new Set<string>(query.type);
    return new StreamingResponse({ 'content-type': 'text/event-stream; charset=utf-8' }, (response) =>
      hub.start({ requestId, caller, position, types }, response),
    );
  });
