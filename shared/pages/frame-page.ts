import { createHash } from 'node:crypto';
import { html, raw } from '../platform/html.ts';
import { STYLE } from './style.ts';

/** The element takes all the room of its frame, and no more. */
const FRAME_STYLE = `
body { padding: 0; }
#element { padding: 4px; }
#element h1 { font-size: 1.25rem; }
#element .order { padding: 0; background: none; border-radius: 0; }
.loading { height: 12rem; }
[aria-busy=true] { cursor: progress; }
button[aria-disabled=true] { opacity: .6; }
`;

const styles = `${STYLE}${FRAME_STYLE}`;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Texts come from tenants and the API; none of them may ever become markup.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  // The one page that stands in shops' pages. It does nothing without a client secret.
  'frame-ancestors *',
].join('; ');

/** The document in the payment element's frame, the same for everyone. */
export const framePage = (scriptName: string) => ({
  statusCode: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  },
  // Addresses are relative, so that the frame also works behind a prefix.
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment</title>
<style>${raw(styles)}</style>
<script type="module" src="../assets/${scriptName}"></script>
</head>
<body>
<main id="element"></main>
</body>
</html>
`.markup,
});
