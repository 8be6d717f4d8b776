import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { COUNTED_NOTICES } from '../../shared/platform/log-lines.ts';
import { type DeploymentConfig, stackNameOf } from '../config.ts';
import type { ServiceFunction } from './service-function.ts';

/** Where the metrics are that lines of the log are counted in. */
const metricNamespaceOf = (config: DeploymentConfig): string => stackNameOf(config, 'observability');

/** Refused payments that look like card testing, as any function that hears of a refusal writes them down. */
export const CARD_TESTING_METRIC = 'CardTestingSuspected';

/** Counts the lines of this function about card testing. */
export const countCardTesting = (of: ServiceFunction, logGroup: ILogGroup, config: DeploymentConfig): void => {
  new MetricFilter(of, CARD_TESTING_METRIC, {
    logGroup,
    filterPattern: FilterPattern.anyTerm(COUNTED_NOTICES.cardTesting),
    metricValue: '1',
    metricNamespace: metricNamespaceOf(config),
    metricName: CARD_TESTING_METRIC,
  });
};
