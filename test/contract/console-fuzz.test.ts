import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiObject, Client } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { loadOperations } from '../../shared/api/registry.ts';
import { service } from '../support/service.ts';
import { clientOf, type MemberBrowser, signIn } from './support/console.ts';

/** What `npm run fuzz` asks more of; a failure tells its seed, which `FUZZ_SEED` takes. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 20) * 5;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123);

vi.setConfig({ testTimeout: 900_000, hookTimeout: 180_000 });

const served = service();
const OWNER = 'test@example.com';
/** Each has a separate bucket; what a bucket refuses is answered, too. */
const BROWSERS = 8;

let client: Client;
let browsers: readonly MemberBrowser[];
let turn = 0;

beforeAll(async () => {
  const { accountId, testKey } = await served.createAccount();
  client = clientOf(served, testKey);
  const opened: MemberBrowser[] = [];
  while (opened.length < BROWSERS) opened.push(await signIn(served, accountId, OWNER));
  browsers = opened;
});

const nextBrowser = (): MemberBrowser => {
  const browser = browsers[turn++ % BROWSERS];
  if (browser === undefined) throw new Error('nobody is signed in');
  return browser;
};

// Without those by which a session ends: the others would be asked for in vain then.
const templates = (await loadOperations())
  .map(({ operation }) => operation)
  .filter(({ auth, path }) => auth.kind === 'operator' && !path.startsWith('/console/session'))
  .map(({ path }) => path.replace('/console/', ''));

const junk = fc.oneof(
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
  fc.array(junk, { maxLength: 4 }).map((parts) => `v1/${parts.join('/')}`),
);

const path = fc
  .record({
    template: fc.constantFrom(...templates),
    mode: fc.constantFrom('live', 'test', 'LIVE', ''),
    id: junk,
    rest: apiPath,
    query: fc.string({ maxLength: 20 }),
  })
  .map(({ template, mode, id, rest, query }) => {
    const filled = template
      .replace('{mode}', mode)
      .replace(/\{(member|import|passkey)_id\}/, encodeURIComponent(id))
      .replace('{path+}', encodeURI(rest));
    return query === '' ? filled : `${filled}?${encodeURIComponent(query)}`;
  });

const call = fc.record({
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'),
  path,
  body: fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
});
type Call = ReturnType<typeof call.generate>['value'];

const NO_PROOF = [
  { 'x-csrf-token': '' },
  { 'x-csrf-token': 'wrong' },
  { origin: '' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'x-csrf-token': '' },
] as const;

const asked = ({ method, path: below, body }: Call, headers: Readonly<Record<string, string>> = {}) => {
  const takesNoBody = method === 'GET' || method === 'OPTIONS';
  return nextBrowser().call({ method, path: below, ...(takesNoBody || body === undefined ? {} : { body }), headers });
};

const entries = async (): Promise<readonly ApiObject[]> => {
  const { id } = nextBrowser().session['member'] as { readonly id: string };
  return client.list(`/v1/audit_logs?actor_id=${id}`);
};

describe('requests of the console that nobody meant', () => {
  it('are answered, whatever they are', async () => {
    const property = fc.asyncProperty(call, async (given) => {
      const { status } = await asked(given);
      expect(status, JSON.stringify(given)).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
  });

  it('change nothing without the proof of the page', async () => {
    const before = await entries();
    const property = fc.asyncProperty(call, fc.constantFrom(...NO_PROOF), async (given, headers) => {
      const answer = await asked(given, headers);
      expect(answer.status, JSON.stringify(given)).toBeLessThan(500);
      if (!['GET', 'OPTIONS'].includes(given.method)) expect(answer.status, JSON.stringify(given)).not.toBe(200);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED });
    // What would be done with it, for comparison.
    const create = { method: 'POST', path: 'api/test/v1/customers', body: { name: `Never ${randomUUID()}` } };
    for (const headers of NO_PROOF) expect((await nextBrowser().call({ ...create, headers })).status).toBe(403);
    expect(await entries()).toEqual(before);
    const done = await eventually(
      () => nextBrowser().call(create),
      ({ status }) => status !== 429,
    );
    expect(done.status).toBe(200);
    expect((await entries()).length).toBe(before.length + 1);
  });
});
