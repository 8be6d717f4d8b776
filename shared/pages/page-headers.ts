import { createHash } from 'node:crypto';

/** What lets a style sheet of a page's own through its policy. */
export const styleSource = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** The address of a page may be what lets its reader act: it is kept from search engines and other sites' logs. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** Of pages that are in no other page, for browsers that do not know `frame-ancestors`. */
export const UNFRAMED = { 'x-frame-options': 'DENY' } as const;
