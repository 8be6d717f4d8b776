import type { Aggregate, BaseRecord, Migration } from '../aggregate.ts';
import type { Confirmed } from '../payable/confirm.ts';
import { livemode, type Tenant } from '../tenant.ts';

/**
 * `open`: no payment was begun. `requires_action`: the buyer is expected where the provider waits. `processing`: the provider does
 * not know yet. `failed`: refused or called off; it may be confirmed again.
 */
export type SetupStatus = 'open' | 'requires_action' | 'processing' | 'succeeded' | 'failed';

/** The latest try to prove a method. */
export interface SetupAttempt {
  /** Counts from 1. */
  readonly number: number;
  readonly paymentId: string;
  /** Digest of the method, card and bank that were chosen: the same choice continues with the same payment. */
  readonly choice: string;
}

/** A customer adds a payment method to the wallet, or gives a subscription another: a small payment proves it, and leaves the mandate. */
export interface PaymentMethodSetup extends BaseRecord {
  readonly customerId: string;
  /** Through whose secret the buyer came: a checkout session's or a one-off payment's. `null`: the account asked for it. */
  readonly sessionId: string | null;
  /** What is to be charged to the method from then on; `null`: it goes into the wallet. */
  readonly subscriptionId: string | null;
  readonly currency: string;
  /** The verification charge: no sale, and never invoiced. */
  readonly amountCents: number;
  readonly status: SetupStatus;
  readonly attempt: SetupAttempt | null;
  readonly clockId: string | null;
}

/** Before, methods were added to the wallet only. */
const intoWallet: Migration = (setup: BaseRecord & Partial<Pick<PaymentMethodSetup, 'subscriptionId'>>) => ({
  ...setup,
  subscriptionId: setup.subscriptionId ?? null,
});

/** The one setup of a subscription: what it is reauthorized by, each time anew. */
export const setupIdFor = (subscriptionId: string): string => `seti_${subscriptionId.slice(subscriptionId.indexOf('_') + 1)}`;

/** Internal: answers show parts of it. */
export const setupAggregate: Aggregate<PaymentMethodSetup> = {
  type: 'payment_method_setup',
  prefix: 'seti_',
  view: ({ id, status }) => ({ id, object: 'payment_method_setup', status }),
  unlogged: true,
  migrations: [intoWallet],
  customerIdOf: (setup) => setup.customerId,
};

/** What creating a setup answers; its secret is signed per answer and laid over. */
export const viewSetup = (setup: PaymentMethodSetup, tenant: Tenant) => ({
  object: 'checkout_setup' as const,
  livemode: livemode(tenant),
  setup_id: setup.id,
  client_secret: '',
  currency: setup.currency,
  amount_due_now: setup.amountCents,
});

/** What confirming answers. */
export const viewSetupConfirmation = ({ sessionId, status, redirectUrl }: Confirmed, tenant: Tenant) => ({
  object: 'checkout_setup_confirmation' as const,
  livemode: livemode(tenant),
  setup_id: sessionId,
  status,
  redirect_url: redirectUrl,
});

/** A page that was opened so long ago is not offered again. The shortest that a method's page stays open for. */
export const REAUTHORIZATION_SECONDS = 15 * 60;

/** Where the customer authorises another payment method. `createdAtOf`: when the payment was begun, Unix seconds of real time. */
export const viewReauthorization = (
  { sessionId, paymentId, redirectUrl, madeAt }: Confirmed & { readonly madeAt: number },
  tenant: Tenant,
) => ({
  object: 'subscription.reauthorization' as const,
  livemode: livemode(tenant),
  subscription_id: sessionId,
  payment_id: paymentId,
  url: redirectUrl,
  expires_at: madeAt + REAUTHORIZATION_SECONDS,
});
