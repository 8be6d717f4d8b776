import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { LINE_METRICS, METRIC_LINES } from '../../shared/platform/log-lines.ts';
import type { DeploymentConfig } from '../config.ts';
import { OnCallDashboard } from '../constructs/on-call-dashboard.ts';
import { lineMetric, ServiceAlarm, type ServiceAlarmProps } from '../constructs/service-alarm.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import type { ApiStack } from './api.ts';
import type { DataStack } from './data.ts';
import type { EventsStack } from './events.ts';
import type { SchedulesStack } from './schedules.ts';

export interface ObservabilityStackProps extends StackProps {
  readonly config: DeploymentConfig;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly events: EventsStack;
  readonly schedules: SchedulesStack;
}

type AlarmProps = Omit<ServiceAlarmProps, 'topic'>;

const FIVE_MINUTES = Duration.minutes(5);
const SUM = { statistic: 'Sum', period: FIVE_MINUTES } as const;

/**
 * A dashboard, and an alarm for each way the service can stop working or lose money unnoticed. The alarms of dead-letter queues, failed
 * stream records, the event stream, backups and CloudFront are defined with these resources. The dashboard shows all alarms, so this stack
 * must be created last.
 */
export class ObservabilityStack extends Stack {
  readonly #props: ObservabilityStackProps;

  constructor(scope: Construct, id: string, props: ObservabilityStackProps) {
    super(scope, id, props);
    this.#props = props;
    this.#alarmApi();
    this.#alarmMoney();
    this.#alarmDueWork();
    this.#alarmEvents();
    this.#alarmTable();
    if (props.config.mail !== null) this.#alarmMail();
    new OnCallDashboard(this, 'Dashboard', { ...props, name: id });
  }

  #alarm(id: string, props: AlarmProps): ServiceAlarm {
    return new ServiceAlarm(this, id, { ...props, topic: this.#props.data.alarmTopic });
  }

  #alarmApi(): void {
    const { api } = this.#props.api;
    const serverErrors = this.#alarm('ServerErrors', {
      meaning: 'The API answered with server errors.',
      runbook: 'server-errors',
      metric: api.metricServerError(SUM),
      limit: { min: 10 },
      periods: 2,
    });
    // `npm run account -- alarm-test` raises this alarm.
    new CfnOutput(this, 'TestAlarmName', { value: serverErrors.alarmName });
    this.#alarm('Faults', {
      meaning: 'A function met an error that it did not expect.',
      runbook: 'faults',
      metric: lineMetric(this.#props.config, METRIC_LINES.fault),
      limit: { min: 1 },
      periods: 1,
    });
    this.#alarm('Latency', {
      meaning: 'One in a hundred requests took longer than five seconds.',
      runbook: 'latency',
      metric: api.metricLatency({ statistic: 'p99', period: FIVE_MINUTES }),
      limit: { min: 5000 },
      periods: 3,
    });
    this.#alarm('ClientErrors', {
      meaning: 'More than ten requests a second were refused with a status from 400 to 499.',
      runbook: 'client-errors',
      metric: api.metricClientError(SUM),
      limit: { min: 3000 },
      periods: 3,
    });
    this.#alarm('RateLimited', {
      meaning: 'More than three requests a second were refused with 429.',
      runbook: 'client-errors',
      metric: lineMetric(this.#props.config, 'request', LINE_METRICS.rateLimited),
      limit: { min: 1000 },
      periods: 3,
    });
  }

  /** Alarms on log lines about payments and renewals that a person has to look at. */
  #alarmMoney(): void {
    const alarm = (id: string, line: keyof typeof METRIC_LINES, meaning: string, runbook: string, periodMinutes = 5): void => {
      const metric = lineMetric(this.#props.config, METRIC_LINES[line], LINE_METRICS.lines, periodMinutes);
      this.#alarm(id, { meaning, runbook, metric, limit: { min: 1 }, periods: 1 });
    };
    alarm(
      'RenewalsOnHold',
      'billingHold',
      'A rule refused to renew a subscription or to charge for it; it is tried again.',
      'renewals-on-hold',
    );
    alarm('RenewalsRefused', 'renewalRefused', 'A renewal was paid, and a rule refused to apply the payment.', 'payments-not-applied');
    alarm('CheckoutsRefused', 'checkoutRefused', 'A sale was paid, and a rule refused to complete it.', 'payments-not-applied');
    alarm('ChangesRefused', 'changeRefused', 'A plan change was paid, and a rule refused to make it.', 'payments-not-applied');
    alarm('SetupsRefused', 'setupRefused', 'A payment method was verified, and a rule refused to store it.', 'payments-not-applied');
    alarm('ChargesLeftOpen', 'chargeLeftOpen', 'The payment provider did not answer for a charge.', 'charges-without-outcome');
    alarm('PaymentsGivenUp', 'paymentGivenUp', 'A payment never got an outcome and is no longer polled.', 'charges-without-outcome');
    // The due worker retries an owed refund at least once a day and logs a line each time, so the period is a day.
    alarm(
      'OwedRefundsOpen',
      'owedRefundOpen',
      'A customer paid twice or withdrew from the contract, and the refund fails.',
      'owed-refunds',
      24 * 60,
    );
    alarm(
      'CardTestingSuspected',
      'cardTesting',
      'More than 30 payments from one IP address were refused at one account within an hour.',
      'card-testing',
    );
  }

  #alarmDueWork(): void {
    const { config, schedules } = this.#props;
    this.#alarm('SweepsMissing', {
      meaning: 'No sweep of the schedules succeeded for ten minutes: renewals are late.',
      runbook: 'sweeps',
      metric: schedules.sweep.machine.metricSucceeded(SUM),
      limit: { below: 1 },
      periods: 2,
    });
    this.#alarm('SweepLag', {
      meaning: 'Due work has waited for the sweep for five minutes.',
      runbook: 'sweeps',
      metric: lineMetric(config, METRIC_LINES.sweep, LINE_METRICS.lag),
      limit: { min: 5 * 60 },
      periods: 2,
    });
    this.#alarm('RunsWaiting', {
      meaning: 'A tenant has waited an hour for its billing run to start.',
      runbook: 'sweeps',
      metric: lineMetric(config, METRIC_LINES.runsWaiting, LINE_METRICS.lag),
      limit: { min: 60 * 60 },
      periods: 2,
    });
    this.#alarm('DueKindsUnknown', {
      meaning: 'Due work has a kind that this release does not know; it waits.',
      runbook: 'unknown-due-kinds',
      metric: lineMetric(config, METRIC_LINES.dueKindUnknown),
      limit: { min: 1 },
      periods: 1,
    });
    this.#alarm('BillingRunsFailed', {
      meaning: 'A billing run ended in an error: the next sweep begins another.',
      runbook: 'state-machines',
      metric: schedules.billingRun.machine.metricFailed(SUM),
      limit: { min: 1 },
      periods: 1,
    });
    this.#alarm('ClocksFailed', {
      meaning: 'The advance of a test clock ended in an error.',
      runbook: 'state-machines',
      metric: schedules.clock.machine.metricFailed(SUM),
      limit: { min: 1 },
      periods: 1,
    });
  }

  #alarmEvents(): void {
    const { config, events } = this.#props;
    this.#alarm('RelayStopped', {
      meaning: 'The relay received no heartbeat for ten minutes: recorded events are not sent.',
      runbook: 'relay',
      metric: lineMetric(config, METRIC_LINES.relayHeartbeat),
      limit: { below: 1 },
      periods: 2,
    });
    this.#alarm('RelayLag', {
      meaning: 'A recorded event has waited for the relay for five minutes.',
      runbook: 'relay',
      metric: events.relay.lambda.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      limit: { min: 5 * 60_000 },
      periods: 1,
    });
    const { queues } = events;
    this.#alarmQueueAge('DueWorkLag', 'Due work waits', queues.due, 15);
    this.#alarmQueueAge('OldestUndelivered', 'The oldest event waits to be distributed to webhook endpoints', queues.fanout, 15);
    // Messages for later delivery attempts are delayed by up to 15 minutes.
    this.#alarmQueueAge('OldestWakeUp', 'The oldest wake-up of a webhook delivery waits', queues.delivery, 45);
    this.#alarmQueueAge('OldestProviderWebhook', 'The oldest webhook of a payment provider waits', queues.provider, 15);
    this.#alarmQueueAge('OldestMailOrder', 'The oldest event has had no mail orders', queues.mailOrders, 15);
    this.#alarmQueueAge('OldestMail', 'The oldest mail waits', queues.mail, 15);
    this.#alarmQueueAge('OldestSignInMail', 'The oldest mail with a sign-in link waits', queues.signInMail, 5);
    this.#alarmQueueAge('OldestMailFeedback', 'The oldest bounce or complaint waits to be recorded', queues.mailFeedback, 30);
    this.#alarmQueueAge('OldestFigures', 'The oldest event waits to be counted', queues.businessMetrics, 30);
    // A running import keeps its message in the queue, for at most thirty minutes.
    this.#alarmQueueAge('OldestImport', 'The oldest import of customers waits', queues.customerImport, 45);
    this.#alarmQueueAge('OldestDocument', 'The oldest document waits to be rendered', queues.documents, 30);
  }

  /** An alarm on the age of the oldest message of a queue, which grows if the worker fails or is too slow. */
  #alarmQueueAge(id: string, what: string, { queue }: WorkQueue, minutes: number): void {
    this.#alarm(id, {
      meaning: `${what} for ${minutes} minutes.`,
      runbook: 'queues',
      metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
      limit: { min: minutes * 60 },
      periods: 1,
    });
  }

  /**
   * Alarms on throttling that lasts. Short throttling is expected when much is due at once, for example at the end of a month: calls are
   * retried. An index that is throttled also slows down the writes of the table.
   */
  #alarmTable(): void {
    const { table, indexNames } = this.#props.data;
    const alarm = (id: string, what: string, metric: IMetric): void => {
      this.#alarm(id, {
        meaning: `${what} were throttled for 15 minutes.`,
        runbook: 'throttling',
        metric,
        limit: { min: 500 },
        periods: 3,
      });
    };
    alarm('ReadsThrottled', 'Reads of the table', table.metric('ReadThrottleEvents', SUM));
    alarm('WritesThrottled', 'Writes of the table', table.metric('WriteThrottleEvents', SUM));
    for (const indexName of indexNames) {
      const dimensionsMap = { TableName: table.tableName, GlobalSecondaryIndexName: indexName };
      const indexMetric = (metricName: string) => new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, ...SUM });
      alarm(`ReadsThrottled-${indexName}`, `Reads of the index ${indexName}`, indexMetric('ReadThrottleEvents'));
      alarm(`WritesThrottled-${indexName}`, `Writes of the index ${indexName}`, indexMetric('WriteThrottleEvents'));
    }
  }

  /** The limits are below the rates at which SES reviews an account: 5 % bounces, 0.1 % complaints. */
  #alarmMail(): void {
    const alarm = (id: string, metricName: string, meaning: string, min: number): void => {
      const metric = new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Average', period: Duration.hours(1) });
      this.#alarm(id, { meaning, runbook: 'mail-reputation', metric, limit: { min }, periods: 1 });
    };
    alarm('MailBounces', 'Reputation.BounceRate', 'More than 4 % of the sent mails bounce.', 0.04);
    alarm('MailComplaints', 'Reputation.ComplaintRate', 'More than 0.08 % of the receivers report mails as spam.', 0.0008);
    this.#alarm('MailFeedbackMalformed', {
      meaning: 'Bounces or complaints cannot be read, and are not recorded on customers.',
      runbook: 'mail-reputation',
      metric: lineMetric(this.#props.config, METRIC_LINES.mailFeedbackMalformed),
      limit: { min: 1 },
      periods: 1,
    });
  }
}
