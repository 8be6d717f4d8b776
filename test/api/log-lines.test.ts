import type { SQSEvent } from 'aws-lambda';
import { afterEach, expect, it, vi } from 'vitest';
import { logError, logNotice, logRequest, METRIC_LINES } from '../../shared/platform/log-lines.ts';
import { eachRecord } from '../../shared/runtime/messages.ts';
import { Busy } from '../../shared/store/core/busy.ts';
import { TransactionRefused } from '../../shared/store/core/table.ts';
import { OutcomeUnknown } from '../../shared/store/writer/transaction.ts';
import { loggedLinesOf } from '../support/log-lines.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const lineWrittenBy = (log: () => void): Readonly<Record<string, unknown>> => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  log();
  return JSON.parse(String(write.mock.calls.at(-1)?.[0]));
};

const lineOf = (error: unknown): unknown => lineWrittenBy(() => logError(error, { requestId: 'req_1' }));

it('logs an error with its cause', () => {
  const denied = Object.assign(new Error('User: worker is not authorized to perform: dynamodb:PutItem'), { name: 'AccessDeniedException' });
  expect(lineOf(new OutcomeUnknown(denied))).toEqual({
    level: 'error',
    kind: 'fault',
    requestId: 'req_1',
    error: {
      name: 'OutcomeUnknown',
      message: 'the outcome of a write is not known',
      stack: expect.any(String),
      cause: { name: 'AccessDeniedException', message: denied.message, stack: expect.any(String) },
    },
  });
});

const errorNamed = (name: string): Error => Object.assign(new Error('Rate exceeded'), { name });
const refusedWith = (...codes: readonly string[]): Error => new TransactionRefused(codes.map((code) => ({ code, item: undefined })));

it.each<[string, Error]>([
  ...[
    'ThrottlingException',
    'ProvisionedThroughputExceededException',
    'RequestLimitExceeded',
    'TransactionInProgressException',
    'RequestThrottled',
    'TooManyRequestsException',
  ].map((name): [string, Error] => [name, errorNamed(name)]),
  ['too many concurrent changes', new Busy()],
  ['a transaction that was throttled', refusedWith('None', 'ThrottlingError', 'TransactionConflict')],
  ['several throttled calls', new AggregateError([errorNamed('ThrottlingException'), new Busy()], 'two calls failed')],
])('logs %s as overload, which is no fault', (_what, error) => {
  expect(lineOf(error)).toMatchObject({ level: 'warn', kind: METRIC_LINES.overload, requestId: 'req_1', error: { name: error.name } });
});

it.each<[string, Error]>([
  ['a missing permission', errorNamed('AccessDeniedException')],
  ['a write whose outcome is unknown', new OutcomeUnknown(errorNamed('ThrottlingException'))],
  ['a transaction with a throttled item and an invalid item', refusedWith('ThrottlingError', 'ValidationError')],
  ['an empty list of errors', new AggregateError([], 'none')],
  [
    'a throttled call and a defect',
    new AggregateError([errorNamed('ThrottlingException'), new TypeError('x is not a function')], 'two calls failed'),
  ],
])('logs %s as a fault', (_what, error) => {
  expect(lineOf(error)).toMatchObject({ level: 'error', kind: METRIC_LINES.fault });
});

it('logs a throttled message as overload, not as a fault, and returns the message to the queue', async () => {
  const records = ['throttled', 'good'].map((messageId) => ({ messageId, body: messageId }));
  let answer: unknown;
  const lines = await loggedLinesOf(async () => {
    answer = await eachRecord({ Records: records } as SQSEvent, async ({ body }) => {
      if (body === 'throttled') throw errorNamed('ThrottlingException');
    });
  });
  expect(lines).toMatchObject([{ kind: METRIC_LINES.overload, messageId: 'throttled' }]);
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'throttled' }] });
});

it('logs only the type of a thrown value that is not an Error, because it can contain personal data', () => {
  expect(lineOf('ada@example.com')).toMatchObject({ error: { name: 'string' } });
  expect(lineOf(new Error('failed', { cause: 'ada@example.com' }))).not.toHaveProperty('error.cause');
});

it('adds metrics in the embedded metric format to the lines that are counted, if a metric namespace is set', () => {
  const metricsOf = (log: () => void): unknown => {
    const { _aws: metadata, ...line } = lineWrittenBy(log);
    const { Timestamp, CloudWatchMetrics } = (metadata ?? {}) as {
      readonly Timestamp?: number;
      readonly CloudWatchMetrics?: readonly object[];
    };
    if (metadata !== undefined) expect(Math.abs(Date.now() - Number(Timestamp))).toBeLessThan(60_000);
    return { line, metrics: CloudWatchMetrics };
  };
  const metrics = (...names: readonly string[]) => [
    { Namespace: 'billing-dev-observability', Dimensions: [['kind']], Metrics: names.map((Name) => ({ Name })) },
  ];
  const request = {
    requestId: 'req_1',
    method: 'GET',
    path: '/v1/ping',
    key: null,
    errorCode: 'rate_limited',
    operation: 'x',
    account: null,
    mode: null,
    status: 429,
    ms: 1,
    calls: 0,
    rounds: 0,
    readUnits: 0,
    writeUnits: 0,
  };
  expect(metricsOf(() => logNotice(METRIC_LINES.billingHold, {}))).toMatchObject({ line: { kind: 'billing_hold' }, metrics: undefined });
  vi.stubEnv('METRIC_NAMESPACE', 'billing-dev-observability');
  expect(metricsOf(() => logNotice(METRIC_LINES.billingHold, {}))).toEqual({
    line: { level: 'info', kind: 'billing_hold', Lines: 1 },
    metrics: metrics('Lines'),
  });
  expect(metricsOf(() => logNotice(METRIC_LINES.sweep, { lagSeconds: 7 }))).toEqual({
    line: { level: 'info', kind: 'sweep', lagSeconds: 7, Lines: 1 },
    metrics: metrics('Lines', 'lagSeconds'),
  });
  expect(metricsOf(() => logError(new Error('failed'), {}))).toMatchObject({
    line: { kind: 'fault', Lines: 1 },
    metrics: metrics('Lines'),
  });
  expect(metricsOf(() => logError(new Busy(), {}))).toMatchObject({ line: { kind: 'overload', Lines: 1 }, metrics: metrics('Lines') });
  expect(metricsOf(() => logRequest(request))).toMatchObject({
    line: { kind: 'request', RateLimited: 1 },
    metrics: metrics('RateLimited'),
  });
  expect(metricsOf(() => logRequest({ ...request, status: 200 }))).toMatchObject({ metrics: undefined });
  expect(metricsOf(() => logNotice('mail', { lagSeconds: 7 }))).toMatchObject({ metrics: undefined });
});
