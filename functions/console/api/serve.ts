import type { AnswerTo, NothingBeyond } from '../../../shared/api/answer.ts';
import type { CalledContext, Input } from '../../../shared/api/handler.ts';
import type { AnySchema, Operation } from '../../../shared/api/operation.ts';
import type { RequestState, SignedIn } from '../../../shared/api/pipeline/state.ts';
import { calledContextOf, chain, inputOf, type LambdaHandler } from '../../../shared/api/serve.ts';

/** What an operation of the console works with: who is signed in, and whose data it is about: what concerns the whole account is filed as live. */
export interface ConsoleContext extends CalledContext, SignedIn {}

type ConsoleOperation = Operation<string, AnySchema | null, AnySchema | null, AnySchema>;

/** An answer as the compiler checks it. */
type Checked<Declared extends ConsoleOperation, Given> = Given & NothingBeyond<AnswerTo<Declared['response']>, Given>;

export const signedIn = ({ operator }: RequestState): SignedIn => {
  if (operator === null) throw new Error('nobody is signed in');
  return operator;
};

/** The function of an operation of the console: every check of the pipeline, then `handle`. */
export const serveConsole = <Declared extends ConsoleOperation, Given extends AnswerTo<Declared['response']>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: ConsoleContext) => Promise<Checked<Declared, Given>>,
): LambdaHandler =>
  chain(operation, async (state) => handle(inputOf<Declared>(state), { ...calledContextOf(operation, state), ...signedIn(state) }));
