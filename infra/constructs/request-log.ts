import { Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSubscriptionFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { Lanes } from './lanes.ts';
import { type ServiceFunctionProps, WorkerFunction } from './service-function.ts';

/** Log lines of requests with an API key (`RequestLine` in `shared/platform/log-lines.ts`). */
const REQUESTS_WITH_KEY = '{ $.kind = "request" && $.key = "ak_*" }';

/** Subscription filters of a stack that are created at once. CloudWatch Logs would throttle more, and the deployment would fail. */
const FILTERS_AT_ONCE = 3;

/** The function that records API requests from the logs of the API's functions. All log groups of the AWS account may call it. */
export class RequestLogWorker extends WorkerFunction {
  readonly #filters = new Map<Stack, Lanes>();

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id, props);
    const { account } = Stack.of(this);
    this.target.addPermission('FromLogs', {
      principal: new ServicePrincipal('logs.amazonaws.com'),
      sourceAccount: account,
      sourceArn: Stack.of(this).formatArn({ service: 'logs', resource: 'log-group:*' }),
    });
  }

  /** Sends the request lines of a log group to the function. */
  subscribe(scope: Construct, logGroup: ILogGroup): void {
    const filter = new CfnSubscriptionFilter(scope, 'RequestLog', {
      logGroupName: logGroup.logGroupName,
      destinationArn: this.target.functionArn,
      filterPattern: REQUESTS_WITH_KEY,
    });
    const stack = Stack.of(scope);
    const lanes = this.#filters.get(stack) ?? new Lanes(FILTERS_AT_ONCE);
    this.#filters.set(stack, lanes);
    lanes.add(filter);
  }
}
