import { expect } from 'vitest';
import type { Answer } from '../../../scripts/support/api.ts';

/**
 * Asserts the error envelope: four required fields and the optional `param` and `reason` [HTTP-26], and the link to the documentation of
 * the error.
 */
export const expectEnvelope = (answer: Answer): void => {
  expect(Object.keys(answer.body)).toEqual(['error']);
  const { param, reason, ...requiredFields } = answer.body.error as Record<string, unknown>;
  expect(requiredFields).toEqual({
    type: expect.any(String),
    code: expect.any(String),
    message: expect.any(String),
    request_id: expect.stringMatching(/./),
  });
  for (const optionalField of [param, reason]) expect(['string', 'undefined']).toContain(typeof optionalField);
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.headers.link).toMatch(helpLink(answer));
  expect(answer.headers['request-id']).toBe(answer.error?.request_id);
};

const helpLink = ({ error }: Answer): RegExp => new RegExp(`^<https?://[^>]+/docs/errors#${error?.reason ?? error?.code}>; rel="help"$`);
