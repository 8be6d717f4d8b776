import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TableAccess } from '../../shared/api/table-access.ts';

/** Write permissions on the table, by purpose. */
export type TableWrite =
  /** Objects of accounts, and everything committed with them. */
  | 'objects'
  /** Requests with API keys: the account's rate limit bucket, counts of invalid keys, time of last use of keys, audit samples. */
  | 'api-key-requests'
  /** Requests of buyers and members: the session's rate limit bucket, counts of failed client secrets and portal tokens. */
  | 'session-requests'
  /** Tombstones: empty entries for unused numbers of the event log. */
  | 'log-gaps'
  /** Items that find an API key by its hash. */
  | 'key-lookups'
  /** Items that find a portal session by its token. */
  | 'token-lookups'
  /** Items that find a member by the email address, for sign-in. */
  | 'member-lookups'
  /** Console sessions and sign-in links. */
  | 'console-sessions'
  /** Public keys of operator tokens. */
  | 'operator-keys'
  /** Sign-in links only. */
  | 'sign-in-links'
  /** Portal sessions of links in emails. */
  | 'portal-sessions'
  /** New mail orders. */
  | 'mail-orders'
  /** Outcomes of mail orders. */
  | 'mail-outcomes'
  /** Business metrics, and the log position up to which they are counted. */
  | 'metrics'
  /** Heartbeats for the relay. */
  | 'heartbeats'
  /** Slots of billing runs. */
  | 'run-slots'
  /** Slots for advances of test clocks, and the accounts that wait for a slot. */
  | 'clock-places'
  /** Leases of wake-up queues. */
  | 'wake-slots'
  /** Recorded API requests, and their number per minute. */
  | 'request-log';

interface Writes {
  readonly actions: readonly string[];
  /** Patterns of partition keys as in `shared/store/core/keys.ts`; `*` matches any text. */
  readonly partitions: readonly string[];
}

const UPDATE = 'dynamodb:UpdateItem';
const PUT = 'dynamodb:PutItem';
const BATCH_WRITE = 'dynamodb:BatchWriteItem';

const inBothModes = (...kinds: readonly string[]): readonly string[] => kinds.flatMap((kind) => [`A#*#live#${kind}`, `A#*#test#${kind}`]);

const WRITES: Readonly<Record<TableWrite, Writes>> = {
  objects: { actions: [PUT, UPDATE, 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'], partitions: ['A#*'] },
  'api-key-requests': {
    actions: [UPDATE],
    partitions: ['A#*#-#account-limiter', 'P#*', ...inBothModes('api_key', 'audit', 'audit-sample')],
  },
  'session-requests': { actions: [UPDATE], partitions: ['P#*', ...inBothModes('element-bucket')] },
  'log-gaps': { actions: [PUT], partitions: inBothModes('log', 'log#2') },
  'key-lookups': { actions: [PUT], partitions: ['L#api-key#*'] },
  'token-lookups': { actions: [PUT], partitions: ['L#portal-token#*'] },
  'member-lookups': { actions: [PUT, 'dynamodb:DeleteItem'], partitions: ['L#member-email#*'] },
  'console-sessions': { actions: [PUT, UPDATE, 'dynamodb:DeleteItem'], partitions: ['L#console-session#*', 'L#console-sign-in#*'] },
  'operator-keys': { actions: [PUT], partitions: ['L#operator-key#*'] },
  'sign-in-links': { actions: [PUT], partitions: ['L#console-sign-in#*'] },
  'portal-sessions': { actions: [PUT], partitions: ['L#portal-token#*', ...inBothModes('portal_session')] },
  'mail-orders': { actions: [PUT], partitions: inBothModes('mail') },
  'mail-outcomes': { actions: [UPDATE], partitions: inBothModes('mail', 'mail-slot') },
  // Stored keys contain a former name of the metrics.
  metrics: { actions: [UPDATE], partitions: inBothModes('figures') },
  heartbeats: { actions: [PUT], partitions: ['S#heartbeats'] },
  'run-slots': { actions: [UPDATE], partitions: ['S#run-slots'] },
  'clock-places': { actions: [UPDATE, 'dynamodb:DeleteItem'], partitions: ['S#clock-places', 'S#clocks-waiting'] },
  'wake-slots': { actions: [UPDATE], partitions: ['S#wake-slots'] },
  // During a canary deployment, functions of the former release also have these permissions, and write with `PutItem` (record 0069).
  'request-log': { actions: [BATCH_WRITE, PUT, UPDATE], partitions: inBothModes('request-log', 'request-count') },
};

/** Removes each pattern that another one covers. Only a pattern whose single `*` is at its end counts as covering others. */
const withoutCovered = (partitions: readonly string[]): readonly string[] => {
  const covers = (wide: string, narrow: string): boolean =>
    wide !== narrow && wide.endsWith('*') && wide.indexOf('*') === wide.length - 1 && narrow.startsWith(wide.slice(0, -1));
  return [...new Set(partitions)].filter((each) => !partitions.some((other) => covers(other, each))).sort();
};

/**
 * Statements for these writes, restricted to their partitions. Each action is in one statement with the partitions of all writes, because
 * IAM checks all items of a transaction against a single statement.
 */
export const writeStatements = (writes: readonly TableWrite[], tableArn: string): readonly PolicyStatement[] => {
  const granted = writes.map((write) => WRITES[write]);
  const actions = new Set(granted.flatMap((each) => each.actions));
  return statementsOf(
    tableArn,
    [...actions].map((action) => ({
      action,
      partitions: granted.filter((each) => each.actions.includes(action)).flatMap((each) => each.partitions),
    })),
  );
};

/** Combines actions and patterns into as few statements as possible. */
const statementsOf = (
  resourceArn: string,
  allowed: readonly { readonly action: string; readonly partitions: readonly string[] }[],
): readonly PolicyStatement[] => {
  const actionsByPatterns = new Map<string, string[]>();
  for (const { action, partitions } of allowed) {
    const patterns = withoutCovered(partitions).join(' ');
    actionsByPatterns.set(patterns, [...(actionsByPatterns.get(patterns) ?? []), action]);
  }
  return [...actionsByPatterns].map(
    ([patterns, actions]) =>
      new PolicyStatement({
        actions,
        resources: [resourceArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns.split(' ') } },
      }),
  );
};

/** Key patterns of a declared partition: a whole pattern (`L#...`), a kind without a mode (`-#...`), or a kind in both modes. */
const patternsOf = (name: string): readonly string[] => {
  if (/^[A-Z]#/.test(name)) return [name];
  return name.startsWith('-#') ? [`A#*#${name}`] : inBothModes(name);
};

const ACTIONS: Readonly<Record<keyof TableAccess, { readonly actions: readonly string[]; readonly index?: string }>> = {
  get: { actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'] },
  query: { actions: ['dynamodb:Query'] },
  byCustomer: { actions: ['dynamodb:Query'], index: 'by-customer' },
  byParent: { actions: ['dynamodb:Query'], index: 'by-parent' },
  byFilter: { actions: ['dynamodb:Query'], index: 'by-filter' },
  byDue: { actions: ['dynamodb:Query'], index: 'due' },
  put: { actions: [PUT] },
  update: { actions: [UPDATE] },
  delete: { actions: ['dynamodb:DeleteItem'] },
  check: { actions: ['dynamodb:ConditionCheckItem'] },
};

/** Statements for exactly the declared table access. */
export const accessStatements = (access: TableAccess, tableArn: string): readonly PolicyStatement[] => {
  const methods = Object.entries(access) as (readonly [keyof TableAccess, readonly string[]])[];
  const partitionsByArn = new Map<string, { readonly action: string; readonly partitions: readonly string[] }[]>();
  for (const [method, names] of methods) {
    if (names.length === 0) continue;
    const { actions, index } = ACTIONS[method];
    const arn = index === undefined ? tableArn : `${tableArn}/index/${index}`;
    const partitions = names.flatMap(patternsOf);
    partitionsByArn.set(arn, [...(partitionsByArn.get(arn) ?? []), ...actions.map((action) => ({ action, partitions }))]);
  }
  return [...partitionsByArn].flatMap(([arn, allowed]) => statementsOf(arn, allowed));
};

/** Statements to read the table and query its indexes; the due index only when requested. */
export const readStatements = (tableArn: string, dueIndex: boolean): readonly PolicyStatement[] => {
  const indexes = ['by-customer', 'by-parent', 'by-filter', ...(dueIndex ? ['due'] : [])];
  return [
    new PolicyStatement({ actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], resources: [tableArn] }),
    new PolicyStatement({ actions: ['dynamodb:Query'], resources: indexes.map((index) => `${tableArn}/index/${index}`) }),
  ];
};
