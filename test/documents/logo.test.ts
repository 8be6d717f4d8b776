import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SAMPLES } from '../../scripts/documents/samples.ts';
import { imageFetcher, memoizeForMinutes, printableLogo } from '../../shared/documents/logo.ts';
import { parseLogo } from '../../shared/documents/pdf/image.ts';
import { PLAIN, render } from './support.ts';

let server: Server;
let url: string;
let respond: RequestListener;

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.png`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Resolves every host name to this machine. */
const resolve = async (): Promise<readonly string[]> => ['127.0.0.1'];
const fetchLocally = imageFetcher({ resolve, allowLoopback: true });
/** Gives up after 300 ms, because some images never arrive. */
const fetchBriefly = imageFetcher({ resolve, allowLoopback: true }, 300);

const png = (width: number, height: number, options: object = {}): Buffer => {
  const picture = new PNG({ width, height });
  for (const index of picture.data.keys()) picture.data.writeUInt8((index * 7) % 256, index);
  return PNG.sync.write(picture, options);
};

describe('fetching a logo', () => {
  it('returns the bytes of an image', async () => {
    respond = (_request, response) => response.end('bytes');
    expect(Buffer.from((await fetchLocally(url)) ?? []).toString()).toBe('bytes');
  });

  it.each<readonly [string, RequestListener]>([
    ['is missing', (_request, response) => response.writeHead(404).end('x')],
    ['is redirected', (_request, response) => response.writeHead(302, { location: '/other' }).end()],
    ['is too large', (_request, response) => response.end(Buffer.alloc(600 * 1024))],
    ['is never sent', () => undefined],
    ['does not end', (_request, response) => void response.write('x')],
    ['is interrupted', (request) => request.socket.destroy()],
  ])('returns null for an image that %s', async (_description, listener) => {
    respond = listener;
    expect(await fetchBriefly(url)).toBeNull();
  });

  it('does not request URLs with a private address or with a scheme other than http and https', async () => {
    let requests = 0;
    respond = (_request, response) => {
      requests += 1;
      response.end('x');
    };
    const publicOnly = imageFetcher({ resolve, allowLoopback: false });
    for (const blocked of [url, url.replace('127.0.0.1', 'logo.example'), 'file:///etc/passwd', 'ftp://127.0.0.1/x', 'nonsense'])
      expect(await publicOnly(blocked)).toBeNull();
    expect(requests).toBe(0);
  });

  it('fetches each image once for many documents, and again after five minutes', async () => {
    let [fetches, now] = [0, 0];
    const cached = memoizeForMinutes(
      async (image: string) => {
        fetches += 1;
        return `${image} ${fetches}`;
      },
      () => now,
    );
    expect([await cached('a'), await cached('a'), await cached('b')]).toEqual(['a 1', 'a 1', 'b 2']);
    now = 6 * 60_000;
    expect(await cached('a')).toBe('a 3');
  });
});

/** A PNG chunk. Its checksum is invalid: the files that contain it are refused before checksums are checked. */
const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};

const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 6, 0, 0, 0], 8);
  return data;
};
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The start of a JPEG of 40 by 20 pixels with this number of color channels: signature, frame header, end. */
const jpeg = (channels: number): Buffer =>
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 8 + 3 * channels, 8, 0, 20, 0, 40, channels, ...new Array(3 * channels).fill(1), 0xff, 0xd9]);

describe('a logo', () => {
  it.each([
    ['in color', 3],
    ['in grayscale', 1],
  ])('as JPEG %s is accepted', (_description, channels) => {
    expect(parseLogo(jpeg(channels))).not.toBeNull();
  });

  it.each([
    ['with transparency', {}],
    ['in grayscale', { colorType: 0 }],
    ['in grayscale with transparency', { colorType: 4 }],
    ['without transparency', { colorType: 2 }],
  ])('as PNG %s is printed', async (_description, options) => {
    const logo = parseLogo(png(40, 20, options));
    expect(logo).not.toBeNull();
    const model = SAMPLES['one-page']?.();
    if (model === undefined) throw new Error('there is no sample');
    const [pdf, secondPdf] = [await render(model, { ...PLAIN, logo }), await render(model, { ...PLAIN, logo })];
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/Subtype \/Image[^>]*\/Width 40[^>]*\/Height 20/s);
    expect(Buffer.from(pdf).equals(Buffer.from(secondPdf))).toBe(true);
  });

  it.each<readonly [string, Buffer]>([
    ['that is an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['that is empty', Buffer.alloc(0)],
    ['that is truncated', png(40, 20).subarray(0, 60)],
    [
      'with broken pixels',
      Buffer.concat([SIGNATURE, chunk('IHDR', header(4, 4)), chunk('IDAT', Buffer.from('nonsense')), chunk('IEND', Buffer.alloc(0))]),
    ],
    ['that is too large', Buffer.concat([SIGNATURE, chunk('IHDR', header(30_000, 30_000)), chunk('IEND', Buffer.alloc(0))])],
    [
      'that is a decompression bomb',
      Buffer.concat([
        SIGNATURE,
        chunk('IHDR', header(100, 100)),
        chunk('IDAT', deflateSync(Buffer.alloc(64_000_000))),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    ],
    // PDF/A with the sRGB profile forbids CMYK.
    ['with the colors of print (CMYK)', jpeg(4)],
    ['with only a JPEG signature', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('%s is omitted, and the omission is logged', (_description, file) => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    try {
      expect(printableLogo(file, 'acct_1')).toBeNull();
    } finally {
      write.mockRestore();
    }
    expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ kind: 'logo_omitted', account: 'acct_1' })]);
  });
});
