import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AWS_CALL_TIMEOUTS } from '../../shared/platform/aws-calls.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { openClient } from '../../shared/store/core/client.ts';
import { tableOf } from '../../shared/store/core/table.ts';
import { deferred } from '../support/deferred.ts';
import { type EngineFixture, openFixture } from './support.ts';

const CONCURRENT_CALLS = 400;
const MAX_SOCKETS = 50;
const WITHIN_MS = 30_000;

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

/** A fake DynamoDB engine that records the order of calls and responds only after `release`. */
const heldEngine = async () => {
  const arrived: string[] = [];
  const released = deferred<void>();
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', async () => {
      arrived.push(JSON.parse(text).Key.sk.S);
      await released.promise;
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, arrived, release: released.resolve, stop: () => server.close() };
};

describe('the sockets of the database client', () => {
  it('are limited to 50; further calls wait, and get a socket in about the order of the calls', async () => {
    const engine = await heldEngine();
    const client = openClient({ ...fixture.engine.config, endpoint: engine.endpoint });
    const table = tableOf(client, 'table', newCapacityCounter());
    const names = Array.from({ length: CONCURRENT_CALLS }, (_, index) => String(index));
    const calls = names.map((sk) => table.get({ pk: 'one', sk }));
    await expect.poll(() => engine.arrived.length, { timeout: WITHIN_MS }).toBe(MAX_SOCKETS);
    engine.release();
    expect(await Promise.all(calls)).toHaveLength(CONCURRENT_CALLS);
    // The first 50 calls arrive in any order. The later calls get sockets in the order of the calls, but 50 calls are under way at a
    // time, so a call can arrive up to 49 positions early or late.
    const positions = new Map(engine.arrived.map((name, index) => [name, index]));
    const waitingNames = names.slice(MAX_SOCKETS);
    expect(engine.arrived).toHaveLength(CONCURRENT_CALLS);
    for (const [index, name] of waitingNames.entries())
      expect(Math.abs((positions.get(name) ?? 0) - (MAX_SOCKETS + index))).toBeLessThan(MAX_SOCKETS);
    client.destroy();
    engine.stop();
  }, 60_000);

  it('have time limits', async () => {
    const client = openClient({ ...fixture.engine.config, endpoint: fixture.engine.endpoint });
    await tableOf(client, fixture.engine.tableName, newCapacityCounter()).get({ pk: 'one', sk: 'two' });
    const handler = client.config.requestHandler as unknown as { httpHandlerConfigs: () => object };
    expect(handler.httpHandlerConfigs()).toMatchObject(AWS_CALL_TIMEOUTS);
    client.destroy();
  });

  it('serve 400 concurrent calls without a failure', async () => {
    const pk = fixture.tenant().accountId;
    const writes = Array.from({ length: CONCURRENT_CALLS }, (_, index) =>
      fixture.table.put({ Item: { pk, sk: String(index).padStart(4, '0') } }),
    );
    await Promise.all(writes);
    const { items } = await fixture.table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });
    expect(items).toHaveLength(CONCURRENT_CALLS);
  }, 60_000);
});
