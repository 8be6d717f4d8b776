import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { textsOfPages } from '../../documents/support.ts';
import { service } from '../../support/service.ts';
import { newPlan, subscribe } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let client: Client;
let invoice: ApiObject;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  await client.post('/v1/tax_rates', { country_code: 'NL', rate_basis_points: 2100, display_name: 'BTW' });
  const { priceId } = await newPlan(client, { amount_cents: 12_100 });
  const buyer = { name: 'Ελένη Żółkiewska', email: 'eleni@example.com', country_code: 'NL', language: 'nl' };
  const customer = await client.post('/v1/customers', buyer);
  await subscribe(client, priceId, { customer_id: customer.id });
  [invoice] = (await client.list(`/v1/invoices?customer_id=${customer.id}`)) as [ApiObject];
});

const sendRequest = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`${baseUrl}${path}`, { method, headers: { authorization: `Bearer ${client.key}` } });

/** Waits until the document is rendered. Until then the answer must be 501 `rendering_pending`. */
const fetchRendered = (path: string): Promise<Response> =>
  eventually(
    async () => {
      const answer = await sendRequest(path);
      if (answer.status === 200) return answer;
      expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([501, 'rendering_pending']);
      return answer;
    },
    ({ status }) => status === 200,
  );

describe('the PDF of an invoice', () => {
  it('[INV-04] [INV-13] is pending until it is rendered, then shows the invoice in the language of its customer', async () => {
    const answer = await fetchRendered(`/v1/invoices/${invoice.id}/pdf`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${String(invoice.number)}.pdf"`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const [page = ''] = await textsOfPages(bytes);
    for (const text of ['Factuur', String(invoice.number), 'Ελένη Żółkiewska', '€ 121,00', '€ 100,00', '€ 21,00', 'BTW 21%'])
      expect(page).toContain(text);
    expect(page).not.toContain('eleni@example.com');
  });

  it('has the same bytes each time, and no body for HEAD', async () => {
    const path = `/v1/invoices/${invoice.id}/pdf`;
    const [first, second] = await Promise.all(
      [fetchRendered(path), fetchRendered(path)].map(async (answer) => Buffer.from(await (await answer).arrayBuffer())),
    );
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
    const head = await sendRequest(path, 'HEAD');
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/pdf', '']);
  });

  it('rejects parameters and unknown invoices', async () => {
    expect(statusAndCode(await client.call('GET', `/v1/invoices/${invoice.id}/pdf?size=a4`))).toEqual([400, 'parameter_unknown']);
    expect(statusAndCode(await client.call('GET', `/v1/invoices/inv_${'0'.repeat(26)}/pdf`))).toEqual([404, 'resource_missing']);
  });
});

describe('the PDF of a credit note', () => {
  it('[CN-04] is pending until it is rendered, then shows the refunded amounts', async () => {
    const refund = await client.post('/v1/refunds', { payment_id: invoice.payment_id, amount_cents: 1210, reason: 'Too much' });
    const succeeded = await eventually(
      () => client.get(`/v1/refunds/${refund.id}`),
      ({ credit_note_id: id }) => id !== null,
    );
    const creditNote = await client.get(`/v1/credit_notes/${String(succeeded.credit_note_id)}`);
    const answer = await fetchRendered(`/v1/credit_notes/${creditNote.id}/pdf`);
    const [page = ''] = await textsOfPages(new Uint8Array(await answer.arrayBuffer()));
    for (const text of ['Creditfactuur', String(creditNote.number), String(invoice.number), 'Too much', '€ 12,10', '€ 10,00', '€ 2,10'])
      expect(page).toContain(text);
  });
});
