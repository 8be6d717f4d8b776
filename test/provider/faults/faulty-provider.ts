import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from '../support.ts';

/** A request to the provider. */
export interface ProviderCall {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** Whether the request is a charge, which means a POST of a recurring payment. */
  readonly isCharge: boolean;
  /** Customer of a new payment; `null` for other requests. */
  readonly customerId: string | null;
  /** Number of charges that are in progress, including this request if it is a charge. */
  readonly chargesAtOnce: number;
}

/**
 * Simulated failure of a request:
 * - `limited`: 429 with this `Retry-After`; the request is not processed.
 * - `hangs`: no response for `ms`, then the connection is closed. `processed`: the request is processed anyway.
 * - `broken`: 503; the request is not processed.
 */
export type SimulatedFault =
  | { readonly kind: 'limited'; readonly retryAfter: string | null }
  | { readonly kind: 'hangs'; readonly ms: number; readonly processed: boolean }
  | { readonly kind: 'broken' };

/** Chooses the failure of a request; `null`: the request is forwarded. */
export type FaultRule = (call: ProviderCall) => SimulatedFault | null;

export const noFaults: FaultRule = () => null;

/** Makes all charges fail until `ms` after the first charge. */
export const failChargesFor = (ms: number, fault: SimulatedFault): FaultRule => {
  let until: number | null = null;
  return ({ isCharge }) => {
    if (!isCharge) return null;
    until ??= Date.now() + ms;
    return Date.now() < until ? fault : null;
  };
};

/** Makes the next `count` charges fail. */
export const failNextCharges = (count: number, fault: SimulatedFault): FaultRule => {
  let remaining = count;
  return ({ isCharge }) => {
    if (!isCharge || remaining === 0) return null;
    remaining -= 1;
    return fault;
  };
};

/** Rate-limits charges while more than `max` charges are in progress. */
export const limitConcurrentCharges = (max: number, retryAfter: string | null): FaultRule => {
  const fault: SimulatedFault = { kind: 'limited', retryAfter };
  return ({ isCharge, chargesAtOnce }) => (isCharge && chargesAtOnce > max ? fault : null);
};

/** Makes all charges of every `nth` customer fail; customers are counted in the order of their first charges. */
export const failEveryNthCustomer = (nth: number, fault: SimulatedFault): FaultRule => {
  const customerIds: string[] = [];
  return ({ isCharge, customerId }) => {
    if (!isCharge || customerId === null) return null;
    if (!customerIds.includes(customerId)) customerIds.push(customerId);
    return (customerIds.indexOf(customerId) + 1) % nth === 0 ? fault : null;
  };
};

/** A proxy in front of a provider that simulates failures. */
export interface FaultyProvider {
  readonly url: string;
  readonly close: () => Promise<void>;
  readonly setFaults: (rule: FaultRule) => void;
  /** Received charges with the kinds of their faults, oldest first. */
  readonly charges: readonly {
    readonly customerId: string | null;
    readonly fault: SimulatedFault['kind'] | null;
    readonly atMs: number;
  }[];
  readonly mostChargesAtOnce: () => number;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const paymentIn = (method: string, path: string, body: string): { readonly customerId: string | null; readonly isCharge: boolean } => {
  if (method !== 'POST' || !path.endsWith('/v2/payments')) return { customerId: null, isCharge: false };
  const { customerId = null, sequenceType } = JSON.parse(body) as { readonly customerId?: string; readonly sequenceType?: string };
  return { customerId, isCharge: sequenceType === 'recurring' };
};

/** Starts a proxy that forwards each request to `target` unless the fault rule makes it fail. */
export const startFaultyProvider = async (target: string): Promise<FaultyProvider> => {
  const charges: FaultyProvider['charges'][number][] = [];
  let faultRule: FaultRule = noFaults;
  let chargesAtOnce = 0;
  let mostAtOnce = 0;

  const forward = async (request: IncomingMessage, body: string): Promise<Response> => {
    const { host: _host, connection: _connection, 'content-length': _length, ...rest } = request.headers;
    const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    const { method = 'GET', url = '/' } = request;
    return fetch(`${target}${url}`, { method, headers, ...(body === '' ? {} : { body }) });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, body: string, fault: SimulatedFault | null): Promise<void> => {
    if (fault === null) {
      const forwarded = await forward(request, body);
      response
        .writeHead(forwarded.status, { 'content-type': forwarded.headers.get('content-type') ?? 'text/plain' })
        .end(await forwarded.text());
      return;
    }
    if (fault.kind === 'hangs') {
      if (fault.processed) await forward(request, body);
      await closedOrAfter(response, fault.ms);
      response.destroy();
      return;
    }
    const status = fault.kind === 'limited' ? 429 : 503;
    const retryAfter = fault.kind === 'limited' && fault.retryAfter !== null ? { 'retry-after': fault.retryAfter } : {};
    response
      .writeHead(status, { 'content-type': 'application/hal+json', ...retryAfter })
      .end(JSON.stringify({ status, detail: 'Not now' }));
  };

  const server = await serve(async (request, response) => {
    const body = await bodyOf(request);
    const { method = 'GET', url: path = '/' } = request;
    const payment = paymentIn(method, path, body);
    if (payment.isCharge) chargesAtOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, chargesAtOnce);
    const fault = faultRule({ method, path, ...payment, chargesAtOnce });
    if (payment.isCharge) charges.push({ customerId: payment.customerId, fault: fault?.kind ?? null, atMs: Date.now() });
    await answer(request, response, body, fault).catch(() => response.destroy());
    if (payment.isCharge) chargesAtOnce -= 1;
  });
  const setFaults = (rule: FaultRule): void => {
    faultRule = rule;
  };
  return { url: server.url, close: server.close, setFaults, charges, mostChargesAtOnce: () => mostAtOnce };
};

/** Resolves when the caller closes the connection, or after `ms`. */
const closedOrAfter = (response: ServerResponse, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
