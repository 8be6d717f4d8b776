import type { APIGatewayProxyEventV2, Context, SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { METRIC_LINES } from '../../shared/platform/log-lines.ts';

/** Tests the log line about code that has not succeeded yet in its process. Each test loads the modules again, like a new process. */

let lines: Readonly<Record<string, unknown>>[] = [];
beforeEach(() => {
  vi.resetModules();
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)));
    return true;
  });
  vi.stubEnv('TABLE_NAME', 'none');
});

const ULID = '0'.repeat(26);

/** Returns how many `neverSucceeded` lines were logged since the last call of this function. */
const countReports = (): number => {
  const count = lines.filter(({ kind }) => kind === METRIC_LINES.neverSucceeded).length;
  lines = [];
  return count;
};

/** Returns a function that calls an operation with the handler `run` and returns the status code. */
const operationWith = async (run: () => Promise<unknown>): Promise<() => Promise<number>> => {
  const { servePublic } = await import('../../shared/api/serve/serve.ts');
  const { operation } = await import('../../functions/sandbox/outcome-show.ts');
  const handler = servePublic(operation, run as never);
  const event = {
    rawPath: `/sandbox/payments/acct_${ULID}/tr_${ULID}/outcome-page`,
    rawQueryString: '',
    headers: {},
    requestContext: { http: { method: 'GET', sourceIp: '203.0.113.1' } },
  };
  return async () => Number((await handler(event as unknown as APIGatewayProxyEventV2, {} as Context)).statusCode);
};

describe('an operation', () => {
  it('is reported for each internal error, until a request succeeds', async () => {
    let fails = true;
    const call = await operationWith(async () => {
      if (fails) throw new Error('The release is broken.');
      return { statusCode: 200 };
    });
    expect([await call(), await call(), countReports()]).toEqual([500, 500, 2]);
    fails = false;
    expect([await call(), countReports()]).toEqual([200, 0]);
    fails = true;
    expect([await call(), countReports()]).toEqual([500, 0]);
  });

  it('is not reported for a refusal or too much load', async () => {
    const { ApiError } = await import('../../shared/api/errors/errors.ts');
    const { Busy } = await import('../../shared/store/core/busy.ts');
    const refused = await operationWith(() => Promise.reject(new ApiError('resource_missing', { message: 'No outcome.' })));
    const overloaded = await operationWith(() => Promise.reject(new Busy()));
    expect([await overloaded(), await refused(), countReports()]).toEqual([503, 404, 0]);
  });

  it('is still reported after a refusal and too much load, which do not show that the code works', async () => {
    const { ApiError } = await import('../../shared/api/errors/errors.ts');
    const { Busy } = await import('../../shared/store/core/busy.ts');
    const refusal = new ApiError('resource_missing', { message: 'No outcome.' });
    const errors: readonly Error[] = [new Busy(), refusal, new Error('The release is broken.')];
    let calls = 0;
    const call = await operationWith(() => Promise.reject(errors[calls++]));
    expect([await call(), await call(), await call(), countReports()]).toEqual([503, 404, 500, 1]);
  });
});

describe('a worker', () => {
  it('is reported if all messages of a batch fail, until a message succeeds', async () => {
    const { eachRecord } = await import('../../shared/runtime/messages.ts');
    const batch = (...bodies: readonly string[]) =>
      eachRecord({ Records: bodies.map((body) => ({ messageId: body, body })) } as SQSEvent, async ({ body }) => {
        if (body === 'bad') throw new Error('The release is broken.');
      });
    await batch('bad');
    expect(countReports()).toBe(1);
    await batch('bad', 'good');
    await batch('bad');
    expect(countReports()).toBe(0);
  });

  it('is not reported if all messages of a batch fail because of too much load', async () => {
    const { eachRecord } = await import('../../shared/runtime/messages.ts');
    const { Busy } = await import('../../shared/store/core/busy.ts');
    const fail = (error: Error) => eachRecord({ Records: [{ messageId: '1' }] } as SQSEvent, () => Promise.reject(error));
    await fail(new Busy());
    expect(countReports()).toBe(0);
    await fail(new Error('The release is broken.'));
    expect(countReports()).toBe(1);
  });
});
