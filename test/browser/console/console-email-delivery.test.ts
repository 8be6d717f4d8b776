import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../scripts/support/waiting.ts';
import { newPlan, subscribe } from '../../contract/support/objects.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();

describe('the page of a customer whose email bounced', () => {
  it.runIf(ui.service.mails !== null)('shows the bounce, and has an action that resumes emails', async () => {
    const email = `bounce+${randomUUID()}@simulator.amazonses.com`;
    // With this setting, the receipt is the only email of the sale. A second email, sent after emails are resumed, would bounce again.
    await ui.liveClient.post('/v1/tenant/billing_profile', { customer_emails: false });
    // In test mode, only members of the account get emails.
    await ui.service.runCommand('members add', ui.accountId, email);
    const { id } = await ui.client.post('/v1/customers', { name: 'Grace', email });
    await subscribe(ui.client, (await newPlan(ui.client)).priceId, { customer_id: id });
    await eventually(
      () => ui.client.get(`/v1/customers/${id}`),
      (customer) => customer['email_delivery'] !== null,
    );
    await ui.enter();
    await ui.open('customers', id);
    await ui.waitForStatus('Email bounced');
    expect(await ui.page.locator('dt:text-is("Email status") + dd').textContent()).toMatch(/^bounced, .*\d{4}/);
    await ui.submit('Resume emails');
    await ui.page.getByText('Emails resumed.').waitFor();
    await ui.settle();
    expect(await ui.page.locator('.title .badge').count()).toBe(0);
    expect(await ui.actions()).not.toContain('Resume emails');
    expect(ui.consoleErrors).toEqual([]);
  });
});
