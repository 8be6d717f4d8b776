import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Tenant } from '../domain/tenant.ts';
import { clock } from '../runtime/services.ts';
import type { Actor } from '../store/audit/entries.ts';
import type { Store } from '../store/writer/store.ts';
import type { Input } from './handler.ts';
import type { Operation } from './operation.ts';
import { admitted } from './pipeline/admit.ts';
import { actorOf, type Caller, type HttpResult } from './pipeline/state.ts';
import { chain, inputOf } from './serve.ts';
import type { StreamingResponse } from './streaming-response.ts';

/** What the handler of a streaming response works with. */
export interface StreamingContext {
  readonly requestId: string;
  readonly tenant: Tenant;
  readonly caller: Caller;
  readonly actor: Actor;
  readonly nowMs: number;
  readonly store: Store;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Makes the head of an answer, refusal or not; the body of a streaming one comes from its `writeBody`. */
export type StreamingHandler = (event: APIGatewayProxyEventV2) => Promise<HttpResult>;

/**
 * A keyed operation of the sidecar: every check of the pipeline, then `open`, which prepares the body but writes nothing
 * yet. It costs what any request of its method costs, and is opened only once that is paid.
 */
export const serveStreaming = <Declared extends Operation>(
  operation: Declared,
  open: (input: Input<Declared>, context: StreamingContext) => Promise<StreamingResponse>,
): StreamingHandler => {
  const handler = chain(operation, async (state, { headers }) => {
    const { caller, requestId, store } = state;
    if (caller === null) throw new Error(`${operation.id} has no caller`);
    await admitted(state);
    return open(inputOf(state), { requestId, tenant: caller.tenant, caller, actor: actorOf(state), nowMs: clock.nowMs(), store, headers });
  });
  return (event) => handler(event, {} as Context);
};
