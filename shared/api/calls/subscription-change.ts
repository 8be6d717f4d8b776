import type { Lockable } from '../../domain/aggregate.ts';
import type { JsonObject } from '../../domain/tenant.ts';
import { fetchProviderCredential } from '../../flows/provider.ts';
import type { ProviderCommand } from '../../flows/two-phase/provider-write.ts';
import { storeOf } from '../../runtime/services.ts';
import { withReadCache } from '../../store/core/read-cache.ts';
import type { Store } from '../../store/writer/store.ts';
import { runAtProvider } from '../provider-write.ts';
import type { CallerContext } from '../serve/handler.ts';

/** A command with a store that reads each record only once. */
export interface PreloadedCommand<Command> {
  readonly store: Store;
  readonly command: Command;
}

/** Returns a loader that returns `first` on the first call. Further calls, after a write conflict, call `load`. */
const preloaded = <State>(first: State, load: () => Promise<State>): (() => Promise<State>) => {
  let isUnused = true;
  return async () => {
    if (!isUnused) return load();
    isUnused = false;
    return first;
  };
};

/**
 * Reads the records that a subscription change needs. The two transactions of the change use the same records, so no record is read
 * twice; a transaction fails if a record changed in the meantime.
 */
export const preloadChange = async <State, Command extends { readonly load: () => Promise<State> }>(
  { tenant, store: { table } }: Pick<CallerContext, 'tenant' | 'store'>,
  commandOn: (store: Store) => Command & { readonly load: () => Promise<State> },
): Promise<PreloadedCommand<Command>> => {
  const store = storeOf(withReadCache(table));
  const command = commandOn(store);
  const [first] = await Promise.all([command.load(), fetchProviderCredential(store, tenant)]);
  return { store, command: { ...command, load: preloaded(first, command.load) } };
};

/** Runs the change, and charges the amount that is due for the change, if any. */
export const runChange = <State, R extends Lockable, FlowState, Reply, Result, Answer extends JsonObject>(
  context: CallerContext,
  { store, command }: PreloadedCommand<ProviderCommand<State, R, FlowState, Reply, Result, Answer>>,
): Promise<Answer> => runAtProvider({ ...context, store }, command);
