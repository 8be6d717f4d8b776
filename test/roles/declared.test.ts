import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TableAccess } from '../../shared/api/table-access.ts';
import { CODE_ACCESS, PAY_ACCESS, RETURN_ACCESS, SETTLE_ACCESS, SHOW_ACCESS } from '../../shared/pages/checkout-access.ts';

/** What a page of a checkout can do with records, read from its bundle: what settles a payment has more ways than a test can walk. */

const PAYABLES = ['checkout_session', 'one_shot_payment'];

interface Reach {
  readonly read: readonly string[];
  readonly changed: readonly string[];
}

/** The bundle as one readable file: what the function cannot reach is left out of it. */
const sourceOf = async (page: string): Promise<string> => {
  const entry = fileURLToPath(new URL(`../../functions/hosted/checkout-${page}.ts`, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    external: ['@aws-sdk/*'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

const reachOf = (source: string): Reach => {
  const kinds = new Map([...source.matchAll(/\b(\w+Aggregate) = \{\s*type: "(\w+)"/g)].map(([, name = '', type = '']) => [name, type]));
  const named = (form: RegExp): readonly string[] => {
    const names = [...source.matchAll(form)].map(([, name = '']) => name);
    const types = names.flatMap((name) => (name === 'kind.aggregate' ? PAYABLES : (kinds.get(name) ?? [])));
    return [...new Set(types)].sort();
  };
  return {
    read: named(/\b(?:get|getMany|getEach)\((?:\w+, )*(kind\.aggregate|\w+Aggregate)\b/g),
    changed: named(/\bchange\((kind\.aggregate|\w+Aggregate)\b/g),
  };
};

const PAGES: readonly (readonly [string, TableAccess])[] = [
  ['show', SHOW_ACCESS],
  ['code', CODE_ACCESS],
  ['pay', PAY_ACCESS],
  ['return', RETURN_ACCESS],
  ['cancel', SETTLE_ACCESS],
];
const reaches = new Map<string, Reach>();

beforeAll(async () => {
  await Promise.all(PAGES.map(async ([page]) => reaches.set(page, reachOf(await sourceOf(page)))));
}, 120_000);

const OTHER_RECORDS = ['audit', 'clock-due#*', 'element-bucket', 'flight', 'guard', 'list#*', 'log', 'page-bucket'];
const declared = (partitions: readonly string[] = []): readonly string[] =>
  partitions.filter((each) => !OTHER_RECORDS.includes(each)).sort();

describe('what the pages of a checkout declare', () => {
  it.each(PAGES)('reads the kinds of records that %s can read', (page, { get }) => {
    expect(declared(get)).toEqual(reaches.get(page)?.read);
  });

  it.each(PAGES.filter(([, { byParent }]) => byParent !== undefined))('writes the kinds of records that %s can change', (page, { put }) => {
    expect(declared(put)).toEqual(reaches.get(page)?.changed);
  });

  it.each(PAGES.filter(([, { byParent }]) => byParent === undefined))('writes no more than %s can change', (page, { put }) => {
    expect(reaches.get(page)?.changed).toEqual(expect.arrayContaining([...declared(put)]));
  });

  it.each(PAGES.filter(([, { check }]) => check !== undefined))(
    'lets %s keep unchanged whatever it may write of payments',
    (_page, { check, put }) => {
      const kept = declared(put).filter((kind) => !['customer', 'pending_operation'].includes(kind));
      expect(declared(check)).toEqual([...kept, 'customer', 'test_clock'].sort());
    },
  );
});
