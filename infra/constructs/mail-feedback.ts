import { EventBus, type IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import { ConfigurationSet, ConfigurationSetEventDestination, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { CONCURRENCY } from '../concurrency.ts';
import { WORKERS } from '../unrouted.ts';
import type { SharedResources } from './deployment.ts';
import { type DeadLetterQueueProps, QueueWorker, WorkQueue } from './work-queue.ts';

export interface MailFeedbackProps {
  readonly sharedResources: SharedResources;
  readonly queueProps: DeadLetterQueueProps;
  /** Builds the target of a rule that sends events to the queue. */
  readonly targetOf: (queue: WorkQueue) => IRuleTarget;
}

/** Path of bounces and complaints: SES -> default bus -> queue -> worker, which records them on customers. */
export class MailFeedback extends Construct {
  readonly queue: WorkQueue;

  constructor(scope: Construct, id: string, { sharedResources, queueProps, targetOf }: MailFeedbackProps) {
    super(scope, id);
    const queue = new WorkQueue(this, 'Queue', { ...queueProps, timeoutSeconds: 30, attempts: 10 });
    this.queue = queue;
    new QueueWorker(this, 'Worker', {
      sharedResources,
      source: queue,
      file: WORKERS.mailFeedback,
      batchSize: 10,
      concurrency: CONCURRENCY.mailFeedback,
      needs: { table: { get: ['customer', 'test_clock'], put: ['audit', 'customer', 'log', 'log#2'], update: ['-#account-limiter'] } },
    });
    const configurationSet = sharedResources.config.mail?.configurationSet ?? null;
    if (configurationSet !== null) this.#publish(configurationSet, targetOf(queue));
  }

  /** Publishes the feedback on mails of the configuration set. SES publishes on the default bus only. */
  #publish(name: string, target: IRuleTarget): void {
    const bus = EventBus.fromEventBusName(this, 'DefaultBus', 'default');
    const configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      configurationSetName: name,
      // SES would suppress an address for all accounts of the service, also for sign-in links. The service suppresses per customer.
      disableSuppressionList: true,
    });
    new ConfigurationSetEventDestination(this, 'Destination', {
      configurationSet,
      destination: EventDestination.eventBus(bus),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    new Rule(this, 'Rule', {
      eventPattern: {
        source: ['aws.ses'],
        // Several deployments may share the default bus.
        detail: { eventType: ['Bounce', 'Complaint'], mail: { tags: { 'ses:configuration-set': [name] } } },
      },
      targets: [target],
    });
  }
}
