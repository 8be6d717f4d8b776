import type { IncomingMessage } from 'node:http';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { getSmithyContext, HttpRequest, type HttpResponse } from '@smithy/core/transport';
import type {
  AwsCredentialIdentity,
  ClientProtocol,
  HandlerExecutionContext,
  HttpAuthScheme,
  MetadataBearer,
  OperationSchema,
  SchemaRef,
} from '@smithy/types';
import aws4 from 'aws4';

/**
 * SDK middleware that calls to DynamoDB do not need. It writes log lines that nobody reads, and sets the user agent, a trace header that
 * DynamoDB ignores, and headers that `toHttp` sets.
 */
const NOT_NEEDED = [
  'loggerMiddleware',
  'getUserAgentMiddleware',
  'recursionDetectionMiddleware',
  'hostHeaderMiddleware',
  'contentLengthMiddleware',
] as const;

/**
 * Replaces the SDK middleware that converts requests and responses according to their schemas. DynamoDB's protocol is the input and the
 * output as JSON, except for binary values, which `wire.ts` writes as base64. The SDK still converts errors.
 */
export const useLeanSteps = (client: DynamoDBClient): void => {
  const { middlewareStack: steps } = client;
  for (const name of NOT_NEEDED) steps.remove(name);
  steps.add(
    (next, context) => {
      const operation = schemaIn(context).name;
      return (args) => next({ ...args, request: toHttp(operation, JSON.stringify(args.input), urlIn(context)) });
    },
    { step: 'serialize', name: 'serializerMiddleware', override: true },
  );
  steps.add(
    (next, context) => async (args) => {
      const { response } = await next(args);
      return { response, output: await outputOf(client, context, response as HttpResponse) };
    },
    { step: 'deserialize', name: 'deserializerMiddleware', override: true },
  );
};

/** The schema of the operation that is called. */
const schemaIn = (context: HandlerExecutionContext): OperationSchema => {
  const schema = getSmithyContext(context)['operationSchema'] as readonly [
    number,
    string,
    string,
    OperationSchema['traits'],
    SchemaRef,
    SchemaRef,
  ];
  const [, namespace, name, traits, input, output] = schema;
  return { namespace, name, traits, input, output };
};

const urlIn = (context: HandlerExecutionContext): URL => {
  if (context.endpointV2 === undefined) throw new Error('The SDK resolved no endpoint for this call.');
  return context.endpointV2.url;
};

const toHttp = (operation: string, body: string, { protocol, hostname, port, host }: URL): HttpRequest =>
  new HttpRequest({
    protocol,
    hostname,
    ...(port !== '' && { port: Number(port) }),
    method: 'POST',
    path: '/',
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    },
    body,
  });

const outputOf = async (client: DynamoDBClient, context: HandlerExecutionContext, response: HttpResponse): Promise<MetadataBearer> => {
  if (response.statusCode >= 300) {
    const protocol = client.config.protocol as ClientProtocol<HttpRequest, HttpResponse>;
    try {
      // Throws the error that the response describes.
      return await protocol.deserializeResponse(schemaIn(context), { ...client.config, ...context }, response);
    } catch (error) {
      throw withResponse(error, response);
    }
  }
  const text = await textOf(response.body as IncomingMessage);
  return { ...(JSON.parse(text) as object), $metadata: { httpStatusCode: response.statusCode } };
};

/**
 * Adds to an error what the SDK needs to decide whether and when to retry: the response and, if its body is not JSON, its status. A load
 * balancer of DynamoDB answers 503 with HTML.
 */
const withResponse = (error: unknown, response: HttpResponse): unknown => {
  if (!(error instanceof Error)) return error;
  Object.defineProperty(error, '$response', { value: response, enumerable: false, writable: true, configurable: true });
  const { statusCode: httpStatusCode, headers } = response;
  return '$metadata' in error ? error : Object.assign(error, { $metadata: { httpStatusCode, requestId: headers['x-amzn-requestid'] } });
};

const textOf = (body: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.on('end', () => resolve(Buffer.concat(chunks).toString()));
    body.on('error', reject);
  });

/** Signs calls with `aws4`, which takes a tenth of the CPU time of the SDK's signer. It does not correct clock skew. */
export const LEAN_SIGNING: HttpAuthScheme = {
  schemeId: 'aws.auth#sigv4',
  identityProvider: (config) => config.getIdentityProvider('aws.auth#sigv4'),
  signer: {
    sign: async (request, identity, { name, region }) => {
      const { method, path, headers, body } = request as HttpRequest;
      const { accessKeyId, secretAccessKey, sessionToken } = identity as AwsCredentialIdentity;
      const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
      const signed = aws4.sign({ service: String(name), region: String(region), method, path, headers, body }, credentials);
      // `request` is not modified, because a retry signs it again.
      return new HttpRequest({ ...(request as HttpRequest), headers: signed.headers as Record<string, string> });
    },
  },
};
