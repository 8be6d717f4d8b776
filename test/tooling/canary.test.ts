import { describe, expect, it } from 'vitest';
import { type AlarmRule, alarmRuleOf, firstAlarmSeconds } from '../../scripts/test-deploy/canary/alarms.ts';
import { type ReleaseServices, type Routing, release } from '../../scripts/test-deploy/canary/release.ts';

const PROPERTIES = {
  Namespace: 'AWS/Lambda',
  MetricName: 'Errors',
  Dimensions: [{ Name: 'FunctionName', Value: 'charge' }],
  Statistic: 'Sum',
  Period: 60,
  EvaluationPeriods: 1,
  Threshold: 1,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  TreatMissingData: 'notBreaching',
};

/** Datapoints of successive minutes, the first of which starts at Unix second 600. `null`: no data. */
const minutes = (...values: readonly (number | null)[]) =>
  values.flatMap((value, index) => (value === null ? [] : [{ startSeconds: 600 + 60 * index, value }]));

describe('the alarms of a release', () => {
  const rule = alarmRuleOf(PROPERTIES);

  it('are read from a template', () => {
    expect(rule).toEqual({
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      dimensions: { FunctionName: 'charge' },
      periodSeconds: 60,
      evaluationPeriods: 1,
      threshold: 1,
      isMissingBreaching: false,
    } satisfies AlarmRule);
  });

  it('are refused if they need an evaluation that is not implemented', () => {
    for (const change of [
      { Statistic: 'Average' },
      { ComparisonOperator: 'GreaterThanThreshold' },
      { TreatMissingData: 'ignore' },
      { EvaluationPeriods: 3, DatapointsToAlarm: 2 },
      { Threshold: '1' },
    ])
      expect(() => alarmRuleOf({ ...PROPERTIES, ...change }), JSON.stringify(change)).toThrow(/alarm|Missing data/);
  });

  it('are raised at the end of the first minute that reaches the threshold', () => {
    expect(firstAlarmSeconds(rule, minutes(0, 0, 1, 5), 600, 900)).toBe(780);
    expect(firstAlarmSeconds({ ...rule, threshold: 5 }, minutes(4, 4, 4, 5), 600, 900)).toBe(840);
    expect(firstAlarmSeconds({ ...rule, threshold: 6 }, minutes(4, 4, 4, 5), 600, 900)).toBeNull();
  });

  it('evaluate the minutes that overlap the release, including the minute in which it starts', () => {
    expect(firstAlarmSeconds(rule, minutes(1), 659, 900)).toBe(660);
    expect(firstAlarmSeconds(rule, minutes(1, 0), 660, 900)).toBeNull();
    expect(firstAlarmSeconds(rule, minutes(0, 0, 0, 0, 0, 1), 600, 900)).toBeNull();
    expect(firstAlarmSeconds(rule, minutes(0, 0, 0, 0, 0, 1), 600, 901)).toBe(960);
  });

  it('are raised only by successive minutes if they evaluate several periods', () => {
    const two = { ...rule, evaluationPeriods: 2 };
    expect(firstAlarmSeconds(two, minutes(1, 0, 1, null, 1), 600, 900)).toBeNull();
    expect(firstAlarmSeconds(two, minutes(1, 0, 1, 1), 600, 900)).toBe(840);
  });

  it('treat missing data as the template declares', () => {
    const missing = { ...rule, isMissingBreaching: true, evaluationPeriods: 2 };
    expect(firstAlarmSeconds(rule, [], 600, 900)).toBeNull();
    expect(firstAlarmSeconds(missing, minutes(0, 0, null, null), 600, 900)).toBe(840);
  });
});

describe('a release', () => {
  const START = 630;
  const plan = { newVersion: '8', share: 0.1, bakeSeconds: 300, alarms: new Map([['crashes', alarmRuleOf(PROPERTIES)]]) };

  /** An alias that points to version 7, and a metric of the crashes of version 8 by minute. */
  const servicesWith = (...crashes: readonly (number | null)[]) => {
    const routings: Routing[] = [{ version: '7', shares: {} }];
    const services: ReleaseServices = {
      nowSeconds: () => START,
      fetchRouting: async () => routings.at(-1) ?? { version: '', shares: {} },
      setRouting: async (routing) => {
        routings.push(routing);
      },
      fetchSums: async () => minutes(...crashes),
    };
    return { routings, services };
  };
  const shifted = { version: '7', shares: { '8': 0.1 } };

  it('routes the planned share of calls to a healthy version, then all calls', async () => {
    const { routings, services } = servicesWith(0, 0, null, 0);
    let duringTraffic: Routing | undefined;
    const released = await release(services, plan, async () => {
      duringTraffic = routings.at(-1);
    });
    expect(released.raised).toEqual([]);
    expect(duringTraffic).toEqual(shifted);
    expect(routings.slice(1)).toEqual([shifted, { version: '8', shares: {} }]);
  });

  it('rolls back to the former version if an alarm is raised before the end of the bake time', async () => {
    const { routings, services } = servicesWith(0, 0, 0, 0, 1);
    expect((await release(services, plan, async () => undefined)).raised).toEqual(['crashes']);
    expect(routings.slice(1)).toEqual([shifted, { version: '7', shares: {} }]);
    const late = servicesWith(0, 0, 0, 0, 0, 0, 1);
    expect((await release(late.services, plan, async () => undefined)).raised).toEqual([]);
  });

  it('rolls back to the former version if the metrics cannot be read', async () => {
    const { routings, services } = servicesWith();
    const failing = { ...services, fetchSums: () => Promise.reject(new Error('CloudWatch does not respond.')) };
    await expect(release(failing, plan, async () => undefined)).rejects.toThrow('CloudWatch does not respond.');
    expect(routings.at(-1)).toEqual({ version: '7', shares: {} });
  });
});
