import { randomUUID } from 'node:crypto';
import { newMeter } from '../../store/meter.ts';
import { clock, openTable, storeOf } from '../runtime.ts';
import type { HttpEvent, Step } from './state.ts';

const USER_AGENT_MAX = 512;

/**
 * The address that calls. Behind our own edge the connection is the edge's: it proves itself by a shared
 * secret and names the viewer in a header that is believed only then.
 */
const addressOf = (event: HttpEvent): string => {
  const secret = process.env.EDGE_SECRET;
  const viewer = event.headers['cloudfront-viewer-address'];
  if (secret && viewer && event.headers['x-edge-secret'] === secret) return viewer.replace(/:\d+$/, '');
  return event.requestContext.http.sourceIp;
};

/** Gives every request an id, a meter and a store of its own. */
export const begin = (): Step => ({
  before: ({ event, context }) => {
    const meter = newMeter();
    context.billing = {
      requestId: `req_${randomUUID().replaceAll('-', '')}`,
      startedMs: clock.nowMs(),
      meter,
      store: storeOf(openTable(meter)),
      actor: { ip: addressOf(event), userAgent: event.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null },
      caller: null,
      authorized: false,
      admission: null,
      useNoted: Promise.resolve(),
      numbersTaken: false,
      params: {},
      query: {},
      body: undefined,
      canonicalBody: '',
      expand: new Set(),
      idempotency: null,
      headers: {},
    };
  },
});
