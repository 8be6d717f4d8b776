import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PathParam } from '../../shared/api/operation.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';

/** A record type and the names that its folder in `shared/domain` exports. */
export interface EntityNames {
  readonly record: string;
  readonly aggregate: string;
  /** File of the record's type: `record.ts` or `types.ts`. */
  readonly recordFile: string;
  /** File of the aggregate and the view: `record.ts` or `view.ts`. */
  readonly aggregateFile: string;
  /** Name of the view, such as `viewCustomer`; `null` if the record has none. */
  readonly view: string | null;
  /** The record's field with the id of a test clock; `customer`: the customer's test clock applies; `null`: no test clock. */
  readonly clock: 'clockId' | 'testClockId' | 'customer' | null;
}

/** Ids, schemas and record types that a new operation can use. */
export interface ProjectFacts {
  /** Path parameters by their name in `idParams` of `shared/api/schemas/fields.ts`. */
  readonly ids: Readonly<Record<string, PathParam>>;
  /** File names of API object schemas, such as `customer.ts`. */
  readonly objects: ReadonlySet<string>;
  /** Record types by their folder in `shared/domain`, such as `tax-rate`. */
  readonly aggregates: ReadonlyMap<string, EntityNames>;
}

const AGGREGATE = /^export const (\w+Aggregate): Aggregate<(\w+)/m;

/** Possible pairs of files in a folder: the first contains the record type, the second its aggregate. */
const DECLARING_FILES = [
  ['record.ts', 'record.ts'],
  ['types.ts', 'view.ts'],
] as const;

const entityNamesIn = (folder: string): EntityNames | null => {
  const files = DECLARING_FILES.find((names) => names.every((name) => existsSync(join(folder, name))));
  if (files === undefined) return null;
  const [recordFile, aggregateFile] = files;
  const source = [...new Set(files)].map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const [, aggregate, record] = AGGREGATE.exec(source) ?? [];
  if (aggregate === undefined || record === undefined) return null;
  const view = new RegExp(`^export const (view\\w+) = \\(\\w+: ${record}, tenant: Tenant\\)`, 'm').exec(source)?.[1] ?? null;
  return { record, aggregate, recordFile, aggregateFile, view, clock: clockIn(source, record) };
};

/** Returns how a record refers to its test clock; records that extend `Payable` inherit the field `clockId`. */
const clockIn = (source: string, record: string): EntityNames['clock'] => {
  const [body = ''] = new RegExp(`^export interface ${record} [^]*?^}`, 'm').exec(source) ?? [];
  if (/^ {2}readonly testClockId:/m.test(body)) return 'testClockId';
  if (/^ {2}readonly clockId:| extends Payable /m.test(body)) return 'clockId';
  return /^ {2}readonly customerId:/m.test(body) ? 'customer' : null;
};

export const projectFacts = (root: string): ProjectFacts => {
  const domain = join(root, 'shared/domain');
  const aggregates = readdirSync(domain).flatMap((folder): [string, EntityNames][] => {
    const entity = entityNamesIn(join(domain, folder));
    return entity === null ? [] : [[folder, entity]];
  });
  return { ids: idParams, objects: new Set(readdirSync(join(root, 'shared/api/objects'))), aggregates: new Map(aggregates) };
};
