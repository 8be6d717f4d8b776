import { expect } from 'vitest';
import type { Answer } from '../../../scripts/support/api.ts';

/** The members of every refusal: these four, and only these two next to them [HTTP-26]. */
export const expectEnvelope = (answer: Answer): void => {
  expect(Object.keys(answer.body)).toEqual(['error']);
  const { param, reason, ...rest } = answer.body.error as Record<string, unknown>;
  expect(rest).toEqual({
    type: expect.any(String),
    code: expect.any(String),
    message: expect.any(String),
    request_id: expect.stringMatching(/./),
  });
  for (const member of [param, reason]) expect(['string', 'undefined']).toContain(typeof member);
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.headers['request-id']).toBe(answer.error?.request_id);
};
