import { describe, expect, it } from 'vitest';
import { MINIMUM_QUOTA } from '../../../infra/concurrency.ts';
import { FALLBACK, UNROUTED_FILES } from '../../../infra/unrouted.ts';
import { DEPLOYED_DELIVERIES } from '../../../scripts/bench/simulation/deliveries/settings.ts';
import { deployedValuesIn } from '../../../scripts/bench/simulation/deployed.ts';
import { DEPLOYED, settingsWith } from '../../../scripts/bench/simulation/settings.ts';
import { sampleApp, sampleResources } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, textOf } from '../templates.ts';

const reservedOf = ({ properties }: Resource): number | undefined => properties['ReservedConcurrentExecutions'] as number | undefined;
const sourceOf = ({ metadata }: Resource): string => String(metadata['billing:entry']);
const isAwaited = (each: Resource): boolean => !UNROUTED_FILES.includes(sourceOf(each)) || sourceOf(each) === FALLBACK;

describe('reserved concurrency', () => {
  const functions = ofType(sampleResources(), 'AWS::Lambda::Function');

  it('is at least 2 for functions that no API caller waits for, and not set for others', () => {
    expect(functions.filter(isAwaited).map(reservedOf)).toEqual(functions.filter(isAwaited).map(() => undefined));
    for (const each of functions.filter((each) => !isAwaited(each))) expect(reservedOf(each), sourceOf(each)).toBeGreaterThanOrEqual(2);
  });

  it('leaves at least 700 of a standard quota of 1000 to the API, and 100 of the minimum quota', () => {
    const reserved = functions.reduce((sum, each) => sum + (reservedOf(each) ?? 0), 0);
    expect(MINIMUM_QUOTA).toBe(reserved + 100);
    expect(reserved).toBeLessThanOrEqual(300);
  });

  it.each(['on', 'off'])(
    'of a queue worker is the sum of the maximum concurrencies of its queues if the setting is on, otherwise not set (%s)',
    (reservedConcurrency) => {
      const resources = resourcesOf(sampleApp({ reservedConcurrency }));
      const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping').filter(({ properties }) =>
        textOf(properties['EventSourceArn']).includes('Queue'),
      );
      expect(mappings).toHaveLength(11);
      const maxima = new Map<Resource | undefined, number>();
      for (const { id, properties } of mappings) {
        const maximum = (properties['ScalingConfig'] as { readonly MaximumConcurrency: number }).MaximumConcurrency;
        expect(maximum, id).toBeGreaterThanOrEqual(2);
        const worker = resources.find((each) => textOf(properties['FunctionName']).includes(`"${each.id}"`));
        maxima.set(worker, (maxima.get(worker) ?? 0) + maximum);
      }
      // The mail worker has two queues, which share its executions.
      expect(maxima.size).toBe(10);
      for (const [worker, maximum] of maxima)
        expect(worker === undefined ? undefined : reservedOf(worker), worker?.id).toBe(reservedConcurrency === 'on' ? maximum : undefined);
    },
  );

  it('is not set for any function if the setting is off', () => {
    const functions = ofType(resourcesOf(sampleApp({ reservedConcurrency: 'off' })), 'AWS::Lambda::Function');
    expect(functions.map(reservedOf)).toEqual(functions.map(() => undefined));
  });
});

describe('the simulation of a million renewals', () => {
  it('uses the values of the templates', () => {
    const declared = sampleResources().map(
      ({ id, type, properties, metadata }) => [id, { Type: type, Properties: properties, Metadata: metadata }] as const,
    );
    const { runs, deliveries } = deployedValuesIn(declared);
    expect(settingsWith(runs)).toEqual(DEPLOYED);
    expect(deliveries).toEqual(DEPLOYED_DELIVERIES);
  });
});
