import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { idSource } from '../../shared/platform/ids.ts';
import { settlePayment } from '../../shared/sandbox/controls.ts';
import { handleSandboxRequest, webhookBody } from '../../shared/sandbox/handle.ts';
import type { SandboxRequest } from '../../shared/sandbox/http.ts';
import { memorySandboxStore } from '../../shared/sandbox/store.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';

/**
 * A fake payment provider to which tests connect accounts. It implements the provider's API. It accepts the keys that `keyAt` returns, with
 * two exceptions: it rejects keys of the profile `unknown000`, and closes the connection without a response for keys of `silent0000`. Each
 * profile has separate customers and payments. A request to `/control/<profile>/<payment>` marks a payment as paid.
 */
export interface FakeProvider {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const SECRET = 'known';
/** Profile whose keys the fake rejects. */
const UNKNOWN = 'unknown000';
/** Profile whose requests get no response: the fake closes the connection. */
const SILENT = 'silent0000';

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const requestOf = (request: IncomingMessage, body: string, url: URL, profile: string): SandboxRequest => ({
  method: request.method ?? 'GET',
  path: url.pathname,
  query: Object.fromEntries(url.searchParams),
  headers: {
    ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    authorization: `Bearer ${sandboxToken(profile, profile === UNKNOWN ? 'wrong' : SECRET)}`,
  },
  body,
});

/** Returns the profile of a key: the ten characters after `live_` or `test_`. */
const profileIn = (authorization: string | undefined): string => /^Bearer (?:live|test)_(\w{10})/.exec(authorization ?? '')?.[1] ?? UNKNOWN;

const sendWebhook = async (url: string, id: string): Promise<void> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await fetch(url, { method: 'POST', headers, body: webhookBody(id) }).then(
    (response) => response.arrayBuffer(),
    () => undefined,
  );
};

export const startFakeProvider = async (): Promise<FakeProvider> => {
  const stores = new Map<string, ReturnType<typeof memorySandboxStore>>();
  const storeOf = (profile: string) => {
    const store = stores.get(profile) ?? memorySandboxStore();
    stores.set(profile, store);
    return store;
  };
  const ids = idSource(() => Date.now());
  const now = (): number => Math.floor(Date.now() / 1000);
  let origin = '';

  const markAsPaid = async (url: URL): Promise<{ readonly status: number; readonly body: string }> => {
    const [, , profile = '', paymentId = ''] = url.pathname.split('/');
    const outcome = { outcome: 'paid', failureReason: null, method: null, holder: null } as const;
    const result = await settlePayment({ store: storeOf(profile), now: now(), sendWebhook }, paymentId, outcome);
    return { status: result.ok ? 200 : 409, body: JSON.stringify(result) };
  };

  const handleRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin);
    const body = await textOf(request);
    if (url.pathname.startsWith('/control/')) {
      const { status, body: result } = await markAsPaid(url);
      response.writeHead(status, { 'content-type': 'application/json' }).end(result);
      return;
    }
    const profile = profileIn(request.headers.authorization);
    const result =
      profile === SILENT
        ? { hang: true as const }
        : await handleSandboxRequest(requestOf(request, body, url, profile), {
            authenticate: async (_account, secret) => secret === SECRET,
            storeOf,
            now: now(),
            ids,
            apiBaseUrl: origin,
            outcomePageUrl: (account, paymentId) => `${origin}/control/${account}/${paymentId}`,
            sendWebhook,
          });
    // The sandbox reports the same profile id for all keys, so it is replaced by the id of the key's profile.
    if (result.hang) response.destroy();
    else response.writeHead(result.status, result.headers).end(result.body.replace('"pfl_sandbox"', `"pfl_${profile}"`));
  };

  const server = createServer((request, response) => void handleRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: origin, close };
};

/** Returns an API key of a profile, in the provider's format. For each `number`, a profile has a different key. */
export const keyAt = (mode: 'live' | 'test', profile: string, number = 1): string =>
  `${mode}_${profile.padEnd(10, '0').slice(0, 10)}${createHash('sha256').update(`${profile}${number}`).digest('hex').slice(0, 24)}`;

export const profileIdOf = (profile: string): string => `pfl_${profile.padEnd(10, '0').slice(0, 10)}`;
