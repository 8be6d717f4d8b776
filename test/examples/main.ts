import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson } from '../../scripts/generate/json-schema.ts';
import { type Examples, isPublished } from '../../scripts/generate/openapi.ts';
import { apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { startReceiver } from '../../scripts/support/receiver.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';
import {
  bodyOf,
  createSpareIds,
  headersFor,
  modeOf,
  type Operation,
  operations,
  pathWith,
  requiresApiKey,
  returnsJson,
} from '../contract/support/operations.ts';
import { makeWorld, type World } from '../contract/support/world.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { startHost } from '../support/host.ts';
import { normalizerOf } from './normalize.ts';
import { isValidExample } from './valid.ts';

/**
 * `npm run examples`: calls operations and writes their requests and responses as examples of the OpenAPI document. Calls the operations
 * without a valid example, and those named in the arguments. Keeps the other examples, because many were edited by hand.
 */
const FILE = join(REPOSITORY_ROOT, 'shared/api/examples.json');

/** Values of `object` in the responses that `shortenLists` shortens. */
const LISTS: ReadonlySet<unknown> = new Set(['list', 'metrics', 'tenant_export']);

/** Keeps the newest entry of each list: the last entry of metrics, the first of other lists. */
const shortenLists = (response: Json): Json => {
  if (!LISTS.has(response.object)) return response;
  const oneEntry = (entries: readonly unknown[]) => (response.object === 'metrics' ? entries.slice(-1) : entries.slice(0, 1));
  return Object.fromEntries(Object.entries(response).map(([name, value]) => [name, Array.isArray(value) ? oneEntry(value) : value]));
};

/** Calls an operation; returns request and response, or `null` if the status is not 200. */
const exampleOf = async (operation: Operation, client: Client, ids: World, baseUrl: string): Promise<Json | null> => {
  const body = operation.body === null ? undefined : bodyOf(operation, ids, baseUrl);
  const headers = requiresApiKey(operation) ? undefined : headersFor(operation, ids);
  const response = await client.call(operation.method, pathWith(operation, ids), body, headers);
  if (response.status !== 200) return null;
  return { ...(body === undefined ? {} : { request: body }), response: shortenLists(response.body) };
};

const requestedIds = new Set(process.argv.slice(2));
const unknownIds = [...requestedIds].filter((id) => !operations.some(([, operation]) => operation.id === id));
if (unknownIds.length > 0) throw new Error(`No such operation: ${unknownIds.join(', ')}. Operations have names such as customers.create.`);

const startedAt = Math.floor(Date.now() / 1000);
const provider = await startFakeProvider();
const host = await startHost({ env: { PROVIDER_BASE_URL: `${provider.url}/v2` } });
const receiver = await startReceiver();
try {
  const api = apiOf(host.baseUrl);
  const [test, live] = [api.client(host.testKey), api.client(host.liveKey)];
  const world = await makeWorld(test, receiver);
  const hosts = new Map([
    [host.baseUrl, 'https://api.example.com'],
    [receiver.url, 'https://shop.example/webhooks'],
  ]);
  const { normalize } = normalizerOf(hosts, startedAt);
  const committed = JSON.parse(readFileSync(FILE, 'utf8')) as Examples;
  const operationIds = new Set(operations.map(([, operation]) => operation.id));
  const examples = Object.fromEntries(Object.entries(committed).filter(([id]) => operationIds.has(id)));
  for (const [name, operation] of operations) {
    if (!returnsJson(operation) || !isPublished(operation)) continue;
    if (!requestedIds.has(operation.id) && isValidExample(operation, committed[operation.id])) continue;
    const client = modeOf(operation) === 'live' ? live : test;
    const example = await exampleOf(operation, client, await createSpareIds(operation, world, client, host.baseUrl), host.baseUrl);
    console.log(`${name}: ${example === null ? 'no example' : 'recorded'}`);
    if (example !== null) examples[operation.id] = normalize(example) as Examples[string];
  }
  writeFileSync(FILE, formatJson(examples as JsonObject));
  execFileSync('npx', ['tsx', 'scripts/generate.ts'], { cwd: REPOSITORY_ROOT, stdio: 'inherit' });
} finally {
  await receiver.stop();
  await host.stop();
  await provider.close();
}
