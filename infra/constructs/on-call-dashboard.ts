import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IAlarm, type IMetric, Metric, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { LINE_METRICS, METRIC_LINES } from '../../shared/platform/log-lines.ts';
import type { DeploymentConfig } from '../config.ts';
import type { ApiStack } from '../stacks/api.ts';
import type { DataStack } from '../stacks/data.ts';
import type { EventsStack } from '../stacks/events.ts';
import type { SchedulesStack } from '../stacks/schedules.ts';
import { lineMetric, RUNBOOKS } from './service-alarm.ts';

export interface OnCallDashboardProps {
  readonly name: string;
  readonly alarms: readonly IAlarm[];
  readonly config: DeploymentConfig;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly events: EventsStack;
  readonly schedules: SchedulesStack;
}

const HALF = 12;
const FULL = 24;

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: HALF });

/** The dashboard of the person on call: first all alarms, then money, requests, due work, events and the table. */
export class OnCallDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { name, alarms, config, data, api, events, schedules }: OnCallDashboardProps) {
    super(scope, id, { dashboardName: name });
    const lines = (...kinds: readonly (keyof typeof METRIC_LINES)[]) => kinds.map((kind) => lineMetric(config, METRIC_LINES[kind]));
    this.addWidgets(
      new TextWidget({ markdown: `Each alarm's description names its runbook in \`${RUNBOOKS}\`.`, width: FULL, height: 1 }),
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: FULL, height: 6 }),
    );
    this.addWidgets(
      graph('Payments to resolve by hand', lines('billingHold', 'renewalRefused', 'checkoutRefused', 'changeRefused', 'overpaymentOpen')),
      graph('Charges without an outcome, and card testing', lines('chargeLeftOpen', 'paymentGivenUp', 'cardTesting')),
    );
    this.addWidgets(
      graph('Requests', [api.api.metricCount(), api.api.metricClientError(), api.api.metricServerError(), ...lines('fault')]),
      graph('Latency', [api.api.metricLatency({ statistic: 'p50' }), api.api.metricLatency({ statistic: 'p99' })]),
    );
    this.addWidgets(
      graph('Sweeps', [
        schedules.sweep.machine.metricSucceeded(),
        schedules.sweep.machine.metricFailed(),
        lineMetric(config, METRIC_LINES.sweep, LINE_METRICS.lag),
        lineMetric(config, METRIC_LINES.runsWaiting, LINE_METRICS.lag),
      ]),
      graph('Billing runs and test clocks', [
        schedules.billingRun.machine.metricSucceeded(),
        schedules.billingRun.machine.metricFailed(),
        schedules.clock.machine.metricFailed(),
      ]),
    );
    this.addWidgets(
      graph('Relay: age of the oldest event', [
        events.relay.lambda.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
        lineMetric(config, METRIC_LINES.relayHeartbeat, LINE_METRICS.lag),
      ]),
      // Expected at a month end: workers have reserved concurrency, and throttled invocations are retried.
      graph('Throttled invocations', [new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum' })]),
    );
    // Throttled calls, for the same reason.
    this.addWidgets(graph('Overload', lines('overload')));
    this.addWidgets(
      graph('Table', [data.table.metricConsumedReadCapacityUnits(), data.table.metricConsumedWriteCapacityUnits()]),
      graph('Table: throttled', [
        data.table.metric('ReadThrottleEvents', { statistic: 'Sum' }),
        data.table.metric('WriteThrottleEvents', { statistic: 'Sum' }),
      ]),
    );
    const queues = Object.values(events.queues);
    this.addWidgets(
      graph(
        'Queues: age of the oldest message',
        queues.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: Duration.minutes(1) })),
      ),
      graph(
        'Dead letters',
        queues.map(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
      ),
    );
    this.addWidgets(graph('Bounces and complaints of mails', lines('mailFeedback', 'mailFeedbackMalformed')));
  }
}
