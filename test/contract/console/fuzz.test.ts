import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiObject, Client } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { loadOperations } from '../../../shared/api/registry.ts';
import { service } from '../../support/service.ts';
import { clientOf, type MemberBrowser, signIn } from '../support/console.ts';

/** `npm run fuzz` sets a higher number. A failed test prints its seed; set `FUZZ_SEED` to the seed to repeat the requests. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 20) * 5;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);

vi.setConfig({ testTimeout: 900_000, hookTimeout: 180_000 });

const testService = service();
const OWNER = 'test@example.com';
/** The requests are divided among the browsers, because each session has a separate rate limit. A 429 is an accepted answer. */
const BROWSERS = 8;

let client: Client;
let browsers: readonly MemberBrowser[];
let nextIndex = 0;

beforeAll(async () => {
  const { accountId, testKey } = await testService.createAccount();
  client = clientOf(testService, testKey);
  const signedIn: MemberBrowser[] = [];
  while (signedIn.length < BROWSERS) signedIn.push(await signIn(testService, accountId, OWNER));
  browsers = signedIn;
});

const nextBrowser = (): MemberBrowser => {
  const browser = browsers[nextIndex++ % BROWSERS];
  if (browser === undefined) throw new Error('No browser is signed in');
  return browser;
};

// Without the operations that end a session, because the other requests need the session.
const templates = (await loadOperations())
  .map(({ operation }) => operation)
  .filter(({ auth, path }) => auth.kind === 'operator' && !path.startsWith('/console/session'))
  .map(({ path }) => path.replace('/console/', ''));

const invalidSegment = fc.oneof(
  fc.constantFrom(
    '..',
    '%2e%2e',
    '%00',
    'mem_',
    `mem_${'0'.repeat(26)}`,
    `imp_${'0'.repeat(26)}`,
    '__proto__',
    '💶',
    'a'.repeat(300),
    '%',
    '?',
    '#',
    ' ',
  ),
  fc.string({ maxLength: 12 }),
);
const apiPath = fc.oneof(
  fc.constantFrom(
    'v1/customers',
    'v1/products',
    'v1/api_keys',
    'v1/account/attention',
    'v1/tenant/export',
    'v1//customers',
    'v1/customers/',
    'v2/x',
  ),
  fc.array(invalidSegment, { maxLength: 4 }).map((parts) => `v1/${parts.join('/')}`),
);

const path = fc
  .record({
    template: fc.constantFrom(...templates),
    mode: fc.constantFrom('live', 'test', 'LIVE', ''),
    id: invalidSegment,
    apiPath,
    query: fc.string({ maxLength: 20 }),
  })
  .map(({ template, mode, id, apiPath: pathInApi, query }) => {
    const filledPath = template
      .replace('{mode}', mode)
      .replace(/\{(member|import|passkey)_id\}/, encodeURIComponent(id))
      .replace('{path+}', encodeURI(pathInApi));
    return query === '' ? filledPath : `${filledPath}?${encodeURIComponent(query)}`;
  });

const call = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'),
  path,
  body: fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
});
type Call = ReturnType<typeof call.generate>['value'];

const INVALID_HEADERS = [
  { 'x-csrf-token': '' },
  { 'x-csrf-token': 'wrong' },
  { origin: '' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'x-csrf-token': '' },
] as const;

const sendCall = ({ method, path: callPath, body }: Call, headers: Readonly<Record<string, string>> = {}) => {
  const hasNoBody = method === 'GET' || method === 'OPTIONS';
  return nextBrowser().call({ method, path: callPath, ...(hasNoBody || body === undefined ? {} : { body }), headers });
};

/** The audit entries of the member, who uses all browsers. */
const listAuditEntries = (): Promise<readonly ApiObject[]> => client.list(`/v1/audit_logs?actor_id=${nextBrowser().member.id}`);

describe('generated console requests', () => {
  it('never cause a server error', async () => {
    const property = fc.asyncProperty(call, async (generated) => {
      const { status } = await sendCall(generated);
      expect(status, JSON.stringify(generated)).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  });

  it('change nothing without a valid origin and CSRF token', async () => {
    const before = await listAuditEntries();
    const property = fc.asyncProperty(call, fc.constantFrom(...INVALID_HEADERS), async (generated, headers) => {
      const answer = await sendCall(generated, headers);
      expect(answer.status, JSON.stringify(generated)).toBeLessThan(500);
      if (!['GET', 'OPTIONS'].includes(generated.method)) expect(answer.status, JSON.stringify(generated)).not.toBe(200);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    // Generated requests may be invalid for other reasons. This request succeeds with valid headers.
    const create = { method: 'POST', path: 'api/test/v1/customers', body: { name: `Never ${randomUUID()}` } };
    for (const headers of INVALID_HEADERS) expect((await nextBrowser().call({ ...create, headers })).status).toBe(403);
    expect(await listAuditEntries()).toEqual(before);
    const created = await eventually(
      () => nextBrowser().call(create),
      ({ status }) => status !== 429,
    );
    expect(created.status).toBe(200);
    expect((await listAuditEntries()).length).toBe(before.length + 1);
  });
});
