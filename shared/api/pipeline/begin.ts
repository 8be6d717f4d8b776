import { randomUUID } from 'node:crypto';
import { clock, openTable, storeOf } from '../../runtime/services.ts';
import { newCapacityCounter } from '../../store/core/capacity-counter.ts';
import type { Middleware } from './state.ts';

const USER_AGENT_MAX = 512;

/** Creates the request's state: its id, the counter of consumed table capacity, and the store. */
export const begin = (): Middleware => ({
  before: ({ event, context }) => {
    const capacity = newCapacityCounter();
    context.billing = {
      requestId: `req_${randomUUID().replaceAll('-', '')}`,
      startedMs: clock.nowMs(),
      capacity,
      store: storeOf(openTable(capacity)),
      actor: { ip: event.requestContext.http.sourceIp, userAgent: event.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null },
      ipCountry: null,
      caller: null,
      buyer: null,
      operator: null,
      authorized: false,
      admission: null,
      lastUsedUpdate: Promise.resolve(),
      logNumbersTaken: false,
      params: {},
      query: {},
      body: undefined,
      bodyFormat: null,
      canonicalBody: '',
      expand: new Set(),
      idempotency: null,
      headers: {},
      errorCode: null,
      cookies: [],
    };
  },
});
