import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../shared/client/cli/main.ts';
import { service } from '../support/service.ts';
import { recordingTerminal } from '../support/terminal.ts';

const { baseUrl, createAccount } = service();

let folder: string;
let key: string;
let invoice: { readonly id: string; readonly number: string; readonly customer_id: string };

/** Runs a command with the account of this test; returns its output. Fails unless the exit code is 0. */
const billing = async (...args: readonly string[]): Promise<readonly string[]> => {
  const terminal = recordingTerminal({ BILLING_KEY: key, BILLING_URL: baseUrl });
  const code = await run(args, terminal);
  expect([code, terminal.errors]).toEqual([0, []]);
  return terminal.printed;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  key = (await createAccount()).testKey;
  const [event = ''] = await billing('trigger', 'invoice.paid', '--json');
  invoice = JSON.parse(event).data;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the command line', () => {
  it('lists invoices as a table, as JSON and as CSV', async () => {
    const [titles, row, ...more] = await billing('list', 'invoices');
    expect(titles).toMatch(/^ID +NUMBER +CUSTOMER ID +STATUS +TOTAL +CREATED$/);
    expect(row).toMatch(new RegExp(`^${invoice.id}  ${invoice.number}  ${invoice.customer_id}  paid +19\\.99 EUR  \\d{4}-.*Z$`));
    expect(more).toEqual([]);
    const json = await billing('list', 'invoices', '--json');
    expect(JSON.parse(json.join('\n'))).toMatchObject({ object: 'list', data: [{ id: invoice.id }], has_more: false });
    expect((await billing('list', 'invoices', '--csv'))[1]).toContain(`${invoice.id},invoice,`);
  });

  it('retrieves an object by its id', async () => {
    const object = JSON.parse((await billing('get', invoice.id)).join('\n'));
    expect(object).toMatchObject({ id: invoice.id, object: 'invoice' });
    expect(JSON.parse((await billing('get', invoice.customer_id, '--json')).join('\n')).object).toBe('customer');
  });

  it('downloads an invoice', async () => {
    const file = join(folder, 'invoice.pdf');
    expect(await billing('invoices', 'pdf', invoice.id, '--out', file)).toEqual([file]);
    expect(readFileSync(file).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('explains the fields of an operation', async () => {
    expect((await billing('create', 'prices', '--help')).join('\n')).toContain('--interval  month|year, required');
  });
});
