import type { AnswerTo, NothingBeyond } from './answer.ts';
import type { CalledContext, Input } from './handler.ts';
import type { AnySchema, Operation } from './operation.ts';
import { admitted } from './pipeline/admit.ts';
import type { RequestState } from './pipeline/state.ts';
import { calledContextOf, chain, inputOf, type LambdaHandler } from './serve.ts';

/** What an operation for buyers works with. */
export interface BuyerContext extends CalledContext {
  /** The checkout session (`cs_`) or one-off payment (`osp_`) whose client secret was sent. */
  readonly sessionId: string;
}

/** An operation that is called with a client secret and answers JSON. */
type BuyerOperation = Operation<string, AnySchema | null, AnySchema | null, AnySchema>;

const contextOf = (operation: Operation, state: RequestState): BuyerContext => {
  if (state.buyer === null) throw new Error(`${operation.id} has no buyer`);
  return { ...calledContextOf(operation, state), sessionId: state.buyer.sessionId };
};

/** What a buyer's operation answers, as the compiler checks it. */
type Checked<Declared extends BuyerOperation, Given> = Given & NothingBeyond<AnswerTo<Declared['response']>, Given>;

/** The function of an operation for buyers: every check of the pipeline, then `handle`. A command waits for the session's token before it writes. */
export const serveBuyer = <Declared extends BuyerOperation, Given extends AnswerTo<Declared['response']>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: BuyerContext) => Promise<Checked<Declared, Given>>,
): LambdaHandler => chain(operation, async (state) => handle(inputOf<Declared>(state), contextOf(operation, state)));

/**
 * The same for an operation that reaches the provider: `read` continues while the session's token is taken, and `handle` begins with both.
 * `read` reaches no provider and writes nothing.
 */
export const serveBuyerAtProvider = <Declared extends BuyerOperation, Read, Given extends AnswerTo<Declared['response']>>(
  operation: Declared,
  read: (input: Input<Declared>, context: BuyerContext) => Promise<Read>,
  handle: (input: Input<Declared>, context: BuyerContext, read: Read) => Promise<Checked<Declared, Given>>,
): LambdaHandler =>
  chain(operation, async (state) => {
    const [input, context] = [inputOf<Declared>(state), contextOf(operation, state)];
    const [found] = await Promise.all([read(input, context), admitted(state)]);
    return handle(input, context, found);
  });
