import { Refusal } from '../../domain/refusal.ts';
import { viewWallet } from '../../domain/wallet/record.ts';
import { startMethodRemoval } from '../../domain/wallet/remove.ts';
import {
  decideDefault,
  type LoadedWallet,
  loadWallet,
  methodRemoval,
  methodRemovalStart,
  moveSubscriptions,
} from '../../flows/checkout/wallet.ts';
import { actorOf } from '../pipeline/state.ts';
import { runAtProvider } from '../provider-write.ts';
import type { CallerContext } from '../serve/handler.ts';

/** A payment method of a wallet (the saved payment methods of a customer). */
interface WalletMethod {
  /** Id of the caller's checkout session, one-off payment or portal session, through which the caller may use the wallet. */
  readonly walletAccessId: string;
  readonly methodId: string;
}

/**
 * Makes a payment method the default of the caller's wallet and moves the wallet's subscriptions to it; returns the wallet. `loaded`: the
 * wallet read by the handler.
 */
export const updateDefaultMethod = async (
  { store, tenant, run, request }: CallerContext,
  { walletAccessId, methodId }: WalletMethod,
  loaded: LoadedWallet | Refusal,
) => {
  const command = await moveSubscriptions(store, tenant, { walletAccessId, actor: actorOf(request) }, methodId, loaded);
  return run({
    load: () => loadWallet(store, tenant, walletAccessId),
    nowOf: (state) => (state instanceof Refusal ? null : state.clockTime),
    decide: (state, context) => decideDefault(command, state, context),
    answer: ({ wallet }) => viewWallet(wallet, tenant),
  });
};

/** Removes a payment method from the provider, then from the caller's wallet; returns the wallet. */
export const removeMethodFromWallet = (context: CallerContext, { walletAccessId, methodId }: WalletMethod) =>
  runAtProvider(context, {
    flow: methodRemoval,
    load: () => loadWallet(context.store, context.tenant, walletAccessId),
    nowOf: (state) => (state instanceof Refusal ? null : state.clockTime),
    begin: (state, { ids }) => {
      if (state instanceof Refusal) return state;
      const removal = startMethodRemoval({ methodId }, state, { ids });
      return removal instanceof Refusal ? removal : methodRemovalStart(walletAccessId, removal);
    },
  });
