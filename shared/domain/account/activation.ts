/** Which setup steps an account has completed. Objects of both modes count, except where a comment names one mode. */
export interface ActivationFacts {
  readonly hasProduct: boolean;
  readonly hasPrice: boolean;
  readonly hasWebhook: boolean;
  /** True when a test mode payment has succeeded. */
  readonly hasTestPayment: boolean;
  /** True when a provider account is connected in live mode. */
  readonly providerConnected: boolean;
  readonly billingProfileComplete: boolean;
  readonly domainVerified: boolean;
}

export interface Activation {
  readonly steps: readonly { readonly key: string; readonly done: boolean }[];
  readonly completed: number;
  readonly total: number;
  readonly readyForLive: boolean;
}

/**
 * Returns the setup steps from a new account to live payments, in the usual order. `readyForLive`: the account can accept and invoice live
 * payments; webhooks and a custom domain are optional.
 */
export const activationOf = (facts: ActivationFacts): Activation => {
  const steps = [
    { key: 'product_created', done: facts.hasProduct },
    { key: 'price_created', done: facts.hasPrice },
    { key: 'test_payment_made', done: facts.hasTestPayment },
    { key: 'webhook_registered', done: facts.hasWebhook },
    { key: 'billing_profile_completed', done: facts.billingProfileComplete },
    { key: 'payment_provider_connected', done: facts.providerConnected },
    { key: 'domain_verified', done: facts.domainVerified },
  ];
  return {
    steps,
    completed: steps.filter(({ done }) => done).length,
    total: steps.length,
    readyForLive: facts.hasPrice && facts.hasTestPayment && facts.billingProfileComplete && facts.providerConnected,
  };
};
