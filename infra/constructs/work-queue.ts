import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type CfnFunction, EventSourceMapping, type EventSourceMappingOptions } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { QueueName } from '../../shared/ports/index.ts';
import type { DeploymentConfig } from '../config.ts';
import { type QueueRef, requiresTls, type SharedResources } from './deployment.ts';
import type { Needs } from './grants.ts';
import { ServiceAlarm } from './service-alarm.ts';
import { WorkerFunction } from './service-function.ts';

export interface DeadLetterQueueProps {
  readonly config: DeploymentConfig;
  readonly alarmTopic: ITopic;
}

/** Visibility timeout of a queue divided by the timeout of its function, as AWS recommends. */
const VISIBILITY_FACTOR = 6;

/** A dead-letter queue. A single message in the queue raises the alarm. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, props: DeadLetterQueueProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: requiresTls(props.config),
      retentionPeriod: Duration.days(14),
    });
    new ServiceAlarm(this, 'NotEmpty', {
      meaning: `Dead letters in ${this.node.path}.`,
      runbook: 'dead-letters',
      metric: this.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1), statistic: 'Maximum' }),
      limit: { min: 1 },
      periods: 1,
      topic: props.alarmTopic,
    });
  }
}

export interface WorkQueueProps extends DeadLetterQueueProps {
  /** Timeout of the function that consumes the queue. The visibility timeout is six times as long. */
  readonly timeoutSeconds: number;
  /** Number of times that a message is received before it moves to the dead-letter queue. */
  readonly attempts: number;
}

/**
 * A queue with its dead-letter queue and alarm. A message only starts a worker: the work itself is stored in the table, except bounces and
 * complaints.
 */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: DeadLetterQueue;
  readonly timeoutSeconds: number;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id);
    this.timeoutSeconds = props.timeoutSeconds;
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', props);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: requiresTls(props.config),
      visibilityTimeout: Duration.seconds(props.timeoutSeconds * VISIBILITY_FACTOR),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.attempts },
    });
  }

  get ref(): QueueRef {
    return { url: this.queue.queueUrl, arn: this.queue.queueArn };
  }
}

export interface QueueWorkerProps {
  readonly sharedResources: SharedResources;
  readonly source: WorkQueue;
  /** Another queue with work of the same kind. It has separate executions, and maintenance does not stop it. */
  readonly urgent?: WorkQueue;
  readonly file: string;
  readonly needs: Needs;
  readonly batchSize: number;
  /** Maximum number of batches that run concurrently: at least two, or four with `urgent`. */
  readonly concurrency: number;
  readonly memoryMegabytes?: number;
}

/** Concurrent executions for an urgent queue; the minimum that Lambda accepts. */
const URGENT_CONCURRENCY = 2;

const isQueueName = (service: string, { queues }: SharedResources): service is QueueName => service in queues;

/** The function that consumes a queue in batches, reporting failed messages individually. */
export class QueueWorker extends WorkerFunction {
  constructor(scope: Construct, id: string, props: QueueWorkerProps) {
    const { source, urgent, batchSize, ...worker } = props;
    const sources = urgent === undefined ? [source] : [source, urgent];
    const arns = sources.map(({ queue }) => queue.queueArn);
    const consume = new PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'],
      resources: arns,
    });
    super(scope, id, { ...worker, timeoutSeconds: source.timeoutSeconds, statements: [consume] });
    const { sharedResources, needs, concurrency } = props;
    // Some functions send messages to the queue that they consume. Without this setting, Lambda stops such a chain after 16 invocations.
    const sendsToOwnQueue = (needs.services ?? []).some(
      (service) => isQueueName(service, sharedResources) && arns.includes(sharedResources.queues[service].arn),
    );
    if (sendsToOwnQueue) (this.lambda.node.defaultChild as CfnFunction).recursiveLoop = 'Allow';
    const forUrgent = urgent === undefined ? 0 : URGENT_CONCURRENCY;
    const enabled = !sharedResources.config.maintenance;
    this.#consume('Source', source, { batchSize, maxConcurrency: concurrency - forUrgent, enabled });
    if (urgent !== undefined) this.#consume('Urgent', urgent, { batchSize, maxConcurrency: forUrgent });
  }

  #consume(id: string, { queue }: WorkQueue, options: Pick<EventSourceMappingOptions, 'batchSize' | 'maxConcurrency' | 'enabled'>): void {
    new EventSourceMapping(this, id, {
      target: this.target,
      eventSourceArn: queue.queueArn,
      reportBatchItemFailures: true,
      ...options,
    });
  }
}
