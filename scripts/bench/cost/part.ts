import { CHARGES_PER_BATCH } from '../../../shared/domain/due.ts';
import { COSTS, UNITS } from '../simulation/costs.ts';
import type { Subject } from '../subject.ts';
import { atMost, type Finding, type PartResult, shortNumber } from '../verdict.ts';
import { type IdleMinute, idleMonthLines, linesOfTableGigabyte, logStorageLine, retentionDaysIn } from './at-rest.ts';
import { startCountedHost } from './counted-host.ts';
import { type CostLine, costMatrix, costTable, partTable, totalDollars } from './lines.ts';
import { PRICE_LIST } from './prices.ts';
import { DEPLOYMENTS, type RenderedDeployment, renderDeployments } from './templates.ts';
import { scaled, sumOfUsages, totalOf, type Usage } from './usage.ts';
import { usageLines } from './usage-lines.ts';
import { type CallUsages, countCalls, countIdleMinute, countRenewals, type Renewals } from './workloads.ts';

const MILLION = 1_000_000;
const THOUSAND = 1000;
const CHARGE = 'schedules-run-charge';

/** Budgets in USD, at the prices of the price list. */
const BUDGETS = { productionAtRest: 18, millionReads: 4, millionCreates: 25, millionDeliveries: 15, millionRenewals: 130 };

interface Measured {
  readonly idle: IdleMinute;
  readonly calls: CallUsages;
  readonly renewals: Renewals;
}

const measure = async (): Promise<Measured> => {
  const host = await startCountedHost();
  try {
    const idle = await countIdleMinute(host);
    const calls = await countCalls(host);
    return { idle, calls, renewals: await countRenewals(host, calls.providerWebhook) };
  } finally {
    await host.discard();
  }
};

/** The cost lines of a usage, with the storage of the log lines that it writes. */
const linesOf = (usage: Usage, { facts, resources }: RenderedDeployment): readonly CostLine[] => {
  const lines = usageLines(usage, facts);
  const logBytes = lines.filter(({ price }) => price === 'logBytes').reduce((sum, { units }) => sum + units, 0);
  return [...lines, logStorageLine(logBytes, retentionDaysIn(resources), 'log lines')];
};

/** The assumed wait for the provider's answers; the sandbox answers at once. */
const providerWait = (renewals: number): Usage => ({ [CHARGE]: { waitMs: (renewals * COSTS.providerMs.aws) / CHARGES_PER_BATCH } });

const renewalLines = ({ usage, count, storage }: Renewals, deployment: RenderedDeployment): readonly CostLine[] => {
  const perThousand = THOUSAND / count;
  return [
    ...linesOf(scaled(sumOfUsages([usage, providerWait(count)]), perThousand), deployment),
    ...storage.map((line) => ({ ...line, units: line.units * perThousand })),
  ];
};

/** Formats the percentage of units used by indexes, and compares the write units of a renewal with those that the simulation assumes. */
const unitNotes = ({ usage, count }: Renewals): readonly string[] => {
  const units = totalOf(usage, 'writeUnits') + totalOf(usage, 'readUnits');
  const writesOf = (step: string): string => shortNumber((usage[`schedules-run-${step}`]?.writeUnits ?? 0) / count);
  return [
    `${Math.round((100 * totalOf(usage, 'indexUnits')) / units)} % of the table's units are used by indexes.`,
    `Write units of a renewal: prepare ${writesOf('prepare')}, settle ${writesOf('settle')}; the simulation: ${UNITS.prepare}, ${UNITS.settle}.`,
  ];
};

/** What CloudFront and the firewall add to a million requests. */
const EDGE_LINES: readonly CostLine[] = [
  { price: 'edgeRequests', part: 'edge', units: MILLION },
  { price: 'firewallRequests', part: 'edge', units: MILLION },
];

/** Scales the lines of a thousand renewals to a million. */
const ofMillionRenewals = (lines: readonly CostLine[]): readonly CostLine[] =>
  lines.map((line) => ({ ...line, units: line.units * THOUSAND }));

const budgeted = (what: string, lines: readonly CostLine[], budget: number): Finding => atMost(what, totalDollars(lines), budget, ' USD');

/** Computes what a deployment costs at rest, and what reads, creates, webhook deliveries and renewals add. */
export const measureCost = async (shared: Subject): Promise<PartResult> => {
  // The shared host is not measured, and would slow down the measured one.
  await shared.stop();
  const measured = await measure();
  const rendered = await renderDeployments(DEPLOYMENTS);
  const { production } = rendered;
  const atRest = Object.fromEntries(
    Object.entries(rendered).map(([name, each]) => [name, idleMonthLines(each.resources, measured.idle, each.facts)] as const),
  );
  const perMillion = (usage: Usage): readonly CostLine[] => linesOf(scaled(usage, MILLION), production);
  const { read, create, delivery } = measured.calls;
  const [reads, creates, deliveries] = [perMillion(read), perMillion(create), perMillion(delivery)];
  const renewals = renewalLines(measured.renewals, production);
  const withBackups = rendered['+ backupRegion'];
  return {
    findings: [
      budgeted('a month at rest, production without edge and stream', atRest['production'] ?? [], BUDGETS.productionAtRest),
      budgeted('a million reads of a customer', reads, BUDGETS.millionReads),
      budgeted('a million creates of a customer, with follow-up work', creates, BUDGETS.millionCreates),
      budgeted('a million webhook deliveries', deliveries, BUDGETS.millionDeliveries),
      budgeted('a million renewals, with follow-up work', ofMillionRenewals(renewals), BUDGETS.millionRenewals),
    ],
    detail: [
      `Prices: ${PRICE_LIST.region}, ${PRICE_LIST.date}, ${PRICE_LIST.currency}, without free tiers. Durations: CPU time on this machine.`,
      ...costMatrix('A month at rest', atRest),
      ...costTable('A GB of the table for a month', linesOfTableGigabyte(production.resources)),
      ...costTable('A GB of the table for a month, with backupRegion', linesOfTableGigabyte(withBackups.resources)),
      ...costTable('A million reads of a customer', reads),
      ...costTable('A million creates of a customer, with follow-up work', creates),
      ...costTable('A million webhook deliveries', deliveries),
      ...costTable('The edge adds to a million requests', EDGE_LINES),
      ...costTable('1,000 renewals with follow-up work and one webhook endpoint', renewals),
      ...partTable('1,000 renewals by part', renewals),
      ...unitNotes(measured.renewals),
      `Waiting for the provider: assumed, ${COSTS.providerMs.aws} ms per charge, ${CHARGES_PER_BATCH} at once.`,
    ],
    data: measured,
  };
};
