import { isObject } from '../../local/files.ts';

/** A sum of a metric over one period. */
export interface Datapoint {
  /** Start of the period in Unix seconds. */
  readonly startSeconds: number;
  readonly value: number;
}

/** A CloudWatch alarm on one metric, as a template declares it. */
export interface AlarmRule {
  readonly namespace: string;
  readonly metricName: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly periodSeconds: number;
  /** The alarm is raised if this many successive periods breach the threshold. */
  readonly evaluationPeriods: number;
  readonly threshold: number;
  /** Whether a period without data counts as one that breaches the threshold. */
  readonly isMissingBreaching: boolean;
}

type Properties = Readonly<Record<string, unknown>>;

const numberIn = (properties: Properties, name: string): number => {
  const value = properties[name];
  if (typeof value !== 'number') throw new Error(`The alarm has no number ${name}.`);
  return value;
};

const dimensionsIn = (properties: Properties): Readonly<Record<string, string>> => {
  const dimensions = properties['Dimensions'] ?? [];
  if (!Array.isArray(dimensions)) throw new Error('The dimensions of the alarm are not a list.');
  return Object.fromEntries(dimensions.filter(isObject).map(({ Name, Value }) => [String(Name), String(Value)]));
};

/** Reads the properties of `AWS::CloudWatch::Alarm`. Throws for settings that `firstAlarmSeconds` does not support. */
export const alarmRuleOf = (properties: Properties): AlarmRule => {
  const { Statistic: statistic, ComparisonOperator: comparison, TreatMissingData: missing } = properties;
  const periods = numberIn(properties, 'EvaluationPeriods');
  if (statistic !== 'Sum') throw new Error(`The statistic ${String(statistic)} of the alarm is not supported.`);
  if (comparison !== 'GreaterThanOrEqualToThreshold')
    throw new Error(`The comparison ${String(comparison)} of the alarm is not supported.`);
  if (missing !== 'notBreaching' && missing !== 'breaching') throw new Error(`Missing data is ${String(missing)}: not supported.`);
  if ((properties['DatapointsToAlarm'] ?? periods) !== periods)
    throw new Error('An alarm whose `DatapointsToAlarm` differs from `EvaluationPeriods` is not supported.');
  return {
    namespace: String(properties['Namespace']),
    metricName: String(properties['MetricName']),
    dimensions: dimensionsIn(properties),
    periodSeconds: numberIn(properties, 'Period'),
    evaluationPeriods: periods,
    threshold: numberIn(properties, 'Threshold'),
    isMissingBreaching: missing === 'breaching',
  };
};

/**
 * Returns when the alarm is first raised, in Unix seconds: the end of the period that completes `evaluationPeriods` successive breaches;
 * `null` if it is not raised. Evaluates the periods that overlap the time from `fromSeconds` to `toSeconds`.
 */
export const firstAlarmSeconds = (
  rule: AlarmRule,
  datapoints: readonly Datapoint[],
  fromSeconds: number,
  toSeconds: number,
): number | null => {
  const values = new Map(datapoints.map(({ startSeconds, value }) => [startSeconds, value]));
  const first = Math.floor(fromSeconds / rule.periodSeconds) * rule.periodSeconds;
  let breaching = 0;
  for (let start = first; start < toSeconds; start += rule.periodSeconds) {
    const value = values.get(start);
    const isBreaching = value === undefined ? rule.isMissingBreaching : value >= rule.threshold;
    breaching = isBreaching ? breaching + 1 : 0;
    if (breaching === rule.evaluationPeriods) return start + rule.periodSeconds;
  }
  return null;
};
