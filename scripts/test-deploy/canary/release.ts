import { type AlarmRule, type Datapoint, firstAlarmSeconds } from './alarms.ts';

/** Where an alias sends calls. */
export interface Routing {
  readonly version: string;
  /** Shares of other versions, from 0 to 1. */
  readonly shares: Readonly<Record<string, number>>;
}

/** Identifies a metric and the periods over which it is summed. */
export type SummedMetric = Pick<AlarmRule, 'namespace' | 'metricName' | 'dimensions' | 'periodSeconds'>;

/** What CodeDeploy uses to release versions of one function: its alias, and the metrics. */
export interface ReleaseServices {
  readonly nowSeconds: () => number;
  readonly fetchRouting: () => Promise<Routing>;
  readonly setRouting: (routing: Routing) => Promise<void>;
  /** Returns the sums of a metric, by period, since a time in Unix seconds. */
  readonly fetchSums: (metric: SummedMetric, fromSeconds: number) => Promise<readonly Datapoint[]>;
}

export interface ReleasePlan {
  readonly newVersion: string;
  /** Share of the calls that the new version gets first, from 0 to 1. */
  readonly share: number;
  /** How long the new version gets this share, in seconds. */
  readonly bakeSeconds: number;
  readonly alarms: ReadonlyMap<string, AlarmRule>;
}

/** Result of a release: the names of the alarms that rolled it back; none if the new version gets all calls. */
export interface ReleaseResult {
  readonly raised: readonly string[];
}

/**
 * Releases a version as CodeDeploy does: gives it a share of the alias's calls, evaluates the alarms, and sends all calls to the old
 * version if an alarm is raised, else to the new one. `traffic` makes the calls. The alarms are evaluated when `traffic` ends, without
 * waiting for the end of the bake time.
 */
export const release = async (services: ReleaseServices, plan: ReleasePlan, traffic: () => Promise<void>): Promise<ReleaseResult> => {
  const { newVersion, share, bakeSeconds, alarms } = plan;
  const { version: oldVersion } = await services.fetchRouting();
  const startedAt = services.nowSeconds();
  await services.setRouting({ version: oldVersion, shares: { [newVersion]: share } });
  const raised: string[] = [];
  try {
    await traffic();
    for (const [name, rule] of alarms) {
      const sums = await services.fetchSums(rule, startedAt);
      if (firstAlarmSeconds(rule, sums, startedAt, startedAt + bakeSeconds) !== null) raised.push(name);
    }
  } catch (error) {
    await services.setRouting({ version: oldVersion, shares: {} });
    throw error;
  }
  await services.setRouting({ version: raised.length > 0 ? oldVersion : newVersion, shares: {} });
  return { raised };
};
