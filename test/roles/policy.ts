import type { Call } from './calls.ts';

/** A policy statement of a role in a CloudFormation template, with resolved references. */
export interface PolicyStatement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** Whether the text matches the pattern, in which `*` matches any text. */
const matchesPattern = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

const OPERATORS: Readonly<Record<string, (patterns: readonly string[], values: readonly string[] | undefined) => boolean>> = {
  StringEquals: (patterns, values = []) => values.some((value) => patterns.includes(value)),
  StringLike: (patterns, values = []) => values.some((value) => patterns.some((each) => matchesPattern(each, value))),
  // As on AWS, also true if the call does not have the condition key.
  'ForAllValues:StringLike': (patterns, values = []) => values.every((value) => patterns.some((each) => matchesPattern(each, value))),
};

const meetsCondition = (condition: PolicyStatement['Condition'], { context }: Call): boolean =>
  Object.entries(condition ?? {}).every(([operator, keys]) => {
    const test = OPERATORS[operator];
    if (test === undefined) throw new Error(`The condition operator ${operator} is not supported.`);
    return Object.entries(keys).every(([key, patterns]) => test(listOf(patterns), context[key]));
  });

const endsWithResource = (arn: string, resource: string): boolean => arn.endsWith(`:${resource}`) || arn.endsWith(`/${resource}`);

/** Whether one of the statements allows the call, evaluated as IAM does. */
export const allows = (statements: readonly PolicyStatement[], call: Call): boolean =>
  statements.some(
    (statement) =>
      statement.Effect === 'Allow' &&
      listOf(statement.Action).includes(call.action) &&
      listOf(statement.Resource).some(
        (arn) => matchesPattern(arn.replace(/^arn:aws:s3:::/, ''), call.resource) || endsWithResource(arn, call.resource),
      ) &&
      meetsCondition(statement.Condition, call),
  );

const READS_BY_KEY: readonly string[] = ['dynamodb:GetItem', 'dynamodb:BatchGetItem'];

/** Replaces the mode in a partition pattern by `*`. */
const inAnyMode = (pattern: string): string => pattern.replace(/#(live|test)#/, '#*#');

/**
 * Returns the table permissions that none of the calls needs, as `PutItem A#*#*#invoice`. A call in one mode counts as a use of the
 * permissions for both modes.
 */
export const unusedPermissions = (statements: readonly PolicyStatement[], calls: readonly Call[]): readonly string[] => {
  const unused = new Set<string>();
  for (const { Action, Resource, Condition } of statements) {
    const partitionPatterns = listOf(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []);
    for (const action of listOf(Action).filter((each) => each.startsWith('dynamodb:'))) {
      const equivalent = READS_BY_KEY.includes(action) ? READS_BY_KEY : [action];
      const matching = calls.filter(
        (call) => equivalent.includes(call.action) && listOf(Resource).some((arn) => endsWithResource(arn, call.resource)),
      );
      const keys = matching.flatMap(({ context }) => context['dynamodb:LeadingKeys'] ?? []);
      for (const pattern of new Set(partitionPatterns.map(inAnyMode))) {
        if (!keys.some((key) => matchesPattern(pattern, key)))
          unused.add(`${action.replace('dynamodb:', '').replace('BatchGetItem', 'GetItem')} ${pattern}`);
      }
    }
  }
  return [...unused].sort();
};
