import { afterEach, expect, it, vi } from 'vitest';
import { logError } from '../../shared/platform/log-lines.ts';
import { OutcomeUnknown } from '../../shared/store/writer/transaction.ts';

afterEach(() => vi.restoreAllMocks());

const lineOf = (error: unknown): unknown => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  logError(error, { requestId: 'req_1' });
  return JSON.parse(String(write.mock.calls[0]?.[0]));
};

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

it('logs only the type of a thrown value that is not an Error, because it can contain personal data', () => {
  expect(lineOf('ada@example.com')).toMatchObject({ error: { name: 'string' } });
  expect(lineOf(new Error('failed', { cause: 'ada@example.com' }))).not.toHaveProperty('error.cause');
});
