import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, text } from '../files.ts';
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from '../settings.ts';

/** A resource as declared in a template, with unresolved references. */
interface DeclaredResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: unknown;
  readonly metadata: unknown;
}

/** A resource with every reference replaced by its local value. */
export interface Resource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly arn: string;
}

/** Addresses of the running local services, to which references resolve. */
export interface LocalValues {
  /** `http://127.0.0.1:<port>` of the queues. */
  readonly queueOrigin: string;
  readonly publicBaseUrl: string;
}

export type Templates = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Resource types with a local fake. Other types (roles, log groups, alarms) are ignored. */
const SUPPORTED_TYPES = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::DynamoDB::Table',
  'AWS::ECS::TaskDefinition',
  'AWS::ElasticLoadBalancingV2::ListenerRule',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::KMS::Key',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::Logs::SubscriptionFilter',
  'AWS::Scheduler::Schedule',
  'AWS::SecretsManager::Secret',
  'AWS::StepFunctions::StateMachine',
]);

const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
};

const ARN_FORMATS: Readonly<Record<string, (name: string) => string>> = {
  'AWS::DynamoDB::Table': (name) => `dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:table/${name}`,
  'AWS::Events::EventBus': (name) => `events:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:event-bus/${name}`,
  'AWS::KMS::Key': (name) => `kms:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:key/${name}`,
  'AWS::Lambda::Function': (name) => `lambda:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:function:${name}`,
  'AWS::S3::Bucket': (name) => `s3:::${name}`,
  'AWS::SNS::Topic': (name) => `sns:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:${name}`,
  'AWS::SQS::Queue': (name) => `sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:${name}`,
  'AWS::SecretsManager::Secret': (name) => `secretsmanager:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:secret:${name}`,
  'AWS::StepFunctions::StateMachine': (name) => `states:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:stateMachine:${name}`,
};

const TEMPLATE = '.template.json';
const NESTED_STACK = 'AWS::CloudFormation::Stack';

/** Types of which `Ref` returns the ARN instead of the name. */
const REF_IS_ARN = new Set(['AWS::SNS::Topic', 'AWS::SecretsManager::Secret', 'AWS::StepFunctions::StateMachine']);

/** Values of CloudFormation's pseudo parameters. */
const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::AccountId': LOCAL_ACCOUNT_ID,
  'AWS::Partition': 'aws',
  'AWS::Region': LOCAL_REGION,
  'AWS::URLSuffix': 'amazonaws.com',
};

/** Reads every template of a cloud assembly, by stack name; a nested stack's name ends in `.nested`. */
export const readTemplates = (assembly: string): Templates => {
  const files = readdirSync(assembly, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(TEMPLATE));
  return new Map(files.map((file) => [basename(file, TEMPLATE), JSON.parse(readFileSync(join(assembly, file), 'utf8'))]));
};

/**
 * Resolves the references in resources of these types (default: those with a local fake), across stacks and into nested stacks. Throws if
 * a reference names no resource. An attribute without a local value becomes the text `<logical id>.<attribute>`.
 */
export const resolveTemplates = (
  templates: Templates,
  values: LocalValues,
  types: ReadonlySet<string> = SUPPORTED_TYPES,
): readonly Resource[] => {
  const declared = [...templates].flatMap(([stack, template]) => declaredIn(stack, template));
  const byId = new Map(declared.map((resource) => [`${resource.stack}/${resource.logicalId}`, resource]));
  const exported = exportsOf(templates);
  const parents = new Map(declared.filter(({ type }) => type === NESTED_STACK).map((resource) => [nestedNameOf(resource), resource]));
  const resolverOf = (stack: string): ((value: unknown) => unknown) => {
    const resolve = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== undefined);
      if (!isObject(value)) return value;
      const [name, ...more] = Object.keys(value);
      if (name === undefined || more.length > 0) return mapValues(value, resolve);
      if (name !== 'Ref' && !name.startsWith('Fn::')) return mapValues(value, resolve);
      return intrinsic(name, value[name]);
    };
    const intrinsic = (name: string, argument: unknown): unknown => {
      if (name === 'Ref') return reference(String(argument));
      if (name === 'Fn::GetAtt') return attribute(...attributePath(argument));
      if (name === 'Fn::Join') return joined(argument, resolve);
      if (name === 'Fn::Sub')
        return substituted(argument, resolve, (path) => (path.includes('.') ? attribute(...attributePath(path)) : reference(path)));
      if (name === 'Fn::ImportValue') return imported(String(resolve(argument)));
      if (name === 'Fn::Select') return selected(argument, resolve);
      if (name === 'Fn::Split') return splitText(argument, resolve);
      throw new Error(`${stack}: the function ${name} is not supported locally.`);
    };
    const find = (logicalId: string): DeclaredResource => {
      const resource = byId.get(`${stack}/${logicalId}`);
      if (resource === undefined) throw new Error(`${stack}: no resource is named ${logicalId}.`);
      return resource;
    };
    const reference = (logicalId: string): unknown => {
      if (logicalId === 'AWS::NoValue') return undefined;
      if (logicalId === 'AWS::StackName') return stack;
      const parent = parents.get(stack);
      const parameter = record(record(parent?.properties)['Parameters'])[logicalId];
      if (parent !== undefined && parameter !== undefined) return resolverOf(parent.stack)(parameter);
      return PSEUDO_PARAMETERS[logicalId] ?? referenceTo(find(logicalId), values);
    };
    const attribute = (logicalId: string, name: string): unknown => {
      const resource = find(logicalId);
      if (resource.type !== NESTED_STACK) return attributeOf(resource, name, values);
      const nested = nestedNameOf(resource);
      const output = record(record(templates.get(nested)?.['Outputs'])[name.replace(/^Outputs\./, '')]);
      return resolverOf(nested)(output['Value']);
    };
    const imported = (name: string): unknown => {
      const output = exported.get(name);
      if (output === undefined) throw new Error(`${stack}: no stack exports ${name}.`);
      return resolverOf(output.stack)(output.value);
    };
    return resolve;
  };
  return declared
    .filter((resource) => types.has(resource.type))
    .map((resource) => ({
      stack: resource.stack,
      logicalId: resource.logicalId,
      type: resource.type,
      properties: record(resolverOf(resource.stack)(resource.properties)),
      metadata: record(resource.metadata),
      name: nameOf(resource),
      arn: arnOf(resource),
    }));
};

export const ofType = (resources: readonly Resource[], type: string): readonly Resource[] =>
  resources.filter((resource) => resource.type === type);

/** Returns an object as it is, and any other value as an empty object. */
const record = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

const mapValues = (value: Readonly<Record<string, unknown>>, map: (item: unknown) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, map(item)] as const)
      .filter(([, item]) => item !== undefined),
  );

const declaredIn = (stack: string, template: Readonly<Record<string, unknown>>): readonly DeclaredResource[] =>
  Object.entries(record(template['Resources'])).map(([logicalId, value]) => {
    const resource = record(value);
    return { stack, logicalId, type: String(resource['Type']), properties: resource['Properties'], metadata: resource['Metadata'] };
  });

/** Returns the name of a nested stack's template. Throws if the metadata of the stack does not contain the name. */
const nestedNameOf = ({ stack, logicalId, metadata }: DeclaredResource): string => {
  const path = text(record(metadata)['aws:asset:path']);
  if (path === undefined) throw new Error(`${stack}: ${logicalId} has no metadata about its template file.`);
  return basename(path, TEMPLATE);
};

const exportsOf = (templates: Templates): ReadonlyMap<string, { readonly stack: string; readonly value: unknown }> =>
  new Map(
    [...templates].flatMap(([stack, template]) =>
      Object.values(record(template['Outputs'])).flatMap((output) => {
        const name = text(record(record(output)['Export'])['Name']);
        return name === undefined ? [] : [[name, { stack, value: record(output)['Value'] }] as const];
      }),
    ),
  );

const attributePath = (argument: unknown): [string, string] => {
  const [logicalId, ...rest] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
  return [logicalId ?? '', rest.join('.')];
};

const joined = (argument: unknown, resolve: (value: unknown) => unknown): string => {
  const [separator, parts] = Array.isArray(argument) ? argument : [];
  const items = resolve(parts);
  return Array.isArray(items) ? items.map(String).join(String(separator)) : '';
};

/** Replaces each `${name}` of `Fn::Sub`; `${!name}` is literal text. */
const substituted = (argument: unknown, resolve: (value: unknown) => unknown, resolvePath: (path: string) => unknown): string => {
  const [pattern, variables] = Array.isArray(argument) ? argument : [argument, {}];
  const values = record(resolve(variables));
  return String(pattern).replaceAll(/\$\{([^!}][^}]*)\}/g, (_, name: string) => String(values[name] ?? resolvePath(name)));
};

const selected = (argument: unknown, resolve: (value: unknown) => unknown): unknown => {
  const [index, list] = Array.isArray(argument) ? argument : [];
  const items = resolve(list);
  return Array.isArray(items) ? items[Number(index)] : undefined;
};

const splitText = (argument: unknown, resolve: (value: unknown) => unknown): readonly string[] => {
  const [separator, value] = Array.isArray(argument) ? argument : [];
  return String(resolve(value)).split(String(separator));
};

const nameOf = (resource: DeclaredResource): string => {
  const property = NAME_PROPERTIES[resource.type];
  const declaredName = property === undefined ? undefined : text(record(resource.properties)[property]);
  if (declaredName !== undefined) return declaredName;
  if (resource.type === 'AWS::DynamoDB::Table') return 'billing';
  const generatedName = `${resource.stack}-${resource.logicalId}`.slice(-64);
  return resource.type === 'AWS::S3::Bucket' ? generatedName.toLowerCase() : generatedName;
};

const arnOf = (resource: DeclaredResource): string => {
  const formatArn = ARN_FORMATS[resource.type];
  return `arn:aws:${formatArn === undefined ? `local:::${resource.logicalId}` : formatArn(nameOf(resource))}`;
};

const referenceTo = (resource: DeclaredResource, values: LocalValues): string => {
  if (resource.type === 'AWS::SQS::Queue') return `${values.queueOrigin}/${LOCAL_ACCOUNT_ID}/${nameOf(resource)}`;
  return REF_IS_ARN.has(resource.type) ? arnOf(resource) : nameOf(resource);
};

const attributeOf = (resource: DeclaredResource, name: string, values: LocalValues): string => {
  if (name === 'Arn' || name === 'TopicArn') return arnOf(resource);
  if (name === 'StreamArn') return `${arnOf(resource)}/stream`;
  if (name === 'ApiEndpoint') return values.publicBaseUrl;
  if (name === 'QueueUrl') return referenceTo(resource, values);
  if (name === 'QueueName' || name === 'Name') return nameOf(resource);
  return `${resource.logicalId}.${name}`;
};
