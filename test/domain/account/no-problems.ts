import type { AttentionFacts } from '../../../shared/domain/account/attention.ts';

/** The facts of an account that needs no attention. */
export const NO_PROBLEMS: AttentionFacts = {
  failingEndpoints: 0,
  disabledEndpoints: 0,
  pastDueSubscriptions: 0,
  billingHolds: 0,
  owedRefunds: 0,
  creditsLeft: 0,
  cardTestingSuspected: false,
  providerConnected: true,
  billingProfileComplete: true,
  customersWithoutReverseCharge: 0,
  untaxedCountries: [],
  euThresholdPercent: null,
  uncountedCurrencies: [],
  isEuThresholdSummed: true,
  taxNotSetUp: false,
  eInvoices: { documents: 0, missing: [] },
};
