import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { COUNTED_NOTICES } from '../../shared/platform/log-lines.ts';
import { type DeploymentConfig, stackNameOf } from '../config.ts';
import type { ServiceFunction } from './service-function.ts';

/** Namespace of metrics counted from log lines. */
const metricNamespaceOf = (config: DeploymentConfig): string => stackNameOf(config, 'observability');

/** Metric of log lines about suspected card testing. */
export const CARD_TESTING_METRIC = 'CardTestingSuspected';

/** Counts a function's log lines about card testing. */
export const countCardTesting = (scope: ServiceFunction, logGroup: ILogGroup, config: DeploymentConfig): void => {
  new MetricFilter(scope, CARD_TESTING_METRIC, {
    logGroup,
    filterPattern: FilterPattern.anyTerm(COUNTED_NOTICES.cardTesting),
    metricValue: '1',
    metricNamespace: metricNamespaceOf(config),
    metricName: CARD_TESTING_METRIC,
  });
};
