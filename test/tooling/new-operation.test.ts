import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readNewOperation, scaffold } from '../../scripts/generate/operation.ts';
import { ids } from '../../shared/api/fields.ts';
import { ROOT } from '../architecture/sources.ts';

const surroundings = { ids, objects: new Set(['customer.ts']) };
const scaffolded = (...words: string[]) => scaffold(readNewOperation(words, undefined), surroundings);
const ARCHIVE = ['customers.archive', 'POST', '/v1/customers/{customer_id}/archive'];
const STRANGER = ['coupons.redeem_once', 'GET', '/v1/coupons/{coupon_id}/uses/{use_id}'];

/** What the compiler says of files that are not on disk, as if they lay in the project. */
const typeErrors = (files: ReadonlyMap<string, string>): string[] => {
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const virtual = new Map([...files].map(([path, text]) => [resolve(ROOT, path), text]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => virtual.get(resolve(path)) ?? readFile(path);
  host.fileExists = (path) => virtual.has(resolve(path)) || fileExists(path);
  host.getSourceFile = (path, version) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...virtual.keys()], options, host);
  return [...virtual.keys()]
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
};

describe('starting an operation', () => {
  it('writes a function and a contract test that pass the type check', { timeout: 60_000 }, () => {
    expect(typeErrors(new Map([...scaffolded(...ARCHIVE), ...scaffolded(...STRANGER)]))).toEqual([]);
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
