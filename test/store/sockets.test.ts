import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newMeter } from '../../shared/store/core/meter.ts';
import { openClient, tableOf } from '../../shared/store/core/table.ts';
import { type Fixture, openFixture } from './support.ts';

const AT_ONCE = 400;
const MOST_SOCKETS = 50;
const A_LONG_WAIT_MS = 20_000;
const WITHIN_MS = 30_000;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
}, 120_000);
afterAll(() => fixture.stop());

/** An engine that notes in which order calls come, and answers none until it is released. */
const heldEngine = async () => {
  const arrived: string[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', async () => {
      arrived.push(JSON.parse(text).Key.sk.S);
      await released;
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, arrived, release, stop: () => server.close() };
};

describe('the sockets of the table', () => {
  it('are bounded, and calls beyond them wait in order, however long, without a word', async () => {
    const engine = await heldEngine();
    const client = openClient({ ...fixture.engine.config, endpoint: engine.endpoint });
    const table = tableOf(client, 'table', newMeter());
    const said = vi.spyOn(console, 'warn');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const names = Array.from({ length: AT_ONCE }, (_, index) => String(index));
    const calls = names.map((sk) => table.get({ pk: 'one', sk }));
    await expect.poll(() => engine.arrived.length, { timeout: WITHIN_MS }).toBe(MOST_SOCKETS);
    vi.advanceTimersByTime(A_LONG_WAIT_MS);
    expect(said).not.toHaveBeenCalled();
    engine.release();
    expect(await Promise.all(calls)).toHaveLength(AT_ONCE);
    // The first come over sockets that open at once, in whichever order; each of the others over the next that is free.
    const place = new Map(engine.arrived.map((name, index) => [name, index]));
    const waited = names.slice(MOST_SOCKETS);
    expect(engine.arrived).toHaveLength(AT_ONCE);
    for (const [index, name] of waited.entries())
      expect(Math.abs((place.get(name) ?? 0) - (MOST_SOCKETS + index))).toBeLessThan(MOST_SOCKETS);
    vi.useRealTimers();
    client.destroy();
    engine.stop();
  }, 60_000);

  it('take as many calls at once as anybody makes, and none fails', async () => {
    const pk = fixture.tenant().accountId;
    const writes = Array.from({ length: AT_ONCE }, (_, index) => fixture.table.put({ Item: { pk, sk: String(index).padStart(4, '0') } }));
    await Promise.all(writes);
    const { items } = await fixture.table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });
    expect(items).toHaveLength(AT_ONCE);
  }, 60_000);
});
