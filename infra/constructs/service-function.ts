import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  type CfnFunction,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { functionIdOf } from '../../shared/api/registry.ts';
import { deployAsCanary } from './canary.ts';
import { environmentOf, type SharedResources } from './deployment.ts';
import { environmentFor, type Needs, statementsFor } from './grants.ts';
import { suppress, TRACING_SUPPRESSION } from './suppressions.ts';

export interface ServiceFunctionProps {
  readonly sharedResources: SharedResources;
  /** The source file that exports `handler`, relative to the repository. */
  readonly file: string;
  readonly needs: Needs;
  readonly timeoutSeconds: number;
  readonly statements?: readonly PolicyStatement[];
  /** More memory, and therefore more CPU, for CPU-bound functions. */
  readonly memoryMegabytes?: number;
  /** Reserved concurrency; default: unreserved. */
  readonly concurrency?: number;
  /** Set for a step of a state machine: the definition of the state machine calls a version of the function, not an alias. */
  readonly isStep?: true;
  /** Set if the old and the new version must not serve at the same time: a release then replaces the old version at once. */
  readonly withoutCanary?: true;
}

/** Memory with which a function has a whole processor. */
export const ONE_CPU_MEGABYTES = 1769;
const MEMORY_MEGABYTES = 512;

/** A function of the service with its log group, and with a role that allows exactly its needs. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  /** What callers call: an alias or, for a step, a version; in the stage `dev` the function. */
  readonly target: IFunction;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { config, bundleOf } = props.sharedResources;
    const functionId = functionIdOf(props.file);
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: config.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        needs: new PolicyDocument({
          statements: [this.#logging(), ...statementsFor(this, props.needs, props.sharedResources), ...(props.statements ?? [])],
        }),
      },
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      description: functionId,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(bundleOf(functionId)),
      environment: { ...environmentOf(this, props.sharedResources), ...environmentFor(props.needs, props.sharedResources) },
      memorySize: props.memoryMegabytes ?? MEMORY_MEGABYTES,
      timeout: Duration.seconds(props.timeoutSeconds),
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: config.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      role,
      // An execution that started before a release still calls the former versions of its steps.
      ...(props.isStep === true ? { currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE } } : {}),
      ...(props.concurrency === undefined || !config.reservedConcurrency ? {} : { reservedConcurrentExecutions: props.concurrency }),
    });
    // The CDK adds the permission to send traces in a separate policy of the role.
    if (config.tracing) suppress(role.node.findChild('DefaultPolicy'), [TRACING_SUPPRESSION]);
    const resource = this.lambda.node.defaultChild as CfnFunction;
    resource.addMetadata('billing:entry', props.file);
    resource.addMetadata('billing:function', functionId);
    this.target = this.#target(props);
  }

  #target({ sharedResources: { config }, isStep, withoutCanary }: ServiceFunctionProps): IFunction {
    if (!config.versions) return this.lambda;
    if (isStep === true) return this.lambda.currentVersion as IFunction;
    const alias = new Alias(this, 'Live', { aliasName: 'live', version: this.lambda.currentVersion as IVersion });
    if (config.canary && withoutCanary !== true) deployAsCanary(this, alias, config);
    return alias as IFunction;
  }

  #logging(): PolicyStatement {
    return new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [this.logGroup.logGroupArn] });
  }
}

/** A function triggered by a queue, a stream or a state machine. */
export class WorkerFunction extends ServiceFunction {}
