import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventStream, openStream } from '../contract/support/stream.ts';
import { openStreamFixture, type StreamFixture } from './support.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STOPPED_WITHIN_MS = 6_000;

let fixture: StreamFixture;
const children: ChildProcess[] = [];
beforeAll(async () => {
  fixture = await openStreamFixture();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => fixture.stop());

interface Running {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<number | string | null>;
}

/** Starts the server of `/v1/events/stream` as a separate process, like the deployed one. */
const startProcess = async (): Promise<Running> => {
  const env = { ...process.env, ...fixture.environment, PORT: '0', HOST: '127.0.0.1' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'functions/stream/main.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const ended = new Promise<number | string | null>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve((message as { readonly port: number }).port)),
  );
  return { baseUrl: `http://127.0.0.1:${port}`, child, ended };
};

const cursorOf = (stream: EventStream | undefined): string => `?starting_after=${stream?.ids().at(-1)}`;

describe('the process that serves the API’s event stream', () => {
  it('responds to a health check, and with 404 to unknown paths', async () => {
    const { baseUrl } = await startProcess();
    expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
    const notFound = await fetch(`${baseUrl}/v1/nothing`);
    expect([notFound.status, await notFound.json()]).toMatchObject([404, { error: { code: 'route_not_found' } }]);
  });

  it('[STR-11] sends a `timeout` frame to every stream on SIGTERM, and ends within seconds', async () => {
    const owner = await fixture.owner();
    const first = await startProcess();
    const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(first.baseUrl, { key: owner.key })));
    const ids = await owner.record(2);
    for (const stream of streams) await stream.received(2);
    // A client that does not read must not delay the end of the process.
    streams[0]?.pause();
    const stoppedAtMs = Date.now();
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(Date.now() - stoppedAtMs).toBeLessThan(STOPPED_WITHIN_MS);
    for (const stream of streams.slice(1)) await stream.awaitFrame('timeout');
    const more = await owner.record(3);
    const second = await startProcess();
    const resumed = await openStream(second.baseUrl, { key: owner.key, query: cursorOf(streams[1]) });
    await resumed.received(3);
    expect([...(streams[1]?.ids() ?? []), ...resumed.ids()]).toEqual([...ids, ...more]);
    resumed.close();
  });

  it('loses no event when it is killed and clients reconnect with their last id', async () => {
    const owner = await fixture.owner();
    const first = await startProcess();
    const stream = await openStream(first.baseUrl, { key: owner.key });
    const writing = owner.record(60);
    await stream.received(5);
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    await stream.ended;
    const second = await startProcess();
    const resumed = await openStream(second.baseUrl, { key: owner.key, query: cursorOf(stream) });
    const ids = await writing;
    await resumed.received(ids.length - stream.ids().length);
    expect([...stream.ids(), ...resumed.ids()]).toEqual(ids);
    resumed.close();
  });

  it('ends when its parent process disconnects', async () => {
    const { child, ended } = await startProcess();
    child.disconnect();
    expect(await ended).toBe(0);
  });
});
