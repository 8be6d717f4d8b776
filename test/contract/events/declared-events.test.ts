import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isPublished } from '../../../scripts/generate/openapi.ts';
import { apiOf, type Client } from '../../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../../scripts/support/receiver.ts';
import { service } from '../../support/service.ts';
import { bodyOf, createSpareIds, headersFor, modeOf, type Operation, operationsWhere, pathWith } from '../support/operations.ts';
import { makeWorld, type World } from '../support/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, fakeProvider, createAccount } = service();

let receiver: Receiver;
let owner: Client;
let world: World;

beforeAll(async () => {
  receiver = await startReceiver();
  owner = apiOf(baseUrl).client((await createAccount()).testKey);
  world = await makeWorld(owner, receiver);
});

afterAll(() => receiver?.stop());

/**
 * True for published writes in test mode. Excludes advancing a clock, which records the events of the work that it processes, and
 * connecting a provider if there is no fake provider.
 */
const isTested = (operation: Operation): boolean =>
  isPublished(operation) &&
  modeOf(operation) === 'test' &&
  operation.method !== 'GET' &&
  operation.id !== 'test_clocks.advance' &&
  (fakeProvider || operation.id !== 'tenant.provider_credential_connect');

interface ListedEvent {
  readonly id: string;
  readonly type: string;
}

/** Returns the latest events, newest first. */
const latestEvents = async (limit: number): Promise<readonly ListedEvent[]> =>
  (await owner.get(`/v1/events?limit=${limit}`)).data as readonly ListedEvent[];

describe.each(operationsWhere(isTested))('%s', (_name, operation) => {
  it('records only events that it declares', async () => {
    const ids = await createSpareIds(operation, world, owner, baseUrl);
    const [before] = await latestEvents(1);
    const body = operation.method === 'POST' ? bodyOf(operation, ids, baseUrl) : undefined;
    const answer = await owner.call(operation.method, pathWith(operation, ids), body, headersFor(operation, ids));
    expect([answer.status, answer.error]).toEqual([200, null]);
    const latest = await latestEvents(100);
    const recorded = latest.slice(
      0,
      latest.findIndex(({ id }) => id === before?.id),
    );
    const undeclared = recorded.map(({ type }) => type).filter((type) => !operation.events?.some((event) => event === type));
    expect(undeclared).toEqual([]);
  });
});
