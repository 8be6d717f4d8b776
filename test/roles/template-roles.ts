import { resolveTemplates, type Templates } from '../../scripts/local/prepare/template.ts';
import type { PolicyStatement } from './policy.ts';

interface Policies {
  readonly Policies?: readonly { readonly PolicyDocument: { readonly Statement: readonly PolicyStatement[] } }[];
}

interface AttachedPolicy {
  readonly Roles: readonly string[];
  readonly PolicyDocument: { readonly Statement: readonly PolicyStatement[] };
}

/** Returns the policy statements of the role of each function and of the stream process, by function id. */
export const rolesOf = (templates: Templates): ReadonlyMap<string, readonly PolicyStatement[]> => {
  const types = new Set(['AWS::Lambda::Function', 'AWS::ECS::TaskDefinition', 'AWS::IAM::Role', 'AWS::IAM::Policy']);
  const resources = resolveTemplates(templates, { queueOrigin: 'http://queues', publicBaseUrl: 'http://host' }, types);
  const statementsOf = (stack: string, arn: string): readonly PolicyStatement[] => {
    const role = resources.find((each) => each.type === 'AWS::IAM::Role' && each.stack === stack && each.arn === arn);
    const inline = ((role?.properties as Policies | undefined)?.Policies ?? []).flatMap((each) => each.PolicyDocument.Statement);
    const attached = resources
      .filter((each) => each.type === 'AWS::IAM::Policy')
      .map((each) => each.properties as Partial<AttachedPolicy>)
      .filter(({ Roles = [] }) => role !== undefined && Roles.includes(role.name));
    return [...inline, ...attached.flatMap(({ PolicyDocument }) => PolicyDocument?.Statement ?? [])];
  };
  return new Map(
    resources.flatMap(({ stack, metadata, properties }) => {
      const id = metadata['billing:function'];
      const role = properties['Role'] ?? properties['TaskRoleArn'];
      return typeof id === 'string' && typeof role === 'string' ? [[id, statementsOf(stack, role)] as const] : [];
    }),
  );
};
