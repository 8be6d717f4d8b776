import { type Html, html } from '../../../shared/platform/html.ts';
import { codeBlock } from './highlight.ts';
import { internalUrl } from './links.ts';
import { renderInline, renderText } from './markdown.ts';
import { returnedObjectOf } from './objects.ts';
import { type Group, jsonOf, type Operation, type Parameter, parametersIn, successOf } from './openapi.ts';
import { plain, type SearchEntry, type SitePage } from './page.ts';
import { clientCallsOf, type IdFinder, samplesOf } from './samples.ts';
import {
  bodyFields,
  fieldList,
  fieldText,
  type ObjectSection,
  objectLink,
  objectNameOf,
  parameterRow,
  type SchemaContext,
} from './schema-view.ts';

/** What the pages of the reference need. */
export interface ReferenceContext extends SchemaContext {
  readonly findId: IdFinder;
}

const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
] as const;

/** The example request in all languages. Radio buttons select the language, so that the selection works without JavaScript. */
const sampleTabs = (context: ReferenceContext, operation: Operation): Html => {
  const samples = samplesOf(context.document, operation, context.findId);
  const id = operation.operationId;
  return html`<fieldset class="tabs"><legend class="unseen">Language of the example: ${operation.summary ?? id}</legend>${LANGUAGES.map(
    ([language, name], index) =>
      html`<input type="radio" name="language-${id}" id="${language}-${id}" data-language="${language}"${index === 0 ? html` checked` : null}><label for="${language}-${id}">${name}</label>`,
  )}</fieldset>${LANGUAGES.map(
    ([language]) => html`<div class="panel" data-language="${language}">${codeBlock(samples[language], language, 'Request')}</div>`,
  )}`;
};

const responseSample = ({ document }: ReferenceContext, operation: Operation): Html | null => {
  const example = jsonOf(successOf(document, operation).content)?.example;
  return example === undefined ? null : codeBlock(JSON.stringify(example, null, 2), 'json', 'Response');
};

const parameterList = (context: ReferenceContext, title: string, parameters: readonly Parameter[]): Html | null =>
  parameters.length === 0
    ? null
    : html`<h3>${title}</h3><dl class="fields">${parameters.map(({ name, description, schema = {}, required }) =>
        parameterRow(context, name, { ...schema, ...(description === undefined ? {} : { description }) }, required === true),
      )}</dl>`;

const bodySection = (context: ReferenceContext, operation: Operation): Html | null => {
  const schema = jsonOf(operation.requestBody?.content)?.schema;
  return schema === undefined ? null : html`<h3>Body</h3>${bodyFields(context, schema)}`;
};

/** Describes a successful response: the object, the list, or the fields. */
const responseText = (context: ReferenceContext, operation: Operation): Html => {
  const { content = {} } = successOf(context.document, operation);
  const schema = jsonOf(content)?.schema;
  if (schema === undefined) return html`<p>200 with <code>${Object.keys(content)[0] ?? 'no body'}</code>.</p>`;
  const returned = returnedObjectOf(context.document, operation);
  const link = returned === null ? null : objectLink(context, returned.schema);
  if (link === null) return html`<p>200 with these fields:</p>${fieldList(context, schema)}`;
  return objectNameOf(context.document, schema) === 'list'
    ? html`<p>200 with a list; each entry is a ${link}.</p>`
    : html`<p>200 with the ${link}.</p>`;
};

const errorRows = ({ linking }: ReferenceContext, { responses = {} }: Operation): Html => {
  const errors = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  return errors.length === 0
    ? html``
    : html`<details><summary>Errors</summary><ul>${errors.map(
        ([status, { description = '' }]) => html`<li>${status} ${renderInline(description, linking)}</li>`,
      )}</ul></details>`;
};

const operationSection = (context: ReferenceContext, operation: Operation): Html => {
  const { document, linking } = context;
  const { operationId, method, path, summary = operationId, description = '', anchor } = operation;
  const calls = clientCallsOf(document, operation);
  return html`<section class="operation" id="${anchor}"><div class="text">
<h2><a class="anchor" href="#${anchor}">${summary}</a></h2>
<p class="route"><code><b>${method}</b> ${path}</code></p>
<p class="calls">TypeScript <code>${calls.typescript}</code>, Python <code>${calls.python}</code></p>
${renderText(description, linking)}
${parameterList(context, 'Path', parametersIn(document, operation, 'path'))}${parameterList(context, 'Query', parametersIn(document, operation, 'query'))}${parameterList(
  context,
  'Headers',
  parametersIn(document, operation, 'header'),
)}${bodySection(context, operation)}
<h3>Response</h3>
${responseText(context, operation)}${errorRows(context, operation)}
</div><div class="samples">${sampleTabs(context, operation)}${responseSample(context, operation)}</div></section>
`;
};

const objectSection = (context: ReferenceContext, { name, anchor, schema, example }: ObjectSection): Html =>
  html`<section class="operation" id="${anchor}"><div class="text">
<h2><a class="anchor" href="#${anchor}">The <code>${name}</code> object</a></h2>
${fieldList(context, schema)}
</div><div class="samples">${example === undefined ? null : codeBlock(JSON.stringify(example, null, 2), 'json', `${name} object`)}</div></section>
`;

const operationEntry = ({ document }: ReferenceContext, group: Group, operation: Operation): SearchEntry => {
  const { summary = '', description = '', method, path, anchor, operationId } = operation;
  const body = jsonOf(operation.requestBody?.content)?.schema;
  const parameters = [...parametersIn(document, operation, 'query'), ...parametersIn(document, operation, 'path')];
  const fields = [
    ...parameters.map(({ name, description: text = '' }) => `${name}: ${text}`),
    ...(body === undefined ? [] : [fieldText(document, body)]),
  ];
  return {
    title: summary,
    context: `API: ${group.title}`,
    text: plain(`${method} ${path} ${operationId} ${description} ${fields.join(' ')}`),
    url: `${group.page}#${anchor}`,
  };
};

const objectEntry = ({ document }: ReferenceContext, group: Group, section: ObjectSection): SearchEntry => ({
  title: `The ${section.name} object`,
  context: `API: ${group.title}`,
  text: plain(fieldText(document, section.schema)),
  url: `${group.page}#${section.anchor}`,
});

/** Builds the page of a group of operations, with the objects that they return. */
export const referencePage = (context: ReferenceContext, group: Group): SitePage => {
  const objects = [...context.objects.values()].filter(({ page }) => page === group.page);
  const { title, description, page, operations } = group;
  return {
    path: page,
    title,
    description: plain(description),
    toc: [],
    body: html`<h1>${title}</h1>
<p>${renderInline(description, context.linking)}</p>
<ul class="operations">${operations.map(
      ({ method, path, summary = '', anchor }) => html`<li><a href="#${anchor}">${summary}</a> <code><b>${method}</b> ${path}</code></li>`,
    )}${objects.map(({ name, anchor }) => html`<li><a href="#${anchor}">The <code>${name}</code> object</a></li>`)}</ul>
${operations.map((operation) => operationSection(context, operation))}${objects.map((section) => objectSection(context, section))}`,
    entries: [
      ...operations.map((operation) => operationEntry(context, group, operation)),
      ...objects.map((section) => objectEntry(context, group, section)),
    ],
  };
};

const AUTHENTICATION = `Send an API key with every request: \`Authorization: Bearer ...\`. The key decides the account and the mode: \`svc_test_...\` reads and
writes test data, \`svc_live_...\` live data. Bodies and responses are JSON, amounts are integers in the smallest unit of the currency, times are Unix seconds in UTC.`;

/** Builds the overview of the reference. */
export const referenceOverview = (context: ReferenceContext, groups: readonly Group[]): SitePage => ({
  path: 'api',
  title: 'API reference',
  description: 'All operations of the API.',
  toc: [],
  body: html`<h1>API reference</h1>
${renderText(context.document.info.description ?? '', context.linking)}${renderText(AUTHENTICATION, context.linking)}
<p>For generators and tools: <a href="/openapi.json">the OpenAPI description</a>. See also <a href="${internalUrl('errors')}">errors</a> and <a href="${internalUrl('events')}">events</a>.</p>
${groups.map(
  ({ title, description, page, operations }) => html`<h2 id="${page.slice('api/'.length)}"><a href="${internalUrl(page)}">${title}</a></h2>
<p>${renderInline(description, context.linking)}</p>
<ul class="operations">${operations.map(
    ({ method, path, summary = '', anchor }) =>
      html`<li><a href="${internalUrl(page, anchor)}">${summary}</a> <code><b>${method}</b> ${path}</code></li>`,
  )}</ul>`,
)}`,
  entries: [{ title: 'API reference', context: 'API', text: plain(AUTHENTICATION), url: 'api' }],
});
