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

/** The setup steps in the usual order, with notes for their documentation; `null`: no note. */
export const ACTIVATION_STEPS = {
  product_created: null,
  price_created: null,
  test_payment_made: null,
  webhook_registered: null,
  billing_profile_completed: 'legal name, street, city and country',
  payment_provider_connected: 'in live mode',
  domain_verified: 'the account uses a custom domain',
} as const;
type ActivationStep = keyof typeof ACTIVATION_STEPS;

export interface Activation {
  readonly steps: readonly { readonly key: ActivationStep; readonly done: boolean }[];
  readonly completed: number;
  readonly total: number;
  readonly readyForLive: boolean;
}

/**
 * Returns the setup steps from a new account to live payments, in the usual order. `readyForLive`: the account can accept and invoice live
 * payments; webhooks and a custom domain are optional.
 */
export const activationOf = (facts: ActivationFacts): Activation => {
  const isDone: Readonly<Record<ActivationStep, boolean>> = {
    product_created: facts.hasProduct,
    price_created: facts.hasPrice,
    test_payment_made: facts.hasTestPayment,
    webhook_registered: facts.hasWebhook,
    billing_profile_completed: facts.billingProfileComplete,
    payment_provider_connected: facts.providerConnected,
    domain_verified: facts.domainVerified,
  };
  const steps = (Object.keys(ACTIVATION_STEPS) as ActivationStep[]).map((key) => ({ key, done: isDone[key] }));
  return {
    steps,
    completed: steps.filter(({ done }) => done).length,
    total: steps.length,
    readyForLive: facts.hasPrice && facts.hasTestPayment && facts.billingProfileComplete && facts.providerConnected,
  };
};
