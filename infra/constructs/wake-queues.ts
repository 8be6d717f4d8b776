import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { requiresTls, type SharedResources } from './deployment.ts';
import { suppress } from './suppressions.ts';

/** Retention of messages. It is short because readers also poll: they find the events of an expired message in the event log. */
const RETENTION = Duration.minutes(1);

/** A queue for each task of the stream process. Every queue receives every event envelope. A task leases a queue that is free. */
export class WakeQueues extends Construct {
  readonly queues: readonly Queue[];

  constructor(scope: Construct, id: string, props: { readonly sharedResources: SharedResources; readonly count: number }) {
    super(scope, id);
    const { sharedResources, count } = props;
    const eventBus = EventBus.fromEventBusName(this, 'Bus', sharedResources.busName);
    this.queues = Array.from({ length: count }, (_, index) => {
      const queue = new Queue(this, `Queue${index + 1}`, {
        encryption: QueueEncryption.SQS_MANAGED,
        enforceSSL: requiresTls(sharedResources.config),
        retentionPeriod: RETENTION,
      });
      new Rule(this, `Everything${index + 1}`, {
        eventBus,
        eventPattern: { source: ['billing'] },
        targets: [new SqsQueue(queue, { retryAttempts: 2, maxEventAge: RETENTION })],
      });
      return queue;
    });
    const lossReason = 'A lost message only delays streamed events: the stream process also polls the event logs every few seconds.';
    suppress(this, [
      { id: 'AwsSolutions-SQS3', reason: lossReason },
      { id: 'Serverless-SQSRedrivePolicy', reason: lossReason },
      { id: 'Serverless-EventBusDLQ', reason: lossReason },
    ]);
  }
}
