import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually } from '../../../scripts/support/waiting.ts';
import { newPlan, subscribe } from '../../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

const ADDRESS = { line1: 'Torstraße 1', postal_code: '10119', city: 'Berlin' };
const SELLER = {
  contact: { name: 'Anna Schmidt', phone: '+49 30 1234567', email: 'billing@example.com' },
  electronic_address: { scheme: '9930', value: 'DE123456788' },
};
const BUYER = { electronic_address: { scheme: '0204', value: '991-01234-44' }, format: 'xrechnung' };

it('the page of an invoice in the console shows what its e-invoice lacks, and downloads the e-invoice once nothing is missing', async () => {
  await ui.enter();
  const { client } = ui;
  await ui.liveClient.post('/v1/tenant/billing_profile', {
    legal_name: 'Wolken',
    country_code: 'DE',
    vat_id: 'DE123456788',
    address: ADDRESS,
    e_invoicing: SELLER,
  });
  const customer = await client.post('/v1/customers', {
    name: 'Amt',
    email: 'amt@example.com',
    country_code: 'DE',
    address: ADDRESS,
    e_invoicing: BUYER,
  });
  await subscribe(client, (await newPlan(client)).priceId, { customer_id: customer.id });
  const [invoice] = await client.list(`/v1/invoices?customer_id=${customer.id}`);
  await ui.open('invoices', String(invoice?.id));
  const card = ui.page.getByRole('region', { name: 'E-invoice' });
  await card.getByText('Incomplete').waitFor();
  expect(await card.innerText()).toMatch(/Add the buyer reference.*BR-DE-15/);
  await client.post(`/v1/customers/${customer.id}`, { e_invoicing: { ...BUYER, buyer_reference: '991-01234-44' } });
  // The first request starts the rendering of the e-invoice.
  await eventually(
    () => client.call('GET', `/v1/invoices/${String(invoice?.id)}/e_invoice?format=xrechnung_ubl`),
    ({ status }) => status === 200,
  );
  const download = ui.page.waitForEvent('download');
  await card.getByRole('button', { name: 'XRechnung (UBL)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${String(invoice?.['number'])}.xml`);
  expect(readFileSync(await file.path(), 'utf8')).toContain('<cbc:BuyerReference>991-01234-44</cbc:BuyerReference>');
});
