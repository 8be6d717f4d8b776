import { describe, expect, it } from 'vitest';
import { renderPage, renderText } from '../../scripts/build/docs/markdown.ts';
import { groupsOf, type OpenApiDocument } from '../../scripts/build/docs/openapi.ts';
import { buildPages } from '../../scripts/build/docs/site.ts';

/** An OpenAPI document with named components, unions of types, merged schemas and recursion. */
const DOCUMENT: OpenApiDocument = {
  info: { title: 'Test', version: '1', description: 'A test.' },
  tags: [
    { name: 'Orders', description: 'Sold `things`.' },
    { name: 'tax_rates', description: 'Rates.' },
  ],
  paths: {
    '/v1/tax_rates': { get: { operationId: 'tax_rates.list', tags: ['tax_rates'], summary: 'List tax rates', responses: {} } },
    '/v1/orders': {
      get: {
        operationId: 'orders.list',
        tags: ['Orders'],
        summary: 'List orders',
        responses: { '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderList' } } } } },
      },
      post: {
        operationId: 'orders.create',
        tags: ['Orders'],
        summary: 'Create an order',
        description: 'See `POST /v1/orders`, `state_conflict` and `orders.list`.',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderCreateParams' } } } },
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
          '409': { description: '`state_conflict`' },
        },
      },
    },
  },
  components: {
    schemas: {
      OrderList: {
        type: 'object',
        properties: { object: { type: 'string', const: 'list' }, data: { type: 'array', items: { $ref: '#/components/schemas/Order' } } },
      },
      Order: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { properties: { parent: { anyOf: [{ $ref: '#/components/schemas/Order' }, { type: 'null' }] } } },
        ],
      },
      Base: { type: 'object', properties: { object: { type: 'string', const: 'order' }, id: { type: 'string', description: 'The id.' } } },
      OrderCreateParams: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: ['string', 'null'], description: 'Name of the order.' },
          status: { type: 'string', 'x-extensible-enum': ['open', 'paid'] },
          line: { $ref: '#/components/schemas/Line' },
        },
      },
      Line: { type: 'object', properties: { amount_cents: { type: 'integer', description: 'Amount of the line.' } } },
    },
  },
};

const { pages } = buildPages({ guides: [], document: DOCUMENT, events: [] });
const bodyOf = (path: string): string => pages.find((page) => page.path === path)?.body.markup ?? '';

describe('the reference', () => {
  it('lists the groups in the order of the tags, and in each group the create operation first', () => {
    expect(
      groupsOf(DOCUMENT).map(({ title, page, operations }) => [title, page, operations.map(({ operationId }) => operationId)]),
    ).toEqual([
      ['Orders', 'api/orders', ['orders.create', 'orders.list']],
      ['Tax rates', 'api/tax-rates', ['tax_rates.list']],
    ]);
  });

  it('shows for each field of a named component the type, the values and whether it is required', () => {
    const body = bodyOf('api/orders');
    expect(body).toContain('<code>name</code> <span class="type">string or null</span> <span class="required">required</span>');
    expect(body).toContain('Values: <code>open</code>, <code>paid</code>.');
    expect(body).toMatch(/Fields of <code>line<\/code>.*Amount of the line\./s);
  });

  it('describes an object once and links to it', () => {
    const body = bodyOf('api/orders');
    expect(body.match(/id="object-order"/g)).toHaveLength(1);
    expect(body).toContain('200 with a list; each entry is a <a href="docs:/api/orders#object-order">');
    expect(body).toContain('See the <a href="docs:/api/orders#object-order">');
  });

  it('links code spans to the operations and error codes that they name', () => {
    const body = bodyOf('api/orders');
    for (const target of ['api/orders#orders.create', 'errors#state_conflict', 'api/orders#orders.list']) {
      expect(body).toContain(`<a href="docs:/${target}"><code>`);
    }
    expect(bodyOf('errors')).toMatch(
      /id="state_conflict".*?<p>Operations: <a href="docs:\/api\/orders#orders.create">Create an order<\/a>\.<\/p>/s,
    );
  });

  it('throws for a reference to a component that does not exist', () => {
    const paths = { '/x': { get: { operationId: 'x.get', responses: { '200': { $ref: '#/components/responses/Gone' } } } } };
    expect(() => buildPages({ guides: [], document: { ...DOCUMENT, paths }, events: [] })).toThrow('no #/components/responses/Gone');
  });
});

describe('Markdown', () => {
  const linking = {
    hrefOf: (href: string) => (href.startsWith('..') ? null : href),
    pageOf: (code: string) => (code === 'known' ? 'docs:/known' : null),
  };

  it('gives headings the anchors that GitHub gives them', () => {
    const { sections } = renderPage('# One\n\nText `code`\n\n## `POST /v1/x`: a & b\n\nMore\n\n## One\n', linking);
    expect(sections).toEqual([
      { level: 1, title: 'One', anchor: 'one', text: 'Text code' },
      { level: 2, title: 'POST /v1/x : a & b', anchor: 'post-v1x-a--b', text: 'More' },
      { level: 2, title: 'One', anchor: 'one-1', text: '' },
    ]);
  });

  it('names files of the repository instead of linking to them', () => {
    expect(renderText('[Settings](../../../infra/README.md#settings)', linking).markup).toBe(
      '<p>Settings (<code>infra/README.md</code> in the repository)</p>\n',
    );
  });

  it('links no code span inside a link', () => {
    expect(renderText('[`known`](a) `known`', linking).markup).toBe(
      '<p><a href="a"><code>known</code></a> <a href="docs:/known"><code>known</code></a></p>\n',
    );
  });

  it('highlights code by class names, and refuses an unknown language', () => {
    expect(renderText('```ts receiver\nconst a = "<b>";\n```', linking).markup).toContain(
      '<span class="hljs-keyword">const</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>;',
    );
    expect(() => renderText('```cobol\nx\n```', linking)).toThrow("No highlighting for the language 'cobol'");
  });
});
