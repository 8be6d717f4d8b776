import type { Call } from './calls.ts';

/** A statement of a role as its template renders it, references resolved. */
export interface PolicyStatement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** `*` means any text. */
const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(text);

const OPERATORS: Readonly<Record<string, (wanted: readonly string[], given: readonly string[] | undefined) => boolean>> = {
  StringEquals: (wanted, given = []) => given.some((value) => wanted.includes(value)),
  StringLike: (wanted, given = []) => given.some((value) => wanted.some((each) => fits(each, value))),
  // As on AWS: true also where the call has no such key.
  'ForAllValues:StringLike': (wanted, given = []) => given.every((value) => wanted.some((each) => fits(each, value))),
};

const holds = (condition: PolicyStatement['Condition'], { context }: Call): boolean =>
  Object.entries(condition ?? {}).every(([operator, keys]) => {
    const test = OPERATORS[operator];
    if (test === undefined) throw new Error(`Nobody knows the operator ${operator}.`);
    return Object.entries(keys).every(([key, wanted]) => test(listOf(wanted), context[key]));
  });

const endsAs = (arn: string, resource: string): boolean => arn.endsWith(`:${resource}`) || arn.endsWith(`/${resource}`);

/** Whether these statements allow the call: one of them must, on its own, as on AWS. */
export const allows = (statements: readonly PolicyStatement[], call: Call): boolean =>
  statements.some(
    (statement) =>
      statement.Effect === 'Allow' &&
      listOf(statement.Action).includes(call.action) &&
      listOf(statement.Resource).some((arn) => fits(arn.replace(/^arn:aws:s3:::/, ''), call.resource) || endsAs(arn, call.resource)) &&
      holds(statement.Condition, call),
  );

const READS_BY_KEY: readonly string[] = ['dynamodb:GetItem', 'dynamodb:BatchGetItem'];

/** The same in either mode. */
const inAnyMode = (form: string): string => form.replace(/#(live|test)#/, '#*#');

/** Rights on partitions of the table that none of the calls needed, each as `PutItem A#*#*#invoice`; both modes count as one. */
export const unusedRights = (statements: readonly PolicyStatement[], calls: readonly Call[]): readonly string[] => {
  const unused = new Set<string>();
  for (const { Action, Resource, Condition } of statements) {
    const forms = listOf(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []);
    for (const action of listOf(Action).filter((each) => each.startsWith('dynamodb:'))) {
      const same = READS_BY_KEY.includes(action) ? READS_BY_KEY : [action];
      const asking = calls.filter((call) => same.includes(call.action) && listOf(Resource).some((arn) => endsAs(arn, call.resource)));
      const keys = asking.flatMap(({ context }) => context['dynamodb:LeadingKeys'] ?? []);
      for (const form of new Set(forms.map(inAnyMode))) {
        if (!keys.some((key) => fits(form, key)))
          unused.add(`${action.replace('dynamodb:', '').replace('BatchGetItem', 'GetItem')} ${form}`);
      }
    }
  }
  return [...unused].sort();
};
