import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Downloads, openDownloads } from '../../functions/stream/downloads.ts';
import type { Sink } from '../../functions/stream/reader.ts';
import { DOWNLOAD_SETTINGS, type DownloadSettings } from '../../functions/stream/settings.ts';
import { until } from '../../scripts/support/waiting.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import { linesOfKind } from '../support/log-lines.ts';

const tenant = { accountId: 'acct_1', mode: 'test' } as const;
const caller: Caller = { tenant, kind: 'api_key', id: 'ak_1', scopes: ['*'], credential: { pk: 'p', sk: 's' }, signedInAt: null };

let server: Server;
let downloads: Downloads;
let isKeyValid: boolean;
/** Creates the body of the next download. */
let chunks: () => AsyncGenerator<string>;

const startServer = async (settings: Partial<DownloadSettings> = {}): Promise<void> => {
  downloads = openDownloads(async () => isKeyValid, { ...DOWNLOAD_SETTINGS, ...settings });
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    downloads.start({ requestId: 'req_1', caller, chunks: chunks() }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
};

beforeEach(() => {
  isKeyValid = true;
});
afterEach(() => {
  downloads.close();
  server.close();
  server.closeAllConnections();
});

const startDownload = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, resolve).on('error', reject);
  });

/** Returns the body, and whether it is complete. */
const bodyOf = (response: IncomingMessage): Promise<{ readonly text: string; readonly isComplete: boolean }> =>
  new Promise((resolve) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('error', () => undefined);
    response.on('close', () => resolve({ text, isComplete: response.complete }));
  });

const hasCapacity = async (): Promise<boolean> => {
  try {
    downloads.checkCapacity(tenant);
    return true;
  } catch {
    return false;
  }
};

const never = (): Promise<never> => new Promise(() => undefined);

describe('a download', () => {
  it('[XPT-08] is streamed while it is generated', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    chunks = async function* () {
      yield '{"a":';
      await finished;
      yield '1}';
    };
    await startServer();
    const response = await startDownload();
    expect(response.statusCode).toBe(200);
    const body = bodyOf(response);
    await new Promise((resolve) => response.once('data', resolve));
    finish();
    expect(await body).toEqual({ text: '{"a":1}', isComplete: true });
  });

  it('[XPT-09] is incomplete with status 200 if the service fails while it generates the document', async () => {
    let arrived = false;
    chunks = async function* () {
      yield '{"a":[1,2';
      await until(async () => arrived);
      throw new Error('table unavailable');
    };
    await startServer();
    const response = await startDownload();
    response.once('data', () => {
      arrived = true;
    });
    const { text, isComplete } = await bodyOf(response);
    expect([response.statusCode, isComplete]).toEqual([200, false]);
    expect(() => JSON.parse(text)).toThrow();
  });

  it('contains white space as keep-alive while no chunk is generated, and is still valid JSON', async () => {
    let keepAlives = 0;
    chunks = async function* () {
      yield '{"a":[1';
      await until(async () => keepAlives >= 3);
      yield ',2]}';
    };
    await startServer({ keepAliveMs: 40 });
    const response = await startDownload();
    response.on('data', (chunk: string) => {
      if (chunk.trim() === '') keepAlives += 1;
    });
    const { text, isComplete } = await bodyOf(response);
    expect(isComplete).toBe(true);
    expect(JSON.parse(text)).toEqual({ a: [1, 2] });
    expect(DOWNLOAD_SETTINGS.keepAliveMs).toBeLessThanOrEqual(20_000);
  });

  it('is generated only as fast as the client reads, and is ended when the client stops reading', async () => {
    let yielded = 0;
    const chunk = 'x'.repeat(100_000);
    chunks = async function* () {
      for (; yielded < 1000; yielded += 1) yield chunk;
    };
    await startServer({ stallMs: 400, downloads: 1 });
    const response = await startDownload();
    response.pause();
    const body = bodyOf(response);
    await until(hasCapacity);
    // Only the socket buffers are filled, then generation stops.
    expect(yielded).toBeLessThan(500);
    response.resume();
    expect((await body).isComplete).toBe(false);
  });

  it('is ended when the client stops reading, even if the whole document is already generated', async () => {
    await startServer({ stallMs: 50, downloads: 1 });
    // Accepts the document into its buffer, but passes nothing on.
    const sink = new Writable({ write: () => undefined });
    const document = async function* () {
      yield '{}';
    };
    downloads.start({ requestId: 'req_1', caller, chunks: document() }, sink as unknown as Sink);
    await new Promise((resolve) => sink.once('close', resolve));
    await until(hasCapacity);
  });

  it.each([
    [
      'the key is no longer valid',
      () => {
        isKeyValid = false;
      },
    ],
    ['the process ends', () => downloads.close()],
  ])('is ended when %s', async (_reason, trigger) => {
    chunks = async function* () {
      yield '{';
      await never();
    };
    await startServer({ authorizationMs: 20 });
    const body = bodyOf(await startDownload());
    trigger();
    expect(await body).toMatchObject({ isComplete: false });
  });

  it('is no longer generated when the client disconnects', async () => {
    let stopped = false;
    chunks = async function* () {
      try {
        for (;;) {
          yield ' ';
          await pause(10);
        }
      } finally {
        stopped = true;
      }
    };
    await startServer({ downloads: 1 });
    const response = await startDownload();
    expect(() => downloads.checkCapacity(tenant)).toThrow(ApiError);
    response.destroy();
    await until(async () => stopped);
    await until(hasCapacity);
  });

  const CHUNK = 'x'.repeat(100_000);
  it.each<[string, () => AsyncGenerator<string>, (response: IncomingMessage) => unknown]>([
    [
      'complete',
      async function* () {
        yield '{}';
      },
      bodyOf,
    ],
    [
      'left',
      async function* () {
        for (;;) {
          yield ' ';
          await pause(10);
        }
      },
      (response) => response.destroy(),
    ],
    [
      'stalled',
      async function* () {
        for (;;) yield CHUNK;
      },
      (response) => response.pause(),
    ],
  ])('is logged with the reason `%s` when it has ended', async (reason, document, receive) => {
    chunks = document;
    await startServer({ stallMs: 100, downloads: 1 });
    const lines = await linesOfKind('export_ended', async () => {
      await receive(await startDownload());
      await until(hasCapacity);
    });
    expect(lines).toEqual([expect.objectContaining({ requestId: 'req_1', account: tenant.accountId, mode: tenant.mode, reason })]);
  });

  it('is refused above the limits of the process and of a tenant', async () => {
    chunks = async function* () {
      yield '{';
      await never();
    };
    await startServer({ downloads: 3, downloadsPerTenant: 2 });
    await startDownload();
    downloads.checkCapacity(tenant);
    await startDownload();
    const refused = expect.objectContaining({ code: 'at_capacity' });
    expect(() => downloads.checkCapacity(tenant)).toThrow(refused);
    downloads.checkCapacity({ ...tenant, mode: 'live' });
    await startDownload();
    expect(() => downloads.checkCapacity({ ...tenant, mode: 'live' })).toThrow(refused);
  });
});
