import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import { isInEu } from '../shared/domain/tax/tax.ts';
import { findChanges, formatTable, type RateTable, withChanges } from './tax-rates/table.ts';
import { fetchTedb } from './tax-rates/tedb.ts';

/**
 * `npm run tax-rates`: adds changed standard rates of the EU member states to `shared/domain/tax/rates.json`, and prints the rates of
 * books, newspapers and magazines, which a person compares with the table. `-- 2027-01-01`: fetches the rates of that day, to add a rate
 * before it applies.
 */

const FILE = join(REPOSITORY_ROOT, 'shared/domain/tax/rates.json');
const PUBLICATIONS = /BOOK|NEWSPAPER|PERIODICAL/;

const day = argv[2] ?? new Date().toISOString().slice(0, 10);
if (!/^\d{4}-\d\d-\d\d$/.test(day)) {
  console.error(`The day must be yyyy-mm-dd, not "${day}".`);
  exit(1);
}
const table = JSON.parse(readFileSync(FILE, 'utf8')) as RateTable;
const countries = Object.keys(table.areas).filter(isInEu);
const changes = await findChanges(table, countries, day, fetchTedb);
writeFileSync(FILE, formatTable(withChanges(table, changes, day)));
for (const { country, from, basisPoints } of changes) console.log(`${country}: ${basisPoints / 100} % from ${from}`);
console.log(`${changes.length} changed standard rates. Compare the following rates with the reduced rates in the table:`);
for (const rate of await fetchTedb(countries, day)) {
  if (PUBLICATIONS.test(rate.category ?? ''))
    console.log(`${rate.country} ${rate.category}: ${rate.basisPoints / 100} % ${rate.comment ?? ''}`);
}
