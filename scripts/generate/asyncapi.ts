import type { CatalogueEntry } from '../../events-schema/catalogue.ts';
import type { Operation } from '../../shared/api/operation.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';
import { collectComponents, pascalCase } from './components.ts';
import { sortedByKey } from './json-schema.ts';
import { CONTRACT } from './openapi.ts';
import { SECURITY_SCHEMES } from './shared-components.ts';
import { DELIVERY_HEADER_DESCRIPTIONS, liftEvent } from './webhooks.ts';

const JSON_TYPE = 'application/json';

/** Headers of a delivery as a JSON Schema; AsyncAPI describes all headers of a message as one object. */
const DELIVERY_HEADERS: JsonObject = {
  type: 'object',
  required: Object.keys(DELIVERY_HEADER_DESCRIPTIONS),
  properties: Object.fromEntries(
    Object.entries(DELIVERY_HEADER_DESCRIPTIONS).map(([name, description]) => [name, { type: 'string', description }]),
  ),
};

/** The messages of a channel: references to one component per event type. `suffix`: end of the names of the components. */
const messagesOf = (types: readonly string[], suffix: string): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { $ref: `#/components/messages/${pascalCase(type)}${suffix}` }]));

/**
 * Builds the AsyncAPI 3 document of the event stream and of the webhooks from the event catalogue. `stream`: the operation of the event
 * stream.
 */
export const asyncApiDocument = (catalogue: ReadonlyMap<string, CatalogueEntry>, stream: Operation): JsonObject => {
  const components = collectComponents();
  const types = [...catalogue.keys()];
  const messages = [...catalogue].flatMap(([type, entry]): readonly (readonly [string, JsonObject])[] => {
    const { $ref } = liftEvent(type, entry, components);
    const message: JsonObject = {
      name: type,
      title: type,
      summary: entry.description,
      contentType: JSON_TYPE,
      payload: { $ref: $ref ?? null },
    };
    const delivery: JsonObject = { ...message, traits: [{ $ref: '#/components/messageTraits/Delivery' }] };
    return [
      [`${pascalCase(type)}Message`, message],
      [`${pascalCase(type)}Delivery`, delivery],
    ];
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Subscription billing events',
      version: CONTRACT.version,
      description:
        'Every change of the account’s objects is an event. The event stream sends events as they are recorded; webhooks deliver them.',
    },
    defaultContentType: JSON_TYPE,
    servers: { service: { host: 'api.example.com', protocol: 'https', description: 'The service.' } },
    channels: {
      stream: {
        address: stream.path,
        title: 'Event stream',
        description: stream.description ?? stream.summary,
        servers: [{ $ref: '#/servers/service' }],
        messages: messagesOf(types, 'Message'),
      },
      webhooks: {
        address: null,
        title: 'Webhook endpoints',
        description: 'Your webhook endpoints: the service sends one event per request, signed, and repeats it until you respond with 2xx.',
        messages: messagesOf(types, 'Delivery'),
      },
    },
    operations: {
      streamEvents: {
        action: 'send',
        channel: { $ref: '#/channels/stream' },
        title: stream.summary,
        summary: 'The body of the response is a stream of server-sent events, with an event as JSON in each `data` line.',
        security: [{ $ref: '#/components/securitySchemes/apiKey' }],
        bindings: { http: { method: stream.method, bindingVersion: '0.3.0' } },
      },
      deliverEvents: {
        action: 'send',
        channel: { $ref: '#/channels/webhooks' },
        title: 'Deliver events to webhook endpoints',
        summary: 'The event is the body of a request.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      messages: sortedByKey(messages),
      messageTraits: { Delivery: { headers: DELIVERY_HEADERS } },
      schemas: components.schemas(),
      securitySchemes: { apiKey: SECURITY_SCHEMES.apiKey },
    },
  };
};
