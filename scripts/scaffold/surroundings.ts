import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ids } from '../../shared/api/fields.ts';
import type { PathParam } from '../../shared/api/operation.ts';

/** A kind of record that rules can be written about, by the names that its `record.ts` exports. */
export interface KnownAggregate {
  readonly record: string;
  readonly aggregate: string;
  /** `viewCustomer(customer, tenant)`; `null` where the record has no view of that name. */
  readonly view: string | null;
  /** The field that names its test clock; `customer`: it lives on its customer's; `null`: it lives on none. */
  readonly clock: 'clockId' | 'testClockId' | 'customer' | null;
}

/** What the project has that a new operation can use. */
export interface Surroundings {
  /** The known kinds of ids in paths, by their name in `ids`. */
  readonly ids: Readonly<Record<string, PathParam>>;
  /** File names of the described objects: `customer.ts`. */
  readonly objects: ReadonlySet<string>;
  /** Kinds of records by their folder in `shared/domain`: `tax-rate`. */
  readonly aggregates: ReadonlyMap<string, KnownAggregate>;
}

const AGGREGATE = /^export const (\w+Aggregate): Aggregate<(\w+)/m;

const aggregateIn = (source: string): KnownAggregate | null => {
  const [, aggregate, record] = AGGREGATE.exec(source) ?? [];
  if (aggregate === undefined || record === undefined) return null;
  const view = new RegExp(`^export const (view\\w+) = \\(\\w+: ${record}, tenant: Tenant\\)`, 'm').exec(source)?.[1] ?? null;
  return { record, aggregate, view, clock: clockIn(source, record) };
};

/** How the record is tied to a test clock; payables declare theirs in the interface that they extend. */
const clockIn = (source: string, record: string): KnownAggregate['clock'] => {
  const [body = ''] = new RegExp(`^export interface ${record} [^]*?^}`, 'm').exec(source) ?? [];
  if (/^ {2}readonly testClockId:/m.test(body)) return 'testClockId';
  if (/^ {2}readonly clockId:| extends Payable /m.test(body)) return 'clockId';
  return /^ {2}readonly customerId:/m.test(body) ? 'customer' : null;
};

/** Reads what the project has. */
export const surroundingsOf = (root: string): Surroundings => {
  const domain = join(root, 'shared/domain');
  const records = readdirSync(domain).filter((folder) => existsSync(join(domain, folder, 'record.ts')));
  const aggregates = records.flatMap((folder): [string, KnownAggregate][] => {
    const known = aggregateIn(readFileSync(join(domain, folder, 'record.ts'), 'utf8'));
    return known === null ? [] : [[folder, known]];
  });
  return { ids, objects: new Set(readdirSync(join(root, 'shared/api/objects'))), aggregates: new Map(aggregates) };
};
