import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Dashboard, GraphWidget, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { COUNTED_NOTICES } from '../../shared/platform/log-lines.ts';
import { CARD_TESTING_METRIC } from '../constructs/counted-lines.ts';
import type { WorkerFunction } from '../constructs/service-function.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { ApiStack } from './api.ts';
import type { DataStack } from './data.ts';
import type { EventsStack } from './events.ts';
import type { SchedulesStack } from './schedules.ts';

export interface ObservabilityStackProps extends StackProps {
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly events: EventsStack;
  readonly schedules: SchedulesStack;
}

/** A dashboard, and an alarm for each way the service can stop working unnoticed. Dead-letter queues have their own alarms. */
export class ObservabilityStack extends Stack {
  readonly #topic: ITopic;

  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    super(scope, id, props);
    const { api, events, schedules, data } = props;
    this.#topic = data.alarmTopic;
    const queueAge = Object.values(events.queues).map((each) =>
      each.queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: Duration.minutes(1) }),
    );
    const relayAge = events.relay.lambda.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) });
    const sweepsSucceeded = schedules.sweep.machine.metricSucceeded({ statistic: 'Sum', period: Duration.minutes(5) });
    const runsFailed = schedules.billingRun.machine.metricFailed({ statistic: 'Sum', period: Duration.minutes(5) });
    const clocksFailed = schedules.clock.machine.metricFailed({ statistic: 'Sum', period: Duration.minutes(5) });
    const serverErrors = api.api.metricServerError({ statistic: 'Sum', period: Duration.minutes(5) });
    // The workers that prepare renewals or apply provider outcomes can put a renewal on hold; they log each hold.
    const { prepareStep, sweepStep, clockStep } = schedules;
    const holdWorkers = [prepareStep, sweepStep, clockStep, events.dueWorker, events.providerWebhookWorker];
    const billingHolds = this.#countLines('RenewalsOnHold', COUNTED_NOTICES.billingHold, holdWorkers, Duration.minutes(5));
    // The due worker retries the refund of an overpayment at least once a day and logs a line each time.
    const overpaid = this.#countLines('OverpaymentsOpen', COUNTED_NOTICES.overpaymentOpen, [events.dueWorker], Duration.days(1));
    // The workers that learn of refused payments from webhooks and polls. `OperationFunction` counts lines of functions that buyers call.
    const outcomeWorkers = [events.providerWebhookWorker, events.dueWorker, sweepStep, clockStep];
    const cardTesting = this.#countLines(CARD_TESTING_METRIC, COUNTED_NOTICES.cardTesting, outcomeWorkers, Duration.minutes(5));
    const sweepLag = this.#sweepLag(schedules);

    this.#alarm('SweepsMissing', 'No sweep of the schedules succeeded for ten minutes: renewals are late.', sweepsSucceeded, {
      below: 1,
      periods: 2,
    });
    this.#alarm('SweepLag', 'The sweep finds due work five minutes late.', sweepLag, { min: 5 * 60, periods: 2 });
    this.#alarm('RelayLag', 'The oldest recorded event has waited for the relay for five minutes.', relayAge, {
      min: 5 * 60_000,
      periods: 1,
    });
    this.#alarmQueueAges(events);
    this.#alarmThrottling(data);
    this.#alarm('BillingRunsFailed', 'A billing run ended in an error: the next sweep begins another.', runsFailed, {
      min: 1,
      periods: 1,
    });
    this.#alarm('ClocksFailed', 'The advance of a test clock ended in an error.', clocksFailed, { min: 1, periods: 1 });
    this.#alarm(
      'RenewalsOnHold',
      "An account's renewal was put on hold: a second charge for one period was refused. A human must look.",
      billingHolds,
      { min: 1, periods: 1 },
    );
    this.#alarm('OverpaymentsOpen', 'A customer paid twice, and the payment provider does not give the money back.', overpaid, {
      min: 1,
      periods: 1,
    });
    this.#alarm(
      'CardTestingSuspected',
      'More than 30 payments from one IP address were refused at one account within an hour: somebody tries stolen cards.',
      cardTesting,
      { min: 1, periods: 1 },
    );
    const serverErrorAlarm = this.#alarm('ServerErrors', 'The API answered with server errors.', serverErrors, { min: 10, periods: 2 });
    // `npm run account -- alarm-test` raises this alarm.
    new CfnOutput(this, 'TestAlarmName', { value: serverErrorAlarm.alarmName });

    new Dashboard(this, 'Dashboard', {
      dashboardName: id,
      widgets: [
        [
          graph('Requests', [api.api.metricCount(), api.api.metricClientError(), serverErrors]),
          graph('Latency', [api.api.metricLatency({ statistic: 'p50' }), api.api.metricLatency({ statistic: 'p99' })]),
        ],
        [graph('Relay: age of the oldest event', [relayAge]), graph('Queues: age of the oldest message', queueAge)],
        [
          graph('Sweeps', [sweepsSucceeded, schedules.sweep.machine.metricFailed(), sweepLag]),
          graph('Renewals and clocks', [schedules.billingRun.machine.metricSucceeded(), runsFailed, clocksFailed, billingHolds]),
        ],
        [
          graph('Table', [data.table.metricConsumedReadCapacityUnits(), data.table.metricConsumedWriteCapacityUnits()]),
          graph(
            'Dead letters',
            Object.values(events.queues).map((each) => each.deadLetters.metricApproximateNumberOfMessagesVisible()),
          ),
        ],
      ],
    });
  }

  /** Alarms on the age of the oldest message of each queue, which grows if the worker fails or is too slow. */
  #alarmQueueAges({ queues }: EventsStack): void {
    const alarm = (id: string, what: string, { queue }: WorkQueue, minutes: number): Alarm =>
      this.#alarm(id, `${what} for ${minutes} minutes.`, queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }), {
        min: minutes * 60,
        periods: 1,
      });
    alarm('DueWorkLag', 'Due work waits', queues.due, 15);
    alarm('OldestUndelivered', 'The oldest event waits for its distribution to receivers', queues.fanout, 15);
    // Messages for later delivery attempts are delayed by up to 15 minutes.
    alarm('OldestWakeUp', 'The oldest wake-up of a webhook delivery waits', queues.delivery, 45);
    alarm('OldestProviderWebhook', 'The oldest webhook of a payment provider waits', queues.provider, 15);
    alarm('OldestMailOrder', 'The oldest event waits for its mail to be ordered', queues.mailOrders, 15);
    alarm('OldestMail', 'The oldest mail waits', queues.mail, 15);
    alarm('OldestFigures', 'The oldest event waits to be counted', queues.businessMetrics, 30);
    // A running import keeps its message in the queue, for at most thirty minutes.
    alarm('OldestImport', 'The oldest import of customers waits', queues.customerImport, 45);
    alarm('OldestDocument', 'The oldest document waits to be rendered', queues.documents, 30);
  }

  /** Alarms on throttling: functions, table reads and writes. */
  #alarmThrottling({ table }: DataStack): void {
    const sum = { statistic: 'Sum', period: Duration.minutes(5) };
    const functions = new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum });
    this.#alarm('FunctionsThrottled', 'Functions were throttled: raise the account quota or reserve less concurrency.', functions, {
      min: 1,
      periods: 2,
    });
    this.#alarm('ReadsThrottled', 'Reads of the table were refused.', table.metric('ReadThrottleEvents', sum), { min: 1, periods: 2 });
    this.#alarm('WritesThrottled', 'Writes of the table were refused.', table.metric('WriteThrottleEvents', sum), { min: 1, periods: 2 });
  }

  /** The age of the oldest due entry, in seconds, from the sweep's log lines. */
  #sweepLag({ sweepStep }: SchedulesStack): Metric {
    const name = { metricNamespace: this.stackName, metricName: 'SweepLagSeconds' };
    new MetricFilter(this, 'SweepLagLines', {
      logGroup: sweepStep.logGroup,
      filterPattern: FilterPattern.stringValue('$.kind', '=', COUNTED_NOTICES.sweep),
      metricValue: '$.lagSeconds',
      ...name,
    });
    return new Metric({ namespace: name.metricNamespace, metricName: name.metricName, statistic: 'Maximum', period: Duration.minutes(5) });
  }

  /** Counts log lines of one kind from these functions. */
  #countLines(metricName: string, term: string, functions: readonly WorkerFunction[], period: Duration): Metric {
    const name = { metricNamespace: this.stackName, metricName };
    for (const each of functions) {
      new MetricFilter(this, `${metricName}${each.node.id}`, {
        logGroup: each.logGroup,
        filterPattern: FilterPattern.anyTerm(term),
        metricValue: '1',
        ...name,
      });
    }
    return new Metric({ namespace: name.metricNamespace, metricName, statistic: 'Sum', period });
  }

  /** Raises an alarm if the metric is at least `min`, or below `below`, in each of the last `periods` periods. */
  #alarm(
    id: string,
    alarmDescription: string,
    metric: IMetric,
    limit: { readonly periods: number } & ({ readonly min: number } | { readonly below: number }),
  ): Alarm {
    const isLowerLimit = 'below' in limit;
    const alarm = new Alarm(this, id, {
      alarmDescription,
      metric,
      threshold: isLowerLimit ? limit.below : limit.min,
      evaluationPeriods: limit.periods,
      comparisonOperator: isLowerLimit ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isLowerLimit ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    return alarm;
  }
}

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12 });
