import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  CompositeAlarm,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct, IConstruct } from 'constructs';
import { LINE_METRICS, METRIC_LINES } from '../../shared/platform/log-lines.ts';
import type { DeploymentConfig } from '../config.ts';
import type { ApiStack } from '../stacks/api.ts';
import type { DataStack } from '../stacks/data.ts';
import type { EventsStack } from '../stacks/events.ts';
import type { SchedulesStack } from '../stacks/schedules.ts';
import { lineMetric, RUNBOOKS, ServiceAlarm } from './service-alarm.ts';

export interface OnCallDashboardProps {
  readonly name: string;
  readonly config: DeploymentConfig;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly events: EventsStack;
  readonly schedules: SchedulesStack;
}

/** Widths of widgets: a dashboard has 24 columns. */
const HALF = 12;
const FULL = 24;

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: HALF });

/** The dashboard of the person on call: first all alarms of the app that are sent to people, then graphs. */
export class OnCallDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { name, config, data, api, events, schedules }: OnCallDashboardProps) {
    super(scope, id, { dashboardName: name });
    const lines = (...kinds: readonly (keyof typeof METRIC_LINES)[]) => kinds.map((kind) => lineMetric(config, METRIC_LINES[kind]));
    const { alarms, elsewhere } = this.#alarms();
    this.addWidgets(
      new TextWidget({
        markdown: [`Each alarm's description names its runbook in \`${RUNBOOKS}\`.`, ...elsewhere].join(' '),
        width: FULL,
        height: 2,
      }),
      new AlarmStatusWidget({ title: 'Alarms', alarms, width: FULL, height: 8 }),
    );
    this.addWidgets(
      graph(
        'Payments to resolve by hand',
        lines('billingHold', 'renewalRefused', 'checkoutRefused', 'changeRefused', 'setupRefused', 'owedRefundOpen'),
      ),
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
        ...lines('dueKindUnknown'),
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
    // Throttled calls and concurrent changes, which are expected when much is due at once.
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

  /** The alarms of this region, and a text for each alarm in another region, which a widget here cannot show. */
  #alarms(): { readonly alarms: IAlarm[]; readonly elsewhere: readonly string[] } {
    const all = this.node.root.node.findAll().filter(isSentToPeople);
    const { region } = Stack.of(this);
    const isHere = (alarm: IAlarm): boolean => Stack.of(alarm).region === region;
    const elsewhere = all
      .filter((alarm) => !isHere(alarm))
      .map((alarm) => {
        const { region: other } = Stack.of(alarm);
        return `In [${other}](https://${other}.console.aws.amazon.com/cloudwatch/home?region=${other}#alarmsV2:): \`${alarm.node.id}\`.`;
      });
    return { alarms: all.filter(isHere), elsewhere };
  }
}

/** True for alarms that notify. The parts of a composite alarm and the alarms of a canary do not. */
const isSentToPeople = (construct: IConstruct): construct is ServiceAlarm | CompositeAlarm =>
  construct instanceof ServiceAlarm || construct instanceof CompositeAlarm;
