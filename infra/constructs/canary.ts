import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, type IAlarm, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { type ILambdaApplication, LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { LINE_METRICS, METRIC_LINES } from '../../shared/platform/log-lines.ts';
import { type DeploymentConfig, stackNameOf } from '../config.ts';
import { lineMetric, RUNBOOKS } from './service-alarm.ts';
import { suppress } from './suppressions.ts';

/** This many 5xx responses or logged internal errors within a minute roll back a release. Single failures also occur without a release. */
const MAX_FAILURES = 5;

/**
 * This many crashes within a minute roll back a release. One is enough: functions catch their errors, so crashes are rare, and the new
 * version gets only a tenth of the calls for five minutes, which can be a single call for a function with little traffic.
 */
const MAX_CRASHES = 1;

/**
 * This many internal errors within a minute roll back a release. Only processes that have not completed any request or message yet count.
 * One is enough, as for `MAX_CRASHES`: all calls of a new version can fail without reaching `MAX_FAILURES`.
 */
const MAX_NEVER_SUCCEEDED = 1;

/**
 * Names of the alarms. They count, in this order: 5xx responses; internal errors that functions log; crashes (also while code is loaded)
 * and timeouts of all functions of the AWS account; internal errors of processes that have not completed any request or message yet.
 */
const ALARMS = ['canary-server-errors', 'canary-faults', 'canary-crashes', 'canary-never-succeeded'] as const;
type CanaryAlarm = (typeof ALARMS)[number];

const alarmNameOf = (config: DeploymentConfig, alarm: CanaryAlarm): string => stackNameOf(config, alarm);

/** The alarms that roll a release back. They notify nobody: other alarms do. */
export class CanaryAlarms extends Construct {
  constructor(scope: Construct, id: string, props: { readonly config: DeploymentConfig; readonly api: HttpApi }) {
    super(scope, id);
    const period = { statistic: 'Sum', period: Duration.minutes(1) };
    const lines = (kind: 'fault' | 'neverSucceeded') => lineMetric(props.config, METRIC_LINES[kind], LINE_METRICS.lines, 1);
    const rules: Readonly<Record<CanaryAlarm, { readonly metric: IMetric; readonly threshold: number }>> = {
      'canary-server-errors': { metric: props.api.metricServerError(period), threshold: MAX_FAILURES },
      'canary-faults': { metric: lines('fault'), threshold: MAX_FAILURES },
      // No dimensions: counts all functions, aliases and versions. Alarms per function would be most of the cost of an idle stage.
      'canary-crashes': { metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Errors', ...period }), threshold: MAX_CRASHES },
      'canary-never-succeeded': { metric: lines('neverSucceeded'), threshold: MAX_NEVER_SUCCEEDED },
    };
    for (const name of ALARMS) {
      new Alarm(this, name, {
        alarmName: alarmNameOf(props.config, name),
        alarmDescription: `Rolls back a release while its canary runs. What to do: ${RUNBOOKS}/releases.md`,
        ...rules[name],
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    }
  }
}

/** What the deployment groups of a stack share. */
class CanaryGroups extends Construct {
  readonly application: ILambdaApplication;
  readonly role: IRole;
  readonly alarms: readonly IAlarm[];

  private constructor(stack: Stack, config: DeploymentConfig) {
    super(stack, 'Canary');
    this.application = new LambdaApplication(this, 'Application');
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited')],
    });
    suppress(this, [
      {
        id: 'AwsSolutions-IAM4',
        reason: 'The managed policy with which CodeDeploy shifts aliases and reads alarms; AWS documents no smaller one.',
        appliesTo: ['Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited'],
      },
    ]);
    this.alarms = ALARMS.map((name) =>
      Alarm.fromAlarmArn(
        this,
        name,
        stack.formatArn({
          service: 'cloudwatch',
          resource: 'alarm',
          resourceName: alarmNameOf(config, name),
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ),
    );
  }

  static of(scope: Construct, config: DeploymentConfig): CanaryGroups {
    const stack = Stack.of(scope);
    const existing = stack.node.tryFindChild('Canary');
    return existing instanceof CanaryGroups ? existing : new CanaryGroups(stack, config);
  }
}

/**
 * Shifts a tenth of the alias's calls to a new version for five minutes, then the rest. If one of the alarms is raised, CodeDeploy shifts
 * back and the deployment of the stack fails.
 */
export const deployAsCanary = (scope: Construct, alias: Alias, config: DeploymentConfig): void => {
  const { application, role, alarms } = CanaryGroups.of(scope, config);
  new LambdaDeploymentGroup(scope, 'Release', {
    alias,
    application,
    role,
    alarms: [...alarms],
    deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
    // CloudWatch can throttle the alarm polls, because every function is deployed at the same time.
    ignorePollAlarmsFailure: true,
    autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
  });
};
