import { atMost, type PartResult } from '../verdict.ts';
import { formatOutcome } from './report.ts';
import { DESIGN, ON_THE_LOCAL_HOST, RECOMMENDED, SHAPES } from './settings.ts';
import { simulate } from './simulate.ts';

const BUDGET_SECONDS = 30;
const RENEWALS = 1000;
const SEED = 1;

/**
 * Simulates 1,000 renewals on the local host and compares their time with the budget. Also simulates a million renewals on AWS, for each
 * number of tenants in `SHAPES` and for both settings; these have no budget.
 */
export const measureSimulation = async (): Promise<PartResult> => {
  const local = simulate([{ tenants: 1, subscriptions: RENEWALS }], ON_THE_LOCAL_HOST, 'local', SEED);
  const onAws = Object.entries(SHAPES).flatMap(([shape, sizes]) =>
    Object.entries({ design: DESIGN, recommended: RECOMMENDED }).flatMap(([name, settings]) => [
      `${shape}, ${name}`,
      ...formatOutcome(simulate(sizes, settings, 'aws', SEED)).map((line) => `  ${line}`),
    ]),
  );
  const seconds = local.drainedMs / 1000;
  return {
    findings: [atMost(`simulated: ${RENEWALS} renewals of one tenant, local host`, seconds, BUDGET_SECONDS, ' s')],
    detail: onAws,
    data: { localSeconds: seconds },
  };
};
