import type { CostLine } from './lines.ts';
import type { PriceName } from './prices.ts';
import type { Quantity, SourceUse, Usage } from './usage.ts';

/** Settings from the CloudFormation templates that affect the cost. */
export interface CostSettings {
  /** Memory of a function in MB, by its id. Throws for an unknown function. */
  readonly memoryOf: (functionId: string) => number;
  /** Bytes of the access log per request of the API. */
  readonly accessLogBytes: number;
}

/** Quantities that are billed one to one, without conversion. */
const BILLED_DIRECTLY = [
  ['invocations', 'invocations'],
  ['apiRequests', 'apiRequests'],
  ['readUnits', 'tableReads'],
  ['writeUnits', 'tableWrites'],
  ['queueRequests', 'queueRequests'],
  ['busEvents', 'busEvents'],
  ['transitions', 'transitions'],
  ['expressExecutions', 'expressExecutions'],
  ['mails', 'mails'],
  ['keyRequests', 'keyRequests'],
  ['secretRequests', 'secretRequests'],
  ['objectPuts', 'objectPuts'],
  ['objectGets', 'objectGets'],
  ['sentBytes', 'sentBytes'],
  ['logBytes', 'logBytes'],
] as const satisfies readonly (readonly [Quantity, PriceName])[];

const MEGABYTES_PER_GIGABYTE = 1024;
/** Step Functions bills the memory of an express execution in chunks of 64 MB; the data of these executions fits into one. */
const EXPRESS_MEGABYTES = 64;
/** Lambda gives a function CPU time in proportion to its memory: one CPU at this size. */
const ONE_CPU_MEGABYTES = 1769;
const gigabyteSeconds = (ms: number, megabytes: number): number => (ms / 1000) * (megabytes / MEGABYTES_PER_GIGABYTE);

/** Computes the duration on Lambda: CPU time takes longer with less than one CPU, waiting does not. */
const billedMs = ({ cpuMs = 0, waitMs = 0 }: SourceUse, megabytes: number): number =>
  cpuMs * Math.max(1, ONE_CPU_MEGABYTES / megabytes) + waitMs;

const functionSeconds = (functionId: string, use: SourceUse, memoryOf: CostSettings['memoryOf']): readonly CostLine[] => {
  if (use.cpuMs === undefined && use.waitMs === undefined) return [];
  const megabytes = memoryOf(functionId);
  return [{ price: 'functionSeconds', part: functionId, units: gigabyteSeconds(billedMs(use, megabytes), megabytes) }];
};

/** Converts use to billed lines; `part` of a line is the source of the usage. */
export const usageLines = (usage: Usage, { memoryOf, accessLogBytes }: CostSettings): readonly CostLine[] =>
  Object.entries(usage).flatMap(([part, use]): readonly CostLine[] => [
    ...BILLED_DIRECTLY.flatMap(([quantity, price]) => (use[quantity] === undefined ? [] : [{ price, part, units: use[quantity] }])),
    ...functionSeconds(part, use, memoryOf),
    ...(use.expressMs === undefined
      ? []
      : [{ price: 'expressSeconds', part, units: gigabyteSeconds(use.expressMs, EXPRESS_MEGABYTES) } as const]),
    ...(use.apiRequests === undefined ? [] : [{ price: 'logBytes', part: 'access log', units: use.apiRequests * accessLogBytes } as const]),
  ]);
