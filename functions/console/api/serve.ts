import type { AnySchema, Operation } from '../../../shared/api/operation.ts';
import type { RequestState, SignedIn } from '../../../shared/api/pipeline/state.ts';
import type { NoExtraFields, ResponseBody } from '../../../shared/api/schemas/response-types.ts';
import type { CallerContext, Input } from '../../../shared/api/serve/handler.ts';
import { callerContextOf, createHandler, inputOf, type LambdaHandler } from '../../../shared/api/serve/serve.ts';

/**
 * The context of a console operation: the signed-in member and the tenant. Operations on data of both modes, such as members, have the
 * live tenant.
 */
export interface ConsoleContext extends CallerContext, SignedIn {}

type ConsoleOperation = Operation<string, AnySchema | null, AnySchema | null, AnySchema>;

/** The type `Returned`; a property that the operation's response schema does not declare is a compiler error. */
type Checked<Declared extends ConsoleOperation, Returned> = Returned & NoExtraFields<ResponseBody<Declared['response']>, Returned>;

/** The signed-in member with session and account. Throws if the operation requires no console session. */
export const requireSignedIn = ({ operator }: RequestState): SignedIn => {
  if (operator === null) throw new Error('The request has no signed-in member.');
  return operator;
};

/** Creates the handler of a console operation: runs the request pipeline, then `handle`. */
export const serveConsole = <Declared extends ConsoleOperation, Returned extends ResponseBody<Declared['response']>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: ConsoleContext) => Promise<Checked<Declared, Returned>>,
): LambdaHandler =>
  createHandler(operation, async (state) =>
    handle(inputOf<Declared>(state), { ...callerContextOf(operation, state), ...requireSignedIn(state) }),
  );
