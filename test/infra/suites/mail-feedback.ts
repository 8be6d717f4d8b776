import { describe, expect, it } from 'vitest';
import { sampleApp, sampleResources } from '../deployment.ts';
import { functionIn, ofType, type Resource, resourcesOf, statementsOf, textOf } from '../templates.ts';

const WORKER = 'functions/workers/mail-feedback.ts';
const mailing = resourcesOf(sampleApp({ mailSender: 'billing@mail.example.com', stage: 'dev' }));
const only = (resources: readonly Resource[]): Resource => {
  expect(resources).toHaveLength(1);
  return resources[0] as Resource;
};
const rulesOnSes = (resources: readonly Resource[]): readonly Resource[] =>
  ofType(resources, 'AWS::Events::Rule').filter(({ properties }) => textOf(properties.EventPattern).includes('aws.ses'));
const queue = only(
  ofType(mailing, 'AWS::SQS::Queue').filter(({ id }) => id.startsWith('MailFeedbackQueue') && !id.includes('DeadLetters')),
);
const rule = only(rulesOnSes(mailing));

describe('feedback on mails', () => {
  it('is published by the configuration set on the default bus: bounces and complaints only', () => {
    const set = only(ofType(mailing, 'AWS::SES::ConfigurationSet'));
    // Without suppressed reasons, SES also sends to addresses on its account-wide suppression list, so that sign-in links arrive.
    expect(set.properties).toEqual({ Name: 'billing-dev', SuppressionOptions: { SuppressedReasons: [] } });
    const { properties } = only(ofType(mailing, 'AWS::SES::ConfigurationSetEventDestination'));
    expect(properties.ConfigurationSetName).toEqual({ Ref: set.id });
    expect(properties.EventDestination).toMatchObject({ Enabled: true, MatchingEventTypes: ['bounce', 'complaint'] });
    expect(textOf((properties.EventDestination as { EventBridgeDestination: unknown }).EventBridgeDestination)).toMatch(
      /:event-bus\/default"/,
    );
  });

  it('is sent to the queue by a rule that selects the mails of this deployment', () => {
    expect(rule.properties.EventPattern).toEqual({
      source: ['aws.ses'],
      detail: { eventType: ['Bounce', 'Complaint'], mail: { tags: { 'ses:configuration-set': ['billing-dev'] } } },
    });
    expect(rule.properties.EventBusName ?? 'default').toBe('default');
    const [target, ...others] = rule.properties.Targets as readonly Readonly<Record<string, unknown>>[];
    expect(others).toEqual([]);
    expect(target).toMatchObject({
      Arn: { 'Fn::GetAtt': [queue.id, 'Arn'] },
      RetryPolicy: { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 },
    });
    expect(textOf(target?.DeadLetterConfig)).toContain('UndeliveredEvents');
  });

  it('is accepted by the queue only from this rule, and only with TLS', () => {
    const policy = only(
      ofType(mailing, 'AWS::SQS::QueuePolicy').filter(({ properties }) => textOf(properties.Queues).includes(`"${queue.id}"`)),
    );
    const { Statement } = policy.properties.PolicyDocument as { Statement: readonly Readonly<Record<string, unknown>>[] };
    const allowed = Statement.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({
      Principal: { Service: 'events.amazonaws.com' },
      Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule.id, 'Arn'] } } },
    });
    expect([allowed[0]?.Action].flat()).toContain('sqs:SendMessage');
    expect(Statement.filter(({ Effect }) => Effect === 'Deny').map(({ Condition }) => Condition)).toEqual([
      { Bool: { 'aws:SecureTransport': 'false' } },
    ]);
  });

  it('moves to a dead-letter queue after ten attempts', () => {
    const redrive = queue.properties.RedrivePolicy as { maxReceiveCount: number; deadLetterTargetArn: unknown };
    expect(redrive.maxReceiveCount).toBe(10);
    expect(textOf(redrive.deadLetterTargetArn)).toContain('MailFeedbackQueueDeadLetters');
  });

  it('is processed by a worker that has access only to customers, test clocks, the audit and event logs and the rate limit', () => {
    const worker = functionIn(mailing, WORKER);
    const statements = statementsOf(mailing).filter(({ role }) => textOf(worker.properties.Role).includes(`"${role.id}"`));
    const keysOf = (action: string): unknown =>
      statements
        .filter(({ actions }) => actions.includes(action))
        .map(
          ({ condition }) => (condition as Record<string, Record<string, unknown>>)['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'],
        );
    const inBoth = (...kinds: readonly string[]) => kinds.flatMap((kind) => [`A#*#live#${kind}`, `A#*#test#${kind}`]).sort();
    expect(keysOf('dynamodb:GetItem')).toEqual([inBoth('customer', 'test_clock')]);
    expect(keysOf('dynamodb:PutItem')).toEqual([inBoth('audit', 'customer', 'log', 'log#2')]);
    expect(keysOf('dynamodb:UpdateItem')).toEqual([['A#*#-#account-limiter']]);
    expect(statements.flatMap(({ actions }) => actions).sort()).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'sqs:ChangeMessageVisibility',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ReceiveMessage',
    ]);
  });

  it('is published for all mails: the configuration set is deployed before the mail worker, which uses it', () => {
    const mailWorker = functionIn(mailing, 'functions/workers/mail.ts');
    expect(mailWorker.dependsOn.some((id) => id.startsWith('MailFeedbackConfigurationSet'))).toBe(true);
    expect(textOf(mailWorker.properties.Environment)).toContain('"MAIL_CONFIGURATION_SET":"billing-dev"');
  });

  it('is not published without a sender, and not in an emulator, which has no configuration sets', () => {
    const emulated = resourcesOf(sampleApp({ mailSender: 'billing@mail.example.com', emulator: 'on' }));
    for (const resources of [sampleResources(), emulated]) {
      expect(ofType(resources, 'AWS::SES::ConfigurationSet')).toEqual([]);
      expect(rulesOnSes(resources)).toEqual([]);
      expect(textOf(functionIn(resources, 'functions/workers/mail.ts').properties.Environment)).not.toContain('MAIL_CONFIGURATION_SET');
    }
  });
});
