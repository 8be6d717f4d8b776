import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHARGE_ACCESS, PREPARE_ACCESS, RUN_SETTLE_ACCESS } from '../../infra/run-access.ts';
import type { TableAccess } from '../../shared/api/table-access.ts';
import {
  LINK_OPEN_ACCESS,
  LINK_SHOW_ACCESS,
  PAY_ACCESS,
  PROMOTION_CODE_ACCESS,
  REPLACE_SESSION_ACCESS,
  RETURN_ACCESS,
  SETTLE_ACCESS,
  SHOW_ACCESS,
} from '../../shared/pages/checkout-access.ts';

/**
 * Compares the declared table access of checkout pages and of the steps of billing runs with the record types in their bundled code. The
 * code has too many paths for a test to run all of them.
 */

/** The record types that the expression `kind.aggregate` in the source can mean. */
const PAYABLES = ['checkout_session', 'one_shot_payment'];

interface RecordUse {
  readonly read: readonly string[];
  readonly changed: readonly string[];
}

/** Bundles a function and returns the source. The bundle is not minified and omits unreachable code. `file`: below `functions`. */
const sourceOf = async (file: string): Promise<string> => {
  const entry = fileURLToPath(new URL(`../../functions/${file}.ts`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: ['@aws-sdk/*'],
    logLevel: 'silent',
  });
  // Omits the check of portal tokens, which every function contains but pages do not run.
  return (outputFiles[0]?.text ?? '').replace(/\bfetchCustomerOfSession = .*/, '');
};

/** Finds the record types that the source reads (aggregates in calls of `get`, `getMany` and `getEach`) and changes (calls of `change`). */
const recordUseOf = (source: string): RecordUse => {
  const recordTypes = new Map(
    [...source.matchAll(/\b(\w+Aggregate) = \{\s*type: "(\w+)"/g)].map(([, name = '', type = '']) => [name, type]),
  );
  const typesIn = (pattern: RegExp): readonly string[] => {
    const names = [...source.matchAll(pattern)].map(([, name = '']) => name);
    const types = names.flatMap((name) => (name === 'kind.aggregate' ? PAYABLES : (recordTypes.get(name) ?? [])));
    return [...new Set(types)].sort();
  };
  return {
    read: typesIn(/\b(?:get|getMany|getEach)\((?:\w+, )*(kind\.aggregate|\w+Aggregate)\b/g),
    changed: typesIn(/\bchange\((kind\.aggregate|\w+Aggregate)\b/g),
  };
};

const PAGES: readonly (readonly [string, TableAccess])[] = [
  ['checkout-show', SHOW_ACCESS],
  ['checkout-code', PROMOTION_CODE_ACCESS],
  ['checkout-pay', PAY_ACCESS],
  ['checkout-return', RETURN_ACCESS],
  ['checkout-cancel', SETTLE_ACCESS],
  ['checkout-again', REPLACE_SESSION_ACCESS],
  ['payment-link-show', LINK_SHOW_ACCESS],
  ['payment-link-open', LINK_OPEN_ACCESS],
];
const STEPS: readonly (readonly [string, TableAccess])[] = [
  ['run-prepare', PREPARE_ACCESS],
  ['run-charge', CHARGE_ACCESS],
  ['run-settle', RUN_SETTLE_ACCESS],
];
/** Whether the page can apply the outcome of a payment. */
const settles = ([, { put }]: (typeof PAGES)[number]): boolean => put?.includes('payment') === true;
const recordUses = new Map<string, RecordUse>();

beforeAll(async () => {
  const files = [
    ...PAGES.map(([page]) => [page, `hosted/${page}`] as const),
    ...STEPS.map(([step]) => [step, `schedules/${step}`] as const),
  ];
  await Promise.all(files.map(async ([name, file]) => recordUses.set(name, recordUseOf(await sourceOf(file)))));
}, 120_000);

/** Declared partitions without records, such as unique names and counters (`guard`), calls in progress (`flight`), limits and logs. */
const OTHER_PARTITIONS = [
  'audit',
  'billing-marker',
  'billing-run',
  'clock-due#*',
  'element-bucket',
  'flight',
  'guard',
  'list#*',
  'log',
  'log#2',
  'page-bucket',
  'search#customer',
  'search#payment',
  'search#subscription',
  'usage-counter',
];
const declared = (partitions: readonly string[] = []): readonly string[] =>
  partitions.filter((each) => !OTHER_PARTITIONS.includes(each)).sort();

describe('the declared table access of checkout pages', () => {
  it.each(PAGES)('allows reading exactly the record types that the code of `%s` reads', (page, { get }) => {
    expect(declared(get)).toEqual(recordUses.get(page)?.read);
  });

  it.each(PAGES.filter(settles))('allows writing exactly the record types that the code of `%s` changes', (page, { put }) => {
    expect(declared(put)).toEqual(recordUses.get(page)?.changed);
  });

  it.each(PAGES.filter((page) => !settles(page)))('allows writing only record types that the code of `%s` changes', (page, { put }) => {
    expect(recordUses.get(page)?.changed).toEqual(expect.arrayContaining([...declared(put)]));
  });

  const checkTitle =
    'allows condition checks on customers, test clocks and all record types that `%s` writes, but not on pending operations';
  it.each(PAGES.filter(settles))(checkTitle, (_page, { check, put }) => {
    const settledTypes = declared(put).filter((type) => !['customer', 'pending_operation'].includes(type));
    expect(declared(check)).toEqual([...settledTypes, 'customer', 'test_clock'].sort());
  });
});

describe('the declared table access', () => {
  const searched = (partitions: readonly string[] = []): readonly string[] =>
    partitions.filter((each) => each.startsWith('search#')).sort();

  it.each([...PAGES, ...STEPS])('allows `%s` to delete exactly the kinds of search terms that it writes', (_name, access) => {
    expect(searched(access.delete)).toEqual(searched(access.put));
  });
});

describe('the declared table access of the steps of billing runs', () => {
  it.each(STEPS)('allows reading exactly the record types that the code of `%s` reads', (step, { get }) => {
    expect(declared(get)).toEqual(recordUses.get(step)?.read);
  });

  it.each(STEPS)('allows writing exactly the record types that the code of `%s` changes', (step, { put }) => {
    expect(declared(put)).toEqual(recordUses.get(step)?.changed);
  });

  it.each(STEPS)('allows condition checks on all record types that `%s` changes', (step, { check }) => {
    expect(check ?? []).toEqual(expect.arrayContaining([...(recordUses.get(step)?.changed ?? [])]));
  });
});
