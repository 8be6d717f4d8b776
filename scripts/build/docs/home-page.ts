import { html } from '../../../shared/platform/html.ts';
import { guideEntry } from '../guides.ts';
import type { GuideGroup } from './guides.ts';
import type { Guide } from './inputs.ts';
import { internalUrl } from './links.ts';
import type { Group } from './openapi.ts';
import { plain, type SitePage } from './page.ts';

/** First sentence of a guide as plain text. */
const summaryOf = ({ name, text }: Guide): string => plain(guideEntry(`${name}.md`, text).summary);

/** Builds the home page: what the service is, and links by task. */
export const homePage = (description: string, guides: readonly GuideGroup[], groups: readonly Group[]): SitePage => ({
  path: '',
  title: 'Billing documentation',
  description,
  toc: [],
  body: html`<h1>Billing documentation</h1>
<p class="lead">${description}</p>
<p>Sell products at prices, bill customers through subscriptions, one-off payments and metered usage, and follow every change through events and webhooks.</p>
${guides.map(
  ({ title, guides: members }) =>
    html`<h2>${title}</h2><ul class="cards">${members.map(
      (guide) => html`<li><a href="${internalUrl(`guides/${guide.name}`)}">${guide.title}</a><p>${summaryOf(guide)}</p></li>`,
    )}</ul>`,
)}
<h2>Reference</h2>
<ul class="cards"><li><a href="${internalUrl('api')}">API reference</a><p>Authentication, and all operations by group.</p></li>
<li><a href="${internalUrl('errors')}">Errors</a><p>Every error code and reason, with what to do.</p></li>
<li><a href="${internalUrl('events')}">Event types</a><p>Every event with its data and an example.</p></li>
<li><a href="${internalUrl('scopes')}">API key scopes</a><p>Every scope of API keys, with the operations that it allows.</p></li></ul>
<p class="groups">${groups.map(({ title, page }) => html`<a href="${internalUrl(page)}">${title}</a> `)}</p>`,
  entries: [],
});
