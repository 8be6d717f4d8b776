import { afterEach, describe, expect, it } from 'vitest';
import { testVatRegistry, viesRegistry } from '../../shared/ports/vies.ts';
import { serve } from './support.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const requests: { readonly path: string; readonly body: unknown }[] = [];

/** Opens the registry with a server that returns this response; `null`: no response. */
const registryWithResponse = async (status: number, body: string | null) => {
  const server = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ path: `${request.method} ${request.url}`, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
    if (body !== null) response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  closers.push(server.close);
  return viesRegistry(fetch, server.url, body === null ? 300 : 30_000);
};

const errorBody = (error: string): string => JSON.stringify({ actionSucceed: false, errorWrappers: [{ error }] });

describe('the check of a VAT number with VIES, the EU service', () => {
  it('sends country and number to the service, and returns the registered name', async () => {
    const registry = await registryWithResponse(
      200,
      JSON.stringify({ countryCode: 'NL', vatNumber: '855012345B01', valid: true, name: ' ADA B.V. ' }),
    );
    expect(await registry.check('NL', '855012345B01')).toEqual({ kind: 'valid', name: 'ADA B.V.' });
    expect(requests.at(-1)).toEqual({ path: 'POST /check-vat-number', body: { countryCode: 'NL', vatNumber: '855012345B01' } });
  });

  it.each([
    ['no name', 200, JSON.stringify({ valid: true, name: '---' }), { kind: 'valid', name: null }],
    ['an unknown number', 200, JSON.stringify({ valid: false, name: '---', userError: 'INVALID' }), { kind: 'invalid' }],
    ['an impossible number', 400, errorBody('INVALID_INPUT'), { kind: 'invalid' }],
    ['an unavailable member state', 200, JSON.stringify({ valid: false, userError: 'MS_UNAVAILABLE' }), { kind: 'unavailable' }],
    ['too many requests', 400, errorBody('MS_MAX_CONCURRENT_REQ'), { kind: 'unavailable' }],
    ['another error', 500, errorBody('SERVICE_UNAVAILABLE'), { kind: 'unavailable' }],
    ['a body that is not JSON', 502, '<html>', { kind: 'unavailable' }],
    ['JSON in another format', 200, '{"ok":1}', { kind: 'unavailable' }],
    ['no body before the timeout', 200, null, { kind: 'unavailable' }],
  ])('classifies a response as valid, invalid or unavailable: %s', async (_what, status, body, verdict) => {
    expect(await (await registryWithResponse(status, body)).check('NL', '1')).toEqual(verdict);
  });

  it('returns unavailable when the service cannot be reached', async () => {
    expect(await viesRegistry(fetch, 'http://127.0.0.1:9', 300).check('NL', '1')).toEqual({ kind: 'unavailable' });
  });

  it('returns fixed results for test numbers in test mode', async () => {
    expect(await testVatRegistry.check('NL', '200')).toEqual({ kind: 'invalid' });
    expect(await testVatRegistry.check('NL', '302')).toEqual({ kind: 'unavailable' });
    expect(await testVatRegistry.check('NL', '855012345B01')).toMatchObject({ kind: 'valid' });
  });
});
