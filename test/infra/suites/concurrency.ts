import { describe, expect, it } from 'vitest';
import { MINIMUM_QUOTA } from '../../../infra/concurrency.ts';
import { FALLBACK, FILES_WITHOUT_OPERATION } from '../../../infra/unrouted.ts';
import { DEPLOYED_DELIVERIES } from '../../../scripts/bench/simulation/deliveries/settings.ts';
import { deployedValuesIn } from '../../../scripts/bench/simulation/deployed.ts';
import { DEPLOYED, settingsWith } from '../../../scripts/bench/simulation/settings.ts';
import { sampleApp, sampleResources } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, textOf } from '../templates.ts';

const reservedOf = ({ properties }: Resource): number | undefined => properties['ReservedConcurrentExecutions'] as number | undefined;
const sourceOf = ({ metadata }: Resource): string => String(metadata['billing:entry']);
const isAwaited = (each: Resource): boolean => !FILES_WITHOUT_OPERATION.includes(sourceOf(each)) || sourceOf(each) === FALLBACK;

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

describe('the pace of the mail worker', () => {
  /** The mails per second that all executions of the worker together start, and the time that the mails of a batch take. */
  const paceWith = (settings: Readonly<Record<string, string>>) => {
    const resources = resourcesOf(sampleApp({ mailSender: 'billing@example.com', ...settings }));
    const sources = ofType(resources, 'AWS::Lambda::EventSourceMapping').filter(({ id }) => id.startsWith('MailWorker'));
    const [worker] = ofType(resources, 'AWS::Lambda::Function').filter((each) => sourceOf(each) === 'functions/workers/mail.ts');
    const environment = worker?.properties['Environment'] as { readonly Variables: Readonly<Record<string, string>> } | undefined;
    const intervalMs = Number(environment?.Variables['MAIL_INTERVAL_MS']);
    const executions = sources.reduce(
      (sum, { properties }) => sum + (properties['ScalingConfig'] as { readonly MaximumConcurrency: number }).MaximumConcurrency,
      0,
    );
    const batchSizes = [...new Set(sources.map(({ properties }) => Number(properties['BatchSize'])))];
    return { perSecond: (executions * 1000) / intervalMs, batchSizes, batchMs: Math.max(...batchSizes) * intervalMs };
  };

  it.each([
    [{}, 14, [5]],
    [{ mailsPerSecond: '1' }, 1, [2]],
    [{ mailsPerSecond: '200' }, 200, [5]],
  ] as const)('uses 95 to 100 percent of the rate of SES (%j), and sends a batch within ten seconds', (settings, rate, batchSizes) => {
    const pace = paceWith(settings);
    expect(pace.perSecond).toBeLessThanOrEqual(rate);
    expect(pace.perSecond).toBeGreaterThan(0.95 * rate);
    expect(pace.batchSizes).toEqual(batchSizes);
    expect(pace.batchMs).toBeLessThanOrEqual(10_000);
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
