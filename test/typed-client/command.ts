import { run } from '../../shared/client/cli/main.ts';
import { recordingTerminal } from '../support/terminal.ts';
import { type FakeService, jsonReply } from './support.ts';

const text = { type: 'string' };
const list = (entry: object) => ({
  type: 'object',
  properties: { object: text, data: { type: 'array', items: entry }, has_more: { type: 'boolean' } },
});
const answer = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } });
const thingId = { name: 'thing_id', in: 'path', required: true, schema: { type: 'string', pattern: '^thg_[0-9]{3}$' } };

/** The reply with the OpenAPI document. A command that calls the API fetches this document first. */
export const OPENAPI_REPLY = jsonReply(200, {
  components: {
    schemas: {
      Address: { type: 'object', properties: { city: { ...text, description: 'The city.' } } },
      Thing: {
        type: 'object',
        properties: {
          id: text,
          number: text,
          name: { type: ['string', 'null'] },
          active: { type: 'boolean' },
          currency: text,
          amount_cents: { type: ['integer', 'null'] },
          tags: { type: 'array', items: text },
          created: { type: 'integer' },
        },
      },
      ThingList: list({ $ref: '#/components/schemas/Thing' }),
    },
  },
  paths: {
    '/v1/things': {
      get: {
        operationId: 'things.list',
        summary: 'List things',
        description: 'Newest first.',
        parameters: [
          { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer' } },
          { name: 'starting_after', in: 'query', schema: text },
        ],
        responses: answer({ $ref: '#/components/schemas/ThingList' }),
      },
      post: {
        operationId: 'things.create',
        summary: 'Create a thing',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code'],
                properties: {
                  name: { type: ['string', 'null'], description: 'Name of the thing.' },
                  code: text,
                  amount_cents: { type: 'integer' },
                  active: { type: 'boolean' },
                  tags: { type: 'array', items: text },
                  plans: {
                    anyOf: [
                      { type: 'string', 'x-extensible-enum': ['same_product', 'all'] },
                      { type: 'array', items: text },
                    ],
                  },
                  tiers: { type: 'array', items: { type: 'object', properties: { up_to: { type: 'integer' } } } },
                  interval: { type: 'string', 'x-extensible-enum': ['month', 'year'] },
                  address: { anyOf: [{ $ref: '#/components/schemas/Address' }, { type: 'null' }] },
                  metadata: { type: 'object', additionalProperties: text, description: 'Your own data.' },
                },
              },
            },
          },
        },
        responses: answer({ $ref: '#/components/schemas/Thing' }),
      },
    },
    '/v1/things/{thing_id}': {
      get: { operationId: 'things.retrieve', summary: '', parameters: [thingId] },
      delete: { operationId: 'things.delete', summary: 'Delete a thing', parameters: [thingId] },
    },
    '/v1/things/{thing_id}/pdf': {
      get: {
        operationId: 'things.pdf',
        summary: 'Download a thing',
        parameters: [thingId],
        responses: { 200: { content: { 'application/pdf': {} } } },
      },
    },
    '/v1/things/report': {
      get: {
        operationId: 'things.report',
        summary: 'Report on things',
        parameters: [{ name: 'format', in: 'query', schema: text }],
        responses: { 200: { content: { 'application/json': { schema: { type: 'object' } }, 'text/csv; charset=utf-8': {} } } },
      },
    },
    '/v1/things/{thing_id}/parts/{part_id}/turn_round': { post: { operationId: 'things.turn_round', summary: '' } },
  },
});

/** Returns a function that runs a command against the fake service. The function returns the command's exit code and output. */
export const commandFor =
  (service: () => FakeService, overrides: Parameters<typeof recordingTerminal>[1] = {}) =>
  async (...args: readonly string[]) => {
    const terminal = recordingTerminal({ BILLING_KEY: 'svc_test_1', BILLING_URL: service().baseUrl }, overrides);
    const code = await run(args, terminal);
    return { code, out: terminal.printed, errors: terminal.errors };
  };
