import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, type LogOptions, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { type Deployment, machineNameOf, type StateMachineName } from './deployment.ts';
import type { ServiceFunction } from './service-function.ts';
import { suppress } from './suppressions.ts';

export interface StateMachineFromAslProps {
  readonly deployment: Deployment;
  readonly name: StateMachineName;
  readonly type: StateMachineType;
  /** Functions by their placeholder in the definition. */
  readonly steps: Readonly<Record<string, ServiceFunction>>;
  readonly substitutions?: Readonly<Record<string, string>>;
  readonly statements?: readonly PolicyStatement[];
}

/** A state machine from `infra/state-machines/<name>.asl.json`; its role can invoke only its own steps. */
export class StateMachineFromAsl extends Construct {
  readonly machine: StateMachine;

  constructor(scope: Construct, id: string, props: StateMachineFromAslProps) {
    super(scope, id);
    const { config } = props.deployment;
    const functions = Object.entries(props.steps).map(([placeholder, step]): [string, string] => [placeholder, step.target.functionArn]);
    // Running executions of a former release still call the former versions of the steps.
    const callable = Object.values(props.steps).flatMap(({ lambda }) => [
      lambda.functionArn,
      ...(config.versions ? [`${lambda.functionArn}:*`] : []),
    ]);
    const invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: callable });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: { steps: new PolicyDocument({ statements: [invoke, ...(props.statements ?? [])] }) },
    });
    const definition = fileURLToPath(new URL(`../state-machines/${props.name}.asl.json`, import.meta.url));
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName: machineNameOf(config, props.name),
      stateMachineType: props.type,
      definitionBody: DefinitionBody.fromString(readFileSync(definition, 'utf8')),
      definitionSubstitutions: { ...Object.fromEntries(functions), ...props.substitutions },
      role,
      ...(props.type === StateMachineType.EXPRESS && config.emulator === null ? { logs: this.#logs(props) } : {}),
    });
    suppress(this, [
      {
        id: 'AwsSolutions-IAM5',
        reason: 'Log deliveries have no ARN: AWS allows these actions for all resources only.',
        appliesTo: ['Resource::*'],
      },
      {
        id: 'AwsSolutions-IAM5',
        reason: 'All versions of the steps: running executions of a former release still call the former versions.',
        appliesTo: [{ regex: '/^Resource::<[A-Za-z0-9]+StepFunction[A-Z0-9]+[.]Arn>:[*]$/g' }],
      },
    ]);
  }

  /** Logs of failed executions: an express machine keeps no history of its executions. */
  #logs({ deployment: { config }, name }: StateMachineFromAslProps): LogOptions {
    const destination = new LogGroup(this, 'Logs', {
      // Log groups with this prefix share one entry in the region's resource policy, whose size is limited.
      logGroupName: `/aws/vendedlogs/states/${machineNameOf(config, name)}`,
      retention: config.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return { destination, level: LogLevel.ERROR, includeExecutionData: true };
  }
}
