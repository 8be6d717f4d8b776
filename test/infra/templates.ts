import type { App } from 'aws-cdk-lib';
import { readTemplates } from '../../scripts/local/prepare/template.ts';

/** A resource of a synthesized template, as plain data. */
export interface Resource {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Logical ids in `DependsOn`. */
  readonly dependsOn: readonly string[];
  readonly updatePolicy: unknown;
  readonly deletionPolicy: string | undefined;
  readonly updateReplacePolicy: string | undefined;
}

interface RawTemplate {
  readonly Resources?: Readonly<
    Record<
      string,
      {
        readonly Type: string;
        readonly Properties?: Record<string, unknown>;
        readonly Metadata?: Record<string, unknown>;
        readonly DependsOn?: unknown;
        readonly UpdatePolicy?: unknown;
        readonly DeletionPolicy?: string;
        readonly UpdateReplacePolicy?: string;
      }
    >
  >;
}

/** Synthesizes an app; returns the resources of all its stacks and nested stacks. */
export const resourcesOf = (app: App): readonly Resource[] =>
  [...readTemplates(app.synth().directory)].flatMap(([stack, template]) =>
    Object.entries((template as RawTemplate).Resources ?? {}).map(
      ([id, { Type, Properties, Metadata, DependsOn, UpdatePolicy, DeletionPolicy, UpdateReplacePolicy }]) => ({
        stack,
        id,
        type: Type,
        properties: Properties ?? {},
        metadata: Metadata ?? {},
        dependsOn: asList(DependsOn ?? []).map(String),
        updatePolicy: UpdatePolicy,
        deletionPolicy: DeletionPolicy,
        updateReplacePolicy: UpdateReplacePolicy,
      }),
    ),
  );

export const ofType = (resources: readonly Resource[], type: string): readonly Resource[] =>
  resources.filter((resource) => resource.type === type);

/** Returns the Lambda function whose entry is the source file. Throws unless there is exactly one. */
export const functionIn = (resources: readonly Resource[], file: string): Resource => {
  const [lambda, ...others] = ofType(resources, 'AWS::Lambda::Function').filter(({ metadata }) => metadata['billing:entry'] === file);
  if (lambda === undefined || others.length > 0) throw new Error(`There is not exactly one function of ${file}.`);
  return lambda;
};

/** A statement of a policy; single values are converted to lists. */
export interface Statement {
  /** The role that contains the policy, or the separate policy resource. The logical ids of both start with the role's name. */
  readonly role: Resource;
  readonly actions: readonly string[];
  readonly resources: readonly unknown[];
  readonly condition: unknown;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

interface RawPolicy {
  readonly PolicyDocument: {
    readonly Statement: readonly { readonly Action: unknown; readonly Resource: unknown; readonly Condition?: unknown }[];
  };
}

const statementsOfPolicy = (role: Resource, policy: RawPolicy): readonly Statement[] =>
  policy.PolicyDocument.Statement.map(({ Action, Resource: resource, Condition }) => ({
    role,
    actions: asList(Action).map(String),
    resources: asList(resource),
    condition: Condition,
  }));

/** Returns the statements of inline policies of roles and of separate policies. */
export const statementsOf = (resources: readonly Resource[]): readonly Statement[] => [
  ...ofType(resources, 'AWS::IAM::Role').flatMap((role) =>
    ((role.properties.Policies ?? []) as RawPolicy[]).flatMap((policy) => statementsOfPolicy(role, policy)),
  ),
  ...ofType(resources, 'AWS::IAM::Policy').flatMap((policy) => statementsOfPolicy(policy, policy.properties as unknown as RawPolicy)),
];

/** Returns the JSON of a value. Tests search it for logical ids, which references contain. */
export const textOf = (value: unknown): string => JSON.stringify(value) ?? '';
