import type { AnswerTo, NothingBeyond } from './answer.ts';
import type { CalledContext, Input } from './handler.ts';
import type { AnySchema, Operation } from './operation.ts';
import { admitted } from './pipeline/admit.ts';
import type { PdfFile } from './pipeline/respond.ts';
import type { PortalGrant, RequestState } from './pipeline/state.ts';
import { calledContextOf, chain, inputOf, type LambdaHandler } from './serve.ts';

/** What an operation of the portal works with: it reaches this subscription, and no other [PRT-12]. */
export interface PortalContext extends CalledContext, PortalGrant {
  /** The portal session (`bps_`) whose token was sent. */
  readonly sessionId: string;
}

/** An operation that is called with a portal token. */
type PortalOperation = Operation<string, AnySchema | null, AnySchema | null, AnySchema | 'pdf'>;

/** What such an operation answers. */
type PortalAnswer<Declared extends PortalOperation> = Declared['response'] extends AnySchema ? AnswerTo<Declared['response']> : PdfFile;

/** The same, as the compiler checks it. */
type Checked<Declared extends PortalOperation, Given> = Given & NothingBeyond<PortalAnswer<Declared>, Given>;

const contextOf = (operation: Operation, state: RequestState): PortalContext => {
  const { buyer } = state;
  if (buyer === null || buyer.portal === null) throw new Error(`${operation.id} has no portal session`);
  return { ...calledContextOf(operation, state), ...buyer.portal, sessionId: buyer.sessionId };
};

/** The function of an operation of the portal: every check of the pipeline, then `handle`. A command waits for the session's token before it writes. */
export const servePortal = <Declared extends PortalOperation, Given extends PortalAnswer<Declared>>(
  operation: Declared,
  handle: (input: Input<Declared>, context: PortalContext) => Promise<Checked<Declared, Given>>,
): LambdaHandler => chain(operation, async (state) => handle(inputOf<Declared>(state), contextOf(operation, state)));

/** The same where `read` continues while the session's token is taken; `handle` begins with both. `read` reaches no provider and writes nothing. */
export const servePortalAtProvider = <Declared extends PortalOperation, Read, Given extends PortalAnswer<Declared>>(
  operation: Declared,
  read: (input: Input<Declared>, context: PortalContext) => Promise<Read>,
  handle: (input: Input<Declared>, context: PortalContext, read: Read) => Promise<Checked<Declared, Given>>,
): LambdaHandler =>
  chain(operation, async (state) => {
    const [input, context] = [inputOf<Declared>(state), contextOf(operation, state)];
    const [found] = await Promise.all([read(input, context), admitted(state)]);
    return handle(input, context, found);
  });
