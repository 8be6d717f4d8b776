import { type Html, html } from '../../../shared/platform/html.ts';
import { codeBlock } from './highlight.ts';
import type { EventDescription } from './inputs.ts';
import { internalUrl } from './links.ts';
import { renderInline } from './markdown.ts';
import { operationLinks } from './mentions.ts';
import type { Operation } from './openapi.ts';
import { plain, type SitePage } from './page.ts';
import { fieldList, objectLink, objectNameOf, type SchemaContext } from './schema-view.ts';

const dataText = (context: SchemaContext, { dataSchema }: EventDescription): Html => {
  const link = objectLink(context, dataSchema);
  return link === null
    ? html`<details><summary>Fields of <code>data</code></summary>${fieldList(context, dataSchema)}</details>`
    : html`<p><code>data</code> is the ${link}.</p>`;
};

const historyText = (example: unknown): Html =>
  typeof example === 'object' && example !== null && 'previous_attributes' in example && example.previous_attributes !== null
    ? html`<p><code>previous_attributes</code> contains the changed fields with their former values; it is <code>null</code> if none changed.</p>`
    : html`<p><code>previous_attributes</code> is always <code>null</code>.</p>`;

/** Builds the page of the event types. */
export const eventsPage = (context: SchemaContext, events: readonly EventDescription[], operations: readonly Operation[]): SitePage => ({
  path: 'events',
  title: 'Event types',
  description: 'Every event type, with its data and an example.',
  toc: [],
  body: html`<h1>Event types</h1>
<p>Every change is recorded as one event. <a href="${internalUrl('api/events')}">The API</a> lists events; webhooks and the event stream deliver them. An event has <code>id</code>, <code>object</code> (<code>event</code>), <code>type</code>, <code>created</code> (Unix time in seconds), <code>livemode</code>, <code>data</code> and <code>previous_attributes</code>.</p>
${events.map(
  (event) => html`<section class="operation" id="${event.type}"><div class="text">
<h2><a class="anchor" href="#${event.type}"><code>${event.type}</code></a></h2>
<p>${renderInline(event.description, context.linking)}</p>
${dataText(context, event)}${historyText(event.example)}${operationLinks('Recorded by', operations, event.type)}
</div><div class="samples"><details><summary>Example</summary>${codeBlock(JSON.stringify(event.example, null, 2), 'json', event.type)}</details></div></section>
`,
)}`,
  entries: events.map(({ type, description, dataSchema }) => ({
    title: type,
    context: 'Event type',
    text: plain(`${description} ${objectNameOf(context.document, dataSchema) ?? ''} webhook event`),
    url: `events#${type}`,
  })),
});
