import { ArnFormat, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { StepFunctionsStartExecution } from 'aws-cdk-lib/aws-scheduler-targets';
import { StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { WORKER_QUEUES } from '../../shared/domain/due.ts';
import { CONCURRENCY, SWEEP_EVERY_MINUTES } from '../concurrency.ts';
import { machineArnOf, machineNameOf, type SharedResources } from '../constructs/deployment.ts';
import type { Needs } from '../constructs/grants.ts';
import { WorkerFunction } from '../constructs/service-function.ts';
import { StateMachineFromAsl } from '../constructs/state-machine.ts';
import { FUNCTION_SUPPRESSIONS, suppress, suppressInStack } from '../constructs/suppressions.ts';
import { CHARGE_ACCESS, PREPARE_ACCESS, RUN_SETTLE_ACCESS } from '../run-access.ts';
import { STEPS } from '../unrouted.ts';

/** Permissions of steps that call the payment provider. They derive the sandbox's provider key, or decrypt the key of the tenant. */
const PROVIDER_NEEDS: Needs = { pepper: true, services: ['provider-credential'] };
/** Permissions of the step that advances a test clock. When the advance ends, the step starts the waiting advances of other test clocks. */
const CLOCK_NEEDS: Needs = { ...PROVIDER_NEEDS, writes: ['objects', 'clock-places'], services: ['provider-credential', 'clock-advance'] };
/** Permissions of the steps of a billing run. A step that ends the run starts the run of the next tenant. */
const RUN_NEEDS = {
  prepare: { table: PREPARE_ACCESS, services: ['billing-run'] },
  charge: { ...PROVIDER_NEEDS, table: CHARGE_ACCESS },
  settle: { table: RUN_SETTLE_ACCESS, services: ['billing-run'] },
} as const satisfies Readonly<Record<string, Needs>>;

/** Scheduled work: the sweep of each minute, billing runs, advances of test clocks. */
export class SchedulesStack extends Stack {
  readonly sweep: StateMachineFromAsl;
  readonly billingRun: StateMachineFromAsl;
  readonly clock: StateMachineFromAsl;
  readonly sweepStep: WorkerFunction;
  readonly prepareStep: WorkerFunction;
  readonly clockStep: WorkerFunction;

  constructor(scope: Construct, id: string, props: StackProps & { readonly sharedResources: SharedResources }) {
    super(scope, id, props);
    const { sharedResources } = props;
    const step = (name: string, functionName: keyof typeof STEPS, timeoutSeconds: number, needs: Needs) =>
      new WorkerFunction(this, name, {
        sharedResources,
        file: STEPS[functionName],
        timeoutSeconds,
        needs,
        concurrency: CONCURRENCY[functionName],
        isStep: true,
      });
    const sweep = step('SweepStep', 'sweep', 60, {
      writes: ['objects', 'heartbeats', 'run-slots'],
      dueIndex: true,
      services: ['billing-run', ...Object.values(WORKER_QUEUES).flat()],
    });
    const prepare = step('RunPrepareStep', 'runPrepare', 60, RUN_NEEDS.prepare);
    const charge = step('RunChargeStep', 'runCharge', 110, RUN_NEEDS.charge);
    const settle = step('RunSettleStep', 'runSettle', 60, RUN_NEEDS.settle);
    const next = step('ClockNextStep', 'clockNext', 90, CLOCK_NEEDS);
    this.sweepStep = sweep;
    this.prepareStep = prepare;
    this.clockStep = next;

    // Express: a standard machine is billed per state transition, here for 16 shards each minute even if nothing is due.
    this.sweep = new StateMachineFromAsl(this, 'ScheduleSweep', {
      deployment: sharedResources,
      name: 'schedule-sweep',
      type: StateMachineType.EXPRESS,
      steps: { SweepFunctionArn: sweep },
    });
    this.billingRun = new StateMachineFromAsl(this, 'BillingRun', {
      deployment: sharedResources,
      name: 'billing-run',
      type: StateMachineType.STANDARD,
      steps: { PrepareFunctionArn: prepare, ChargeFunctionArn: charge, SettleFunctionArn: settle },
    });
    this.clock = new StateMachineFromAsl(this, 'ClockAdvance', {
      deployment: sharedResources,
      name: 'clock-advance',
      type: StateMachineType.STANDARD,
      steps: { NextFunctionArn: next },
      substitutions: { BillingRunMachineArn: this.billingRun.machine.stateMachineArn },
      statements: this.#runStatements(sharedResources),
    });
    new Schedule(this, 'EachMinute', {
      schedule: ScheduleExpression.rate(Duration.minutes(SWEEP_EVERY_MINUTES)),
      enabled: !sharedResources.config.maintenance,
      target: new StepFunctionsStartExecution(this.sweep.machine, {
        input: ScheduleTargetInput.fromObject({}),
        // One retry is enough: after a missed sweep, the next sweep finds the same due work.
        retryAttempts: 1,
        maxEventAge: Duration.minutes(1),
      }),
    });

    suppressInStack(this, [
      ...FUNCTION_SUPPRESSIONS,
      {
        id: 'AwsSolutions-SF1',
        reason:
          'Standard machines keep the history of their executions; the express machine logs failed ones. Each step logs its own line.',
      },
      {
        id: 'AwsSolutions-SF2',
        reason: 'Tracing needs rights on every resource and is off for the functions too; executions show each step and its duration.',
      },
      { id: 'Serverless-StepFunctionStateMachineXray', reason: 'As AwsSolutions-SF2.' },
    ]);
    suppress(this.clock, [
      { id: 'AwsSolutions-IAM5', reason: 'Executions have generated names. The wildcard covers only executions of billing-run.' },
    ]);
    new CfnOutput(this, 'BillingRunMachineArn', { value: this.billingRun.machine.stateMachineArn });
    new CfnOutput(this, 'ClockAdvanceMachineArn', { value: this.clock.machine.stateMachineArn });
    new CfnOutput(this, 'ScheduleSweepMachineArn', { value: this.sweep.machine.stateMachineArn });
  }

  /** Permissions to start a billing run and wait for its end. Step Functions waits with an EventBridge rule that it manages. */
  #runStatements(sharedResources: SharedResources): readonly PolicyStatement[] {
    const executions = this.formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${machineNameOf(sharedResources.config, 'billing-run')}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const managedRule = this.formatArn({
      service: 'events',
      resource: 'rule',
      resourceName: 'StepFunctionsGetEventsForStepFunctionsExecutionRule',
    });
    return [
      new PolicyStatement({ actions: ['states:StartExecution'], resources: [machineArnOf(this, sharedResources.config, 'billing-run')] }),
      new PolicyStatement({ actions: ['states:DescribeExecution', 'states:StopExecution'], resources: [executions] }),
      new PolicyStatement({ actions: ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], resources: [managedRule] }),
    ];
  }
}
