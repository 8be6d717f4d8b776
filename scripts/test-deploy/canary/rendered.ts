import { loadOperations } from '../../../shared/api/registry.ts';
import { sampleApp } from '../../../test/infra/deployment.ts';
import { isObject, objectsIn } from '../../local/files.ts';
import { ofType, type Resource, readTemplates, resolveTemplates, type Templates } from '../../local/prepare/template.ts';
import { ensure } from '../../support/waiting.ts';
import { type AlarmRule, alarmRuleOf } from './alarms.ts';

/** How a template releases a new version of a function. */
export interface ReleaseSettings {
  readonly aliasName: string;
  /** Share of the alias's calls that the new version gets first, from 0 to 1. */
  readonly share: number;
  /** How long the new version gets this share, in seconds. */
  readonly bakeSeconds: number;
  /** The alarms that roll the release back, by name. */
  readonly alarms: ReadonlyMap<string, AlarmRule>;
}

const TYPES = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::CloudWatch::Alarm',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Function',
]);
/** Placeholders: a release does not depend on addresses. */
const NO_ADDRESSES = { queueOrigin: 'http://127.0.0.1', publicBaseUrl: 'http://127.0.0.1' };

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** Returns the only value. Throws if there is none, or more than one. */
const theOnly = <T>(what: string, values: readonly T[]): T => {
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) throw new Error(`Expected ${what} exactly once, but found it ${values.length} times.`);
  return value;
};

/** Returns the logical id to which the `Ref` at `path` of a declaration refers. */
const logicalIdIn = (declared: unknown, ...path: readonly string[]): string =>
  String(asRecord(path.reduce((value: unknown, name) => asRecord(value)[name], declared))['Ref']);

/** Parses the name of one of CodeDeploy's canary configurations, such as `CodeDeployDefault.LambdaCanary10Percent5Minutes`. */
const canaryOf = (configuration: string): { readonly share: number; readonly bakeSeconds: number } => {
  const [, percent, minutes] = /^CodeDeployDefault\.LambdaCanary(\d+)Percent(\d+)Minutes$/.exec(configuration) ?? [];
  ensure(percent !== undefined && minutes !== undefined, `The deployment configuration is ${configuration}, not a canary of CodeDeploy.`);
  return { share: Number(percent) / 100, bakeSeconds: Number(minutes) * 60 };
};

/** Synthesizes the stacks into a folder, as they are deployed to AWS, but with only one operation: that of `file`. */
const synthesize = async (file: string, folder: string): Promise<Templates> => {
  const operations = await loadOperations();
  const operation = theOnly(
    file,
    operations.filter((each) => each.file === file),
  );
  return readTemplates(sampleApp({ stage: 'test', alarmEmail: 'on-call@example.com' }, [operation], folder).synth().directory);
};

/** Finds the alias of a function and the deployment group that shifts its calls. */
const findRelease = (
  templates: Templates,
  resources: readonly Resource[],
  file: string,
): { readonly alias: Resource; readonly group: Resource } => {
  const declared = ({ stack, logicalId }: Resource): unknown => asRecord(templates.get(stack)?.['Resources'])[logicalId];
  const lambda = theOnly(
    `the function of ${file}`,
    ofType(resources, 'AWS::Lambda::Function').filter(({ metadata }) => metadata['billing:entry'] === file),
  );
  const inStack = resources.filter(({ stack }) => stack === lambda.stack);
  const alias = theOnly(
    'its alias',
    ofType(inStack, 'AWS::Lambda::Alias').filter((each) => logicalIdIn(declared(each), 'Properties', 'FunctionName') === lambda.logicalId),
  );
  const groupId = logicalIdIn(declared(alias), 'UpdatePolicy', 'CodeDeployLambdaAliasUpdate', 'DeploymentGroupName');
  const group = theOnly(
    'its deployment group',
    ofType(inStack, 'AWS::CodeDeploy::DeploymentGroup').filter(({ logicalId }) => logicalId === groupId),
  );
  return { alias, group };
};

/**
 * Reads the alarms of a deployment group by name. Throws unless the group rolls back on alarms. `apiId`: replaces the API's placeholder in
 * the dimensions of alarms.
 */
const alarmsIn = (resources: readonly Resource[], { properties, logicalId }: Resource, apiId: string): ReadonlyMap<string, AlarmRule> => {
  const api = theOnly('the API', ofType(resources, 'AWS::ApiGatewayV2::Api'));
  const { Enabled: isEnabled, Alarms: listed } = asRecord(properties['AlarmConfiguration']);
  const { Enabled: rollsBack, Events: events } = asRecord(properties['AutoRollbackConfiguration']);
  ensure(
    isEnabled === true && rollsBack === true && Array.isArray(events) && events.includes('DEPLOYMENT_STOP_ON_ALARM'),
    `The deployment group ${logicalId} does not roll back on an alarm.`,
  );
  const rules = objectsIn(listed).map(({ Name: name }): [string, AlarmRule] => {
    const alarm = theOnly(
      `the alarm ${String(name)}`,
      ofType(resources, 'AWS::CloudWatch::Alarm').filter((each) => (each.properties['AlarmName'] ?? each.name) === name),
    );
    const rule = alarmRuleOf(alarm.properties);
    const dimensions = Object.entries(rule.dimensions).map(([key, value]) => [key, value === api.name ? apiId : value]);
    return [String(name), { ...rule, dimensions: Object.fromEntries(dimensions) }];
  });
  return new Map(rules);
};

/**
 * Reads the release of an operation's function from the templates that are deployed to AWS. `file`: its source file; `folder`: receives the
 * templates; `apiId`: the API of the deployment, to which the alarms refer.
 */
export const readReleaseSettings = async (file: string, folder: string, apiId: string): Promise<ReleaseSettings> => {
  const templates = await synthesize(file, folder);
  const resources = resolveTemplates(templates, NO_ADDRESSES, TYPES);
  const { alias, group } = findRelease(templates, resources, file);
  return {
    aliasName: String(alias.properties['Name']),
    ...canaryOf(String(group.properties['DeploymentConfigName'])),
    alarms: alarmsIn(resources, group, apiId),
  };
};
