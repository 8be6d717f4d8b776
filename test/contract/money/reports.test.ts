import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { checkDatev } from '../../domain/accounting/datev-checker.ts';
import { service } from '../../support/service.ts';
import { advance, newPlan, setBehavior, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

const START = Date.UTC(2027, 0, 31, 12) / 1000;
const FEB = Date.UTC(2027, 1, 28, 12) / 1000;

let client: Client;
let live: Client;
let testKey: string;
let priceId: string;
let clockCustomerId: string;
let clockId: string;

/**
 * Creates a Dutch account with tax-exclusive prices. It has sold today to two German consumers, a German business and a consumer in the US.
 * A subscription on a test clock has an unpaid renewal.
 */
beforeAll(async () => {
  const keys = await createAccount();
  ({ testKey } = keys);
  [client, live] = [api.client(keys.testKey), api.client(keys.liveKey)];
  await live.post('/v1/tenant/billing_profile', { country_code: 'NL', vat_id: 'NL000099998B57', tax_behavior: 'exclusive' });
  await client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900 });
  ({ priceId } = await newPlan(client, { amount_cents: 1001 }));
  for (const country of ['DE', 'DE', 'US']) await sell({ country_code: country });
  const business = await client.post('/v1/customers', { name: 'Falk GmbH', country_code: 'DE' });
  await client.post(`/v1/customers/${business.id}/vat_number`, { vat_number: 'DE100' });
  await subscribe(client, priceId, { customer_id: business.id });
  ({ customerId: clockCustomerId, clockId } = await subscribeOnClock(client, priceId, START));
  await setBehavior(client, clockCustomerId, { charges: 'insufficient_funds' });
  await advance(client, clockId, FEB + 3600);
});

const sell = async (fields: Json): Promise<ApiObject> => {
  const { id } = await client.post('/v1/customers', fields);
  return subscribe(client, priceId, { customer_id: id });
};

const today = new Date().toISOString().slice(0, 10);
const fetchVat = (from: string, to: string, caller: Client = client): Promise<ApiObject> =>
  caller.get(`/v1/reports/vat?from=${from}&to=${to}`);
const rowsOf = (vat: ApiObject, name: string): readonly Json[] => vat[name] as readonly Json[];
const totalOf = (vat: ApiObject): Json | undefined => rowsOf(vat, 'totals')[0];

describe('the VAT report', () => {
  it('of today has the sales by country and treatment, and its gross total is the sum of the invoices', async () => {
    const vat = await fetchVat(today, today);
    expect(vat).toMatchObject({ object: 'vat_report', livemode: false, from: today, to: today, corrections: [] });
    expect(rowsOf(vat, 'rows')).toMatchObject([
      { country_code: 'DE', treatment: 'taxed', rate_basis_points: 1900, invoices: 2, net_cents: 2002, tax_cents: 380, gross_cents: 2382 },
      { country_code: 'DE', treatment: 'reverse_charge', invoices: 1, net_cents: 1001, tax_cents: 0 },
      { country_code: 'US', treatment: 'export', invoices: 1, net_cents: 1001, tax_cents: 0 },
    ]);
    expect(rowsOf(vat, 'ec_sales')).toEqual([{ vat_number: 'DE100', country_code: 'DE', currency: 'EUR', net_cents: 1001 }]);
    const invoices = (await client.list('/v1/invoices')).filter(({ customer_id: id }) => id !== clockCustomerId);
    expect(totalOf(vat)?.gross_cents).toBe(invoices.reduce((sum, { total_cents: cents }) => sum + Number(cents), 0));
  });

  it('deducts a credit note, and a voided invoice in the month in which it is voided', async () => {
    const before = totalOf(await fetchVat(today, today));
    const subscription = await sell({ country_code: 'DE' });
    const [payment] = await client.list(`/v1/payments?subscription_id=${subscription.id}`);
    await client.post('/v1/refunds', { payment_id: payment?.id, amount_cents: 500 });
    await vi.waitFor(async () => expect(await client.list(`/v1/credit_notes?customer_id=${payment?.customer_id}`)).toHaveLength(1), 30_000);
    expect(totalOf(await fetchVat(today, today))).toMatchObject({
      gross_cents: Number(before?.gross_cents) + 1191 - 500,
      credit_notes: 1,
      credited_cents: 500,
    });
    const [open] = await client.list(`/v1/invoices?customer_id=${clockCustomerId}&status=open`);
    await advance(client, clockId, FEB + 2 * 86_400);
    await client.post(`/v1/invoices/${open?.id}/void`);
    expect(totalOf(await fetchVat('2027-02-01', '2027-02-28'))).toMatchObject({ invoices: 1, voided_invoices: 0, gross_cents: 1001 });
    const march = await fetchVat('2027-03-01', '2027-03-31');
    expect(rowsOf(march, 'corrections')).toMatchObject([{ month: '2027-02', voided_invoices: 1, net_cents: -1001 }]);
  });

  it('of a period without sales, of live mode or of another account is empty', async () => {
    const stranger = api.client((await createAccount()).testKey);
    const emptyReports = [
      await fetchVat('2020-01-01', '2020-12-31'),
      await fetchVat(today, today, live),
      await fetchVat(today, today, stranger),
    ];
    for (const vat of emptyReports) expect(vat).toMatchObject({ rows: [], corrections: [], ec_sales: [], totals: [] });
  });

  it.each([
    ['from', 'parameter_missing', `to=${today}`],
    ['to', 'parameter_missing', `from=${today}`],
    ['from', 'parameter_invalid', 'from=2026-02-30&to=2026-03-01'],
    ['from', 'parameter_invalid', 'from=2026-03-02&to=2026-03-01'],
    ['from', 'parameter_invalid', 'from=2025-01-01&to=2026-03-01'],
    ['country', 'parameter_unknown', `from=${today}&to=${today}&country=DE`],
  ])('names the parameter %s in the error %s for ?%s', async (param, code, query) => {
    expect(fieldError(await client.call('GET', `/v1/reports/vat?${query}`))).toEqual([400, code, param]);
  });

  it('requires `invoices:read`', async () => {
    const { secret } = await client.post('/v1/api_keys', { label: 'narrow', scopes: ['customers:read'] });
    const answer = await api.client(String(secret)).call('GET', `/v1/reports/vat?from=${today}&to=${today}`);
    expect(statusAndCode(answer)).toEqual([403, 'insufficient_scope']);
  });
});

describe('the VAT report as CSV', () => {
  it('contains the `corrections` and `ec_sales` of the report', async () => {
    const { text, headers } = await client.call('GET', '/v1/reports/vat?from=2027-03-01&to=2027-03-31&format=csv');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="vat-2027-03-01-2027-03-31.csv"',
    });
    const [heading, ...lines] = text.trimEnd().split('\r\n');
    expect(heading).toBe(
      'section,month,currency,country_code,treatment,rate,vat_number,invoices,voided_invoices,credit_notes,net,tax,gross',
    );
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^corrections,2027-02,EUR,.*,-10\.01,0\.00,-10\.01$/)]));
    const now = await client.call('GET', `/v1/reports/vat?from=${today}&to=${today}&format=csv`);
    expect(now.text).toContain('\r\nec_sales,,EUR,DE,reverse_charge,0,DE100,,,,10.01,0.00,10.01\r\n');
  });
});

describe('the journal', () => {
  const path = (from: string, to: string, more = ''): string => `/v1/reports/journal?from=${from}&to=${to}${more}`;
  const datev = '&format=datev&datev_consultant=29098&datev_client=55003';
  const postingsOf = (journal: ApiObject): readonly Json[] => rowsOf(journal, 'entries').flatMap(({ postings }) => postings as Json[]);
  const sumOf = (postings: readonly Json[], name?: string): number =>
    postings.reduce((sum, { account, amount_cents: cents }) => (name === undefined || account === name ? sum + Number(cents) : sum), 0);

  it('of today is balanced, and has the VAT of the VAT report and the payments of the paid invoices', async () => {
    const journal = await client.get(path(today, today));
    expect(journal).toMatchObject({ object: 'journal', livemode: false, from: today, to: today });
    const postings = postingsOf(journal);
    expect(sumOf(postings)).toBe(0);
    expect(0 - sumOf(postings, 'vat')).toBe(totalOf(await fetchVat(today, today))?.tax_cents);
    const [invoice] = await client.list('/v1/invoices?status=paid');
    expect(rowsOf(journal, 'entries')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'invoice_issued', document_id: invoice?.id, number: invoice?.number }),
        expect.objectContaining({ kind: 'payment', document_id: invoice?.payment_id, number: invoice?.number }),
      ]),
    );
    const deferred = rowsOf(journal, 'deferred_revenue').reduce((sum, { amount_cents: cents }) => sum + Number(cents), 0);
    expect(deferred).toBe(0 - sumOf(postings, 'deferred_revenue'));
  });

  it('of a later month recognizes the revenue of an earlier month', async () => {
    const journal = await client.get(path('2027-03-01', '2027-03-31'));
    expect(rowsOf(journal, 'entries')).toMatchObject([
      { kind: 'invoice_voided' },
      { kind: 'revenue_recognized' },
      { kind: 'revenue_recognized' },
    ]);
    expect(sumOf(postingsOf(journal))).toBe(0);
  });

  it('as CSV has a line for each posting', async () => {
    const { text } = await client.call('GET', path(today, today, '&format=csv&currency=eur'));
    const [heading, ...lines] = text.trimEnd().split('\r\n');
    expect(heading).toBe('day,kind,document_id,number,currency,account,country_code,rate,debit,credit');
    expect(lines).toHaveLength(postingsOf(await client.get(path(today, today))).length);
  });

  it('as a DATEV file passes the checker, and its account for provider cash has the balance of the journal', async () => {
    const response = await fetch(`${baseUrl}${path(today, today, `${datev}&datev_chart=skr04&datev_accounts=provider_cash:1461`)}`, {
      headers: { authorization: `Bearer ${testKey}` },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=windows-1252');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="EXTF_journal-${today}-${today}.csv"`);
    const { problems, rows } = checkDatev(new Uint8Array(await response.arrayBuffer()));
    expect(problems).toEqual([]);
    const cash = rows.reduce(
      (sum, { amountCents, debit, credit }) => sum + (debit === '1461' ? amountCents : credit === '1461' ? -amountCents : 0),
      0,
    );
    expect(cash).toBe(sumOf(postingsOf(await client.get(path(today, today))), 'provider_cash'));
    expect(cash).toBeGreaterThan(0);
  });

  it.each([
    ['from', 'parameter_invalid', 'from=2025-01-01&to=2026-03-01'],
    ['format', 'parameter_invalid', 'from=2026-01-01&to=2026-03-01&format=xlsx'],
    ['datev_consultant', 'parameter_missing', 'from=2026-01-01&to=2026-01-31&format=datev'],
    ['datev_client', 'parameter_missing', 'from=2026-01-01&to=2026-01-31&format=datev&datev_consultant=1001'],
    ['datev_consultant', 'parameter_invalid', 'from=2026-01-01&to=2026-01-31&format=datev&datev_consultant=1000'],
    ['datev_fiscal_year_start', 'parameter_invalid', `from=2025-12-31&to=2026-01-31${datev}`],
    ['currency', 'parameter_invalid', `from=2026-01-01&to=2026-01-31${datev}&currency=USD`],
    ['datev_accounts', 'parameter_invalid', `from=2026-01-01&to=2026-01-31${datev}&datev_accounts=sales:8400`],
    ['datev_accounts', 'parameter_invalid', `from=2026-01-01&to=2026-01-31${datev}&datev_accounts=revenue:1410`],
    ['datev_accounts', 'parameter_invalid', `from=2026-01-01&to=2026-01-31${datev}&datev_accounts=revenue:8200,revenue:8300`],
    ['datev_client', 'parameter_invalid', 'from=2026-01-01&to=2026-01-31&format=csv&datev_client=1'],
  ])('names the parameter %s in the error %s for ?%s', async (param, code, query) => {
    expect(fieldError(await client.call('GET', `/v1/reports/journal?${query}`))).toEqual([400, code, param]);
  });

  it('of another account or of live mode is empty', async () => {
    for (const caller of [live, api.client((await createAccount()).testKey)])
      expect(await caller.get(path(today, today))).toMatchObject({ entries: [], totals: [], deferred_revenue: [] });
  });

  it('requires `invoices:read`', async () => {
    const { secret } = await client.post('/v1/api_keys', { label: 'narrow', scopes: ['payments:read'] });
    expect(statusAndCode(await api.client(String(secret)).call('GET', path(today, today)))).toEqual([403, 'insufficient_scope']);
  });
});

describe('the cohorts of subscriptions', () => {
  it('are the cohorts of the last twelve months by default, or of the given months, which may be in the future', async () => {
    const now = new Date().toISOString().slice(0, 7);
    const cohorts = rowsOf(await client.get('/v1/reports/cohorts'), 'data');
    expect(cohorts).toHaveLength(12);
    expect(cohorts.at(-1)).toMatchObject({ month: now, subscriptions: expect.any(Number) });
    expect(Number(cohorts.at(-1)?.subscriptions)).toBeGreaterThanOrEqual(4);
    const futureCohorts = await client.get('/v1/reports/cohorts?from=2027-01&to=2027-03');
    expect(rowsOf(futureCohorts, 'data').map(({ month }) => month)).toEqual(['2027-01', '2027-02', '2027-03']);
    expect(rowsOf(futureCohorts, 'data')[0]?.retained).toHaveLength(3);
  });

  it.each([
    ['from', 'from=2026-13'],
    ['from', 'from=2026-03&to=2026-02'],
    ['from', 'from=2020-01&to=2026-02'],
    ['to', 'to=now'],
  ])('name the parameter %s in the error for ?%s', async (param, query) => {
    expect(fieldError(await client.call('GET', `/v1/reports/cohorts?${query}`))).toEqual([400, 'parameter_invalid', param]);
  });
});

describe('the totals of invoices', () => {
  const fetchTotals = async (query: string): Promise<readonly Json[]> => rowsOf(await client.get(`/v1/invoices/totals${query}`), 'data');
  const sumOf = (invoices: readonly ApiObject[], field: string): number =>
    invoices.reduce((sum, invoice) => sum + Number(invoice[field]), 0);

  it.each(['', '?status=paid', '?status=open', '?status=paid,void', `?created[lt]=${START}`, `?created[gte]=${START}&status=paid`])(
    'with the filter "%s" are the sums of the filtered list',
    async (query) => {
      const invoices = await client.list(`/v1/invoices${query}`);
      const expected = { count: invoices.length, total_cents: sumOf(invoices, 'total_cents'), tax_cents: sumOf(invoices, 'tax_cents') };
      expect(await fetchTotals(query)).toMatchObject(invoices.length === 0 ? [] : [{ currency: 'EUR', ...expected }]);
    },
  );

  it('of a customer contain the amount that the customer still owes; an unknown status is refused', async () => {
    const { customerId, clockId: clock } = await subscribeOnClock(client, priceId, START);
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clock, FEB + 3600);
    expect(await fetchTotals(`?customer_id=${customerId}`)).toMatchObject([{ count: 2, amount_due_cents: 1001, amount_paid_cents: 1001 }]);
    expect(await fetchTotals(`?customer_id=${customerId}&status=open`)).toMatchObject([
      { count: 1, amount_due_cents: 1001, total_cents: 1001 },
    ]);
    expect(fieldError(await client.call('GET', '/v1/invoices/totals?status=closed'))).toEqual([400, 'parameter_invalid', 'status']);
  });
});
