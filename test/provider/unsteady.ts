import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './support.ts';

/** One request as it came, and what else is under way. */
export interface ProviderCall {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** A charge is a POST of a recurring payment. */
  readonly isCharge: boolean;
  /** Whom a payment is for; `null` for other requests. */
  readonly customerId: string | null;
  /** Charges under way, this one among them. */
  readonly chargesAtOnce: number;
}

/**
 * What happens to a request instead of its answer:
 * - `limited`: 429, with `Retry-After` as given; nothing is done.
 * - `hangs`: no answer for `ms`, then the connection breaks. `done`: the provider did what was asked anyway.
 * - `broken`: 503; nothing is done.
 */
export type Trouble =
  | { readonly kind: 'limited'; readonly retryAfter: string | null }
  | { readonly kind: 'hangs'; readonly ms: number; readonly done: boolean }
  | { readonly kind: 'broken' };

/** Whether a request meets trouble; `null`: it passes. */
export type Mood = (call: ProviderCall) => Trouble | null;

export const steady: Mood = () => null;

/** Charges meet trouble for `ms`, counted from the first one. */
export const chargesFor = (ms: number, trouble: Trouble): Mood => {
  let until: number | null = null;
  return ({ isCharge }) => {
    if (!isCharge) return null;
    until ??= Date.now() + ms;
    return Date.now() < until ? trouble : null;
  };
};

/** The next `count` charges meet trouble. */
export const nextCharges = (count: number, trouble: Trouble): Mood => {
  let left = count;
  return ({ isCharge }) => {
    if (!isCharge || left === 0) return null;
    left -= 1;
    return trouble;
  };
};

/** More charges at once than `most` are limited. */
export const limitedAbove = (most: number, retryAfter: string | null): Mood => {
  const trouble: Trouble = { kind: 'limited', retryAfter };
  return ({ isCharge, chargesAtOnce }) => (isCharge && chargesAtOnce > most ? trouble : null);
};

/** Every charge of each `nth` customer meets trouble, in the order in which they are first charged. */
export const everyNthCustomer = (nth: number, trouble: Trouble): Mood => {
  const seen: string[] = [];
  return ({ isCharge, customerId }) => {
    if (!isCharge || customerId === null) return null;
    if (!seen.includes(customerId)) seen.push(customerId);
    return (seen.indexOf(customerId) + 1) % nth === 0 ? trouble : null;
  };
};

/** A provider behind a fake that can be instructed to be in trouble. */
export interface UnsteadyProvider {
  readonly url: string;
  readonly close: () => Promise<void>;
  readonly be: (mood: Mood) => void;
  /** The charges that came, oldest first, and what they met. */
  readonly charges: readonly { readonly customerId: string | null; readonly trouble: Trouble['kind'] | null; readonly atMs: number }[];
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

/** Passes what comes on to the provider at `target`, unless its mood is another: place its address where the provider's is expected. */
export const startUnsteadyProvider = async (target: string): Promise<UnsteadyProvider> => {
  const charges: UnsteadyProvider['charges'][number][] = [];
  let mood: Mood = steady;
  let chargesAtOnce = 0;
  let most = 0;

  const passOn = async (request: IncomingMessage, body: string): Promise<Response> => {
    const { host: _host, connection: _connection, 'content-length': _length, ...rest } = request.headers;
    const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    const { method = 'GET', url = '/' } = request;
    return fetch(`${target}${url}`, { method, headers, ...(body === '' ? {} : { body }) });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse, body: string, trouble: Trouble | null): Promise<void> => {
    if (trouble === null) {
      const answered = await passOn(request, body);
      response
        .writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? 'text/plain' })
        .end(await answered.text());
      return;
    }
    if (trouble.kind === 'hangs') {
      if (trouble.done) await passOn(request, body);
      await goneOrAfter(response, trouble.ms);
      response.destroy();
      return;
    }
    const status = trouble.kind === 'limited' ? 429 : 503;
    const retryAfter = trouble.kind === 'limited' && trouble.retryAfter !== null ? { 'retry-after': trouble.retryAfter } : {};
    response
      .writeHead(status, { 'content-type': 'application/hal+json', ...retryAfter })
      .end(JSON.stringify({ status, detail: 'Not now' }));
  };

  const server = await serve(async (request, response) => {
    const body = await bodyOf(request);
    const { method = 'GET', url: path = '/' } = request;
    const payment = paymentIn(method, path, body);
    if (payment.isCharge) chargesAtOnce += 1;
    most = Math.max(most, chargesAtOnce);
    const trouble = mood({ method, path, ...payment, chargesAtOnce });
    if (payment.isCharge) charges.push({ customerId: payment.customerId, trouble: trouble?.kind ?? null, atMs: Date.now() });
    await answer(request, response, body, trouble).catch(() => response.destroy());
    if (payment.isCharge) chargesAtOnce -= 1;
  });
  const be = (next: Mood): void => {
    mood = next;
  };
  return { url: server.url, close: server.close, be, charges, mostChargesAtOnce: () => most };
};

/** Resolves when the caller has given up, or after `ms`. */
const goneOrAfter = (response: ServerResponse, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
