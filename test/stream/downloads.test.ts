import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Downloads, openDownloads } from '../../functions/stream/downloads.ts';
import { DOWNLOAD_SETTINGS, type DownloadSettings } from '../../functions/stream/settings.ts';
import { until } from '../../scripts/support/waiting.ts';
import { ApiError } from '../../shared/api/errors.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';

const tenant = { accountId: 'acct_1', mode: 'test' } as const;
const caller: Caller = { tenant, kind: 'api_key', id: 'ak_1', scopes: ['*'], credential: { pk: 'p', sk: 's' }, signedInAt: null };

let server: Server;
let downloads: Downloads;
let standing: boolean;
/** What the next caller is sent. */
let pieces: () => AsyncGenerator<string>;

const open = async (settings: Partial<DownloadSettings> = {}): Promise<void> => {
  downloads = openDownloads(async () => standing, { ...DOWNLOAD_SETTINGS, ...settings });
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    downloads.start({ requestId: 'req_1', caller, pieces: pieces() }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
};

beforeEach(() => {
  standing = true;
});
afterEach(() => {
  downloads.close();
  server.close();
  server.closeAllConnections();
});

const ask = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, resolve).on('error', reject);
  });

/** The body, and whether it came to its end. */
const bodyOf = (response: IncomingMessage): Promise<{ readonly text: string; readonly whole: boolean }> =>
  new Promise((resolve) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('error', () => undefined);
    response.on('close', () => resolve({ text, whole: response.complete }));
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

describe('a long document', () => {
  it('[XPT-08] begins before its end is known', async () => {
    let finish = (): void => undefined;
    const known = new Promise<void>((resolve) => {
      finish = resolve;
    });
    pieces = async function* () {
      yield '{"a":';
      await known;
      yield '1}';
    };
    await open();
    const response = await ask();
    expect(response.statusCode).toBe(200);
    const body = bodyOf(response);
    await new Promise((resolve) => response.once('data', resolve));
    finish();
    expect(await body).toEqual({ text: '{"a":1}', whole: true });
  });

  it('[XPT-09] that fails midway is cut off, under the status that it began with', async () => {
    let arrived = false;
    pieces = async function* () {
      yield '{"a":[1,2';
      await until(async () => arrived);
      throw new Error('the table is gone');
    };
    await open();
    const response = await ask();
    response.once('data', () => {
      arrived = true;
    });
    const { text, whole } = await bodyOf(response);
    expect([response.statusCode, whole]).toEqual([200, false]);
    expect(() => JSON.parse(text)).toThrow();
  });

  it('shows that it lives while nothing can be sent, and is the same document with it', async () => {
    let signs = 0;
    pieces = async function* () {
      yield '{"a":[1';
      await until(async () => signs >= 3);
      yield ',2]}';
    };
    await open({ keepAliveMs: 40 });
    const response = await ask();
    response.on('data', (chunk: string) => {
      if (chunk.trim() === '') signs += 1;
    });
    const { text, whole } = await bodyOf(response);
    expect(whole).toBe(true);
    expect(JSON.parse(text)).toEqual({ a: [1, 2] });
    expect(DOWNLOAD_SETTINGS.keepAliveMs).toBeLessThanOrEqual(20_000);
  });

  it('is read no faster than it is taken, and given up once nobody takes it', async () => {
    let given = 0;
    const piece = 'x'.repeat(100_000);
    pieces = async function* () {
      for (; given < 1000; given += 1) yield piece;
    };
    await open({ stallMs: 400, downloads: 1 });
    const response = await ask();
    response.pause();
    const body = bodyOf(response);
    response.pause();
    await until(hasCapacity);
    // What the buffers of the system on the way take, and not the whole of it.
    expect(given).toBeLessThan(500);
    response.resume();
    expect((await body).whole).toBe(false);
  });

  it.each([
    [
      'the key opens nothing any more',
      () => {
        standing = false;
      },
    ],
    ['the process ends', () => downloads.close()],
  ])('is cut off when %s', async (_why, happen) => {
    pieces = async function* () {
      yield '{';
      await never();
    };
    await open({ authorizationMs: 20 });
    const body = bodyOf(await ask());
    happen();
    expect(await body).toMatchObject({ whole: false });
  });

  it('is forgotten when its caller leaves', async () => {
    let left = false;
    pieces = async function* () {
      try {
        for (;;) {
          yield ' ';
          await pause(10);
        }
      } finally {
        left = true;
      }
    };
    await open({ downloads: 1 });
    const response = await ask();
    expect(() => downloads.checkCapacity(tenant)).toThrow(ApiError);
    response.destroy();
    await until(async () => left);
    await until(hasCapacity);
  });

  it('waits for its turn: so many at once, and so many of one tenant', async () => {
    pieces = async function* () {
      yield '{';
      await never();
    };
    await open({ downloads: 3, downloadsPerTenant: 2 });
    await ask();
    downloads.checkCapacity(tenant);
    await ask();
    const refused = expect.objectContaining({ code: 'at_capacity' });
    expect(() => downloads.checkCapacity(tenant)).toThrow(refused);
    downloads.checkCapacity({ ...tenant, mode: 'live' });
    await ask();
    expect(() => downloads.checkCapacity({ ...tenant, mode: 'live' })).toThrow(refused);
  });
});
