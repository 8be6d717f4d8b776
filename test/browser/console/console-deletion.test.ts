import { describe, expect, it } from 'vitest';
import { quietEndpointBody } from '../../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const ERASE = 'Erase personal data';

const hasPurgeEntry = async (id: string): Promise<boolean> =>
  (await ui.client.list(`/v1/audit_logs?resource_id=${id}`)).some(({ action }) => action === 'customer.purged');

describe('the page of an object in the console', () => {
  it('is replaced by the list after the object is erased or deleted, and a toast confirms the deletion', async () => {
    const customer = await ui.client.post('/v1/customers', { name: 'Gone', email: 'gone@example.com' });
    await ui.enter();
    await ui.open('customers', customer.id);
    await ui.submit(ERASE);
    await ui.page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    await ui.page.getByText('Personal data erased.').waitFor();
    await ui.settle();
    expect(await ui.page.getByText('Gone').count()).toBe(0);
    expect(await hasPurgeEntry(customer.id)).toBe(true);
    await ui.page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await ui.page.getByText('Personal data erased.').count()).toBe(0);

    const endpoint = await ui.client.post('/v1/webhook_endpoints', quietEndpointBody(ui.service.baseUrl));
    await ui.open('webhook_endpoints', endpoint.id);
    await ui.submit('Delete endpoint');
    await ui.page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await ui.page.getByText('Webhook endpoint deleted.').waitFor();
    expect(ui.consoleErrors).toEqual([]);
  });

  it('offers to erase a customer who is deleted already, if the role of the member allows it', async () => {
    const { id } = await ui.client.post('/v1/customers', { name: 'Left', email: 'left@example.com' });
    await ui.client.remove(`/v1/customers/${id}`);
    const page = `${ui.service.baseUrl}/console#/test/customers/${id}`;
    await ui.enter();
    await ui.page.goto(page);
    await ui.page.getByText(`No customer ${id}.`).waitFor();
    expect(await ui.actions()).toEqual([ERASE]);
    await ui.submit(ERASE);
    await ui.page.getByText('Personal data erased.').waitFor();
    expect(await hasPurgeEntry(id)).toBe(true);

    await ui.page.goto(`${ui.service.baseUrl}/console#/test/products/${id.replace('cus_', 'prod_')}`);
    await ui.page.getByText(`No product ${id.replace('cus_', 'prod_')}.`).waitFor();
    expect(await ui.actions()).toEqual([]);

    await ui.useContext({});
    await ui.enter(await ui.addMember('viewer'));
    await ui.page.goto(page);
    await ui.page.getByText(`No customer ${id}.`).waitFor();
    expect(await ui.actions()).toEqual([]);
  });
});
