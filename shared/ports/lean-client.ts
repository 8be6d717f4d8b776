import type { IncomingMessage } from 'node:http';
import { getSmithyContext, HttpRequest, type HttpResponse } from '@smithy/core/transport';
import type {
  AwsCredentialIdentity,
  ClientProtocol,
  HandlerExecutionContext,
  HttpAuthScheme,
  MetadataBearer,
  MiddlewareStack,
  OperationSchema,
  SchemaRef,
  SerdeFunctions,
} from '@smithy/types';
import aws4 from 'aws4';

/** How a service receives a call: the prefix of `x-amz-target`, and further headers. */
export interface JsonProtocol {
  readonly targetPrefix: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The header of services that use version 1.0 of the protocol. */
export const JSON_1_0 = { 'content-type': 'application/x-amz-json-1.0' };

/** The part of an SDK client whose steps are replaced. */
interface SdkClient<Input extends object, Output extends MetadataBearer> {
  readonly middlewareStack: MiddlewareStack<Input, Output>;
  readonly config: SerdeFunctions & object;
}

/**
 * SDK middleware that these calls do not need. It writes log lines that nobody reads, sets the user agent, and sets headers that `toHttp`
 * also sets. The middleware for the trace header stays: with this header, AWS links traces, and stops functions that call themselves in a
 * loop.
 */
const NOT_NEEDED = ['loggerMiddleware', 'getUserAgentMiddleware', 'hostHeaderMiddleware', 'contentLengthMiddleware'] as const;

/**
 * Opens an SDK client whose calls skip the SDK's costly steps. Requests and successful responses are not converted according to their
 * schemas: in this protocol, they are the input and the output as JSON. This does not hold for binary values and dates: the caller must not
 * use them. The SDK still converts errors.
 */
export const openLeanClient = <
  Client extends SdkClient<Input, Output>,
  Settings extends object,
  Input extends object,
  Output extends MetadataBearer,
>(
  Client: new (settings: Settings) => Client & SdkClient<Input, Output>,
  settings: Settings,
  protocol: JsonProtocol,
): Client => {
  // The middleware is assembled once per kind of call instead of for each call, and `aws4` signs.
  const client = new Client({ cacheMiddleware: true, httpAuthSchemes: [LEAN_SIGNING], ...settings });
  useLeanSteps(client, protocol);
  return client;
};

/** Removes the middleware that is not needed, and replaces the conversions. */
const useLeanSteps = <Input extends object, Output extends MetadataBearer>(
  client: SdkClient<Input, Output>,
  protocol: JsonProtocol,
): void => {
  const { middlewareStack: steps } = client;
  for (const name of NOT_NEEDED) steps.remove(name);
  steps.add(
    (next, context) => {
      const target = `${protocol.targetPrefix}.${schemaIn(context).name}`;
      return (args) => next({ ...args, request: toHttp(protocol, target, JSON.stringify(args.input), urlIn(context)) });
    },
    { step: 'serialize', name: 'serializerMiddleware', override: true },
  );
  steps.add(
    (next, context) => async (args) => {
      const { response } = await next(args);
      return { response, output: (await outputOf(client, context, response as HttpResponse)) as Output };
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

const toHttp = ({ headers }: JsonProtocol, target: string, body: string, { protocol, hostname, port, host }: URL): HttpRequest =>
  new HttpRequest({
    protocol,
    hostname,
    ...(port !== '' && { port: Number(port) }),
    method: 'POST',
    path: '/',
    headers: {
      ...headers,
      host,
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': target,
    },
    body,
  });

const outputOf = async (
  { config }: { readonly config: SerdeFunctions & object },
  context: HandlerExecutionContext,
  response: HttpResponse,
): Promise<MetadataBearer> => {
  if (response.statusCode >= 300) {
    // Clients with schemas have a protocol; the cast is needed because its type is not exported.
    const { protocol } = config as unknown as { readonly protocol: ClientProtocol<HttpRequest, HttpResponse> };
    try {
      // Throws the error that the response describes.
      return await protocol.deserializeResponse(schemaIn(context), { ...config, ...context }, response);
    } catch (error) {
      throw withResponse(error, response);
    }
  }
  const text = await textOf(response.body as IncomingMessage);
  return { ...(JSON.parse(text) as object), $metadata: { httpStatusCode: response.statusCode } };
};

/**
 * Adds to an error what the SDK needs to decide whether and when to retry: the response and, if its body is not JSON, its status. For
 * example, a load balancer of DynamoDB answers 503 with HTML.
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
const LEAN_SIGNING: HttpAuthScheme = {
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
