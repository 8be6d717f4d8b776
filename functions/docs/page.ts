import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { html } from '../../shared/platform/html.ts';

export const operation = defineOperation({
  id: 'docs.page',
  method: 'GET',
  path: '/docs',
  summary: 'Show the API reference',
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  response: 'html',
});

/** Allows only resources of this service. Swagger UI sets inline styles, which cannot be listed by hash. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

// URLs are relative, so that the page works behind a path prefix.
const PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Subscription billing API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<noscript><p>This reference needs JavaScript. The description itself is at <a href="openapi.json">openapi.json</a>.</p></noscript>
<main id="reference"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`.markup;

export const handler = servePublic(operation, async () => ({
  statusCode: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
  },
  body: PAGE,
}));
