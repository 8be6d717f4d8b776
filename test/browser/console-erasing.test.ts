import { describe, expect, it, vi } from 'vitest';
import { quietEndpoint } from '../contract/support/shop.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();

const ERASE = 'Erase personal data';

const purgeLogged = async (id: string): Promise<boolean> =>
  (await desk.client.list(`/v1/audit_logs?resource_id=${id}`)).some(({ action }) => action === 'customer.purged');

describe('what is gone in the console', () => {
  it('leads back to the list once it is erased or deleted, which says so once', async () => {
    const customer = await desk.client.post('/v1/customers', { name: 'Gone', email: 'gone@example.com' });
    await desk.enter();
    await desk.open('customers', customer.id);
    await desk.act(ERASE);
    await desk.page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    await desk.page.getByText('Done: erase personal data.').waitFor();
    await desk.settle();
    expect(await desk.page.getByText('Gone').count()).toBe(0);
    expect(await purgeLogged(customer.id)).toBe(true);
    await desk.go('Products');
    expect(await desk.page.getByText('Done:').count()).toBe(0);
    await desk.page.goBack();
    await desk.page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
    await desk.settle();
    expect(await desk.page.getByText('Done:').count()).toBe(0);

    const endpoint = await desk.client.post('/v1/webhook_endpoints', quietEndpoint(desk.served.baseUrl));
    await desk.open('webhook_endpoints', endpoint.id);
    await desk.act('Delete');
    await desk.page.getByRole('heading', { level: 1, name: 'Webhook endpoints' }).waitFor();
    await desk.page.getByText('Done: delete.').waitFor();
    expect(desk.complaints).toEqual([]);
  });

  it('is a deleted customer, who can still be erased, by anyone who may', async () => {
    const { id } = await desk.client.post('/v1/customers', { name: 'Left', email: 'left@example.com' });
    await desk.client.remove(`/v1/customers/${id}`);
    const page = `${desk.served.baseUrl}/console#/test/customers/${id}`;
    await desk.enter();
    await desk.page.goto(page);
    await desk.page.getByText(`No customer \`${id}\`.`).waitFor();
    expect(await desk.offered()).toEqual([ERASE]);
    await desk.act(ERASE);
    await desk.page.getByText('Done: erase personal data.').waitFor();
    expect(await purgeLogged(id)).toBe(true);

    await desk.page.goto(`${desk.served.baseUrl}/console#/test/products/${id.replace('cus_', 'prod_')}`);
    await desk.page.getByText(`No product \`${id.replace('cus_', 'prod_')}\`.`).waitFor();
    expect(await desk.offered()).toEqual([]);

    await desk.become({});
    await desk.enter(await desk.addMember('viewer'));
    await desk.page.goto(page);
    await desk.page.getByText(`No customer \`${id}\`.`).waitFor();
    expect(await desk.offered()).toEqual([]);
  });
});
