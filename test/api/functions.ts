import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { startAwsEndpoint } from '../../scripts/local/aws/aws-endpoint.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { LambdaHandler } from '../../shared/api/serve/serve.ts';
import type { Change } from '../../shared/domain/aggregate.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import { startEngine } from '../support/engine.ts';

const PEPPER_ARN = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:pepper';
const OPERATOR_KEY_ARN = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:operator-key';

/** A secret of the fake Secrets Manager. */
export const secret = (name: string, arn: string, value: string) => ({ arn, name, value, versionId: '1', createdMs: 0 });

export type Secrets = Map<string, ReturnType<typeof secret>>;

/**
 * Starts a table and a fake Secrets Manager, and sets the environment variables with which functions run in this process. `secrets` and
 * `env` are further secrets and variables. `stop` restores the environment variables.
 */
export const startFunctionEnvironment = async (secrets: Secrets = new Map(), env: Readonly<Record<string, string>> = {}) => {
  const originalEnv = { ...process.env };
  const engine = await startEngine();
  const notUsed = {} as never;
  secrets.set(PEPPER_ARN, secret('pepper', PEPPER_ARN, '{"current":"1","1":"pepper"}'));
  secrets.set(OPERATOR_KEY_ARN, secret('operator-key', OPERATOR_KEY_ARN, '{"current":"1","1":"operator key"}'));
  const parts = { bus: notUsed, stateMachines: notUsed, cipher: notUsed, mailbox: notUsed, secrets };
  const endpoint = await startAwsEndpoint(parts, { problem: () => undefined, close: async () => undefined });
  Object.assign(process.env, engine.env, {
    STRICT_RESPONSES: '1',
    KEY_PEPPER_SECRET_ARN: PEPPER_ARN,
    OPERATOR_KEY_SECRET_ARN: OPERATOR_KEY_ARN,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint.origin,
    ...env,
  });
  const stop = async (): Promise<void> => {
    process.env = originalEnv;
    await endpoint.stop();
    await engine.stop();
  };
  return { stop };
};

/** A call of a function in this process. */
export interface FunctionCall {
  readonly method: string;
  /** Path, with the query string. */
  readonly path: string;
  readonly body?: unknown;
  /** The raw body, instead of the JSON of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's IP address. */
  readonly ip?: string;
}

/** Calls a handler; returns its response. */
export const callHandler = async (
  handler: LambdaHandler,
  { method, path, body, text = body === undefined ? undefined : JSON.stringify(body), headers = {}, ip = '192.0.2.1' }: FunctionCall,
) => {
  const [rawPath = '', rawQueryString = ''] = path.split('?');
  const event = {
    rawPath,
    rawQueryString,
    headers: { 'content-type': 'application/json', 'user-agent': 'test', ...headers },
    requestContext: { http: { method, path: rawPath, sourceIp: ip, protocol: 'HTTP/1.1', userAgent: 'test' } },
    isBase64Encoded: false,
    ...(text === undefined ? {} : { body: text }),
  };
  const response = await handler(event as unknown as APIGatewayProxyEventV2, {} as Context);
  return { status: response.statusCode ?? 0, text: response.body ?? '', headers: response.headers ?? {}, cookies: response.cookies ?? [] };
};

/** The handler of a file under `functions/`. */
export const handlerOf = async (file: string): Promise<LambdaHandler> =>
  ((await import(/* @vite-ignore */ `${REPOSITORY_ROOT}/functions/${file}.ts`)) as { readonly handler: LambdaHandler }).handler;

/** Calls the handler of a file under `functions/` with an API key or another token. */
export const callFunction = async (file: string, key: string, call: FunctionCall) =>
  callHandler(await handlerOf(file), { ...call, headers: { authorization: `Bearer ${key}`, ...call.headers } });

/** Stores new records directly, without a rule of the domain. */
export const storeRecords = async (store: Store, tenant: Tenant, changes: readonly Change[]): Promise<void> => {
  const decide = () => ({ changes, events: [], result: null });
  await store.run({ tenant, actor: SYSTEM, load: async () => null, nowOf: () => null, decide });
};
