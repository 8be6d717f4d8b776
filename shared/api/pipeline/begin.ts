import { randomUUID } from 'node:crypto';
import { clock, openTable, storeOf } from '../../runtime/services.ts';
import { newMeter } from '../../store/core/meter.ts';
import type { Step } from './state.ts';

const USER_AGENT_MAX = 512;

/** Creates the request's state: its id, the meter of consumed table capacity, and the store. */
export const begin = (): Step => ({
  before: ({ event, context }) => {
    const meter = newMeter();
    context.billing = {
      requestId: `req_${randomUUID().replaceAll('-', '')}`,
      startedMs: clock.nowMs(),
      meter,
      store: storeOf(openTable(meter)),
      actor: { ip: event.requestContext.http.sourceIp, userAgent: event.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null },
      caller: null,
      buyer: null,
      operator: null,
      authorized: false,
      admission: null,
      useRecorded: Promise.resolve(),
      numbersTaken: false,
      params: {},
      query: {},
      body: undefined,
      canonicalBody: '',
      expand: new Set(),
      idempotency: null,
      headers: {},
      cookies: [],
    };
  },
});
