import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError } from '../../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes, newPlan, openSession, pay } from '../support/objects.ts';
import { makeWorld } from '../support/world.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 });

const PATH = '/v1/tenant/export';
const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  client = api.client((await createAccount()).testKey);
  await makeWorld(client, receiver);
});
afterAll(() => receiver.stop());

type Objects = ReadonlyMap<string, readonly ApiObject[]>;
type Query = { readonly resume?: string; readonly starting_after?: string };

/** Reads an export and closes the connection after `maxBytes`. Returns the text and the header Export-Resume. */
const receivePart = async (query: Query, maxBytes: number): Promise<{ readonly resume: string; readonly text: string }> => {
  const response = await fetch(`${baseUrl}${PATH}?${new URLSearchParams(query)}`, { headers: { authorization: `Bearer ${client.key}` } });
  expect(response.status).toBe(200);
  const resume = String(response.headers.get('export-resume'));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return { resume, text: Buffer.concat(chunks).subarray(0, maxBytes).toString() };
};

/** Returns the complete objects of a document that may be cut off. Each object is on a separate line. */
const objectsIn = (text: string): Objects => {
  const objects = new Map<string, ApiObject[]>();
  let section: ApiObject[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [, name] = /^"(\w+)":\[/.exec(line) ?? [];
    if (name !== undefined) {
      section = [];
      objects.set(name, section);
    } else if (line.startsWith('{"id"')) section.push(JSON.parse(line.replace(/\]?,?$/, '')) as ApiObject);
  }
  return objects;
};

const sectionsOf = (document: object): Objects =>
  new Map(Object.entries(document).filter((entry): entry is [string, readonly ApiObject[]] => Array.isArray(entry[1])));

const joinSections = (first: Objects, second: Objects): Objects =>
  new Map([...second].map(([name, objects]) => [name, [...(first.get(name) ?? []), ...objects]]));

const lastIdOf = (objects: Objects): string | undefined => [...objects.values()].flat().at(-1)?.id;

const resumeQuery = (resume: string, objects: Objects): Query => {
  const id = lastIdOf(objects);
  return id === undefined ? { resume } : { resume, starting_after: id };
};

/** Fetches the complete export at the time that `resume` encodes. */
const fetchUninterrupted = async (resume: string): Promise<ApiObject> => client.get(`${PATH}?resume=${resume}`);

/** Creates, changes and removes objects. */
const changeWorld = async (): Promise<void> => {
  const { productId, priceId } = await newPlan(client);
  const [customer] = await client.list('/v1/customers');
  await client.post(`/v1/customers/${String(customer?.id)}`, { name: `Changed ${Date.now()}` });
  const { id } = await client.post('/v1/customers', { name: 'Late' });
  await pay(client, (await openSession(client, priceId, { customer_id: id })).id);
  await client.post(`/v1/products/${productId}`, { name: 'Renamed' });
  const created = await client.post('/v1/customers', { name: 'Removed' });
  await client.remove(`/v1/customers/${created.id}`);
};

describe('an export whose connection is cut', () => {
  it.each([0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99])(
    '[XPT-11] is complete if it is resumed, even if objects have changed: cut after a fraction of %d of its bytes',
    async (fraction) => {
      const { length } = (await receivePart({}, Number.POSITIVE_INFINITY)).text;
      const { resume, text } = await receivePart({}, Math.floor(length * fraction));
      const uninterrupted = await fetchUninterrupted(resume);
      await changeWorld();
      const first = objectsIn(text);
      const query = resumeQuery(resume, first);
      const rest = await client.get(`${PATH}?${new URLSearchParams(query)}`);
      expect(joinSections(first, sectionsOf(rest))).toEqual(sectionsOf(uninterrupted));
      expect(rest).toMatchObject({ object: 'tenant_export', generated_at: uninterrupted.generated_at });
      expect(await fetchUninterrupted(resume)).toEqual(uninterrupted);
      const later = sectionsOf(await client.get(PATH));
      expect(later.get('customers')?.some(({ name }) => name === 'Late')).toBe(true);
    },
  );

  it('[XPT-11] is complete if it is resumed after each of many cuts', async () => {
    const { resume, text } = await receivePart({}, 2000);
    let objects = objectsIn(text);
    let connections = 1;
    const uninterrupted = sectionsOf(await fetchUninterrupted(resume));
    while (lastIdOf(objects) !== lastIdOf(uninterrupted)) {
      if (connections % 8 === 0) await changeWorld();
      const more = await receivePart(resumeQuery(resume, objects), 12_000);
      expect(more.resume).toBe(resume);
      objects = joinSections(objects, objectsIn(more.text));
      connections += 1;
    }
    expect(objects).toEqual(uninterrupted);
    expect(connections).toBeGreaterThan(3);
  });
});

describe('a resumed export', () => {
  it('[XPT-13] has a separate audit entry, because another key may resume it', async () => {
    const reader = await clientWithScopes(api, client, 'data:export');
    const { resume } = await receivePart({}, 10);
    await reader.get(`${PATH}?resume=${resume}`);
    const [latest, former] = await client.list('/v1/audit_logs?action=tenant.data_exported');
    expect(latest?.created).toBeGreaterThanOrEqual(Number(former?.created));
    expect(latest?.actor_id).not.toBe(former?.actor_id);
  });

  it('[XPT-10] is refused for another account in either mode, and for an invalid cursor; the error names the parameter', async () => {
    const { resume } = await receivePart({}, 10);
    const other = await createAccount();
    const message = 'must be the value of the header Export-Resume';
    for (const key of [other.testKey, other.liveKey]) {
      const answer = await api.client(key).call('GET', `${PATH}?resume=${resume}`);
      expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'resume']);
      expect(JSON.stringify(answer.body)).toContain(message);
    }
    const id = `we_${'0'.repeat(26)}`;
    expect(fieldError(await client.call('GET', `${PATH}?resume=${resume}&starting_after=${id}`))).toEqual([
      400,
      'parameter_invalid',
      'starting_after',
    ]);
    expect(fieldError(await client.call('GET', `${PATH}?starting_after=cus_${'0'.repeat(26)}`))).toEqual([
      400,
      'parameter_invalid',
      'starting_after',
    ]);
  });
});
