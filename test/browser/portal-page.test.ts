import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { shortcomingsOf, sidewaysOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { NAME, PortalDesk, RETURN_URL } from './portal-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, mails, operate } = service();
const desk = new PortalDesk();

describe.runIf(mails !== null)('a link in a mail of the service', () => {
  const linkTo = async (address: string, subject: string): Promise<string> => {
    const [mail] = await eventually(
      async () => ((await mails?.()) ?? []).filter((each) => each.to === address && each.subject.startsWith(subject)),
      (found) => found.length > 0,
    );
    return String(/https?:\/\/\S+\/portal#svc_portal_\w+/.exec(mail?.text ?? '')?.[0]);
  };
  const ofTeam = async (name: string): Promise<string> => {
    const address = `${name}-${Date.now()}@example.com`;
    await operate('members add', desk.accountId, address);
    return address;
  };

  it('[PRT-15] [PRT-16] [PRT-17] [PRT-19] [PRT-20] opens a portal that shows, pays and swaps methods, and offers nothing else', async () => {
    const address = await ofTeam('limited');
    const subscription = await desk.buyer({ email: address });
    const [invoice] = await desk.client.list(`/v1/invoices?subscription_id=${subscription.id}`);
    await desk.client.post(`/v1/invoices/${invoice?.id}/email`);
    await desk.page.goto(await linkTo(address, 'Invoice '));
    await desk.page.getByRole('button', { name: 'Add a payment method' }).waitFor();
    for (const name of ['Change plan', 'Cancel subscription', 'Add a promotion code', 'Change details']) {
      expect([name, await desk.page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    }
    await desk.page.getByRole('button', { name: /^Download PDF/ }).waitFor();
  });

  it('[PRT-15] approves another address', async () => {
    const subscription = await desk.buyer();
    const address = await ofTeam('another');
    await desk.enter(subscription);
    await desk.press('Change details');
    await desk.page.getByLabel('E-mail').fill(address);
    await desk.press('Save');
    await desk.seen(`We sent a link to ${address}.`);
    await desk.page.goto(await linkTo(address, 'Confirm your address'));
    await desk.page.reload();
    await desk.press(`Confirm ${address} as your address`);
    await desk.page.getByText('as your address').waitFor({ state: 'detached' });
    expect(await desk.client.get(`/v1/customers/${String(subscription.customer_id)}`)).toMatchObject({ email: address });
  });
});

describe('the page of the billing portal', () => {
  it('keeps its token out of its address, its history and every request but the header', async () => {
    const { token } = await desk.enter(await desk.buyer());
    expect(desk.page.url()).toBe(`${baseUrl}/portal`);
    await desk.page.reload();
    await desk.page.getByRole('heading', { name: 'Your subscription' }).waitFor();
    await desk.page.getByRole('link', { name: 'Terms' }).waitFor();
    expect(await desk.page.evaluate('document.referrer + JSON.stringify(history.state)')).not.toContain('svc_portal_');
    expect(desk.addresses.filter((address) => address.replace(/#.*/, '').includes(String(token)))).toEqual([]);
    expect(desk.addresses.filter((address) => !address.startsWith(baseUrl))).toEqual([]);
    expect(await desk.page.getByRole('link', { name: /^Back to / }).getAttribute('href')).toBe(RETURN_URL);
  });

  it('runs nothing that is in a text, and breaks no rule of its policy', async () => {
    await desk.enter(await desk.buyer({ name: NAME }));
    await desk.seen(NAME);
    expect(await desk.page.evaluate("document.querySelectorAll('img').length")).toBe(0);
    expect(desk.complaints).toEqual([]);
    const { headers } = await fetch(`${baseUrl}/portal`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it('says so when the link is no longer good', async () => {
    const subscription = await desk.buyer();
    const { id } = await desk.enter(subscription);
    await desk.client.post(`/v1/billing_portal/sessions/${id}/revoke`);
    await desk.press('Cancel subscription');
    await desk.page.getByRole('button', { name: 'Cancel subscription' }).last().click();
    await desk.page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await desk.page.reload();
    await desk.page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await desk.now(subscription)).toMatchObject({ cancel_at_period_end: false });
    const other = await desk.context.newPage();
    await other.goto(`${baseUrl}/portal`);
    await other.getByRole('heading', { name: 'This link has expired' }).waitFor();
  });

  it('shows in each of two tabs what was done in the other, once something is done there', async () => {
    const subscription = await desk.buyer();
    const session = await desk.enter(subscription);
    const other = await desk.context.newPage();
    await other.goto(String(session.url));
    await other.getByRole('button', { name: 'Cancel subscription' }).click();
    await desk.press('Cancel subscription');
    await desk.page.getByRole('button', { name: 'Cancel subscription' }).last().click();
    await other.getByRole('button', { name: 'Cancel subscription' }).last().click();
    await Promise.all([desk.page, other].map((tab) => tab.getByText(/^Ends on /).waitFor()));
    expect(await desk.client.list(`/v1/audit_logs?resource_id=${subscription.id}&action=subscription.canceled`)).toHaveLength(1);
  });

  it('speaks the customer\u2019s language', async () => {
    const { url } = await desk.sessionFor(await desk.buyer({ language: 'de-AT' }));
    await desk.page.goto(String(url));
    await desk.page.getByRole('button', { name: 'Abonnement kündigen' }).waitFor();
    expect(await desk.page.evaluate('document.documentElement.lang')).toBe('de-AT');
  });

  it.each(['light', 'dark'] as const)('can be used by everyone: %s', async (colorScheme) => {
    await desk.become({ bypassCSP: true, viewport: { width: 320, height: 640 }, colorScheme });
    await desk.enter(await desk.buyer());
    expect(await axeFindings(desk.page)).toEqual([]);
    await desk.press('Cancel subscription');
    await desk.press('Add a payment method');
    await desk.press('Change details');
    await desk.press('Change plan');
    await desk.page.getByLabel('€49.00 every month').check();
    await desk.page.getByText('Due now').waitFor();
    expect(await shortcomingsOf(desk.page)).toEqual([]);
    expect(await sidewaysOf(desk.page)).toBe(0);
    expect(await axeFindings(desk.page)).toEqual([]);
  });
});
