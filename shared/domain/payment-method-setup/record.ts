import type { Aggregate, BaseRecord, Migration } from '../aggregate.ts';
import type { ConfirmedObject } from '../payable/confirm.ts';
import { livemode, type Tenant } from '../tenant.ts';

/**
 * `open`: no payment yet. `requires_action`: the buyer must act on the provider's page. `processing`: the provider has no outcome yet.
 * `failed`: the payment was refused or canceled; the setup can be confirmed again.
 */
export type SetupStatus = 'open' | 'requires_action' | 'processing' | 'succeeded' | 'failed';

/** The latest attempt to verify a method. */
export interface SetupAttempt {
  /** Counts from 1. */
  readonly number: number;
  readonly paymentId: string;
  /** Digest of what the buyer selected (method, and card or bank). A request with the same choice continues the same payment. */
  readonly choice: string;
}

/** Adds a payment method to a customer's wallet or to a subscription. A verification charge creates the method's mandate. */
export interface PaymentMethodSetup extends BaseRecord {
  readonly customerId: string;
  /** Id of the checkout session, one-off payment or portal session that gives the buyer access; `null`: the setup is for a subscription. */
  readonly sessionId: string | null;
  /** Subscription that is charged to the method once it is verified; `null`: the method is added to the wallet. */
  readonly subscriptionId: string | null;
  readonly currency: string;
  /** Amount of the latest attempt's verification charge, which is not invoiced. */
  readonly amountCents: number;
  readonly status: SetupStatus;
  readonly attempt: SetupAttempt | null;
  readonly clockId: string | null;
}

/** Version 1 added methods to the wallet only. */
const withSubscription: Migration = (setup: BaseRecord & Partial<Pick<PaymentMethodSetup, 'subscriptionId'>>) => ({
  ...setup,
  subscriptionId: setup.subscriptionId ?? null,
});

/** Id of the subscription's only setup, used by every reauthorization. */
export const setupIdFor = (subscriptionId: string): string => `seti_${subscriptionId.slice(subscriptionId.indexOf('_') + 1)}`;

/** Internal: the API has no object for a setup; some responses contain fields of it. */
export const setupAggregate: Aggregate<PaymentMethodSetup> = {
  type: 'payment_method_setup',
  prefix: 'seti_',
  view: ({ id, status }) => ({ id, object: 'payment_method_setup', status }),
  unlogged: true,
  migrations: [withSubscription],
  customerIdOf: (setup) => setup.customerId,
};

/** Response of creating a setup. The caller replaces `client_secret: ''` with a secret that is signed for each response. */
export const viewSetup = (setup: PaymentMethodSetup, tenant: Tenant) => ({
  object: 'checkout_setup' as const,
  livemode: livemode(tenant),
  setup_id: setup.id,
  client_secret: '',
  currency: setup.currency,
  amount_due_now: setup.amountCents,
});

/** Response of confirming a setup. */
export const viewSetupConfirmation = ({ sessionId, status, redirectUrl }: ConfirmedObject, tenant: Tenant) => ({
  object: 'checkout_setup_confirmation' as const,
  livemode: livemode(tenant),
  setup_id: sessionId,
  status,
  redirect_url: redirectUrl,
});

/**
 * Time after the creation of a payment in which a repeated reauthorization request returns the same page of the provider. With every
 * method, the page stays open for at least this time.
 */
export const REAUTHORIZATION_SECONDS = 15 * 60;

/** The API's `subscription.reauthorization`. `paymentCreatedAt`: Unix seconds of real time. */
export const viewReauthorization = (
  { sessionId, paymentId, redirectUrl, paymentCreatedAt }: ConfirmedObject & { readonly paymentCreatedAt: number },
  tenant: Tenant,
) => ({
  object: 'subscription.reauthorization' as const,
  livemode: livemode(tenant),
  subscription_id: sessionId,
  payment_id: paymentId,
  url: redirectUrl,
  expires_at: paymentCreatedAt + REAUTHORIZATION_SECONDS,
});
