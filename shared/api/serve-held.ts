import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Tenant } from '../domain/kernel.ts';
import type { Store } from '../store/store.ts';
import type { HeldAnswer } from './held.ts';
import type { Operation } from './operation.ts';
import { admitted } from './pipeline/admit.ts';
import type { Caller, HttpResult } from './pipeline/state.ts';
import { clock } from './runtime.ts';
import { chain, type Input, inputOf } from './serve.ts';

/** What the handler of a long-held answer works with. */
export interface HeldContext {
  readonly requestId: string;
  readonly tenant: Tenant;
  readonly caller: Caller;
  readonly nowMs: number;
  readonly store: Store;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Makes the head of an answer, refusal or not; the body of a held one comes from its `hold`. */
export type HeldHandler = (event: APIGatewayProxyEventV2) => Promise<HttpResult>;

/**
 * A keyed operation of the sidecar: every check of the pipeline, then `open`, which prepares the body but writes nothing
 * yet. It costs what any request of its method costs, and is opened only once that is paid.
 */
export const serveHeld = <Declared extends Operation>(
  operation: Declared,
  open: (input: Input<Declared>, context: HeldContext) => Promise<HeldAnswer>,
): HeldHandler => {
  const handler = chain(operation, async (state, { headers }) => {
    const { caller, requestId, store } = state;
    if (caller === null) throw new Error(`${operation.id} has no caller`);
    await admitted(state);
    return open(inputOf(state), { requestId, tenant: caller.tenant, caller, nowMs: clock.nowMs(), store, headers });
  });
  return (event) => handler(event, {} as Context);
};
