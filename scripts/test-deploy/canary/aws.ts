import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { GetAliasCommand, LambdaClient, UpdateAliasCommand } from '@aws-sdk/client-lambda';
import type { clientSettings } from '../deployment.ts';
import type { ReleaseServices } from './release.ts';

const MINUTE_MS = 60_000;

export interface ReleaseClients {
  readonly lambda: LambdaClient;
  readonly metrics: CloudWatchClient;
}

/** Runs the work with new clients. */
export const withClients = async <T>(
  settings: ReturnType<typeof clientSettings>,
  work: (clients: ReleaseClients) => Promise<T>,
): Promise<T> => {
  const clients = { lambda: new LambdaClient(settings), metrics: new CloudWatchClient(settings) };
  try {
    return await work(clients);
  } finally {
    clients.lambda.destroy();
    clients.metrics.destroy();
  }
};

export interface Alias {
  readonly functionName: string;
  readonly aliasName: string;
}

/** Implements `ReleaseServices` for an alias of a deployed function. */
export const servicesOf = ({ lambda, metrics }: ReleaseClients, { functionName, aliasName }: Alias): ReleaseServices => {
  const alias = { FunctionName: functionName, Name: aliasName };
  return {
    nowSeconds: () => Date.now() / 1000,
    fetchRouting: async () => {
      const { FunctionVersion: version, RoutingConfig: routing } = await lambda.send(new GetAliasCommand(alias));
      return { version: String(version), shares: routing?.AdditionalVersionWeights ?? {} };
    },
    setRouting: async ({ version, shares }) => {
      const RoutingConfig = { AdditionalVersionWeights: { ...shares } };
      await lambda.send(new UpdateAliasCommand({ ...alias, FunctionVersion: version, RoutingConfig }));
    },
    fetchSums: async ({ namespace, metricName, dimensions, periodSeconds }, fromSeconds) => {
      const { Datapoints: datapoints = [] } = await metrics.send(
        new GetMetricStatisticsCommand({
          Namespace: namespace,
          MetricName: metricName,
          Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
          Statistics: ['Sum'],
          Period: periodSeconds,
          StartTime: new Date(Math.floor(fromSeconds / periodSeconds) * periodSeconds * 1000),
          EndTime: new Date(Date.now() + MINUTE_MS),
        }),
      );
      return datapoints.flatMap(({ Timestamp: start, Sum: value }) =>
        start === undefined || value === undefined ? [] : [{ startSeconds: start.getTime() / 1000, value }],
      );
    },
  };
};
