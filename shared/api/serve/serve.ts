import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { IdSource } from '../../domain/decision.ts';
import type { MailOrderWithId } from '../../domain/mail/orders.ts';
import { refuseLocked } from '../../domain/pending-operation/open.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { clock, ids } from '../../runtime/services.ts';
import type { StoredAnswer } from '../../store/core/idempotency.ts';
import type { Store } from '../../store/writer/store.ts';
import type { WriterCommand } from '../../store/writer/unit.ts';
import type { FileContent } from '../calls/file-content.ts';
import { mailWrites, wakeMailWorker } from '../calls/ordered-mail.ts';
import { buildOwnersNotice } from '../calls/owners-notice.ts';
import { ApiError, refusalAnswer } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { admit, awaitAdmission, awaitRateLimitToken } from '../pipeline/admit.ts';
import { authenticate } from '../pipeline/authenticate.ts';
import { authorize } from '../pipeline/authorize.ts';
import { begin } from '../pipeline/begin.ts';
import { setCallerIp } from '../pipeline/caller-ip.ts';
import {
  Replay,
  readStoredResponse,
  replayIfRemembered,
  replayOfConcurrent,
  type ShownSecret,
  startKeyLookup,
  toStoredResponse,
} from '../pipeline/idempotency.ts';
import { refuseInMaintenance } from '../pipeline/maintenance.ts';
import { checkIds, match } from '../pipeline/match.ts';
import { inspectBody, readBody, readExpand, readParameters, readsJsonBody } from '../pipeline/read.ts';
import { requireRecentSignIn } from '../pipeline/recent-sign-in.ts';
import type { FindRecordKey } from '../pipeline/record-key.ts';
import { type RenderErrorPage, respond } from '../pipeline/respond.ts';
import {
  actorOf,
  type Caller,
  cookiesOf,
  type HttpEvent,
  type HttpResult,
  type Invocation,
  type Middleware,
  type RequestState,
  stateOf,
  tenantOf,
} from '../pipeline/state.ts';
import type { JsonText } from '../schemas/json-text.ts';
import type { CallerContext, Checked, Command, Input, RequestContext, ResponseOf } from './handler.ts';

export type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpResult>;

/**
 * The middlewares, in order. The order decides which error a request with several problems gets: maintenance first, then authentication,
 * permission, parameters, and the rate limit last.
 */
const middlewaresOf = (operation: Operation, { page, findRecordKey }: HandlerOptions): Middleware[] => [
  begin(),
  respond(operation, page),
  setCallerIp(operation),
  match(operation),
  refuseInMaintenance(operation),
  authenticate(operation, findRecordKey),
  authorize(operation),
  checkIds(operation),
  readParameters(operation),
  ...(readsJsonBody(operation) ? [inspectBody(operation), jsonBodyParser<HttpEvent>(), readBody(operation)] : []),
  readExpand(operation),
  requireRecentSignIn(operation),
  startKeyLookup(operation),
  admit(operation),
];

type Run = (state: RequestState, event: APIGatewayProxyEventV2) => Promise<unknown>;

interface HandlerOptions {
  /** Renders errors as HTML pages; `null`: errors are JSON. */
  readonly page: RenderErrorPage | null;
  /** Key of the record that the operation retrieves; `null`: it retrieves none. */
  readonly findRecordKey: FindRecordKey | null;
}

/** Returns a handler that runs the operation's checks in order, then `run`, and always returns an HTTP result. */
export const createHandler = (
  operation: Operation,
  run: Run,
  { page = null, findRecordKey = null }: Partial<HandlerOptions> = {},
): LambdaHandler => {
  const handler = middy<HttpEvent, unknown, Error, Invocation>()
    .use(middlewaresOf(operation, { page, findRecordKey }))
    .handler((event, context) => run(stateOf(context), event));
  // `respond` turns the result of `run` into an HTTP result; middy has one type for both.
  return async (event, context) => (await handler(event, context)) as HttpResult;
};

/** Returns the checked request, typed by the operation's schemas. */
export const inputOf = <Declared extends Operation>(state: RequestState): Input<Declared> =>
  ({ params: state.params, query: state.query, body: state.body, expand: state.expand }) as Input<Declared>;

const shownSecretOf = <State, Result, Answer>({ secret, withSecret }: Command<State, Result, Answer>, answer: Answer): ShownSecret => {
  if (secret === true) return 'stored';
  return withSecret === undefined || withSecret(answer) === answer ? 'none' : 'added';
};

/** Returns the response to store for replays; `null` for a refusal other than `payment_refused`, so that a retry decides again. */
const storedAnswerOf = async <State, Result, Answer>(
  state: RequestState,
  command: Command<State, Result, Answer>,
  answer: Answer | Refusal,
): Promise<StoredAnswer | null> => {
  if (!(answer instanceof Refusal)) return toStoredResponse(state, answer, shownSecretOf(command, answer));
  return answer.code === 'payment_refused' ? refusalAnswer(state.requestId)(answer) : null;
};

const runCommand = async <State, Result, Answer>(
  operation: Operation,
  state: RequestState,
  tenant: Tenant,
  command: Command<State, Result, Answer>,
): Promise<Answer> => {
  const claim = state.idempotency;
  let notice: MailOrderWithId | null = null;
  const unit: WriterCommand<State, Result> = {
    tenant,
    actor: actorOf(state),
    load: async () => {
      const [loaded] = await Promise.all([command.load(), replayIfRemembered(state)]);
      return loaded;
    },
    decide: (loaded, context) => {
      const decided = refuseLocked(command.decide(loaded, context));
      notice = buildOwnersNotice(operation, state, decided, context);
      return decided;
    },
    allocated: () => awaitAdmission(state),
    nowOf: command.nowOf,
    extraWrites: (result) => [...(command.extraWrites?.(result) ?? []), ...mailWrites(tenant, notice)],
    remember: async (result) => {
      const answer = command.answer(result);
      if (claim === null) return null;
      const stored = await storedAnswerOf(state, command, answer);
      if (stored === null) return null;
      return { keyHash: claim.keyHash, fingerprint: claim.fingerprint, remembered: { answer: stored }, replaces: null };
    },
  };
  const outcome = await state.store.run(unit).catch((error: unknown) => rethrow(state, command, error));
  if (outcome.kind === 'refused') throw ApiError.from(outcome.refusal);
  if (outcome.kind === 'key_taken') return rethrow(state, command, replayOfConcurrent(state, outcome.record));
  await wakeMailWorker(tenant, notice, operation.id);
  await command.afterCommit?.(outcome.result);
  const answer = command.answer(outcome.result);
  if (answer instanceof Refusal) throw ApiError.from(answer);
  return command.withSecret?.(answer) ?? answer;
};

/** Rethrows the error. If the error is a replay and the command adds a secret to each response, adds a new secret to the replay. */
const rethrow = async <State, Result, Answer>(
  state: RequestState,
  command: Command<State, Result, Answer>,
  error: unknown,
): Promise<never> => {
  if (!(error instanceof Replay) || command.withSecret === undefined) throw error;
  const answer = command.withSecret(JSON.parse(await readStoredResponse(state, error.answer)));
  throw new Replay({ ...error.answer, body: JSON.stringify(answer), sealed: false });
};

/** Builds the handler's context after the checks. */
export const callerContextOf = (operation: Operation, state: RequestState): CallerContext => {
  const tenant = tenantOf(state);
  if (tenant === null) throw new Error(`${operation.id} has no caller`);
  return {
    tenant,
    now: Math.floor(clock.nowMs() / 1000),
    ids,
    store: state.store,
    request: state,
    run: (command) => runCommand(operation, state, tenant, command),
  };
};

/** Builds the context of a handler that requires an API key. */
export const contextOf = (operation: Operation, state: RequestState): RequestContext => {
  if (state.caller === null) throw new Error(`${operation.id} has no key`);
  return { ...callerContextOf(operation, state), caller: state.caller };
};

const serveWithApiKey = <Declared extends Operation>(
  operation: Declared,
  handle: (input: Input<Declared>, context: RequestContext) => Promise<unknown>,
): LambdaHandler =>
  createHandler(operation, async (state) => {
    // `context.run` waits for the rate-limit token before it writes; an operation whose work is costly waits before it starts.
    if (operation.profile === 'provider' || operation.readsMuch) await awaitRateLimitToken(state);
    return handle(inputOf(state), contextOf(operation, state));
  });

/** Returns the Lambda handler of an operation that requires an API key: all checks of the pipeline, then `handle`. */
export const serve = <Declared extends Operation, Returned extends ResponseOf<Declared, never>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: RequestContext) => Promise<Checked<Declared, Returned>>,
): LambdaHandler => serveWithApiKey(operation, handle);

/** Creates a handler that runs `read` in parallel with taking the rate-limit token, then `handle`. */
export const createHandlerWithRead = <Declared extends Operation, HandlerContext, Read>(
  operation: Declared,
  buildContext: (operation: Operation, state: RequestState) => HandlerContext,
  read: (input: Input<Declared>, context: HandlerContext) => Promise<Read>,
  handle: (input: Input<Declared>, context: HandlerContext, read: Read) => Promise<unknown>,
): LambdaHandler =>
  createHandler(operation, async (state) => {
    const [input, context] = [inputOf<Declared>(state), buildContext(operation, state)];
    const [loaded] = await Promise.all([read(input, context), awaitRateLimitToken(state)]);
    return handle(input, context, loaded);
  });

/** Like `serve`, but runs `read` in parallel with taking the rate-limit token. `read` must not write or call the provider. */
export const serveWithPreload = <Declared extends Operation, Read, Returned extends ResponseOf<Declared, never>>(
  operation: Declared,
  read: (input: Input<Declared>, context: RequestContext) => Promise<Read>,
  handle: (input: Input<Declared>, context: RequestContext, read: Read) => Promise<Checked<Declared, Returned>>,
): LambdaHandler => createHandlerWithRead(operation, contextOf, read, handle);

/** Like `serve`, for responses that are stored as JSON text: sends the stored bytes, after the schema check. */
export const serveText = <Declared extends Operation>(
  operation: Declared,
  handle: (input: Input<Declared>, context: RequestContext) => Promise<JsonText>,
): LambdaHandler => serveWithApiKey(operation, handle);

/** Like `serve`, for operations with `files`: returns the object, or a file in the format that the query selects. */
export const serveWithFiles = <Declared extends Operation, Returned extends ResponseOf<Declared, never>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: RequestContext) => Promise<Checked<Declared, Returned> | FileContent>,
): LambdaHandler => serveWithApiKey(operation, handle);

/** Context of public handlers: buyers' pages, provider webhooks, `ping`. */
export interface PublicContext {
  readonly caller: Caller | null;
  readonly now: number;
  readonly ids: IdSource;
  readonly store: Store;
  readonly ip: string;
  /** Country of the IP address; `null`: unknown. */
  readonly ipCountry: string | null;
  readonly userAgent: string | null;
  /** The raw body as text, for forms and provider webhooks. */
  readonly text: string;
  /** Adds a `Set-Cookie` header to the response. */
  readonly setCookie: (cookie: string) => void;
  readonly http: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly rawQueryString: string;
    readonly cookies: readonly string[];
  };
}

/** Builds the context of a public handler after the checks. */
export const publicContextOf = (state: RequestState, event: HttpEvent): PublicContext => ({
  caller: state.caller,
  now: Math.floor(clock.nowMs() / 1000),
  ids,
  store: state.store,
  ip: state.actor.ip,
  ipCountry: state.ipCountry,
  userAgent: state.actor.userAgent,
  setCookie: (cookie) => void state.cookies.push(cookie),
  http: {
    method: event.requestContext.http.method,
    headers: event.headers,
    rawQueryString: event.rawQueryString,
    cookies: cookiesOf(event),
  },
  text: event.isBase64Encoded ? Buffer.from(String(event.body ?? ''), 'base64').toString('utf8') : String(event.body ?? ''),
});

/** Returns the Lambda handler of a public operation. Without a response schema, `handle` returns the whole HTTP result. */
export const servePublic = <Declared extends Operation, Returned extends ResponseOf<Declared, APIGatewayProxyStructuredResultV2>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: PublicContext) => Promise<Checked<Declared, Returned>>,
): LambdaHandler => createHandler(operation, async (state, event) => handle(inputOf(state), publicContextOf(state, event)));
