import type { Lockable } from '../domain/aggregate.ts';
import type { JsonObject } from '../domain/tenant.ts';
import { profileForNew } from '../flows/provider.ts';
import type { ProviderCommand } from '../flows/two-phase/provider-write.ts';
import { storeOf } from '../runtime/services.ts';
import { withReadCache } from '../store/core/read-cache.ts';
import type { Store } from '../store/writer/store.ts';
import type { CalledContext } from './handler.ts';
import { runAtProvider } from './provider-write.ts';

/** A command whose records are read: each once, whatever looks at it. */
export interface ReadCommand<Command> {
  readonly store: Store;
  readonly command: Command;
}

/** What was read first is what is decided on first; after a conflict it is read anew. */
const handedOnce = <State>(first: State, load: () => Promise<State>): (() => Promise<State>) => {
  let unused = true;
  return async () => {
    if (!unused) return load();
    unused = false;
    return first;
  };
};

/**
 * Reads what a change of a subscription is computed with. Both of its transactions look at the same records, and write only on condition
 * that they still stand: what is known is not read again.
 */
export const readChange = async <State, Command extends { readonly load: () => Promise<State> }>(
  { tenant, store: { table } }: Pick<CalledContext, 'tenant' | 'store'>,
  commandOn: (store: Store) => Command & { readonly load: () => Promise<State> },
): Promise<ReadCommand<Command>> => {
  const store = storeOf(withReadCache(table));
  const command = commandOn(store);
  const [first] = await Promise.all([command.load(), profileForNew({ store }, tenant, null)]);
  return { store, command: { ...command, load: handedOnce(first, command.load) } };
};

/** Makes the change that was read for, and charges for it where it costs something. */
export const runChange = <State, R extends Lockable, FlowState, Reply, Result, Answer extends JsonObject>(
  context: CalledContext,
  { store, command }: ReadCommand<ProviderCommand<State, R, FlowState, Reply, Result, Answer>>,
): Promise<Answer> => runAtProvider({ ...context, store }, command);
