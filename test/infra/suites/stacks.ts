import { describe, expect, it } from 'vitest';
import { USAGE_CHECK } from '../../../shared/store/core/objects.ts';
import { SAMPLE_OPERATIONS, sampleResources } from '../deployment.ts';
import { functionIn, ofType, type Resource, textOf } from '../templates.ts';

const resources = sampleResources();
const find = (type: string, start: string): Resource => {
  const matches = ofType(resources, type).filter((each) => each.id.startsWith(start));
  expect(matches, `${type} ${start}`).toHaveLength(1);
  return matches[0] as Resource;
};
const functionOf = (file: string): Resource => functionIn(resources, file);

describe('the data stack', () => {
  it('has a table with point-in-time recovery, deletion protection, TTL and stream', () => {
    const { properties } = find('AWS::DynamoDB::Table', 'Table');
    expect(properties).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  it('has exactly four indexes; they contain only keys, except the due index, which also contains kind and time', () => {
    const indexes = find('AWS::DynamoDB::Table', 'Table').properties.GlobalSecondaryIndexes;
    expect(indexes).toEqual([
      expect.objectContaining({ IndexName: 'by-customer', Projection: { ProjectionType: 'KEYS_ONLY' } }),
      expect.objectContaining({ IndexName: 'by-parent', Projection: { ProjectionType: 'KEYS_ONLY' } }),
      expect.objectContaining({ IndexName: 'by-filter', Projection: { ProjectionType: 'KEYS_ONLY' } }),
      expect.objectContaining({ IndexName: 'due', Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['due_kind', 'due_at'] } }),
    ]);
  });

  it('keeps the logical ids of stateful resources, because for a changed id CloudFormation creates a new, empty resource', () => {
    const stateful = resources.filter((each) =>
      ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::SecretsManager::Secret'].includes(each.type),
    );
    expect(stateful.map((each) => each.id)).toMatchInlineSnapshot(`
      [
        "TableCD117FA1",
        "Documents7E5B2978",
        "Cipher81E97793",
        "KeyPepperB58BE0AC",
        "OperatorKeyD7C0C4F2",
        "UnrelayedEventsRecordsC4A47F63",
      ]
    `);
  });
});

describe('the API stack', () => {
  it('gives each operation one function and one route; the route of a GET operation also serves methods that have no route', () => {
    const routes = ofType(resources, 'AWS::ApiGatewayV2::Route');
    expect(routes.map((each) => each.properties.RouteKey).sort()).toEqual(
      ['$default', 'ANY /checkout/{widget_id}', 'ANY /v1/widgets/{widget_id}', 'POST /v1/widgets'].sort(),
    );
    // The logical id keeps the suffix GET of earlier releases. With another id, a deployment would create the route again before it deletes
    // the former one, and could exceed the quota of routes.
    const route = routes.find((each) => each.properties.RouteKey === 'ANY /v1/widgets/{widget_id}');
    expect(route?.id.replace(/[0-9A-F]{8}$/, '')).toBe('WidgetsRetrieveGET');
    for (const { file } of SAMPLE_OPERATIONS) functionOf(file);
    functionOf('functions/fallback.ts');
  });

  it('uses payload format 2.0 and times out before API Gateway does', () => {
    for (const { properties } of ofType(resources, 'AWS::ApiGatewayV2::Integration')) {
      expect(properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0', TimeoutInMillis: 30_000 });
    }
    expect(functionOf('functions/widgets/create.ts').properties.Timeout).toBeLessThan(30);
  });

  it('lets pages of any origin send the Authorization header, but no cookies', () => {
    const cors = find('AWS::ApiGatewayV2::Api', 'Api').properties.CorsConfiguration;
    expect(cors).toMatchObject({
      AllowOrigins: ['*'],
      AllowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
      AllowHeaders: ['authorization', 'content-type', 'idempotency-key', 'last-event-id'],
    });
    expect(cors).not.toHaveProperty('AllowCredentials');
  });

  it('[RATE-19] lets browsers read the rate-limit headers', () => {
    const cors = find('AWS::ApiGatewayV2::Api', 'Api').properties.CorsConfiguration;
    expect(cors).toMatchObject({
      AllowOrigins: ['*'],
      ExposeHeaders: expect.arrayContaining([
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'Retry-After',
        'Idempotent-Replayed',
        'Link',
      ]),
    });
  });

  it('runs every function on Node 24 and arm64, with its source file in the metadata, and keeps its JSON logs for 90 days', () => {
    const functions = ofType(resources, 'AWS::Lambda::Function');
    for (const { properties, metadata } of functions) {
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: /^functions\/(workers\/documents|reports\/.+)\.ts$/.test(String(metadata['billing:entry'])) ? 1769 : 512,
        LoggingConfig: { LogFormat: 'JSON' },
      });
      expect(metadata['billing:entry']).toMatch(/^functions\/.+\.ts$/);
    }
    for (const group of ofType(resources, 'AWS::Logs::LogGroup')) expect(group.properties.RetentionInDays).toBe(90);
  });

  it('sets the same environment variables in every function, without ALLOW_LOOPBACK_RECEIVERS', () => {
    const names = ofType(resources, 'AWS::Lambda::Function').map((each) =>
      Object.keys((each.properties.Environment as { Variables: object }).Variables).sort(),
    );
    expect(new Set(names.map((each) => each.join())).size).toBe(1);
    expect(names[0]).toEqual(
      [
        'NODE_OPTIONS',
        'TABLE_NAME',
        'BUS_NAME',
        'METRIC_NAMESPACE',
        'PUBLIC_BASE_URL',
        'WEBHOOK_DELIVERY_QUEUE_URL',
        'PROVIDER_WEBHOOK_QUEUE_URL',
        'DUE_WORK_QUEUE_URL',
        'MAIL_QUEUE_URL',
        'SIGN_IN_MAIL_QUEUE_URL',
        'DOCUMENTS_QUEUE_URL',
        'CUSTOMER_IMPORT_QUEUE_URL',
        'DOCUMENTS_BUCKET',
        'BILLING_RUN_MACHINE_ARN',
        'CHARGES_AT_ONCE',
        'RUNS_AT_ONCE',
        'CLOCK_ADVANCE_MACHINE_ARN',
        'KEY_PEPPER_SECRET_ARN',
        'CIPHER_KEY_ID',
        'PROVIDER_BASE_URL',
        'SANDBOX_ENABLED',
        'CUSTOM_DOMAIN',
      ].sort(),
    );
  });
});

describe('the events stack', () => {
  const deadLetterIdOf = (queue: Resource): string | undefined => {
    const redrive = queue.properties.RedrivePolicy as { deadLetterTargetArn: { 'Fn::GetAtt': [string, string] } } | undefined;
    return redrive?.deadLetterTargetArn['Fn::GetAtt'][0];
  };

  it('gives every work queue a dead-letter queue, and every dead-letter queue an alarm with an action', () => {
    const queues = ofType(resources, 'AWS::SQS::Queue');
    const deadLetters = queues.filter((each) => deadLetterIdOf(each) === undefined);
    expect(queues.filter((each) => deadLetterIdOf(each) !== undefined).map((each) => each.id.replace(/Queue.*/, ''))).toEqual([
      'WebhookFanout',
      'WebhookDelivery',
      'ProviderWebhook',
      'DueWork',
      'MailOrders',
      'Mail',
      'SignInMail',
      'Documents',
      'Figures',
      'CustomerImport',
      'MailFeedback',
    ]);
    // One for each work queue, and `UndeliveredEvents`.
    expect(deadLetters).toHaveLength(12);
    for (const { id } of deadLetters) {
      const alarms = ofType(resources, 'AWS::CloudWatch::Alarm').filter((each) => textOf(each.properties.Dimensions).includes(`"${id}"`));
      expect(alarms, id).toHaveLength(1);
      expect(alarms[0]?.properties).toMatchObject({
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Threshold: 1,
        AlarmActions: [expect.anything()],
      });
    }
  });

  it('has visibility timeouts of at least six times the worker’s timeout, and reports failures per message', () => {
    const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping');
    // One for each work queue, and the relay's mapping of the table's stream.
    expect(mappings).toHaveLength(12);
    for (const { properties } of mappings) expect(properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    for (const queue of ofType(resources, 'AWS::SQS::Queue').filter((each) => deadLetterIdOf(each) !== undefined)) {
      const mapping = mappings.find((each) => textOf(each.properties.EventSourceArn).includes(`"${queue.id}"`));
      const worker = resources.find((each) => textOf(mapping?.properties.FunctionName).includes(`"${each.id}"`));
      expect(queue.properties.VisibilityTimeout, queue.id).toBeGreaterThanOrEqual(6 * (worker?.properties.Timeout as number));
    }
  });

  it('relays only inserted public events, heartbeats and changes that start a usage check; records that fail go to a bucket', () => {
    const { properties } = find('AWS::Lambda::EventSourceMapping', 'Relay');
    const { Filters: filters } = properties.FilterCriteria as { Filters: { Pattern: string }[] };
    expect(filters.map(({ Pattern: pattern }) => JSON.parse(pattern))).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { t: { S: ['event', 'heartbeat'] } } } },
      { dynamodb: { NewImage: { [USAGE_CHECK]: { BOOL: [true] } } } },
    ]);
    expect(properties).toMatchObject({ StartingPosition: 'TRIM_HORIZON', BisectBatchOnFunctionError: true });
    expect(properties.MaximumRetryAttempts ?? -1).toBe(-1);
    expect(properties.MaximumRecordAgeInSeconds).toBeGreaterThanOrEqual(12 * 3600);
    const records = find('AWS::S3::Bucket', 'UnrelayedEvents');
    expect(textOf(properties.DestinationConfig)).toContain(`"${records.id}"`);
    // As long as backups: a purge does not change these records.
    expect(records.properties.LifecycleConfiguration).toMatchObject({ Rules: [{ ExpirationInDays: 35 }] });
    expect(properties.MetricsConfig).toEqual({ Metrics: ['EventCount'] });
    const alarm = find('AWS::CloudWatch::Alarm', 'UnrelayedEvents').properties;
    expect(alarm).toMatchObject({ MetricName: 'OnFailureDestinationDeliveredEventCount', Threshold: 1, AlarmActions: [expect.anything()] });
    expect(textOf(alarm.Dimensions)).toContain('EventSourceMappingUUID');
  });

  it('uses no batching windows, batches of at most 10 messages for queues, and of 1000 records for the relay', () => {
    const mappings = ofType(resources, 'AWS::Lambda::EventSourceMapping');
    for (const { id, properties } of mappings) expect(properties.MaximumBatchingWindowInSeconds ?? 0, id).toBe(0);
    expect(find('AWS::Lambda::EventSourceMapping', 'Relay').properties.BatchSize).toBe(1000);
    expect(find('AWS::Lambda::EventSourceMapping', 'WebhookFanout').properties.BatchSize).toBe(10);
    expect(find('AWS::Lambda::EventSourceMapping', 'WebhookDelivery').properties.BatchSize).toBe(10);
    for (const { id, properties } of mappings.filter((each) => textOf(each.properties.EventSourceArn).includes('Queue')))
      expect(properties.BatchSize, id).toBeLessThanOrEqual(10);
  });

  it('sends every event to the webhook fan-out and the metrics, and checks of usage limits to the due-work queue', () => {
    const { properties } = find('AWS::Events::Rule', 'EveryEvent');
    expect(properties.EventPattern).toEqual({ source: ['billing'] });
    expect(properties.Targets).toHaveLength(2);
    for (const queue of ['WebhookFanoutQueue', 'FiguresQueue']) expect(textOf(properties.Targets)).toContain(queue);
    const { properties: checks } = find('AWS::Events::Rule', 'UsageChecks');
    expect(checks.EventPattern).toEqual({ source: ['billing.usage'] });
    expect(textOf(checks.Targets)).toMatch(/DueWorkQueue.*"MaximumEventAgeInSeconds":86400,"MaximumRetryAttempts":185/);
  });

  it('sends events that cause customer emails to the mail orders queue', () => {
    const { properties } = find('AWS::Events::Rule', 'EventsWithMail');
    const types = [
      'payment.succeeded payment.failed dunning.email_required refund.succeeded credit_note.created',
      'customer.updated subscription.created one_shot_payment.succeeded subscription.updated',
      'subscription.canceled subscription.reactivated subscription.plan_changed subscription.payment_method_updated',
    ].flatMap((line) => line.split(' '));
    expect(properties.EventPattern).toEqual({ source: ['billing'], detail: { events: { type: types } } });
    expect(properties.Targets).toHaveLength(1);
    expect(textOf(properties.Targets)).toContain('MailOrdersQueue');
  });

  it('sends events about new documents to the documents queue, with a dead-letter queue', () => {
    const { properties } = find('AWS::Events::Rule', 'NewDocuments');
    expect(properties.EventPattern).toEqual({
      source: ['billing'],
      detail: { events: { type: ['invoice.created', 'credit_note.created'] } },
    });
    expect(textOf(properties.Targets)).toContain('DocumentsQueue');
    expect(textOf(properties.Targets)).toContain('UndeliveredEvents');
  });
});

describe('the schedules stack', () => {
  const definitionOf = (start: string): string => {
    const { properties } = find('AWS::StepFunctions::StateMachine', start);
    const substitutions = Object.keys(properties.DefinitionSubstitutions as object);
    const text = properties.DefinitionString as string;
    const placeholders = [...text.matchAll(/\$\{([^}]+)\}/g)].map((match) => match[1]);
    expect([...new Set(placeholders)].sort()).toEqual(substitutions.sort());
    return text;
  };

  it('substitutes exactly the placeholders of every state machine', () => {
    for (const machine of ['ScheduleSweep', 'BillingRun', 'ClockAdvance']) expect(() => JSON.parse(definitionOf(machine))).not.toThrow();
  });

  it('sweeps all 16 shards every minute', () => {
    expect(JSON.parse(definitionOf('ScheduleSweep')).States.Shards.Result.shards).toEqual([...Array(16).keys()]);
    const { properties } = find('AWS::Scheduler::Schedule', 'EachMinute');
    expect(properties.ScheduleExpression).toBe('rate(1 minute)');
    expect(textOf(properties.Target)).toContain('ScheduleSweepMachine');
  });

  it('gives the state machines the names that functions read from the environment', () => {
    const names = ofType(resources, 'AWS::StepFunctions::StateMachine').map((each) => each.properties.StateMachineName);
    const environment = textOf(functionOf('functions/widgets/create.ts').properties.Environment);
    for (const name of ['billing-dev-billing-run', 'billing-dev-clock-advance']) {
      expect(names).toContain(name);
      expect(environment).toContain(`:stateMachine:${name}"`);
    }
  });
});
