import type { Aggregate, Lockable, Stored } from '../aggregate.ts';
import type { DecisionContext, IdSource } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import { type Mandate, mandateOf, sameMandate } from '../payment/mandate.ts';
import { mandateKindOf, type PaymentMethod } from '../payment/methods.ts';
import type { Subscription } from '../subscription/types.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** A saved payment method: a customer's mandate, and the method that it charges. */
export interface SavedMethod {
  /** Derived from the mandate, so the same mandate always has the same id. */
  readonly id: string;
  readonly mandate: Mandate;
  readonly method: PaymentMethod;
  readonly savedAt: number;
}

/**
 * A customer's saved payment methods and the default method. Methods that subscriptions use are also read from the subscriptions, so `kept`
 * need not contain them. Every change of a wallet writes this record, so that concurrent changes conflict.
 */
export interface Wallet extends Lockable {
  readonly customerId: string;
  /** Methods that a setup added, and all methods that the customer had when a default was last set; newest first. */
  readonly kept: readonly SavedMethod[];
  /** Id of the method that was last set as default; `null`: none was set. */
  readonly defaultMethodId: string | null;
}

/** Maximum number of methods in `kept`. */
export const MAX_SAVED_METHODS = 50;

export const walletIdOf = (customerId: string): string => `wal_${customerId.slice(customerId.indexOf('_') + 1)}`;

/** Internal: `viewWallet` builds the API object, which includes the methods of subscriptions. */
export const walletAggregate: Aggregate<Wallet> = {
  type: 'wallet',
  prefix: 'wal_',
  view: ({ id }) => ({ id, object: 'wallet' }),
  unlogged: true,
  customerIdOf: (wallet) => wallet.customerId,
};

/** State from which the methods of a customer are derived. */
export interface WalletState {
  readonly customerId: string;
  readonly wallet: Stored<Wallet> | null;
  /** The customer's subscriptions that can still be charged (`canStillBeCharged`). */
  readonly subscriptions: readonly Stored<Subscription>[];
  /** The invoices of the subscriptions' failed renewals, by id. */
  readonly renewalInvoices: ReadonlyMap<string, Stored<Invoice>>;
}

/** A saved method as shown in the API. */
export interface WalletMethod extends SavedMethod {
  readonly isDefault: boolean;
}

export const methodIdOf = (ids: Pick<IdSource, 'derived'>, { provider, mandateId }: Mandate): string =>
  ids.derived('pm_', `${provider}/${mandateId}`);

/** The stored wallet, or a new empty wallet if none is stored. */
export const walletOf = ({ customerId, wallet }: Pick<WalletState, 'customerId' | 'wallet'>, ctx: Pick<DecisionContext, 'now'>): Wallet =>
  wallet?.record ?? { id: walletIdOf(customerId), created: ctx.now, lockedBy: null, customerId, kept: [], defaultMethodId: null };

/** The method to which a subscription is charged; `null`: the subscription has no mandate or no method. */
const methodOf = (subscription: Subscription, ids: Pick<IdSource, 'derived'>): SavedMethod | null => {
  const mandate = mandateOf(subscription);
  if (mandate === null || subscription.paymentMethod === null) return null;
  return { id: methodIdOf(ids, mandate), mandate, method: subscription.paymentMethod, savedAt: subscription.created };
};

/** True when the subscription is charged to this method. */
export const isMethodOf = ({ mandate }: SavedMethod, subscription: Subscription): boolean => {
  const chargedMandate = mandateOf(subscription);
  return chargedMandate !== null && sameMandate(chargedMandate, mandate);
};

/**
 * The methods of the customer's subscriptions and wallet, newest first. Empty if no subscription can still be charged [ELM-23]. The default
 * is the method that was last set as default or, if none was set or it was removed, the method of the oldest subscription.
 */
export const methodsOf = (state: WalletState, ids: Pick<IdSource, 'derived'>): readonly WalletMethod[] => {
  const newestFirst = state.subscriptions.map(({ record }) => record).sort((one, other) => (one.id < other.id ? 1 : -1));
  const oldest = newestFirst.at(-1);
  if (oldest === undefined) return [];
  const methods = new Map<string, SavedMethod>();
  for (const method of [...(state.wallet?.record.kept ?? []), ...newestFirst.map((subscription) => methodOf(subscription, ids))]) {
    if (method !== null && !methods.has(method.id)) methods.set(method.id, method);
  }
  const chosenId = state.wallet?.record.defaultMethodId ?? null;
  const defaultId = chosenId !== null && methods.has(chosenId) ? chosenId : methodOf(oldest, ids)?.id;
  return [...methods.values()]
    .sort((one, other) => other.savedAt - one.savedAt)
    .map((method) => ({ ...method, isDefault: method.id === defaultId }));
};

/** Adds the method to the wallet as the newest; no change if the wallet contains it already. */
export const withSavedMethod = (wallet: Wallet, method: SavedMethod): Wallet =>
  wallet.kept.some(({ id }) => id === method.id) ? wallet : { ...wallet, kept: [method, ...wallet.kept] };

/** The wallet as shown to a buyer. */
export interface WalletDetails {
  readonly customerId: string;
  readonly methods: readonly WalletMethod[];
  /** Types of payment methods that the buyer can add. */
  readonly setupMethods: readonly string[];
  /** Mollie profile id, which the payment element in the browser needs; `null` in the sandbox. */
  readonly profileId: string | null;
}

export const viewWallet = ({ customerId, methods, setupMethods, profileId }: WalletDetails, tenant: Tenant) => ({
  object: 'checkout_payment_methods' as const,
  livemode: livemode(tenant),
  customer_id: customerId,
  data: methods.map(viewSavedMethod),
  methods: setupMethods,
  // Always empty, because the buyer selects the bank on the provider's page.
  ideal_issuers: [],
  profile_id: profileId,
});

/** The API's `checkout_saved_method`. The card fields are `null` for mandates of other kinds [ELM-20..ELM-22]. */
export const viewSavedMethod = ({ id, method, isDefault }: WalletMethod) => {
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
