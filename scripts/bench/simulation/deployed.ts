import { isObject } from '../../local/files.ts';
import { type DeclaredResource, renderResources } from '../rendered.ts';
import type { DeployedDeliveries } from './deliveries/settings.ts';
import type { DeployedValues } from './settings.ts';

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
      if (mapping === undefined || others.length > 0) throw new Error(`The function ${id} has not exactly one event source mapping.`);
      return mapping;
    },
  };
};

type OpenTemplates = ReturnType<typeof openTemplates>;

const reservedFor = ({ ReservedConcurrentExecutions }: FunctionProperties): number =>
  ReservedConcurrentExecutions ?? Number.POSITIVE_INFINITY;

const runsIn = ({ functionOf }: OpenTemplates): DeployedValues => {
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

/** Reads the values for billing runs and for webhook deliveries from the templates of a deployment with the default settings. */
export const readDeployedValues = async (): Promise<{ readonly runs: DeployedValues; readonly deliveries: DeployedDeliveries }> => {
  const templates = openTemplates(await renderResources());
  return { runs: runsIn(templates), deliveries: deliveriesIn(templates) };
};
