import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, refusal } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { service } from '../support/service.ts';
import { type Mode, modeOf, type Operation, operations, pathWith } from './support/operations.ts';
import { makeWorld, type World } from './support/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

/** A line of the specification's table of scopes: what is where, and what reading and writing it takes. */
interface Line {
  readonly statement: string;
  readonly at: RegExp;
  readonly read?: string;
  readonly write?: string;
}

/** The first line that fits a path counts. What a statement speaks of is proved once there are operations for it. */
const TABLE: readonly Line[] = [
  { statement: 'SCOPE-04', at: /^\/v1\/customers/, read: 'customers:read', write: 'customers:write' },
  { statement: 'SCOPE-05', at: /^\/v1\/products/, read: 'products:read', write: 'products:write' },
  { statement: 'SCOPE-06', at: /^\/v1\/prices/, read: 'prices:read', write: 'prices:write' },
  { statement: 'SCOPE-08', at: /^\/v1\/subscriptions\/.*\/cancel$/, write: 'subscriptions:cancel' },
  { statement: 'SCOPE-10', at: /^\/v1\/subscriptions\/.*\/usage_/, read: 'usage_records:read', write: 'usage_records:write' },
  { statement: 'SCOPE-07', at: /^\/v1\/subscriptions\/.*\/preview_update$/, write: 'subscriptions:read' },
  { statement: 'SCOPE-07', at: /^\/v1\/(subscriptions|billing_portal)/, read: 'subscriptions:read', write: 'subscriptions:write' },
  { statement: 'SCOPE-11', at: /^\/v1\/checkout/, read: 'checkout_sessions:read', write: 'checkout_sessions:write' },
  { statement: 'SCOPE-12', at: /^\/v1\/payments/, read: 'payments:read' },
  { statement: 'SCOPE-13', at: /^\/v1\/refunds/, read: 'refunds:read', write: 'refunds:write' },
  { statement: 'SCOPE-14', at: /^\/v1\/disputes/, read: 'disputes:read' },
  { statement: 'SCOPE-15', at: /^\/v1\/invoices/, read: 'invoices:read', write: 'invoices:write' },
  { statement: 'SCOPE-16', at: /^\/v1\/credit_notes/, read: 'credit_notes:read' },
  { statement: 'SCOPE-17', at: /^\/v1\/coupons\/validate$/, write: 'coupons:read' },
  { statement: 'SCOPE-17', at: /^\/v1\/coupons/, read: 'coupons:read', write: 'coupons:write' },
  { statement: 'SCOPE-18', at: /^\/v1\/tax_rates/, read: 'tax_rates:read', write: 'tax_rates:write' },
  { statement: 'SCOPE-19', at: /^\/v1\/events/, read: 'events:read' },
  { statement: 'SCOPE-20', at: /^\/v1\/webhook_endpoints/, read: 'webhook_endpoints:read', write: 'webhook_endpoints:write' },
  { statement: 'SCOPE-21', at: /^\/v1\/api_keys/, read: 'api_keys:read', write: 'api_keys:write' },
  { statement: 'SCOPE-22', at: /^\/v1\/audit_logs/, read: 'audit_logs:read' },
  { statement: 'SCOPE-23', at: /^\/v1\/metrics$/, read: 'metrics:read' },
  { statement: 'SCOPE-26', at: /^\/v1\/tenant\/export$/, read: 'data:export' },
  { statement: 'SCOPE-24', at: /^\/v1\/(tenant|account)/, read: 'tenant:read', write: 'tenant:write' },
  { statement: 'SCOPE-25', at: /^\/v1\/test_clocks/, read: 'test_clocks:read', write: 'test_clocks:write' },
];

const SCOPES = [...new Set(TABLE.flatMap(({ read, write }) => [read ?? [], write ?? []].flat()))];

const scoped = operations.filter(([, { auth }]) => auth.kind === 'api_key');

/** The scope that the specification gives an operation. */
const scopeOf = ({ method, path }: Operation): string => {
  const line = TABLE.find(({ at }) => at.test(path));
  const scope = method === 'GET' ? line?.read : line?.write;
  if (scope === undefined) throw new Error(`no line of the table gives ${method} ${path} a scope`);
  return scope;
};
const statementOf = ({ path }: Operation): string | undefined => TABLE.find(({ at }) => at.test(path))?.statement;

let receiver: Receiver;
let world: World;
/** Keys with one scope, of the account that the world belongs to; and keys with all the others. */
const holders = new Map<string, Client>();
const lackers = new Map<string, Client>();

const nameOf = (scope: string, mode: Mode): string => `${scope} ${mode}`;
const keyWith = async (creator: Client, scopes: readonly string[]): Promise<Client> =>
  api.client(String((await creator.post('/v1/api_keys', { scopes })).secret));

beforeAll(async () => {
  receiver = await startReceiver();
  const [first, second] = [await createAccount(), await createAccount()];
  world = await makeWorld(api.client(first.testKey), receiver);
  const needed = new Set(scoped.map(([, operation]) => nameOf(scopeOf(operation), modeOf(operation))));
  for (const name of needed) {
    const [scope = '', mode] = name.split(' ');
    const others = SCOPES.filter((other) => other !== scope);
    const [owner, stranger] = mode === 'live' ? [first.liveKey, second.liveKey] : [first.testKey, second.testKey];
    const made = [keyWith(api.client(owner), [scope]), keyWith(api.client(stranger), others)];
    const [holder, lacker] = (await Promise.all(made)) as [Client, Client];
    holders.set(name, holder);
    lackers.set(name, lacker);
  }
});

afterAll(() => receiver?.stop());

const callWith = (key: Client | undefined, operation: Operation, ids: World) => {
  if (key === undefined) throw new Error('every scope has its keys');
  return key.call(operation.method, pathWith(operation, ids), operation.method === 'POST' ? {} : undefined);
};

const byStatement = [...new Set(scoped.map(([, operation]) => statementOf(operation)))].sort();

describe.each(byStatement)('[%s] [SCOPE-01] [SCOPE-03]', (statement) => {
  const own = scoped.filter(([, operation]) => statementOf(operation) === statement);

  it.each(own)('%s needs its scope and no other', async (_name, operation) => {
    const name = nameOf(scopeOf(operation), modeOf(operation));
    expect(refusal(await callWith(lackers.get(name), operation, {}))).toEqual([403, 'insufficient_scope']);
    const reads = operation.method === 'GET';
    const answer = await callWith(holders.get(name), operation, reads ? world : {});
    // A write is asked for with nothing in it, for an object that is not there: what refuses it comes after the scope.
    expect(reads ? [200] : [200, 400, 404], answer.text.slice(0, 200)).toContain(answer.status);
  });
});

describe('a scope', () => {
  it('[SCOPE-23] metrics:read can be given to a key, and opens nothing of another scope', async () => {
    const holder = holders.get(nameOf('metrics:read', 'test'));
    const others = scoped.filter(([, each]) => modeOf(each) === 'test' && scopeOf(each) !== 'metrics:read');
    for (const [, operation] of others) {
      expect(refusal(await callWith(holder, operation, {})), operation.id).toEqual([403, 'insufficient_scope']);
    }
  });

  it('[SCOPE-27] can be given to a key by each of its 36 names', async () => {
    expect(new Set(SCOPES).size).toBe(36);
    const { testKey } = await createAccount();
    const { scopes } = await api.client(testKey).post('/v1/api_keys', { scopes: SCOPES });
    expect(scopes).toEqual(SCOPES);
  });
});
