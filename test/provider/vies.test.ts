import { afterEach, describe, expect, it } from 'vitest';
import { playedRegistry, viesRegistry } from '../../shared/ports/vies.ts';
import { serve } from './support.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const asked: { readonly path: string; readonly body: unknown }[] = [];

/** The registry before a service that gives this answer; `null`: none at all. */
const answering = async (status: number, body: string | null) => {
  const server = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push({ path: `${request.method} ${request.url}`, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
    if (body !== null) response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  closers.push(server.close);
  return viesRegistry(fetch, server.url, body === null ? 300 : 30_000);
};

const failing = (error: string): string => JSON.stringify({ actionSucceed: false, errorWrappers: [{ error }] });

describe('the EU VAT validation service', () => {
  it('is asked by country and number, and gives the registered name', async () => {
    const registry = await answering(200, JSON.stringify({ countryCode: 'NL', vatNumber: '1', valid: true, name: ' ADA B.V. ' }));
    expect(await registry.check('NL', '855012345B01')).toEqual({ kind: 'valid', name: 'ADA B.V.' });
    expect(asked.at(-1)).toEqual({ path: 'POST /check-vat-number', body: { countryCode: 'NL', vatNumber: '855012345B01' } });
  });

  it.each([
    ['no name', 200, JSON.stringify({ valid: true, name: '---' }), { kind: 'valid', name: null }],
    ['an unknown number', 200, JSON.stringify({ valid: false, name: '---', userError: 'INVALID' }), { kind: 'invalid' }],
    ['a number that cannot be', 400, failing('INVALID_INPUT'), { kind: 'invalid' }],
    ['a member state that is away', 200, JSON.stringify({ valid: false, userError: 'MS_UNAVAILABLE' }), { kind: 'unavailable' }],
    ['too many questions', 400, failing('MS_MAX_CONCURRENT_REQ'), { kind: 'unavailable' }],
    ['a separate error', 500, failing('SERVICE_UNAVAILABLE'), { kind: 'unavailable' }],
    ['something else than JSON', 502, '<html>', { kind: 'unavailable' }],
    ['JSON of another form', 200, '{"ok":1}', { kind: 'unavailable' }],
    ['no answer in time', 200, null, { kind: 'unavailable' }],
  ])('answers %s', async (_what, status, body, verdict) => {
    expect(await (await answering(status, body)).check('NL', '1')).toEqual(verdict);
  });

  it('that cannot be reached is unavailable', async () => {
    expect(await viesRegistry(fetch, 'http://127.0.0.1:9', 300).check('NL', '1')).toEqual({ kind: 'unavailable' });
  });

  it('has separate answers for play numbers', async () => {
    expect(await playedRegistry.check('NL', '200')).toEqual({ kind: 'invalid' });
    expect(await playedRegistry.check('NL', '302')).toEqual({ kind: 'unavailable' });
    expect(await playedRegistry.check('NL', '855012345B01')).toMatchObject({ kind: 'valid' });
  });
});
