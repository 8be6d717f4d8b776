import { Agent, request } from 'node:http';

/** An answer of the service, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly requestId: string;
  readonly location: string | null;
  readonly text: string;
}

/** A body is sent as JSON when it is an object and as a form when it is text. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A path of the service, or a whole address. */
  readonly path: string;
  readonly key?: string | undefined;
  readonly body?: object | string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** A caller with as few moving parts as possible: what it costs is part of what is measured. */
export interface Caller {
  readonly call: (call: Call) => Promise<Answer>;
  readonly close: () => void;
}

const TIMEOUT_MS = 30_000;

const headersOf = ({ key, body, idempotencyKey }: Call): Record<string, string> => ({
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json' }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
});

export const callerOf = (baseUrl: string, connections: number): Caller => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call = (given: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const payload = given.body === undefined || typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
      const options = { agent, method: given.method, headers: headersOf(given), timeout: TIMEOUT_MS };
      const sent = request(new URL(given.path, baseUrl), options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { 'request-id': requestId, location } = response.headers;
          resolve({ status: response.statusCode ?? 0, requestId: String(requestId ?? ''), location: location ?? null, text });
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`${given.method} ${given.path} was not answered`)));
      sent.on('error', reject);
      sent.end(payload);
    });
  return { call, close: () => agent.destroy() };
};

/** The answer's JSON. Throws unless the call succeeded. */
export const parsed = (what: string, { status, text }: Answer): Readonly<Record<string, unknown>> => {
  if (status !== 200) throw new Error(`${what} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
};
