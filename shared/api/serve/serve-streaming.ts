import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Tenant } from '../../domain/tenant.ts';
import { clock } from '../../runtime/services.ts';
import type { Actor } from '../../store/audit/entries.ts';
import type { Store } from '../../store/writer/store.ts';
import type { Operation } from '../operation.ts';
import { awaitRateLimitToken } from '../pipeline/admit.ts';
import { actorOf, type Caller, type HttpResult } from '../pipeline/state.ts';
import type { Input } from './handler.ts';
import { createHandler, inputOf } from './serve.ts';
import type { StreamingResponse } from './streaming-response.ts';

/** Context of streaming handlers. */
export interface StreamingContext {
  readonly requestId: string;
  readonly tenant: Tenant;
  readonly caller: Caller;
  readonly actor: Actor;
  readonly nowMs: number;
  readonly store: Store;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** True for HEAD: the response has no body. */
  readonly isHead: boolean;
}

/** Returns the response's head; `writeBody` of the result writes a streaming body. */
export type StreamingHandler = (event: APIGatewayProxyEventV2) => Promise<HttpResult>;

/**
 * Returns the handler of an operation that runs in the stream process: all checks of the pipeline, then `open`, which prepares the body
 * but does not write it yet. `open` runs after the rate-limit token was taken.
 */
export const serveStreaming = <Declared extends Operation>(
  operation: Declared,
  open: (input: Input<Declared>, context: StreamingContext) => Promise<StreamingResponse>,
): StreamingHandler => {
  const handler = createHandler(operation, async (state, { headers, requestContext }) => {
    const { caller, requestId, store } = state;
    if (caller === null) throw new Error(`${operation.id} has no caller`);
    await awaitRateLimitToken(state);
    const isHead = requestContext.http.method === 'HEAD';
    const { tenant } = caller;
    return open(inputOf(state), { requestId, tenant, caller, actor: actorOf(state), nowMs: clock.nowMs(), store, headers, isHead });
  });
  return (event) => handler(event, {} as Context);
};
