import { describe, expect, it, vi } from 'vitest';
import type { Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { addMember, clientOf, signIn } from '../support/console.ts';
import { type Cells, dateIn, importsOf, newImportAccount, planRow } from '../support/imports.ts';
import { pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const testService = service();
const OWNER = 'test@example.com';
const newShop = () => newImportAccount(testService);

describe('an import', () => {
  it('creates customers and checkout sessions; a paid session starts a subscription with the imported charge date', async () => {
    const { client, priceId, imports } = await newShop();
    const rows = [
      planRow('C-1', { name: 'Ada', email: 'ada@example.com', country_code: 'nl', city: 'Delft', mandate_reference: 'mdt_1' }),
      { reference: 'C-2', name: 'Bo' },
    ];
    const checked = await imports.check(rows, { plans: { Gold: priceId } });
    expect(checked).toMatchObject({ status: 'checked', row_count: 2, counts: { ready: 2, faulty: 0 }, livemode: false });
    expect(await client.list('/v1/customers')).toEqual([]);
    const completed = await imports.start(checked.id);
    expect(completed).toMatchObject({ status: 'completed', counts: { imported: 2 }, customers_created: 2, checkout_sessions_created: 1 });
    const [first, second] = await imports.rowsOf(checked.id);
    expect(await client.get(`/v1/customers/${first?.customer_id}`)).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      country_code: 'NL',
      address: { city: 'Delft' },
      metadata: { import_reference: 'C-1' },
      livemode: false,
    });
    expect(second).toMatchObject({ outcome: 'imported', checkout_session_id: null, checkout_url: null });
    const session = await client.get(`/v1/checkout/sessions/${first?.checkout_session_id}`);
    expect(session).toMatchObject({ status: 'open', url: first?.checkout_url, metadata: { import_mandate_reference: 'mdt_1' } });
    await pay(client, String(first?.checkout_session_id));
    const [subscription] = await client.list(`/v1/subscriptions?customer_id=${first?.customer_id}`);
    const nextCharge = Date.parse(dateIn(20)) / 1000;
    expect(subscription).toMatchObject({ status: 'active', price_id: priceId, trial_end: nextCharge, current_period_end: nextCharge });
  });

  it('[AUD-07] [AUD-11] records an audit entry for each step, and events for the customers', async () => {
    const { client, owner, imports } = await newShop();
    const { id } = await imports.check([{ reference: 'C-1' }]);
    await imports.start(id);
    await imports.undo(id);
    const entries = (await client.list(`/v1/audit_logs?actor_id=${owner.member.id}`)).toReversed();
    expect(entries.map(({ action, actor_type: type }) => [action, type])).toEqual(
      [
        'console_session.opened',
        'customer_import.created',
        'customer_import.rows_uploaded',
        'customer_import.checked',
        'customer_import.started',
        'customer.created',
        'customer_import.undo_started',
        'customer_import.row_undone',
      ].map((action) => [action, 'operator']),
    );
    expect(entries.filter(({ metadata }) => (metadata as Json)['import_id'] === id)).toHaveLength(2);
    const types = (await client.list('/v1/events')).map(({ type }) => type).filter((type) => String(type).startsWith('customer'));
    expect(types).toEqual(['customer.deleted', 'customer.created']);
  });

  it('reports the faults of each row and imports valid rows', async () => {
    const { client, priceId, imports } = await newShop();
    const { id: archived } = await client.post('/v1/prices', {
      product_id: (await client.get(`/v1/prices/${priceId}`))['product_id'],
      currency: 'EUR',
      interval: 'year',
      amount_cents: 900,
    });
    // Each row with its expected faults: column and message.
    const faultyRows: readonly (readonly [Cells, ...(readonly (readonly [string, RegExp])[])])[] = [
      [{ name: 'No reference' }, ['reference', /missing/]],
      [{ reference: 'x'.repeat(256) }, ['reference', /255/]],
      [{ reference: 'C-3', email: 'not an address' }, ['email', /email/]],
      [{ reference: 'C-4', country_code: 'UK' }, ['country_code', /ISO 3166/]],
      [{ reference: 'C-5', language: '!' }, ['language', /./]],
      [{ reference: 'C-6', name: 'n'.repeat(256) }, ['name', /255/]],
      [planRow('C-7', { plan: 'Silver' }), ['plan', /no price/]],
      [planRow('C-8', { plan: 'constructor' }), ['plan', /no price/]],
      [planRow('C-9', { plan: 'Old' }), ['plan', /archived price/]],
      [planRow('C-10', { next_charge_date: '2026-02-30' }), ['next_charge_date', /not a date/]],
      [planRow('C-11', { next_charge_date: dateIn(-1) }), ['next_charge_date', /future/]],
      [planRow('C-12', { next_charge_date: dateIn(900) }), ['next_charge_date', /two years/]],
      [{ reference: 'C-13', plan: 'Gold' }, ['next_charge_date', /missing/]],
      [{ reference: 'C-14', mandate_reference: 'mdt_1' }, ['plan', /missing/], ['next_charge_date', /missing/]],
      [{ reference: 'C-1' }, ['reference', /row 2/]],
      [{ reference: ' ', email: '@' }, ['reference', /missing/], ['email', /email/]],
    ];
    const rows = [{ reference: 'C-1' }, ...faultyRows.map(([row]) => row), planRow('C-2')];
    const checked = await imports.check(rows, { plans: { Gold: priceId, Old: archived } });
    await client.post(`/v1/prices/${archived}`, { active: false });
    const checkedAgain = await imports.check(rows, { plans: { Gold: priceId, Old: archived } });
    expect(checked.counts).toMatchObject({ ready: 3, faulty: faultyRows.length - 1 });
    expect(checkedAgain.counts).toMatchObject({ ready: 2, faulty: faultyRows.length });
    // The start checks the rows again: the price was archived after the first check.
    expect(await imports.start(checked.id)).toMatchObject({ counts: { imported: 2, faulty: faultyRows.length } });
    for (const report of [await imports.rowsOf(checkedAgain.id), await imports.rowsOf(checked.id)]) {
      faultyRows.forEach(([, ...expected], index) => {
        const row = report[index + 1];
        // Row 1 of the file is the header, and row 2 is the valid row C-1.
        expect([row?.row, row?.outcome], JSON.stringify(row)).toEqual([index + 3, 'faulty']);
        expect(row?.faults.map(({ column }) => column)).toEqual(expected.map(([column]) => column));
        expected.forEach(([, message], nth) => {
          expect(row?.faults[nth]?.message).toMatch(message);
        });
      });
    }
    expect(await client.list('/v1/customers')).toHaveLength(2);
  });

  it('parses dates in the date order of the file', async () => {
    const { imports, priceId } = await newShop();
    const [year = '', month = '', day = ''] = dateIn(40).split('-');
    const row = (date: string): Cells => planRow('C-1', { next_charge_date: date });
    const plans = { Gold: priceId };
    for (const [order, date] of [
      ['day_first', `${day}.${month}.${year}`],
      ['month_first', `${month}/${day}/${year}`],
      ['year_first', `${year}/${month}/${day}`],
      ['day_first', `${year}-${month}-${day}`],
      ['month_first', String(Date.parse(dateIn(40)) / 1000)],
    ] as const) {
      expect((await imports.check([row(date)], { plans, date_order: order })).counts, date).toMatchObject({ ready: 1 });
    }
    expect((await imports.check([row(`13/13/${year}`)], { plans, date_order: 'day_first' })).counts).toMatchObject({ faulty: 1 });
  });
});

describe('an import request', () => {
  it('is rejected if a field is invalid (named in `param`), the import is unknown, or its state does not allow the step', async () => {
    const { imports } = await newShop();
    const { id } = await imports.ok<{ readonly id: string }>('POST', '', { file_name: 'customers.csv' });
    const errorOf = async (path: string, body: unknown) => (await imports.call('POST', path, body)).error;
    const invalid: readonly (readonly [string, unknown, string])[] = [
      ['', {}, 'file_name'],
      ['', { file_name: '' }, 'file_name'],
      ['', { file_name: 'a', date_order: 'none' }, 'date_order'],
      ['', { file_name: 'a', return_url: 'javascript:alert(1)' }, 'return_url'],
      ['', { file_name: 'a', plans: { Gold: 'price_1' } }, 'return_url'],
      ['', { file_name: 'a', plans: { Gold: 1 } }, 'plans.Gold'],
      ['', { file_name: 'a', plans: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`p${n}`, 'price_1'])) }, 'plans'],
      [`/${id}/rows`, { chunk: 100, rows: [{ row: 2 }] }, 'chunk'],
      [`/${id}/rows`, { chunk: 0, rows: [] }, 'rows'],
      [`/${id}/rows`, { chunk: 0, rows: Array.from({ length: 251 }, (_, row) => ({ row: row + 1 })) }, 'rows'],
      [`/${id}/rows`, { chunk: 0, rows: [{ row: 2 }, { row: 2 }] }, 'rows'],
      [`/${id}/rows`, { chunk: 0, rows: [{ row: 2, reference: 5 }] }, 'rows.0.reference'],
      [`/${id}/rows`, { chunk: 0, rows: [{ row: 2, password: 'x' }] }, 'rows.0.password'],
      [`/${id}/check`, { chunks: 0 }, 'chunks'],
    ];
    for (const [path, body, param] of invalid) expect([param, (await errorOf(path, body))?.param]).toEqual([param, param]);
    expect(await errorOf(`/${id}/check`, { chunks: 2 })).toMatchObject({ code: 'state_conflict', reason: 'import_incomplete' });
    for (const action of ['start', 'undo']) expect(await errorOf(`/${id}/${action}`, undefined)).toMatchObject({ code: 'state_conflict' });
    for (const path of [`/imp_${'0'.repeat(26)}`, '/imp_1']) expect((await imports.call('GET', path)).status).toBe(404);
    expect((await imports.call('GET', `/${id}/rows?chunk=x`)).error).toMatchObject({ param: 'chunk' });
    expect((await imports.call('GET', `/${id}/rows?chunk=7`)).body).toMatchObject({ data: [], has_more: false });
    expect((await imports.call('GET', '?limit=500')).error).toMatchObject({ param: 'limit' });
  });

  it('can have 250 rows with long texts and many faults; a body of 300,000 characters is refused', async () => {
    const { imports } = await newShop();
    const longName = '\u{1F4B6}'.repeat(230);
    const rows = Array.from(
      { length: 250 },
      (_, index): Cells => ({
        reference: `C-${index}`,
        name: longName,
        // A faulty row has five faults; the report lists three of them.
        ...(index % 2 === 0 ? {} : { email: '@', country_code: '?', language: '!', plan: '', mandate_reference: 'm' }),
      }),
    );
    expect(JSON.stringify(rows).length).toBeLessThan(256 * 1024);
    const checked = await imports.check(rows);
    expect(checked.counts).toMatchObject({ ready: 125, faulty: 125 });
    expect((await imports.rowsOf(checked.id))[1]?.faults).toHaveLength(3);
    expect(await imports.start(checked.id)).toMatchObject({ counts: { imported: 125, faulty: 125 } });
    expect((await imports.call('POST', '', { file_name: 'a', plans: { x: 'p'.repeat(300_000) } })).error).toMatchObject({
      reason: 'body_too_large',
    });
  });

  it('starts an import once when 200 requests are concurrent', async () => {
    const { client, imports, owner, account } = await newShop();
    const rows = Array.from({ length: 200 }, (_, index): Cells => ({ reference: `C-${index}` }));
    const { id } = await imports.check(rows);
    const browsers = await Promise.all(Array.from({ length: 8 }, () => signIn(testService, account.accountId, OWNER)));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (browsers[index % 8] ?? owner).call({ method: 'POST', path: `imports/${id}/start` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
    expect(await imports.waitUntilIdle(id)).toMatchObject({ status: 'completed', customers_created: 200 });
    expect(await client.list('/v1/customers', 100)).toHaveLength(200);
  });
});

describe('access to imports', () => {
  it('[CUS-27] requires a member session, and write permission for changes; imports create data in test mode only', async () => {
    const { account, client, owner, imports } = await newShop();
    const { id } = await imports.checkAndStart([{ reference: 'C-1' }]);
    for (const path of ['/console/imports', `/console/imports/${id}`]) {
      const answer = await fetch(`${testService.baseUrl}${path}`, { headers: { authorization: `Bearer ${account.testKey}` } });
      expect(answer.status).toBe(401);
    }
    expect(await client.list('/v1/customers')).toHaveLength(1);
    expect(await clientOf(testService, account.liveKey).list('/v1/customers')).toEqual([]);
    expect((await client.call('POST', '/v1/customers/import', {})).status).toBeGreaterThanOrEqual(404);
    const viewer = importsOf(await signIn(testService, account.accountId, (await addMember(owner, 'viewer')).email));
    expect(await viewer.ok('GET', `/${id}`)).toMatchObject({ id });
    expect((await viewer.call('POST', '', { file_name: 'customers.csv' })).status).toBe(403);
  });
});
