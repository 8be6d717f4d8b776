import { describe, expect, it } from 'vitest';
import { checkDomain } from '../../scripts/account/domain-check.ts';

const BASE_URL = 'https://billing.example.com';
const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });
const UNAUTHORIZED = { error: { code: 'authentication_required' } };

/** A fake `fetch`: the URL of the deployment responds like a deployment, every other URL with `answer()`. */
const network = (answer: () => Response) => {
  const requestedUrls: string[] = [];
  const fetched = async (input: string | URL | Request): Promise<Response> => {
    requestedUrls.push(String(input));
    return String(input).startsWith(BASE_URL) ? json(401, UNAUTHORIZED) : answer();
  };
  return { requestedUrls, fetched: fetched as typeof fetch };
};

const check = (answer: () => Response): Promise<void> => checkDomain('pay.shop.example', BASE_URL, network(answer).fetched);

describe('the check of an account domain', () => {
  it('accepts a domain that answers like the deployment', async () => {
    await expect(check(() => json(401, UNAUTHORIZED))).resolves.toBeUndefined();
  });

  it('names the domain and what is wrong with it', async () => {
    await expect(check(() => json(403, { message: 'Forbidden' }))).rejects.toThrow(
      'https://pay.shop.example/v1/ping answers 403 without an error code, not 401 authentication_required like this deployment.',
    );
    await expect(check(() => new Response('<html>', { status: 200 }))).rejects.toThrow('answers 200 without an error code');
    const unreachable = () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND pay.shop.example') });
    };
    await expect(check(unreachable)).rejects.toThrow('https://pay.shop.example cannot be reached: getaddrinfo ENOTFOUND pay.shop.example');
  });

  it('sends no request for a local service', async () => {
    const { requestedUrls, fetched } = network(() => json(200, {}));
    await checkDomain('pay.shop.example', 'http://127.0.0.1:4010', fetched);
    expect(requestedUrls).toEqual([]);
  });
});
