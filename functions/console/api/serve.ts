import type { CallerContext, Input } from '../../../shared/api/handler.ts';
import type { AnySchema, Operation } from '../../../shared/api/operation.ts';
import type { RequestState, SignedIn } from '../../../shared/api/pipeline/state.ts';
import type { NoExtraFields, ResponseBody } from '../../../shared/api/response-types.ts';
import { callerContextOf, createHandler, inputOf, type LambdaHandler } from '../../../shared/api/serve.ts';

/** The context of a console operation: the signed-in member and the tenant. Data of the whole account is stored under the live tenant. */
export interface ConsoleContext extends CallerContext, SignedIn {}

type ConsoleOperation = Operation<string, AnySchema | null, AnySchema | null, AnySchema>;

/** The response type, without properties that the operation does not declare. */
type Checked<Declared extends ConsoleOperation, Returned> = Returned & NoExtraFields<ResponseBody<Declared['response']>, Returned>;

export const signedIn = ({ operator }: RequestState): SignedIn => {
  if (operator === null) throw new Error('The request has no signed-in member.');
  return operator;
};

/** Creates the handler of a console operation: runs the request pipeline, then `handle`. */
export const serveConsole = <Declared extends ConsoleOperation, Returned extends ResponseBody<Declared['response']>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: ConsoleContext) => Promise<Checked<Declared, Returned>>,
): LambdaHandler =>
  createHandler(operation, async (state) => handle(inputOf<Declared>(state), { ...callerContextOf(operation, state), ...signedIn(state) }));
