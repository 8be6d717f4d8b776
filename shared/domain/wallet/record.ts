import type { Aggregate, Lockable, Stored } from '../aggregate.ts';
import type { DecisionContext, IdSource } from '../decision.ts';
import { type Mandate, mandateOf, sameMandate } from '../mandate.ts';
import { mandateKindOf, type PaymentMethod } from '../payment-methods.ts';
import type { Subscription } from '../subscription/types.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** A mandate of a customer with what it shows of the instrument behind it. */
export interface SavedMethod {
  /** Follows from the mandate: the same wherever the method comes from. */
  readonly id: string;
  readonly mandate: Mandate;
  readonly method: PaymentMethod;
  readonly savedAt: number;
}

/**
 * What a customer chose in the wallet. The methods that subscriptions are charged to show on their own; kept here are those
 * that would be lost otherwise. Every choice changes this one record, so that no two of them contradict each other.
 */
export interface Wallet extends Lockable {
  readonly customerId: string;
  /** Added by a setup, or chosen, or given up for the chosen one; newest first. */
  readonly kept: readonly SavedMethod[];
  /** The method chosen last as the default; `null`: none was. */
  readonly defaultMethodId: string | null;
}

/** A setup is refused when so many are kept. */
export const MOST_KEPT = 50;

export const walletIdOf = (customerId: string): string => `wal_${customerId.slice(customerId.indexOf('_') + 1)}`;

/** Internal: it is shown by `viewWallet`, with what subscriptions are charged to. */
export const walletAggregate: Aggregate<Wallet> = {
  type: 'wallet',
  prefix: 'wal_',
  view: ({ id }) => ({ id, object: 'wallet' }),
  unlogged: true,
  customerIdOf: (wallet) => wallet.customerId,
};

/** What the methods of a customer are made of. */
export interface WalletState {
  readonly customerId: string;
  readonly wallet: Stored<Wallet> | null;
  /** Those of the customer that are not canceled. */
  readonly subscriptions: readonly Stored<Subscription>[];
}

/** A method as the wallet shows it. */
export interface ShownMethod extends SavedMethod {
  readonly isDefault: boolean;
}

export const methodIdOf = (ids: Pick<IdSource, 'derived'>, { provider, mandateId }: Mandate): string =>
  ids.derived('pm_', `${provider}/${mandateId}`);

/** The wallet as stored, or an empty one. */
export const walletOf = ({ customerId, wallet }: Pick<WalletState, 'customerId' | 'wallet'>, ctx: Pick<DecisionContext, 'now'>): Wallet =>
  wallet?.record ?? { id: walletIdOf(customerId), created: ctx.now, lockedBy: null, customerId, kept: [], defaultMethodId: null };

/** The method that a subscription is charged to; `null` when it has no mandate. */
const methodOf = (subscription: Subscription, ids: Pick<IdSource, 'derived'>): SavedMethod | null => {
  const mandate = mandateOf(subscription);
  if (mandate === null || subscription.paymentMethod === null) return null;
  return { id: methodIdOf(ids, mandate), mandate, method: subscription.paymentMethod, savedAt: subscription.created };
};

export const isChargedTo = ({ mandate }: SavedMethod, subscription: Subscription): boolean => {
  const charged = mandateOf(subscription);
  return charged !== null && sameMandate(charged, mandate);
};

/**
 * The customer's methods, newest first: what live subscriptions are charged to, and what the wallet keeps next to. Without a
 * live subscription there are none [ELM-23]. The default is the one chosen last, else what the oldest subscription is charged to.
 */
export const methodsOf = (state: WalletState, ids: Pick<IdSource, 'derived'>): readonly ShownMethod[] => {
  const newestFirst = state.subscriptions.map(({ record }) => record).sort((one, other) => (one.id < other.id ? 1 : -1));
  const oldest = newestFirst.at(-1);
  if (oldest === undefined) return [];
  const methods = new Map<string, SavedMethod>();
  for (const method of [...(state.wallet?.record.kept ?? []), ...newestFirst.map((subscription) => methodOf(subscription, ids))]) {
    if (method !== null && !methods.has(method.id)) methods.set(method.id, method);
  }
  const chosen = state.wallet?.record.defaultMethodId ?? null;
  const defaultId = chosen !== null && methods.has(chosen) ? chosen : methodOf(oldest, ids)?.id;
  return [...methods.values()]
    .sort((one, other) => other.savedAt - one.savedAt)
    .map((method) => ({ ...method, isDefault: method.id === defaultId }));
};

/** The wallet with the method as its newest; one that it keeps already stays where it is. */
export const keeping = (wallet: Wallet, method: SavedMethod): Wallet =>
  wallet.kept.some(({ id }) => id === method.id) ? wallet : { ...wallet, kept: [method, ...wallet.kept] };

/** What a buyer is shown of the wallet. */
export interface ShownWallet {
  readonly customerId: string;
  readonly methods: readonly ShownMethod[];
  /** By what a further method can be added. */
  readonly setupMethods: readonly string[];
  /** The provider's profile, which the browser names to it; `null` at the sandbox. */
  readonly profileId: string | null;
}

export const viewWallet = ({ customerId, methods, setupMethods, profileId }: ShownWallet, tenant: Tenant) => ({
  object: 'checkout_payment_methods' as const,
  livemode: livemode(tenant),
  customer_id: customerId,
  data: methods.map(viewSavedMethod),
  methods: setupMethods,
  // The provider has the buyer choose the bank on its own page.
  ideal_issuers: [],
  profile_id: profileId,
});

/** A method as the API shows it: of a mandate that is no card, the card's fields are `null` [ELM-20..ELM-22]. */
export const viewSavedMethod = ({ id, method, isDefault }: ShownMethod) => {
  const kind = mandateKindOf(method.type) ?? method.type;
  const card = kind === 'creditcard' ? method : null;
  return {
    id,
    object: 'checkout_saved_method' as const,
    kind,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    exp_month: card?.expMonth ?? null,
    exp_year: card?.expYear ?? null,
    is_default: isDefault,
  };
};
