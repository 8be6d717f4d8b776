import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RecordKind } from '../../shared/domain/aggregate.ts';
import { storedRecords } from './record-fields.ts';
import { ROOT } from './sources.ts';

const records = storedRecords();

/**
 * If a migration is missing, records of an earlier release lack a new field, and the compiler does not notice. Therefore
 * `stored-records/` contains the fields of each schema version, and the fields of an existing version never change.
 */
describe('the stored record', () => {
  it('is found for more than 25 kinds', () => {
    expect(records.length).toBeGreaterThan(25);
  });

  it.each(records)('of $name has the fields of its schema version', async ({ path, name, fields }) => {
    const module = (await import(/* @vite-ignore */ `${ROOT}/${path}`)) as Readonly<Record<string, RecordKind>>;
    const { type = '', migrations = [] } = module[name] ?? {};
    const version = migrations.length + 1;
    await expect(`${fields}\n`).toMatchFileSnapshot(
      join(ROOT, `test/architecture/stored-records/${type}.${version}.txt`),
      `${type} differs from its schema version ${version}: add a migration in ${path}, unless every stored record still fits (then run with -u).`,
    );
  });
});
