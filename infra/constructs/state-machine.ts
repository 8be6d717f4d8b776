import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, StateMachine, type StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { type Deployment, machineNameOf, type StateMachineName } from './deployment.ts';
import type { ServiceFunction } from './service-function.ts';

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
    const functions = Object.entries(props.steps).map(([placeholder, step]): [string, string] => [placeholder, step.lambda.functionArn]);
    const invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: functions.map(([, arn]) => arn) });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      inlinePolicies: { steps: new PolicyDocument({ statements: [invoke, ...(props.statements ?? [])] }) },
    });
    const definition = fileURLToPath(new URL(`../state-machines/${props.name}.asl.json`, import.meta.url));
    this.machine = new StateMachine(this, 'Machine', {
      stateMachineName: machineNameOf(props.deployment.config, props.name),
      stateMachineType: props.type,
      definitionBody: DefinitionBody.fromString(readFileSync(definition, 'utf8')),
      definitionSubstitutions: { ...Object.fromEntries(functions), ...props.substitutions },
      role,
    });
  }
}
