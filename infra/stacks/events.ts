import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, FilterRule, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { DOCUMENT_EVENTS } from '../../shared/documents/messages.ts';
import { EVENTS_WITH_MAIL } from '../../shared/mail/order.ts';
import { CONCURRENCY, DELIVERY_BATCH, mailPace } from '../concurrency.ts';
import type { SharedResources } from '../constructs/deployment.ts';
import { FailedStreamRecords } from '../constructs/failed-stream-records.ts';
import { MailFeedback } from '../constructs/mail-feedback.ts';
import { RequestLogWorker } from '../constructs/request-log.ts';
import { ONE_CPU_MEGABYTES, WorkerFunction } from '../constructs/service-function.ts';
import {
  DEAD_LETTER_SUPPRESSIONS,
  DOCUMENT_NAMES_SUPPRESSION,
  FUNCTION_SUPPRESSIONS,
  QUEUE_MAPPING_SUPPRESSION,
  suppress,
  suppressInStack,
} from '../constructs/suppressions.ts';
import { DeadLetterQueue, QueueWorker, WorkQueue } from '../constructs/work-queue.ts';
import { WORKERS } from '../unrouted.ts';
import type { DataStack } from './data.ts';

export interface EventsStackProps extends StackProps {
  readonly sharedResources: Omit<SharedResources, 'queues' | 'busName' | 'busArn'>;
  readonly data: DataStack;
}

/** Records per invocation of the relay: about 3 MB, where Lambda allows 6 MB. */
const RELAY_BATCH = 1000;
/** The largest batch that Lambda allows without a batching window. A window would delay the first attempt of each webhook delivery. */
const FAN_OUT_BATCH = 10;

/** The worker reads the log of a tenant once per batch, so a batch of several events saves reads. */
const METRICS_BATCH = 10;

/** The event pipeline (table stream -> relay -> bus -> queue -> worker), and the queues of other background work. */
export class EventsStack extends Stack {
  readonly sharedResources: SharedResources;
  readonly relay: WorkerFunction;
  readonly dueWorker: WorkerFunction;
  readonly providerWebhookWorker: WorkerFunction;
  readonly requestLog: RequestLogWorker;
  readonly queues: Readonly<
    Record<
      | 'fanout'
      | 'delivery'
      | 'provider'
      | 'due'
      | 'mailOrders'
      | 'mail'
      | 'signInMail'
      | 'mailFeedback'
      | 'documents'
      | 'businessMetrics'
      | 'customerImport',
      WorkQueue
    >
  >;

  constructor(scope: Construct, id: string, props: EventsStackProps) {
    super(scope, id, props);
    const queueProps = { config: props.sharedResources.config, alarmTopic: props.data.alarmTopic };
    const bus = new EventBus(this, 'Bus', { eventBusName: id });
    const fanout = new WorkQueue(this, 'WebhookFanout', { ...queueProps, timeoutSeconds: 30, attempts: 10 });
    const delivery = new WorkQueue(this, 'WebhookDelivery', { ...queueProps, timeoutSeconds: 120, attempts: 10 });
    const provider = new WorkQueue(this, 'ProviderWebhook', { ...queueProps, timeoutSeconds: 60, attempts: 10 });
    const due = new WorkQueue(this, 'DueWork', { ...queueProps, timeoutSeconds: 60, attempts: 10 });
    const mailOrders = new WorkQueue(this, 'MailOrders', { ...queueProps, timeoutSeconds: 30, attempts: 10 });
    const mail = new WorkQueue(this, 'Mail', { ...queueProps, timeoutSeconds: 30, attempts: 10 });
    const signInMail = new WorkQueue(this, 'SignInMail', { ...queueProps, timeoutSeconds: 30, attempts: 10 });
    const documents = new WorkQueue(this, 'Documents', { ...queueProps, timeoutSeconds: 120, attempts: 10 });
    // The construct id is a former name of the metrics; another id would replace the deployed queue.
    const businessMetrics = new WorkQueue(this, 'Figures', { ...queueProps, timeoutSeconds: 60, attempts: 10 });
    const customerImport = new WorkQueue(this, 'CustomerImport', { ...queueProps, timeoutSeconds: 300, attempts: 10 });
    const sharedResources: SharedResources = {
      ...props.sharedResources,
      busName: bus.eventBusName,
      busArn: bus.eventBusArn,
      queues: {
        'webhook-delivery': delivery.ref,
        'provider-webhook': provider.ref,
        'due-work': due.ref,
        mail: mail.ref,
        'sign-in-mail': signInMail.ref,
        documents: documents.ref,
        'customer-import': customerImport.ref,
      },
    };
    this.sharedResources = sharedResources;

    const undelivered = new DeadLetterQueue(this, 'UndeliveredEvents', queueProps);
    // The attempts and the age are the maxima of EventBridge.
    const targetOf = ({ queue }: WorkQueue): SqsQueue =>
      new SqsQueue(queue, { deadLetterQueue: undelivered, retryAttempts: 185, maxEventAge: Duration.hours(24) });
    new Rule(this, 'EveryEvent', {
      eventBus: bus,
      eventPattern: { source: ['billing'] },
      targets: [targetOf(fanout), targetOf(businessMetrics)],
    });
    new Rule(this, 'EventsWithMail', {
      eventBus: bus,
      eventPattern: { source: ['billing'], detail: { events: { type: [...EVENTS_WITH_MAIL] } } },
      targets: [targetOf(mailOrders)],
    });
    new Rule(this, 'NewDocuments', {
      eventBus: bus,
      eventPattern: { source: ['billing'], detail: { events: { type: [...DOCUMENT_EVENTS] } } },
      targets: [targetOf(documents)],
    });
    // Usage checks go over the bus, so that an outage of the queue does not stop the relay (decision 0087).
    new Rule(this, 'UsageChecks', { eventBus: bus, eventPattern: { source: ['billing.usage'] }, targets: [targetOf(due)] });
    const feedback = new MailFeedback(this, 'MailFeedback', { sharedResources, queueProps, targetOf });
    const mailQueues = { mailOrders, mail, signInMail, mailFeedback: feedback.queue };
    this.queues = { fanout, delivery, provider, due, ...mailQueues, documents, businessMetrics, customerImport };
    const unrelayed = new FailedStreamRecords(this, 'UnrelayedEvents', queueProps);
    this.relay = this.#createRelay(sharedResources, props.data, unrelayed);

    new QueueWorker(this, 'WebhookFanoutWorker', {
      sharedResources,
      source: fanout,
      file: WORKERS.webhookFanout,
      batchSize: FAN_OUT_BATCH,
      concurrency: CONCURRENCY.webhookFanout,
      needs: { writes: ['objects'], services: ['webhook-delivery'] },
    });
    new QueueWorker(this, 'WebhookDeliveryWorker', {
      sharedResources,
      source: delivery,
      file: WORKERS.webhookDelivery,
      batchSize: DELIVERY_BATCH,
      concurrency: CONCURRENCY.webhookDelivery,
      needs: { writes: ['objects'], services: ['endpoint-secret', 'webhook-delivery', 'mail'] },
    });
    this.providerWebhookWorker = new QueueWorker(this, 'ProviderWebhookWorker', {
      sharedResources,
      source: provider,
      file: WORKERS.providerWebhook,
      batchSize: 10,
      concurrency: CONCURRENCY.providerWebhook,
      needs: { writes: ['objects'], pepper: true, services: ['provider-credential', 'provider-webhook'] },
    });
    this.dueWorker = new QueueWorker(this, 'DueWorker', {
      sharedResources,
      source: due,
      file: WORKERS.dueWork,
      batchSize: 5,
      concurrency: CONCURRENCY.dueWork,
      needs: { writes: ['objects', 'token-lookups'], pepper: true, bus: true, services: ['provider-credential', 'clock-advance'] },
    });

    new QueueWorker(this, 'MailOrdersWorker', {
      sharedResources,
      source: mailOrders,
      file: WORKERS.mailOrders,
      batchSize: 5,
      concurrency: CONCURRENCY.mailOrders,
      needs: { writes: ['mail-orders'], services: ['mail'] },
    });
    const mailWorker = new QueueWorker(this, 'MailWorker', {
      sharedResources,
      source: mail,
      urgent: signInMail,
      file: WORKERS.mail,
      batchSize: mailPace(sharedResources.config.mailsPerSecond).batchSize,
      concurrency: CONCURRENCY.mail,
      // The worker enqueues sign-in mails, and requeues mails of both queues that it cannot send yet.
      needs: {
        writes: ['mail-outcomes', 'portal-sessions', 'mail-orders', 'sign-in-links'],
        pepper: true,
        mail: true,
        services: ['mail', 'sign-in-mail', 'document-files', 'portal-link', 'sign-in-link'],
      },
    });
    // The worker passes the configuration set to SES, so the set must exist first.
    mailWorker.node.addDependency(feedback);
    suppress(mailWorker, [DOCUMENT_NAMES_SUPPRESSION]);

    const documentsWorker = new QueueWorker(this, 'DocumentsWorker', {
      sharedResources,
      source: documents,
      file: WORKERS.documents,
      // A single message can contain up to a hundred documents.
      batchSize: 1,
      concurrency: CONCURRENCY.documents,
      memoryMegabytes: ONE_CPU_MEGABYTES,
      needs: { reads: true, storesDocuments: true },
    });
    suppress(documentsWorker, [DOCUMENT_NAMES_SUPPRESSION]);

    new QueueWorker(this, 'FiguresWorker', {
      sharedResources,
      source: businessMetrics,
      file: WORKERS.businessMetrics,
      batchSize: METRICS_BATCH,
      concurrency: CONCURRENCY.businessMetrics,
      needs: { reads: true, writes: ['metrics', 'log-gaps'] },
    });

    new QueueWorker(this, 'CustomerImportWorker', {
      sharedResources,
      source: customerImport,
      file: WORKERS.customerImport,
      // A single import takes minutes.
      batchSize: 1,
      concurrency: CONCURRENCY.customerImport,
      needs: { writes: ['objects'] },
    });

    this.requestLog = new RequestLogWorker(this, 'RequestLogWorker', {
      sharedResources,
      file: WORKERS.requestLog,
      timeoutSeconds: 60,
      concurrency: CONCURRENCY.requestLog,
      needs: { writes: ['request-log'] },
    });

    suppressInStack(this, [...FUNCTION_SUPPRESSIONS, QUEUE_MAPPING_SUPPRESSION]);
    for (const queue of [undelivered, ...Object.values(this.queues).map((each) => each.deadLetters)])
      suppress(queue, DEAD_LETTER_SUPPRESSIONS);
    new CfnOutput(this, 'BusName', { value: bus.eventBusName });
    new CfnOutput(this, 'UndeliveredEventsQueueUrl', { value: undelivered.queueUrl });
    new CfnOutput(this, 'UnrelayedEventsBucketName', { value: unrelayed.records.bucketName });
    new CfnOutput(this, 'WebhookDeliveryQueueUrl', { value: delivery.ref.url });
    new CfnOutput(this, 'ProviderWebhookQueueUrl', { value: provider.ref.url });
    new CfnOutput(this, 'DueWorkQueueUrl', { value: due.ref.url });
    new CfnOutput(this, 'MailQueueUrl', { value: mail.ref.url });
    new CfnOutput(this, 'SignInMailQueueUrl', { value: signInMail.ref.url });
    new CfnOutput(this, 'DocumentsQueueUrl', { value: documents.ref.url });
    new CfnOutput(this, 'CustomerImportQueueUrl', { value: customerImport.ref.url });
  }

  /** Creates the function that publishes public events (in log order), heartbeats and usage checks on the bus. */
  #createRelay(sharedResources: SharedResources, data: DataStack, unrelayed: FailedStreamRecords): WorkerFunction {
    const streamArn = data.table.tableStreamArn ?? '';
    const emulated = sharedResources.config.emulator !== null;
    const relay = new WorkerFunction(this, 'Relay', {
      sharedResources,
      file: WORKERS.relay,
      timeoutSeconds: 30,
      concurrency: CONCURRENCY.relay,
      needs: { bus: true },
      statements: [
        new PolicyStatement({
          actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
          resources: [streamArn],
        }),
        ...unrelayed.statements,
      ],
    });
    suppress(relay, [{ id: 'AwsSolutions-IAM5', reason: 'Failed stream records are stored in a separate bucket under generated names.' }]);
    const mapping = new EventSourceMapping(relay, 'Source', {
      target: relay.target,
      eventSourceArn: streamArn,
      enabled: !sharedResources.config.maintenance,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { NewImage: { t: { S: FilterRule.or('event', 'heartbeat') } } },
        }),
        FilterCriteria.filter({ dynamodb: { NewImage: { usage_check: { BOOL: FilterRule.isEqual(true) } } } }),
      ],
      // No batching window, so that records are processed at once.
      batchSize: emulated ? 10 : RELAY_BATCH,
      parallelizationFactor: 2,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // Lambda retries a record until it is too old, without a limit on attempts, so that an outage of the bus loses no events.
      maxRecordAge: emulated ? Duration.seconds(60) : Duration.hours(12),
      onFailure: unrelayed.destination,
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    unrelayed.watch(mapping);
    return relay;
  }
}
