import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/fallback.ts';

/** Tests what a deployment answers to requests without a route. Runs the handler in this process. */

beforeAll(() => void vi.stubEnv('PUBLIC_BASE_URL', 'https://example.com/billing'));
afterAll(() => void vi.unstubAllEnvs());

const request = (method: string, rawPath: string, accept?: string) =>
  handler({
    rawPath,
    headers: accept === undefined ? {} : { accept },
    requestContext: { http: { method, sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEventV2);

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the root path of a deployment', () => {
  it.each(['GET', 'HEAD'])('redirects browsers to the documentation below the path prefix of the base URL: %s', async (method) => {
    expect(await request(method, '/', BROWSER)).toMatchObject({
      statusCode: 302,
      headers: { location: 'https://example.com/billing/docs', vary: 'accept', 'cache-control': 'no-store' },
    });
  });

  it('[HTTP-37] returns 404 to other clients and methods', async () => {
    const requests = [
      request('GET', '/'),
      request('GET', '/', 'application/json'),
      request('GET', '/', '*/*'),
      request('POST', '/', BROWSER),
    ];
    for (const { statusCode, body } of await Promise.all(requests)) {
      expect([statusCode, JSON.parse(String(body)).error.code]).toEqual([404, 'route_not_found']);
    }
  });
});

describe('a path or method without a route', () => {
  it('[HTTP-37] [HTTP-38] gets a link to the documentation of the error, below the path prefix of the base URL', async () => {
    const link = async (method: string, path: string) => (await request(method, path, BROWSER)).headers?.['link'];
    expect(await link('GET', '/v1/nothing')).toBe('<https://example.com/billing/docs/errors#route_not_found>; rel="help"');
    expect(await link('DELETE', '/v1/events')).toBe('<https://example.com/billing/docs/errors#method_not_allowed>; rel="help"');
  });

  it('gets a message with the methods that the path serves', async () => {
    const message = async (method: string, path: string) => JSON.parse(String((await request(method, path)).body)).error.message;
    const id = '0'.repeat(26);
    expect(await message('PUT', `/v1/customers/cus_${id}`)).toBe('This path does not serve PUT. It serves DELETE, GET, POST.');
    expect(await message('DELETE', `/v1/subscriptions/sub_${id}`)).toBe('This path does not serve DELETE. It serves GET.');
    expect(await message('GET', '/v1/checkout/sessions')).toBe('This path does not serve GET. It serves POST.');
  });

  it('[HTTP-37] gets 404 if the gateway found no route for a path that is one after decoding, such as /v1/%63ustomers', async () => {
    const { statusCode, body } = await request('GET', '/v1/customers');
    expect([statusCode, JSON.parse(String(body)).error.code]).toEqual([404, 'route_not_found']);
  });

  it('[HTTP-37] gets the advice to omit a final slash only if the path without the slash is a route', async () => {
    const message = async (path: string) => JSON.parse(String((await request('GET', path)).body)).error.message;
    expect(await message('/v1/customers/')).toBe('No such route. Omit the slash at the end of the path.');
    expect(await message('/v1/nothing/')).toBe('No such route.');
    expect(await message('/v1/nothing')).toBe('No such route.');
    expect(await message('/')).toBe('No such route.');
  });
});
