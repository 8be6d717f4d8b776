/** What is there and what is not, over both modes. */
export interface ActivationFacts {
  readonly hasProduct: boolean;
  readonly hasPrice: boolean;
  readonly hasWebhook: boolean;
  /** A payment of the test mode succeeded. */
  readonly hasTestPayment: boolean;
  /** The live mode has a provider account. */
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
 * The way from a fresh account to live payments, in the order it is usually walked. Ready for live is who could take a live
 * payment and invoice it rightly: webhooks and an own domain are good to have, not needed.
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
