import { atLeast, atMost, type Finding, type PartResult } from '../verdict.ts';
import { measureDeliveries } from './deliveries/part.ts';
import { readDeployedValues } from './deployed.ts';
import { formatOutcome } from './report.ts';
import { ON_THE_LOCAL_HOST, type Settings, SHAPES, settingsWith } from './settings.ts';
import { type Outcome, quantileOfSorted, simulate } from './simulate.ts';

const LOCAL_BUDGET_SECONDS = 30;
const RENEWALS = 1000;
const SEED = 1;
/** Budgets of a million renewals that are due at once. */
const BUDGETS = { otherTenantSeconds: 10, oneTenantPerSecond: 125, manyTenantsMinutes: 27, refusedPerRun: 1 };

/** Builds the findings of the outcomes of `SHAPES`. */
export const findingsOf = (oneTenant: Outcome, manyTenants: Outcome): readonly Finding[] => {
  const refusals = [...manyTenants.counts.refused].filter(([what]) => what.endsWith(' function'));
  const refused = refusals.reduce((sum, [, count]) => sum + count, 0);
  return [
    atMost(
      'simulated: a tenant with a million due, longest delay of another tenant',
      quantileOfSorted(oneTenant.smallSettledMs, 1) / 1000,
      BUDGETS.otherTenantSeconds,
      ' s',
    ),
    atLeast(
      'simulated: a tenant with a million due, renewals per second',
      (oneTenant.counts.renewals * 1000) / oneTenant.drainedMs,
      BUDGETS.oneTenantPerSecond,
    ),
    atMost('simulated: 10,000 tenants with 100 due', manyTenants.drainedMs / 60_000, BUDGETS.manyTenantsMinutes, ' min'),
    atMost('simulated: rejected invocations per run, 10,000 tenants', refused / manyTenants.counts.runs, BUDGETS.refusedPerRun),
    atMost('simulated: charges and steps that never started', untriedIn(oneTenant) + untriedIn(manyTenants), 0),
  ];
};

const untriedIn = ({ counts }: Outcome): number => counts.untriedCharges + counts.failedSteps;

/** The settings without the provider's limit on the charges of a tenant, because the real limit is unknown. */
export const withoutProviderLimit = (settings: Settings): Settings => ({
  ...settings,
  providerPerSecond: Number.POSITIVE_INFINITY,
  providerBurst: Number.POSITIVE_INFINITY,
});

/**
 * Simulates 1,000 renewals on the local host. Then simulates AWS with the values of the templates: a million renewals for each shape in
 * `SHAPES`, and webhook deliveries.
 */
export const measureSimulation = async (): Promise<PartResult> => {
  const local = simulate([{ tenants: 1, subscriptions: RENEWALS }], ON_THE_LOCAL_HOST, 'local', SEED);
  const values = await readDeployedValues();
  const settings = settingsWith(values.runs);
  // Simulates a provider without a limit, and one with an assumed limit, to which the number of concurrent charges adapts.
  const oneTenant = simulate(SHAPES['one-tenant'], withoutProviderLimit(settings), 'aws', SEED);
  const limitedTenant = simulate(SHAPES['one-tenant'], settings, 'aws', SEED);
  const manyTenants = simulate(SHAPES['many-tenants'], settings, 'aws', SEED);
  const deliveries = measureDeliveries(values.deliveries);
  const detailOf = (name: string, outcome: Outcome) => [name, ...formatOutcome(outcome).map((line) => `  ${line}`)];
  const seconds = local.drainedMs / 1000;
  return {
    findings: [
      atMost(`simulated: ${RENEWALS} renewals of one tenant, local host`, seconds, LOCAL_BUDGET_SECONDS, ' s'),
      ...findingsOf(oneTenant, manyTenants),
      ...deliveries.findings,
    ],
    detail: [
      `values of the templates: ${JSON.stringify(values)}`,
      ...detailOf('one tenant with 1,000,000', oneTenant),
      ...detailOf(`the same, with a provider that accepts ${settings.providerPerSecond} charges per second`, limitedTenant),
      ...detailOf('10,000 tenants with 100', manyTenants),
      'webhook deliveries',
      ...deliveries.detail.map((line) => `  ${line}`),
    ],
    data: { localSeconds: seconds, values, deliveries: deliveries.data },
  };
};
