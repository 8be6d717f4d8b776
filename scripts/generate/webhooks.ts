import type { CatalogueEntry } from '../../events-schema/catalogue.ts';
import type { Json, JsonObject } from '../../shared/domain/tenant.ts';
import type { deliveryHeaders } from '../../shared/webhooks/signing.ts';
import { type Components, pascalCase } from './components.ts';
import { isJsonObject, jsonSchemaOf } from './json-schema.ts';
import { tagOf, WEBHOOKS } from './tags.ts';

/** Headers of HTTP itself, which the description of a delivery omits. */
type HttpHeader = 'Content-Type' | 'Content-Length' | 'User-Agent';

/** The headers of a delivery, with their descriptions. */
export const DELIVERY_HEADER_DESCRIPTIONS: Readonly<Record<Exclude<keyof ReturnType<typeof deliveryHeaders>, HttpHeader>, string>> = {
  'Service-Signature':
    'Signature of the delivery: `t=<Unix seconds>,v1=<hex>`, with one `v1` per valid secret. Each `v1` is the HMAC-SHA256 of `<t>.<raw body>`; the key is the whole secret of the endpoint, with its prefix.',
  'Service-Event-Id': 'Id of the event, the same in every attempt. Starts with `evt_`.',
  'Service-Event-Type': 'Type of the event, such as `invoice.paid`.',
  'Service-Delivery-Attempt': 'Number of the attempt; 1 for the first.',
  'webhook-id': 'Id of the event, the same in every attempt (Standard Webhooks).',
  'webhook-timestamp': 'Unix time in seconds of the attempt (Standard Webhooks).',
  'webhook-signature':
    'Signatures separated by spaces, one per valid secret (Standard Webhooks): `v1,<base64>`, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`; the key is the whole secret in UTF-8.',
};

const DELIVERY_PARAMETERS: readonly JsonObject[] = Object.entries(DELIVERY_HEADER_DESCRIPTIONS).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** Returns the object schema of a property, which may be nullable. Returns `null` if the property is not an object with fields. */
const objectIn = (property: Json | undefined): JsonObject | null => {
  if (!isJsonObject(property)) return null;
  const { anyOf } = property;
  const object = Array.isArray(anyOf) ? (anyOf as readonly Json[])[0] : property;
  return isJsonObject(object) && object['properties'] !== undefined ? object : null;
};

/** Adds the schemas of an event (`InvoicePaidEvent`), its object and its previous attributes. Returns a reference to the event's schema. */
export const liftEvent = (type: string, { schema, description }: CatalogueEntry, components: Components): JsonObject => {
  const event = jsonSchemaOf(schema, 'output');
  const properties = event['properties'] as JsonObject;
  const previousAttributes = properties['previous_attributes'] as JsonObject;
  const previousObject = objectIn(previousAttributes);
  const data = components.lift(properties['data'] as JsonObject, pascalCase(type));
  const owner = String(data['$ref']).replace(/^.*\//, '');
  const lifted =
    previousObject === null
      ? previousAttributes
      : { ...previousAttributes, anyOf: [components.liftPartOf(owner, previousObject, `${owner}PreviousAttributes`), { type: 'null' }] };
  const name = `${pascalCase(type)}Event`;
  const reference = components.liftPartOf(name, { ...event, properties: { ...properties, data, previous_attributes: lifted } }, name);
  return { ...reference, description };
};

/** The webhooks of a document: `webhooks` refers to `pathItems` of the components. */
interface WebhookSections {
  readonly webhooks: JsonObject;
  readonly pathItems: JsonObject;
}

/**
 * Builds a path item for the delivery of each event type. The path items are components: if they are inside `webhooks`, openapi-generator
 * writes a client class that does not compile. Their parameters are inline, because openapi-generator does not resolve references to
 * parameters in path items of the components.
 */
export const webhookSections = (catalogue: ReadonlyMap<string, CatalogueEntry>, components: Components): WebhookSections => {
  const deliveries = [...catalogue].map(([type, entry]) => {
    const { $ref } = liftEvent(type, entry, components);
    const delivery: JsonObject = {
      operationId: `webhooks.${type}`,
      tags: [tagOf(WEBHOOKS).name],
      summary: `Receive ${type}`,
      description: `${entry.description} Sent by POST to the webhook endpoints that are enabled for the type.`,
      security: [],
      parameters: DELIVERY_PARAMETERS,
      requestBody: { required: true, content: { 'application/json': { schema: { $ref: $ref ?? null } } } },
      responses: {
        '2XX': { description: 'The event was received. After any other response, the delivery is repeated.' },
      },
    };
    return { type, name: `${pascalCase(type)}Delivery`, delivery };
  });
  return {
    webhooks: Object.fromEntries(deliveries.map(({ type, name }) => [type, { $ref: `#/components/pathItems/${name}` }])),
    pathItems: Object.fromEntries(deliveries.map(({ name, delivery }) => [name, { post: delivery }])),
  };
};
