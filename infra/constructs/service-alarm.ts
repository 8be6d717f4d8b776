import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { LINE_METRICS, type METRIC_LINES } from '../../shared/platform/log-lines.ts';
import { type DeploymentConfig, stackNameOf } from '../config.ts';

/** Folder of the runbooks, one page per kind of alarm. */
export const RUNBOOKS = 'infra/runbooks';

export interface ServiceAlarmProps {
  /** What is wrong, in one sentence. */
  readonly meaning: string;
  /** Name of the page in `infra/runbooks`, without `.md`. */
  readonly runbook: string;
  readonly metric: IMetric;
  /** The alarm is raised if the metric is at least `min`, or below `below`, in each of the last `periods` periods. */
  readonly limit: { readonly min: number } | { readonly below: number };
  readonly periods: number;
  readonly topic: ITopic;
}

/** An alarm that is sent to the topic of alarms. Its description names its runbook. Missing data raises only alarms with `below`. */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, id: string, { meaning, runbook, metric, limit, periods, topic }: ServiceAlarmProps) {
    const isLowerLimit = 'below' in limit;
    super(scope, id, {
      alarmDescription: `${meaning} What to do: ${RUNBOOKS}/${runbook}.md`,
      metric,
      threshold: isLowerLimit ? limit.below : limit.min,
      evaluationPeriods: periods,
      comparisonOperator: isLowerLimit ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isLowerLimit ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.addAlarmAction(new SnsAction(topic));
  }
}

/** Namespace of the metrics in log lines. */
export const metricNamespaceOf = (config: Pick<DeploymentConfig, 'stage'>): string => stackNameOf(config, 'observability');

/** A metric of the log lines of this kind, from all functions and the stream process. */
export const lineMetric = (
  config: Pick<DeploymentConfig, 'stage'>,
  kind: (typeof METRIC_LINES)[keyof typeof METRIC_LINES] | 'request',
  metricName: (typeof LINE_METRICS)[keyof typeof LINE_METRICS] = LINE_METRICS.lines,
  periodMinutes = 5,
): Metric =>
  new Metric({
    namespace: metricNamespaceOf(config),
    metricName,
    dimensionsMap: { kind },
    statistic: metricName === LINE_METRICS.lag ? 'Maximum' : 'Sum',
    period: Duration.minutes(periodMinutes),
  });
