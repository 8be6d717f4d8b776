import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { assets } from '../../../scripts/build/assets.ts';
import { FUNCTION_BUNDLE } from '../../../scripts/build/options.ts';
import { listEntryPoints, REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { COUNTED_NOTICES } from '../../../shared/platform/log-lines.ts';
import { realResources, sampleApp, sampleResources } from '../deployment.ts';
import { functionIn, ofType, resourcesOf, textOf } from '../templates.ts';

const resources = sampleResources();

describe('observability', () => {
  it('has one alarm per condition, each on one metric', () => {
    const alarms = ofType(resources, 'AWS::CloudWatch::Alarm').filter((each) => each.stack.endsWith('observability'));
    expect(alarms.map((each) => each.id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'BillingRunsFailed',
      'CardTestingSuspected',
      'ClocksFailed',
      'DueWorkLag',
      'FunctionsThrottled',
      'OldestDocument',
      'OldestFigures',
      'OldestImport',
      'OldestMail',
      'OldestMailOrder',
      'OldestProviderWebhook',
      'OldestUndelivered',
      'OldestWakeUp',
      'OverpaymentsOpen',
      'ReadsThrottled',
      'RelayLag',
      'RenewalsOnHold',
      'ServerErrors',
      'SweepLag',
      'SweepsMissing',
      'WritesThrottled',
    ]);
    for (const { properties } of ofType(resources, 'AWS::CloudWatch::Alarm')) {
      expect(properties.Metrics).toBeUndefined();
      expect(properties.AlarmActions).toHaveLength(1);
    }
  });

  it('lets the alarms of this account publish to the topic, and sends them to the receivers', () => {
    const alarmed = resourcesOf(sampleApp({ alarmEmail: 'ops@example.com', alarmUrl: 'https://pager.example/sns' }));
    const topic = ofType(alarmed, 'AWS::SNS::Topic').find(({ id }) => id.startsWith('Alarms'));
    const policies = ofType(alarmed, 'AWS::SNS::TopicPolicy').filter(({ properties }) =>
      textOf(properties.Topics).includes(String(topic?.id)),
    );
    const statements = policies.flatMap(
      ({ properties }) => (properties.PolicyDocument as { readonly Statement: readonly object[] }).Statement,
    );
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: topic?.id },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
    // A statement that allows everybody else would make the topic public.
    for (const statement of statements as readonly { readonly Effect: string; readonly Principal: unknown }[])
      expect([statement.Effect, statement.Principal]).not.toEqual(['Allow', { AWS: '*' }]);
    const subscriptions = ofType(alarmed, 'AWS::SNS::Subscription').map(({ properties }) => [properties.Protocol, properties.Endpoint]);
    expect(subscriptions.sort()).toEqual([
      ['email', 'ops@example.com'],
      ['https', 'https://pager.example/sns'],
    ]);
  });

  it('has an alarm on the age of the oldest message of every work queue', () => {
    const ageAlarms = ofType(resources, 'AWS::CloudWatch::Alarm').filter(
      (each) => each.properties.MetricName === 'ApproximateAgeOfOldestMessage',
    );
    const monitoredQueues = textOf(ageAlarms.map((each) => each.properties.Dimensions));
    for (const { id } of ofType(resources, 'AWS::SQS::Queue').filter(({ properties }) => 'RedrivePolicy' in properties))
      expect(monitoredQueues, id).toContain(id);
  });

  it('counts billing holds in the logs of exactly the functions that can log a billing hold', async () => {
    // API functions log no hold: the next billing run logs it.
    const sources = (await functionsWithSource('shared/flows/renewals/prepare.ts')).filter((source) =>
      /^functions\/(workers|schedules)\//.test(source),
    );
    const groups = sources
      .map((source) => functionIn(resources, source))
      .map(({ properties }) => textOf((properties.LoggingConfig as { LogGroup: unknown }).LogGroup));
    const filters = ofType(resources, 'AWS::Logs::MetricFilter').filter(({ id }) => id.startsWith('RenewalsOnHold'));
    expect(filters.map(({ properties }) => properties.FilterPattern)).toEqual(filters.map(() => `"${COUNTED_NOTICES.billingHold}"`));
    // Finds the function's name in a reference to its log group; another stack refers to it by an export.
    const groupOf = (text: string): string => /(?:ExportsOutputRef)?([A-Za-z]+?)Logs[0-9A-F]{8}/.exec(text)?.[1] ?? text;
    expect(filters.map(({ properties }) => groupOf(textOf(properties.LogGroupName))).sort()).toEqual(groups.map(groupOf).sort());
  });

  it('counts suspected card testing in the logs of every function that handles refused payments', async () => {
    const sources = (await functionsWithSource('shared/flows/payments/refused.ts')).filter((source) =>
      /^functions\/(checkout-element|hosted|portal\/(add|pay)|checkout-payment-methods\/setup|workers|schedules\/sweep)/.test(source),
    );
    const real = realResources();
    const filters = ofType(real, 'AWS::Logs::MetricFilter').filter(({ properties }) =>
      JSON.stringify(properties.MetricTransformations).includes('CardTestingSuspected'),
    );
    const groups = filters.map(({ properties }) => textOf(properties.LogGroupName)).join(' ');
    for (const source of sources) {
      expect(groups, source).toContain(functionIn(real, source).id.replace(/Function[0-9A-F]{8}$/, ''));
    }
    expect(sources).toContain('functions/checkout-element/confirm.ts');
    expect(new Set(filters.map(({ properties }) => JSON.stringify(properties.MetricTransformations)))).toHaveLength(1);
    for (const { properties } of filters) expect(properties.FilterPattern).toBe(`"${COUNTED_NOTICES.cardTesting}"`);
    const [alarm] = ofType(real, 'AWS::CloudWatch::Alarm').filter(({ properties }) => properties.MetricName === 'CardTestingSuspected');
    const [transformation] = (filters[0]?.properties.MetricTransformations ?? []) as readonly { readonly MetricNamespace: string }[];
    expect(alarm?.properties).toMatchObject({
      Namespace: transformation?.MetricNamespace,
      Period: 300,
      Threshold: 1,
      EvaluationPeriods: 1,
    });
  });

  it('has an alarm on open overpayments that the due worker logged within a day', () => {
    const [filter, ...others] = ofType(resources, 'AWS::Logs::MetricFilter').filter(({ id }) => id.startsWith('OverpaymentsOpen'));
    expect(others).toEqual([]);
    expect(filter?.properties.FilterPattern).toBe(`"${COUNTED_NOTICES.overpaymentOpen}"`);
    expect(textOf(filter?.properties.LogGroupName)).toContain('DueWork');
    const [alarm] = ofType(resources, 'AWS::CloudWatch::Alarm').filter(({ properties }) => properties.MetricName === 'OverpaymentsOpen');
    expect(alarm?.properties).toMatchObject({ Period: 86_400, Threshold: 1, EvaluationPeriods: 1 });
  });
});

describe('the stack trace of a minified bundle', () => {
  it('contains the source file and line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'source-maps-'));
    writeFileSync(join(folder, 'thrower.ts'), "const fail = (): never => {\n  throw new Error('thrown');\n};\n\nfail();\n");
    await build({
      ...FUNCTION_BUNDLE,
      absWorkingDir: folder,
      entryPoints: ['thrower.ts'],
      outdir: '.',
      outExtension: { '.js': '.mjs' },
      target: 'node20',
    });
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', join(folder, 'thrower.mjs')], { encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    // The `throw` of the source above: line 2, column 9.
    expect(stderr).toContain('thrower.ts:2:9');
  });

  it('contains them in deployed functions, too, because these enable source maps', () => {
    const functions = ofType(resources, 'AWS::Lambda::Function').filter(({ metadata }) => 'billing:function' in metadata);
    expect(functions.length).toBeGreaterThan(0);
    for (const { properties } of functions) expect(textOf(properties.Environment)).toContain('--enable-source-maps');
  });
});

/** Returns the files of the functions whose bundles contain a source file. */
const functionsWithSource = async (source: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    ...FUNCTION_BUNDLE,
    absWorkingDir: REPOSITORY_ROOT,
    entryPoints: listEntryPoints().map(({ file }) => file),
    outdir: 'nowhere',
    packages: 'external',
    plugins: [assets],
    write: false,
    metafile: true,
  });
  const outputs = Object.values(metafile.outputs).filter(({ inputs }) => (inputs[source]?.bytesInOutput ?? 0) > 0);
  return outputs.flatMap(({ entryPoint = [] }) => entryPoint);
};
