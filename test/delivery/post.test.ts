import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, respondWith, startReceiver } from '../../scripts/support/receiver.ts';
import { until } from '../../scripts/support/waiting.ts';
import {
  createPoster,
  EXCERPT_BYTES,
  excerptOf,
  POST_DEADLINE_MS,
  type PostRequest,
  type PostSettings,
} from '../../shared/webhooks/post.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

const request = (url: string): PostRequest => ({ url, headers: { 'Content-Length': '2', 'X-Test': 'yes' }, body: Buffer.from('{}') });
const post = (url: string, settings: Partial<PostSettings> = {}) =>
  createPoster({ resolve: async () => ['127.0.0.1'], allowLoopback: true, deadlineMs: 500, ...settings })(request(url));

describe('posting to a receiver', () => {
  it('sends headers and body, and returns the status and an excerpt of the response', async () => {
    receiver.answer = respondWith(201, 'thanks');
    expect(await post(`${receiver.url}/a?b=c`)).toEqual({ statusCode: 201, excerpt: 'thanks' });
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', path: '/a?b=c', body: Buffer.from('{}') });
    expect(receiver.requests[0]?.headers).toMatchObject({ 'x-test': 'yes', connection: 'close' });
  });

  it('[LIM-06] accepts a response within 10 seconds, and none after the deadline', async () => {
    expect(POST_DEADLINE_MS).toBe(10_000);
    // The test itself uses a shorter deadline.
    const respondAfter = (ms: number) => (receiver.answer = (_request, response) => void setTimeout(() => response.end('late'), ms));
    respondAfter(200);
    expect(await post(receiver.url, { deadlineMs: 600 })).toMatchObject({ statusCode: 200 });
    respondAfter(2000);
    expect(await post(receiver.url, { deadlineMs: 600 })).toEqual({ error: 'no complete answer within 0.6 seconds', failure: 'timeout' });
  });

  it('treats a body that continues after the deadline as a timeout, and closes the connection', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    expect(await post(receiver.url, { deadlineMs: 300 })).toEqual({ error: 'no complete answer within 0.3 seconds', failure: 'timeout' });
    await until(() => receiver.open.get('') === 0, 10_000, 'the connection is closed');
  });

  it('ends at the deadline even during DNS resolution, and sends nothing if the name resolves later', async () => {
    let resolved = false;
    const resolve = async (): Promise<string[]> => {
      await new Promise((done) => setTimeout(done, 250));
      resolved = true;
      return ['127.0.0.1'];
    };
    expect(await post(`http://slow.example:${receiver.port}/`, { resolve, deadlineMs: 100 })).toHaveProperty('error');
    await until(() => resolved, 10_000, 'resolved');
    await new Promise((done) => setImmediate(done));
    expect(receiver.requests).toHaveLength(0);
  });

  it('[WHD-13] does not follow a redirect', async () => {
    const other = await startReceiver();
    try {
      for (const code of [301, 302, 303, 307, 308]) {
        receiver.answer = (_request, response) => response.writeHead(code, { location: other.url }).end();
        expect(await post(receiver.url)).toMatchObject({ statusCode: code });
      }
      expect(other.requests).toHaveLength(0);
    } finally {
      await other.stop();
    }
  });

  it('[LIM-08] reads and stores at most 2 KB of the response', async () => {
    let ended = false;
    receiver.answer = (_request, response) => {
      response.writeHead(200);
      response.write('é'.repeat(5000));
      setTimeout(() => {
        ended = true;
        response.end();
      }, 400);
    };
    const result = await post(receiver.url);
    expect(ended).toBe(false);
    expect(result).toEqual({ statusCode: 200, excerpt: 'é'.repeat(1024) });
  });

  it('cuts the excerpt of a response between two characters and to at most 2048 bytes, even for invalid UTF-8', () => {
    expect(excerptOf(Buffer.from(`a${'é'.repeat(2000)}`))).toBe(`a${'é'.repeat(1023)}`);
    expect(excerptOf(Buffer.from('x'.repeat(EXCERPT_BYTES)))).toHaveLength(EXCERPT_BYTES);
    expect(excerptOf(Buffer.from(`${'x'.repeat(2047)}😀`))).toBe('x'.repeat(2047));
    expect(Buffer.byteLength(excerptOf(Buffer.alloc(4000, 0xff)))).toBeLessThanOrEqual(EXCERPT_BYTES);
    expect(Buffer.byteLength(excerptOf(Buffer.alloc(4000, 0x80)))).toBeLessThanOrEqual(EXCERPT_BYTES);
  });

  it('[WHD-14] sends nothing to a host that resolves to a private address or not at all', async () => {
    for (const addresses of [['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['169.254.169.254']]) {
      const result = await post(`http://hook.example:${receiver.port}/`, { resolve: async () => addresses });
      expect(result).toEqual({ error: 'the host resolves to an address that is not public', failure: 'address_refused' });
    }
    const loopback = await post(`http://hook.example:${receiver.port}/`, { allowLoopback: false });
    expect(loopback).toEqual({ error: 'the host resolves to an address that is not public', failure: 'address_refused' });
    expect(await post(receiver.url, { allowLoopback: false })).toHaveProperty('error');
    expect(await post(`http://hook.example:${receiver.port}/`, { resolve: async () => [] })).toEqual({
      error: 'the host name does not resolve',
      failure: 'name_unresolved',
    });
    expect(receiver.requests).toHaveLength(0);
  });

  it('resolves the name once per request and connects to the checked address', async () => {
    let resolutions = 0;
    const resolve = async (): Promise<string[]> => {
      resolutions += 1;
      return resolutions === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    const url = `http://rebinding.invalid:${receiver.port}/`;
    expect(await post(url, { resolve })).toMatchObject({ statusCode: 200 });
    expect(resolutions).toBe(1);
    expect(receiver.requests[0]?.headers.host).toBe(`rebinding.invalid:${receiver.port}`);
    expect(await post(url, { resolve })).toHaveProperty('error');
    expect(receiver.requests).toHaveLength(1);
  });

  it('returns an error for refused, closed and invalid connections, and does not throw', async () => {
    const closing = createServer((socket) => socket.destroy());
    const garbling = createServer((socket) => socket.end('SMTP ready\r\n'));
    const short = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'));
    try {
      for (const server of [closing, garbling, short]) {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const { port } = server.address() as AddressInfo;
        expect(await post(`http://127.0.0.1:${port}/`)).toHaveProperty('error');
      }
    } finally {
      for (const server of [closing, garbling, short]) server.close();
    }
    const { port } = receiver;
    await receiver.stop();
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual({ error: 'the connection was refused', failure: 'connection' });
    expect(await post(`https://127.0.0.1:${port}/`)).toHaveProperty('error');
    receiver = await startReceiver();
    expect(await post(receiver.url.replace('http:', 'https:'))).toHaveProperty('error');
  });
});
