import { createHash } from 'node:crypto';

/** The Content-Security-Policy source that allows an inline style sheet, by its hash. */
export const styleSource = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** A page's URL can be a credential, so it is kept out of search engines and the Referer header. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** Forbids framing in browsers that do not support `frame-ancestors`. */
export const NO_FRAMING = { 'x-frame-options': 'DENY' } as const;
