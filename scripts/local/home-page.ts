import { html } from '../../shared/platform/html.ts';
import { DEMO_EMAIL, type DemoAccount } from './demo-account.ts';
import type { HttpResponse } from './http-event.ts';
import { localPage, SERVICE_LINKS } from './local-page.ts';

/** Renders `/` of the local service: links to its parts, and the demo account with its test key. */
export const homePage = (baseUrl: string, { accountId, testKey }: DemoAccount): HttpResponse =>
  localPage(200, {
    title: 'Billing service',
    root: '.',
    content: html`<ul class="list">${SERVICE_LINKS.map(
      ({ name, path, about }) => html`<li><a href="./${path}"><strong>${name}</strong> <span class="soft">${about}</span></a></li>`,
    )}</ul>
<h2>Demo account</h2>
<dl>
<div><dt>Account</dt><dd><code>${accountId}</code></dd></div>
<div><dt>Test key</dt><dd><code>${testKey}</code></dd></div>
<div><dt>Owner</dt><dd>${DEMO_EMAIL} (sign-in links arrive in Mail)</dd></div>
</dl>
<h2>Try it</h2>
<pre>${exampleCall(baseUrl, testKey)}</pre>`,
  });

/** A call of the API that works on this service. */
export const exampleCall = (baseUrl: string, testKey: string): string => `curl ${baseUrl}/v1/customers \\
  -H 'Authorization: Bearer ${testKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "Ada de Vries", "email": "ada@example.com", "country_code": "NL"}'`;
