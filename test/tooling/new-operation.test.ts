import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNewOperation, scaffold } from '../../scripts/generate/operation.ts';
import { ids } from '../../shared/api/fields.ts';
import { ROOT } from '../architecture/sources.ts';

const surroundings = { ids: { customer: ids.customer }, objects: new Set(['customer.ts']) };
const scaffolded = (...words: string[]) => scaffold(readNewOperation(words, undefined), surroundings);
const ARCHIVE = ['customers.archive', 'POST', '/v1/customers/{customer_id}/archive'];
const STRANGER = ['coupons.redeem_once', 'GET', '/v1/coupons/{coupon_id}/uses/{use_id}'];

/** A file of the scaffold as kept beside these tests, one folder deeper, where the project's type check reads it. */
const kept = (name: string): string =>
  readFileSync(join(ROOT, 'test/tooling/scaffold', name), 'utf8')
    .replaceAll("'../../../", "'../../")
    .replaceAll("'../../support", "'../support");

describe('starting an operation', () => {
  it('writes the function and the contract test that the type check of the project has seen', () => {
    const files = new Map([...scaffolded(...ARCHIVE), ...scaffolded(...STRANGER)]);
    expect(files.get('functions/customers/archive.ts')).toBe(kept('customers-archive.ts'));
    expect(files.get('test/contract/customers-archive.test.ts')).toBe(kept('customers-archive-contract.ts'));
    expect(files.get('functions/coupons/redeem-once.ts')).toBe(kept('coupons-redeem-once.ts'));
  });

  it('names files after the id and declares what was asked for', () => {
    const files = scaffolded(...ARCHIVE);
    expect([...files.keys()]).toEqual(['functions/customers/archive.ts', 'test/contract/customers-archive.test.ts']);
    const source = files.get('functions/customers/archive.ts');
    expect(source).toContain("auth: apiKey('customers:write')");
    expect(source).toContain('params: { customer_id: ids.customer }');
    expect(source).toContain('response: Customer,');
    expect(files.get('test/contract/customers-archive.test.ts')).toContain(`/v1/customers/cus_${'0'.repeat(26)}/archive`);
  });

  it('declares an unknown kind of id and an unknown object in place', () => {
    const source = scaffolded(...STRANGER).get('functions/coupons/redeem-once.ts');
    expect(source).toContain("use_id: { pattern: /^use_[0-9A-HJKMNP-TV-Z]{26}$/, what: 'use' }");
    expect(source).toContain("response: v.strictObject({ object: v.literal('coupon') })");
  });

  it.each([
    ['an id without a verb', ['customers', 'POST', '/v1/customers']],
    ['a method that is not served', ['customers.replace', 'PUT', '/v1/customers']],
    ['a path outside /v1', ['customers.create', 'POST', '/customers']],
    ['a group without a scope of its own', ['things.create', 'POST', '/v1/things']],
  ])('refuses %s', (_what, words) => {
    expect(() => readNewOperation(words, undefined)).toThrow();
  });

  it('writes into the folder and never over a file', { timeout: 30_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'operation-'));
    const run = () =>
      spawnSync(process.execPath, ['--import', import.meta.resolve('tsx'), 'scripts/new-operation.ts', ...ARCHIVE, '--root', folder], {
        cwd: ROOT,
      });
    try {
      expect(run().status).toBe(0);
      expect(readFileSync(join(folder, 'functions/customers/archive.ts'), 'utf8')).toContain("id: 'customers.archive'");
      const again = run();
      expect(again.status).toBe(1);
      expect(again.stderr.toString()).toContain('is there already');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
