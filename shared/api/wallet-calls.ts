import { Refusal } from '../domain/refusal.ts';
import { viewWallet } from '../domain/wallet/record.ts';
import { beginMethodRemoval } from '../domain/wallet/remove.ts';
import { decideDefault, type LoadedWallet, loadWallet, methodRemoval, moveSubscriptions, removalOf } from '../flows/checkout/wallet.ts';
import type { CalledContext } from './handler.ts';
import { actorOf } from './pipeline/state.ts';
import { runAtProvider } from './provider-write.ts';

/** Who opened a wallet: the holder of a client secret or of a portal token. */
interface WalletContext extends CalledContext {
  readonly sessionId: string;
}

/** Makes a method the default of the caller's wallet; answers the wallet. `loaded`: the wallet as it was read while the token was taken. */
export const setDefaultFor = async (
  { store, tenant, sessionId, run, request }: WalletContext,
  methodId: string,
  loaded: LoadedWallet | Refusal,
) => {
  const command = { methodId };
  await moveSubscriptions(store, tenant, { sessionId, actor: actorOf(request) }, command, loaded);
  return run({
    load: () => loadWallet(store, tenant, sessionId),
    nowOf: (state) => (state instanceof Refusal ? null : state.moment),
    decide: (state, context) => decideDefault(command, state, context),
    answer: ({ wallet }) => viewWallet(wallet, tenant),
  });
};

/** Takes a method out of the caller's wallet, at the provider first; answers the wallet. */
export const removeMethodFor = (context: WalletContext, methodId: string) =>
  runAtProvider(context, {
    flow: methodRemoval,
    load: () => loadWallet(context.store, context.tenant, context.sessionId),
    nowOf: (state) => (state instanceof Refusal ? null : state.moment),
    begin: (state, { ids }) => {
      if (state instanceof Refusal) return state;
      const begun = beginMethodRemoval({ methodId }, state, { ids });
      return begun instanceof Refusal ? begun : removalOf(context.sessionId, begun);
    },
  });
