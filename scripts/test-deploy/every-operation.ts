import { ROUTES } from '../../shared/api/routes.generated.ts';
import { ensure } from '../support/waiting.ts';
import type { Service } from './smoke.ts';

const RESPONSE_TIMEOUT_MS = 180_000;
/** The first call of each function starts a process in the emulator: more concurrent calls would compete for the CPU and not be faster. */
const CONCURRENCY = 4;

/** Fills path parameters with an unknown id. */
const pathOf = (pattern: string): string => pattern.replaceAll(/\{[^}]+\}/g, 'nothing');

const fetchStatus = async ({ baseUrl, testKey }: Service, method: string, pattern: string): Promise<number> => {
  const hasBody = method === 'POST';
  const response = await fetch(`${baseUrl}${pathOf(pattern)}`, {
    method,
    headers: { authorization: `Bearer ${testKey}`, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    redirect: 'manual',
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    ...(hasBody ? { body: '{}' } : {}),
  });
  await response.arrayBuffer();
  return response.status;
};

/**
 * Calls every operation with unknown ids. The response is usually 404 or 400. Throws if it is a server error: then the bundle does not
 * load, or the role lacks a permission. Repeats calls with a server error alone, because the emulator answers 502 if a function's process
 * does not start in time on a busy machine.
 */
export const checkEveryOperation = async (service: Service): Promise<void> => {
  const waiting = ROUTES.map(({ method, path }) => ({ method: method === 'ANY' ? 'GET' : method, path }));
  const repeated: typeof waiting = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if ((await fetchStatus(service, next.method, next.path)) >= 500) repeated.push(next);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const failed: string[] = [];
  for (const { method, path } of repeated) {
    const status = await fetchStatus(service, method, path);
    if (status >= 500) failed.push(`${method} ${path} returned ${status}`);
  }
  ensure(failed.length === 0, failed.join('\n'));
};
