import { isObject } from '../../local/files.ts';
import { type DeclaredResource, renderResources } from '../pages/rendered.ts';
import type { DeployedDeliveries } from './deliveries/settings.ts';
import type { DeployedRuns } from './settings.ts';

interface FunctionProperties {
  readonly ReservedConcurrentExecutions?: number;
  readonly MemorySize: number;
  readonly Timeout: number;
  readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
}

interface MappingProperties {
  readonly FunctionName: unknown;
  readonly BatchSize: number;
  readonly ScalingConfig?: { readonly MaximumConcurrency: number };
}

/** The functions and event source mappings among these resources, by function id. */
const openTemplates = (resources: readonly (readonly [string, DeclaredResource])[]) => {
  const entryOf = (id: string) => {
    const found = resources.find(([, { Metadata }]) => isObject(Metadata) && Metadata['billing:function'] === id);
    if (found === undefined) throw new Error(`The templates contain no function ${id}.`);
    return found;
  };
  return {
    functionOf: (id: string): FunctionProperties => entryOf(id)[1].Properties as FunctionProperties,
    mappingOf: (id: string): MappingProperties => {
      const [logicalId] = entryOf(id);
      const mappings = resources
        .filter(([, { Type }]) => Type === 'AWS::Lambda::EventSourceMapping')
        .map(([, { Properties }]) => Properties as MappingProperties);
      const [mapping, ...others] = mappings.filter(({ FunctionName }) => JSON.stringify(FunctionName).includes(`"${logicalId}"`));
      if (mapping === undefined || others.length > 0) throw new Error(`The function ${id} must have exactly one event source mapping.`);
      return mapping;
    },
  };
};

type OpenTemplates = ReturnType<typeof openTemplates>;

const reservedFor = ({ ReservedConcurrentExecutions }: FunctionProperties): number =>
  ReservedConcurrentExecutions ?? Number.POSITIVE_INFINITY;

/** Returns the interval of the sweep. Throws unless the sweep's schedule is the only one in the templates and has a rate in minutes. */
const sweepEveryMsIn = (resources: readonly (readonly [string, DeclaredResource])[]): number => {
  const [schedule, ...others] = resources.filter(([, { Type }]) => Type === 'AWS::Scheduler::Schedule');
  const { ScheduleExpression } = (schedule?.[1].Properties ?? {}) as { readonly ScheduleExpression?: unknown };
  const minutes = /^rate\((\d+) minutes?\)$/.exec(String(ScheduleExpression))?.[1];
  if (minutes === undefined || others.length > 0) throw new Error('The templates must have exactly one schedule with a rate in minutes.');
  return Number(minutes) * 60_000;
};

const runsIn = ({ functionOf }: OpenTemplates): Omit<DeployedRuns, 'sweepEveryMs'> => {
  const setting = (name: string): number => Number(functionOf('schedules-run-prepare').Environment?.Variables[name]);
  return {
    chargesAtOnce: setting('CHARGES_AT_ONCE'),
    runsAtOnce: setting('RUNS_AT_ONCE'),
    concurrency: {
      prepare: reservedFor(functionOf('schedules-run-prepare')),
      charge: reservedFor(functionOf('schedules-run-charge')),
      settle: reservedFor(functionOf('schedules-run-settle')),
    },
  };
};

const deliveriesIn = ({ functionOf, mappingOf }: OpenTemplates): DeployedDeliveries => {
  const worker = functionOf('workers-webhook-delivery');
  const { BatchSize, ScalingConfig } = mappingOf('workers-webhook-delivery');
  return {
    concurrency: Math.min(reservedFor(worker), ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY),
    batchSize: BatchSize,
    timeoutMs: worker.Timeout * 1000,
    memoryMegabytes: worker.MemorySize,
  };
};

export interface AllDeployedValues {
  readonly runs: DeployedRuns;
  readonly deliveries: DeployedDeliveries;
}

/** Returns the values for billing runs and webhook deliveries. `resources`: the resources of all templates. */
export const deployedValuesIn = (resources: readonly (readonly [logicalId: string, DeclaredResource])[]): AllDeployedValues => {
  const templates = openTemplates(resources);
  return { runs: { sweepEveryMs: sweepEveryMsIn(resources), ...runsIn(templates) }, deliveries: deliveriesIn(templates) };
};

/** Reads the values for billing runs and webhook deliveries from the templates of a deployment with the default settings. */
export const readDeployedValues = async (): Promise<AllDeployedValues> => deployedValuesIn(await renderResources());
