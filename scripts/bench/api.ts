import { Agent, request } from 'node:http';

/** A response of the service, with any status. */
export interface ApiResponse {
  readonly status: number;
  readonly requestId: string;
  readonly location: string | null;
  readonly text: string;
}

/** A request. An object body is sent as JSON, a string body as a form. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A path of the service, or an absolute URL. */
  readonly path: string;
  readonly key?: string | undefined;
  readonly body?: object | string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** An HTTP client, kept minimal because its overhead is part of every measurement. */
export interface ApiClient {
  readonly call: (call: ApiRequest) => Promise<ApiResponse>;
  readonly close: () => void;
}

const TIMEOUT_MS = 30_000;

const headersOf = ({ key, body, idempotencyKey }: ApiRequest): Record<string, string> => ({
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json' }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
});

export const newApiClient = (baseUrl: string, connections: number): ApiClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const call = (requestInput: ApiRequest): Promise<ApiResponse> =>
    new Promise((resolve, reject) => {
      const payload =
        requestInput.body === undefined || typeof requestInput.body === 'string' ? requestInput.body : JSON.stringify(requestInput.body);
      const options = { agent, method: requestInput.method, headers: headersOf(requestInput), timeout: TIMEOUT_MS };
      const sent = request(new URL(requestInput.path, baseUrl), options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { 'request-id': requestId, location } = response.headers;
          resolve({ status: response.statusCode ?? 0, requestId: String(requestId ?? ''), location: location ?? null, text });
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`${requestInput.method} ${requestInput.path} timed out`)));
      sent.on('error', reject);
      sent.end(payload);
    });
  return { call, close: () => agent.destroy() };
};

/** Parses the JSON of a response. Throws unless its status is 200. */
export const parseSuccess = (what: string, { status, text }: ApiResponse): Readonly<Record<string, unknown>> => {
  if (status !== 200) throw new Error(`${what} returned ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
};
