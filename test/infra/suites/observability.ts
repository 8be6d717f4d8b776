import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RUNBOOKS } from '../../../infra/constructs/service-alarm.ts';
import { REPOSITORY_ROOT } from '../../../shared/api/registry.ts';
import { METRIC_LINES } from '../../../shared/platform/log-lines.ts';
import { HEARTBEAT } from '../../../shared/store/event-log/heartbeats.ts';
import { alarmsIn, completeResources, nameOf } from '../alarms.ts';
import { sampleApp, sampleResources } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, textOf } from '../templates.ts';

const resources = sampleResources();
/** The alarms that roll a release back; they notify nobody. */
const canaryAlarms = ofType(resourcesOf(sampleApp({ stage: 'prod', alarmEmail: 'ops@example.com' })), 'AWS::CloudWatch::Alarm').filter(
  ({ properties }) => String(properties.AlarmName).includes('-canary-'),
);

describe('observability', () => {
  const observabilityAlarms = alarmsIn(resources).filter((each) => each.stack.endsWith('observability'));

  it('has these alarms, each on one metric and with one action', () => {
    expect(observabilityAlarms.map(nameOf).sort()).toEqual([
      'BillingRunsFailed',
      'CardTestingSuspected',
      'ChangesRefused',
      'ChargesLeftOpen',
      'CheckoutsRefused',
      'ClientErrors',
      'ClocksFailed',
      'DueKindsUnknown',
      'DueWorkLag',
      'Faults',
      'Latency',
      'OldestDocument',
      'OldestFigures',
      'OldestImport',
      'OldestMail',
      'OldestMailFeedback',
      'OldestMailOrder',
      'OldestProviderWebhook',
      'OldestSignInMail',
      'OldestUndelivered',
      'OldestWakeUp',
      'OwedRefundsOpen',
      'PaymentsGivenUp',
      'RateLimited',
      'ReadsThrottled',
      'ReadsThrottledbycustomer',
      'ReadsThrottledbyfilter',
      'ReadsThrottledbyparent',
      'ReadsThrottleddue',
      'RelayLag',
      'RelayStopped',
      'RenewalsOnHold',
      'RenewalsRefused',
      'RunsWaiting',
      'ServerErrors',
      'SetupsRefused',
      'SweepLag',
      'SweepsMissing',
      'WritesThrottled',
      'WritesThrottledbycustomer',
      'WritesThrottledbyfilter',
      'WritesThrottledbyparent',
      'WritesThrottleddue',
    ]);
    for (const { properties } of alarmsIn(completeResources)) {
      expect(properties.Metrics).toBeUndefined();
      expect(properties.AlarmActions).toHaveLength(1);
    }
  });

  it('has alarms on the reputation of the sender and on malformed mail feedback, only if mails are sent', () => {
    const mailAlarms = alarmsIn(completeResources).filter(({ properties }) => properties.Namespace === 'AWS/SES');
    expect(mailAlarms.map(({ properties }) => [properties.MetricName, properties.Threshold]).sort()).toEqual([
      ['Reputation.BounceRate', 0.04],
      ['Reputation.ComplaintRate', 0.0008],
    ]);
    expect(observabilityAlarms.filter(({ properties }) => properties.Namespace === 'AWS/SES')).toEqual([]);
    const malformed = (alarms: readonly Resource[]) => alarms.filter((each) => nameOf(each) === 'MailFeedbackMalformed');
    expect(malformed(alarmsIn(completeResources)).map(({ properties }) => [properties.MetricName, properties.Threshold])).toEqual([
      ['Lines', 1],
    ]);
    expect(malformed(observabilityAlarms)).toEqual([]);
  });

  it('has alarms on the memory of the stream process, and on errors of CloudFront in us-east-1', () => {
    const [memory] = alarmsIn(completeResources).filter(({ properties }) => properties.MetricName === 'MemoryUtilization');
    expect(memory?.properties).toMatchObject({ Namespace: 'AWS/ECS', Threshold: 85 });
    const [edge] = alarmsIn(completeResources).filter(({ properties }) => properties.Namespace === 'AWS/CloudFront');
    expect(edge?.properties).toMatchObject({ MetricName: '5xxErrorRate', Threshold: 5 });
    // An alarm can use only a topic of its stack's region.
    const topics = ofType(completeResources, 'AWS::SNS::Topic').filter(({ stack }) => stack === edge?.stack);
    expect(edge?.properties.AlarmActions).toEqual([{ Ref: topics[0]?.id }]);
    const receivers = ofType(completeResources, 'AWS::SNS::Subscription').filter(({ stack }) => stack === edge?.stack);
    expect(receivers.map(({ properties }) => properties.Endpoint)).toEqual(['ops@example.com']);
  });

  it('names a runbook in the description of each alarm; each runbook names its alarms and has the headings Meaning, Check and Do', () => {
    const pages = new Map(
      readdirSync(join(REPOSITORY_ROOT, RUNBOOKS)).map((file) => [file, readFileSync(join(REPOSITORY_ROOT, RUNBOOKS, file), 'utf8')]),
    );
    const alarmsOf = new Map<string, Set<string>>();
    expect(canaryAlarms.length).toBeGreaterThan(0);
    for (const alarm of [...alarmsIn(completeResources), ...canaryAlarms]) {
      const page = /infra\/runbooks\/([a-z-]+\.md)$/.exec(String(alarm.properties.AlarmDescription))?.[1] ?? '';
      alarmsOf.set(page, (alarmsOf.get(page) ?? new Set()).add(nameOf(alarm)));
    }
    expect([...alarmsOf.keys()].sort()).toEqual([...pages.keys()].sort());
    for (const [page, text] of pages) {
      const listedNames = /^Alarms: (.*)$/m.exec(text)?.[1]?.matchAll(/`([^`]+)`/g) ?? [];
      expect([page, [...listedNames].map(([, name = '']) => name.replaceAll('-', '')).sort()]).toEqual([
        page,
        [...(alarmsOf.get(page) ?? [])].sort(),
      ]);
      expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual(['Meaning', 'Check', 'Do']);
    }
  });

  it('has an alarm on each kind of log line that is counted and reports a failure', () => {
    const counted = alarmsIn(completeResources).filter(({ properties }) => properties.Namespace === 'billing-dev-observability');
    const kinds = counted.flatMap(({ properties }) =>
      (properties.Dimensions as readonly { readonly Name: string; readonly Value: string }[]).map(({ Name, Value }) => [Name, Value]),
    );
    // Single bounces and complaints are no failures: their rates have alarms. `neverSucceeded` has a canary alarm, which rolls the release
    // back. Overload is expected when much is due at once, so only its effects have alarms: delays, dead letters and long throttling.
    const kindsWithoutAlarm: readonly string[] = [METRIC_LINES.mailFeedback, METRIC_LINES.neverSucceeded, METRIC_LINES.overload];
    const failures = Object.values(METRIC_LINES).filter((kind) => !kindsWithoutAlarm.includes(kind));
    // `request`: the alarm on rate-limited requests.
    expect(kinds.sort()).toEqual([...failures, 'request'].map((kind) => ['kind', kind]).sort());
    for (const { properties } of ofType(completeResources, 'AWS::Lambda::Function').filter(
      ({ metadata }) => 'billing:function' in metadata,
    ))
      expect(properties.Environment).toMatchObject({ Variables: { METRIC_NAMESPACE: 'billing-dev-observability' } });
  });

  it('raises an alarm within minutes if the relay receives nothing', () => {
    const [alarm] = observabilityAlarms.filter((each) => nameOf(each) === 'RelayStopped');
    expect(alarm?.properties).toMatchObject({
      Period: 300,
      EvaluationPeriods: 2,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
    const [mapping] = ofType(resources, 'AWS::Lambda::EventSourceMapping').filter(({ properties }) => 'FilterCriteria' in properties);
    expect(textOf(mapping?.properties.FilterCriteria)).toContain(HEARTBEAT);
  });

  it('logs failed executions of the sweep, whose state machine keeps no history', () => {
    const [sweep, ...others] = ofType(resources, 'AWS::StepFunctions::StateMachine').filter(
      ({ properties }) => properties.StateMachineType === 'EXPRESS',
    );
    expect(others).toEqual([]);
    expect(sweep?.properties.LoggingConfiguration).toMatchObject({ Level: 'ERROR', IncludeExecutionData: true });
    const groups = ofType(resources, 'AWS::Logs::LogGroup').map(({ properties }) => properties.LogGroupName);
    expect(groups).toContain('/aws/vendedlogs/states/billing-dev-schedule-sweep');
  });

  it('does not log the start and the end of invocations', () => {
    for (const { properties } of ofType(completeResources, 'AWS::Lambda::Function').filter(
      ({ metadata }) => 'billing:function' in metadata,
    ))
      expect(properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'WARN' });
  });

  it('keeps every line that a function logs: the application log level is the default, INFO', () => {
    for (const { properties } of ofType(completeResources, 'AWS::Lambda::Function'))
      expect(properties.LoggingConfig ?? {}).not.toHaveProperty('ApplicationLogLevel');
  });

  it('traces every function if the setting is on, and none by default', () => {
    const ofService = (all: readonly Resource[]): readonly Resource[] =>
      ofType(all, 'AWS::Lambda::Function').filter(({ metadata }) => 'billing:function' in metadata);
    const traced = resourcesOf(sampleApp({ tracing: 'on' }));
    expect(ofService(resources).filter(({ properties }) => 'TracingConfig' in properties)).toEqual([]);
    expect(ofService(traced)).toHaveLength(ofService(resources).length);
    for (const { properties } of ofService(traced)) expect(properties.TracingConfig).toEqual({ Mode: 'Active' });
    const rights = [...ofType(traced, 'AWS::IAM::Policy'), ...ofType(traced, 'AWS::IAM::Role')].filter((each) =>
      textOf(each.properties).includes('xray:PutTraceSegments'),
    );
    expect(rights).toHaveLength(ofService(traced).length);
    expect(textOf([...ofType(resources, 'AWS::IAM::Policy'), ...ofType(resources, 'AWS::IAM::Role')])).not.toContain('xray:');
  });

  it('raises no alarm on throttling of less than 15 minutes', () => {
    const throttling = observabilityAlarms.filter(({ properties }) => /Throttle/.test(String(properties.MetricName)));
    expect(throttling).toHaveLength(10);
    for (const { properties } of throttling) {
      expect(Number(properties.Period) * Number(properties.EvaluationPeriods)).toBe(900);
      // 500 throttled calls in each five minutes.
      expect(properties).toMatchObject({
        Period: 300,
        Statistic: 'Sum',
        Threshold: 500,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        TreatMissingData: 'notBreaching',
      });
      expect(properties.DatapointsToAlarm ?? properties.EvaluationPeriods).toBe(properties.EvaluationPeriods);
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
    // A statement that allows everybody would make the topic public.
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
});
