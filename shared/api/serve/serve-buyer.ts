import type { AnySchema, Operation } from '../operation.ts';
import type { RequestState } from '../pipeline/state.ts';
import type { ResponseBody } from '../schemas/response-types.ts';
import type { CallerContext, Checked, Input } from './handler.ts';
import { callerContextOf, createHandler, createHandlerWithRead, inputOf, type LambdaHandler } from './serve.ts';

/** Context of handlers that buyers call with a client secret. */
export interface BuyerContext extends CallerContext {
  /** Id of the checkout session (`cs_`) or one-off payment (`osp_`). */
  readonly payableId: string;
}

/** An operation that is called with a client secret and returns JSON. */
type BuyerOperation = Operation<string, AnySchema | null, AnySchema | null, AnySchema>;

const contextOf = (operation: Operation, state: RequestState): BuyerContext => {
  if (state.buyer === null) throw new Error(`${operation.id} has no buyer`);
  return { ...callerContextOf(operation, state), payableId: state.buyer.sessionId };
};

/** Returns the Lambda handler of a buyer operation. `context.run` waits for the rate-limit token before it writes. */
export const serveBuyer = <Declared extends BuyerOperation, Returned extends ResponseBody<Declared['response']>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: BuyerContext) => Promise<Checked<Declared, Returned>>,
): LambdaHandler => createHandler(operation, async (state) => handle(inputOf<Declared>(state), contextOf(operation, state)));

/**
 * Like `serveBuyer`, but runs `read` in parallel with taking the rate-limit token, then `handle`. `read` must not write or call the
 * provider.
 */
export const serveBuyerWithRead = <Declared extends BuyerOperation, Read, Returned extends ResponseBody<Declared['response']>>(
  operation: Declared,
  read: (input: Input<Declared>, context: BuyerContext) => Promise<Read>,
  handle: (input: Input<Declared>, context: BuyerContext, read: Read) => Promise<Checked<Declared, Returned>>,
): LambdaHandler => createHandlerWithRead(operation, contextOf, read, handle);
