import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ids } from '../../shared/api/fields.ts';
import type { PathParam } from '../../shared/api/operation.ts';

/** A record type with the names that its folder exports. */
export interface KnownAggregate {
  readonly record: string;
  readonly aggregate: string;
  /** Files of the record's type and of its aggregate and view: `record.ts` for both, or `types.ts` and `view.ts`. */
  readonly recordFile: string;
  readonly aggregateFile: string;
  /** Name of the view, such as `viewCustomer`; `null` if the record has none. */
  readonly view: string | null;
  /** The field with its test clock's id; `customer`: its customer's clock; `null`: no clock. */
  readonly clock: 'clockId' | 'testClockId' | 'customer' | null;
}

/** Ids, schemas and record types that a new operation can use. */
export interface ProjectFacts {
  /** Path parameters by their name in `ids`. */
  readonly ids: Readonly<Record<string, PathParam>>;
  /** File names of API object schemas: `customer.ts`. */
  readonly objects: ReadonlySet<string>;
  /** Record types by their folder in `shared/domain`: `tax-rate`. */
  readonly aggregates: ReadonlyMap<string, KnownAggregate>;
}

const AGGREGATE = /^export const (\w+Aggregate): Aggregate<(\w+)/m;

/** Files with a folder's record type and aggregate; large folders split them. */
const DECLARING_FILES = [
  ['record.ts', 'record.ts'],
  ['types.ts', 'view.ts'],
] as const;

const aggregateIn = (folder: string): KnownAggregate | null => {
  const files = DECLARING_FILES.find((names) => names.every((name) => existsSync(join(folder, name))));
  if (files === undefined) return null;
  const [recordFile, aggregateFile] = files;
  const source = [...new Set(files)].map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const [, aggregate, record] = AGGREGATE.exec(source) ?? [];
  if (aggregate === undefined || record === undefined) return null;
  const view = new RegExp(`^export const (view\\w+) = \\(\\w+: ${record}, tenant: Tenant\\)`, 'm').exec(source)?.[1] ?? null;
  return { record, aggregate, recordFile, aggregateFile, view, clock: clockIn(source, record) };
};

/** Returns how a record refers to its test clock; payables inherit the field. */
const clockIn = (source: string, record: string): KnownAggregate['clock'] => {
  const [body = ''] = new RegExp(`^export interface ${record} [^]*?^}`, 'm').exec(source) ?? [];
  if (/^ {2}readonly testClockId:/m.test(body)) return 'testClockId';
  if (/^ {2}readonly clockId:| extends Payable /m.test(body)) return 'clockId';
  return /^ {2}readonly customerId:/m.test(body) ? 'customer' : null;
};

/** Reads the facts from the source files. */
export const projectFacts = (root: string): ProjectFacts => {
  const domain = join(root, 'shared/domain');
  const aggregates = readdirSync(domain).flatMap((folder): [string, KnownAggregate][] => {
    const known = aggregateIn(join(domain, folder));
    return known === null ? [] : [[folder, known]];
  });
  return { ids, objects: new Set(readdirSync(join(root, 'shared/api/objects'))), aggregates: new Map(aggregates) };
};
