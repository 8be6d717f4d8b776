import { isObject, text } from '../files.ts';
import type { Log } from '../log.ts';
import { ofType, type Resource } from '../prepare/template.ts';
import type { Functions } from './functions.ts';
import type { StateMachines } from './state-machines.ts';

const UNIT_MS: Readonly<Record<string, number>> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Fires every enabled schedule at its rate, and once immediately: work can have become due while the local service was stopped. */
export const startSchedules = (
  resources: readonly Resource[],
  stateMachines: StateMachines,
  functions: Functions,
  log: Log,
): { stop(): void } => {
  const timers = ofType(resources, 'AWS::Scheduler::Schedule')
    .filter(({ properties }) => properties['State'] !== 'DISABLED')
    .map(({ logicalId, properties }) => {
      const target = isObject(properties['Target']) ? properties['Target'] : {};
      const arn = String(target['Arn']);
      const input: unknown = JSON.parse(text(target['Input']) ?? '{}');
      const fire = (): void => {
        try {
          if (functions.has(arn)) functions.invoke(arn, input).catch((error: unknown) => log.problem(arn, error));
          else stateMachines.start(arn, undefined, input);
        } catch (error) {
          log.problem(logicalId, error);
        }
      };
      fire();
      return setInterval(fire, rateMs(logicalId, String(properties['ScheduleExpression'])));
    });
  return { stop: () => timers.forEach(clearInterval) };
};

const rateMs = (logicalId: string, expression: string): number => {
  const [, count, unit] = /^rate\((\d+) (second|minute|hour|day)s?\)$/.exec(expression) ?? [];
  const unitMs = UNIT_MS[unit ?? ''];
  if (count === undefined || unitMs === undefined)
    throw new Error(`The schedule ${logicalId} has the expression ${expression}: locally only rates are supported.`);
  return Number(count) * unitMs;
};
