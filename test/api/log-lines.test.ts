import { afterEach, expect, it, vi } from 'vitest';
import { logError } from '../../shared/platform/log-lines.ts';
import { OutcomeUnknown } from '../../shared/store/writer/transaction.ts';

afterEach(() => vi.restoreAllMocks());

const lineOf = (error: unknown): unknown => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  logError(error, { requestId: 'req_1' });
  return JSON.parse(String(write.mock.calls[0]?.[0]));
};

it('a fault is logged with what it was thrown for', () => {
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

it('something thrown that is no error is logged by its kind alone, as it may say anything', () => {
  expect(lineOf('ada@example.com')).toMatchObject({ error: { name: 'string' } });
  expect(lineOf(new Error('failed', { cause: 'ada@example.com' }))).not.toHaveProperty('error.cause');
});
