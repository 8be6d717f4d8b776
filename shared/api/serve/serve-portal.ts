import type { AnySchema, Operation } from '../operation.ts';
import type { PortalGrant, RequestState } from '../pipeline/state.ts';
import type { CallerContext, Checked, Input, ResponseOf } from './handler.ts';
import { callerContextOf, createHandler, createHandlerWithRead, inputOf, type LambdaHandler } from './serve.ts';

/** Context of portal handlers. The session gives access only to the subscription `subscriptionId` [PRT-12]. */
export interface PortalContext extends CallerContext, PortalGrant {
  /** Id of the portal session (`bps_`). */
  readonly sessionId: string;
}

/** An operation that is called with a portal token. */
type PortalOperation = Operation<string, AnySchema | null, AnySchema | null, AnySchema | 'pdf'>;

const contextOf = (operation: Operation, state: RequestState): PortalContext => {
  const { buyer } = state;
  if (buyer === null || buyer.portal === null) throw new Error(`${operation.id} has no portal session`);
  return { ...callerContextOf(operation, state), ...buyer.portal, sessionId: buyer.sessionId };
};

/** Returns the Lambda handler of a portal operation. `context.run` waits for the rate-limit token before it writes. */
export const servePortal = <Declared extends PortalOperation, Returned extends ResponseOf<Declared, never>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: PortalContext) => Promise<Checked<Declared, Returned>>,
): LambdaHandler => createHandler(operation, async (state) => handle(inputOf<Declared>(state), contextOf(operation, state)));

/** Like `servePortal`, but runs `read` in parallel with taking the rate-limit token. `read` must not write or call the provider. */
export const servePortalWithRead = <Declared extends PortalOperation, Read, Returned extends ResponseOf<Declared, never>>(
  operation: Declared,
  read: (input: Input<Declared>, context: PortalContext) => Promise<Read>,
  handle: (input: Input<Declared>, context: PortalContext, read: Read) => Promise<Checked<Declared, Returned>>,
): LambdaHandler => createHandlerWithRead(operation, contextOf, read, handle);
