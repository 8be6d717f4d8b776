import type { ErrorEnvelope } from './errors.ts';

/**
 * Link to the documentation of an error: the section of its reason or, without one, of its code. If `PUBLIC_BASE_URL` is not set,
 * the link is relative, so that building an error response never throws.
 */
const helpLinkOf = ({ code, reason }: ErrorEnvelope['error']): string =>
  `<${process.env.PUBLIC_BASE_URL ?? ''}/docs/errors#${reason ?? code}>; rel="help"`;

/** Headers of an error response with this body: the content type, a `Link` to the documentation, and `headers`. */
export const errorHeaders = ({ error }: ErrorEnvelope, headers: Readonly<Record<string, string>>): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  link: helpLinkOf(error),
  ...headers,
});
