import { describe, expect, it } from 'vitest';
import { LEAST_QUOTA } from '../../../infra/concurrency.ts';
import { FALLBACK, UNROUTED_FILES } from '../../../infra/unrouted.ts';
import { sampleApp, sampleResources } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, textOf } from '../templates.ts';

const reservedOf = ({ properties }: Resource): number | undefined => properties['ReservedConcurrentExecutions'] as number | undefined;
const sourceOf = ({ metadata }: Resource): string => String(metadata['billing:entry']);
const isAwaited = (each: Resource): boolean => !UNROUTED_FILES.includes(sourceOf(each)) || sourceOf(each) === FALLBACK;

describe('concurrency', () => {
  const functions = ofType(sampleResources(), 'AWS::Lambda::Function');

  it('is bounded for whatever no caller waits for, and left to whatever one does', () => {
    expect(functions.filter(isAwaited).map(reservedOf)).toEqual(functions.filter(isAwaited).map(() => undefined));
    for (const each of functions.filter((one) => !isAwaited(one))) expect(reservedOf(each), sourceOf(each)).toBeGreaterThanOrEqual(2);
  });

  it('leaves most of an ordinary quota to the API', () => {
    const reserved = functions.reduce((sum, each) => sum + (reservedOf(each) ?? 0), 0);
    expect(LEAST_QUOTA).toBe(reserved + 100);
    expect(reserved).toBeLessThanOrEqual(300);
  });

  it.each(['on', 'off'])('of a queue\u2019s worker is bounded at its source, reservations %s', (reservedConcurrency) => {
    const resources = resourcesOf(sampleApp({ reservedConcurrency }));
    const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping').filter(({ properties }) =>
      textOf(properties['EventSourceArn']).includes('Queue'),
    );
    expect(mappings).toHaveLength(9);
    for (const { id, properties } of mappings) {
      const most = (properties['ScalingConfig'] as { readonly MaximumConcurrency: number }).MaximumConcurrency;
      expect(most, id).toBeGreaterThanOrEqual(2);
      const worker = resources.find((each) => textOf(properties['FunctionName']).includes(`"${each.id}"`));
      expect(worker === undefined ? undefined : reservedOf(worker), id).toBe(reservedConcurrency === 'on' ? most : undefined);
    }
  });

  it('is not reserved where the quota of the account does not allow it', () => {
    const without = ofType(resourcesOf(sampleApp({ reservedConcurrency: 'off' })), 'AWS::Lambda::Function');
    expect(without.map(reservedOf)).toEqual(without.map(() => undefined));
  });
});
