import { Refusal } from '../domain/refusal.ts';
import { viewWallet } from '../domain/wallet/record.ts';
import { startMethodRemoval } from '../domain/wallet/remove.ts';
import { decideDefault, type LoadedWallet, loadWallet, methodRemoval, moveSubscriptions, removalOf } from '../flows/checkout/wallet.ts';
import type { CallerContext } from './handler.ts';
import { actorOf } from './pipeline/state.ts';
import { runAtProvider } from './provider-write.ts';

/** Context of a wallet call, with a client secret or a portal token. */
interface WalletContext extends CallerContext {
  readonly sessionId: string;
}

/** Makes a payment method the default of the caller's wallet; returns the wallet. `loaded`: the wallet read by the handler. */
export const updateDefaultMethod = async (
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

/** Removes a payment method from the provider, then from the caller's wallet; returns the wallet. */
export const removeMethodFromWallet = (context: WalletContext, methodId: string) =>
  runAtProvider(context, {
    flow: methodRemoval,
    load: () => loadWallet(context.store, context.tenant, context.sessionId),
    nowOf: (state) => (state instanceof Refusal ? null : state.moment),
    begin: (state, { ids }) => {
      if (state instanceof Refusal) return state;
      const begun = startMethodRemoval({ methodId }, state, { ids });
      return begun instanceof Refusal ? begun : removalOf(context.sessionId, begun);
    },
  });
