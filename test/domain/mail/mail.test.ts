import { describe, expect, it } from 'vitest';
import { newAccount } from '../../../shared/domain/account/record.ts';
import { mayReceive } from '../../../shared/domain/mail/recipients.ts';
import { deliveryFailedEmail, type FailedDelivery } from '../../../shared/mail/delivery-failed.ts';
import { buildMail } from '../../../shared/mail/email-template.ts';

const account = newAccount({ id: 'acct_1', created: 0, name: 'Shop', email: 'owner@shop.example', countryCode: null });

describe('the recipients of mail', () => {
  it('[MAIL-01] exclude a customer in test mode unless the email address is that of a team member', () => {
    expect(mayReceive('customer', 'buyer@elsewhere.example', 'test', account)).toBe(false);
    expect(mayReceive('customer', 'owner@shop.example', 'test', account)).toBe(true);
    expect(mayReceive('customer', 'Owner@Shop.Example ', 'test', account)).toBe(true);
    expect(mayReceive('customer', 'owner@shop.example.evil', 'test', account)).toBe(false);
    expect(mayReceive('customer', 'buyer@elsewhere.example', 'live', account)).toBe(true);
  });

  it('[MAIL-01] include a customer in test mode with the email address of any member', () => {
    const [owner] = account.members;
    const members = [{ ...owner, id: 'mem_2', email: 'ada@shop.example' }, ...account.members] as typeof account.members;
    for (const email of ['ada@shop.example', 'owner@shop.example']) expect(mayReceive('customer', email, 'test', { members })).toBe(true);
  });

  it('include any email address in live and test mode if the mail is for owners', () => {
    for (const mode of ['live', 'test'] as const) expect(mayReceive('owner', 'other@shop.example', mode, account)).toBe(true);
  });
});

const OWNER = { to: 'owner@shop.example', senderName: null, replyTo: null };

const failedDelivery: FailedDelivery = {
  mode: 'test',
  endpointId: 'we_1',
  endpointUrl: 'https://shop.example/hook?a=1&b=<2>',
  deliveryId: 'whd_1',
  eventId: 'evt_1',
  eventType: 'customer.created',
  attemptCount: 10,
  lastError: 'the receiver answered 500',
};

describe('the mail about a failed delivery', () => {
  it('contains endpoint, event, attempts and the last error, as text and HTML', () => {
    const mail = buildMail(OWNER, deliveryFailedEmail(failedDelivery), []);
    expect(mail).toMatchObject({ to: 'owner@shop.example', subject: 'Webhook deliveries to shop.example are failing' });
    for (const part of ['we_1', 'evt_1', 'customer.created', 'whd_1', '10', 'the receiver answered 500']) {
      expect(mail.text).toContain(part);
      expect(mail.html).toContain(part);
    }
    expect(mail.text).toContain('Endpoint: https://shop.example/hook?a=1&b=<2>');
    expect(mail.html).toContain('https://shop.example/hook?a=1&amp;b=&lt;2&gt;');
    expect(mail.html).not.toContain('<2>');
  });

  it('has an ASCII subject, a text part and a complete HTML document', () => {
    const mail = buildMail(OWNER, deliveryFailedEmail({ ...failedDelivery, lastError: null }), []);
    expect(mail.subject).toMatch(/^[\x20-\x7e]+$/);
    expect(mail.text).toContain('Last error: unknown');
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en">[\s\S]*<\/html>\n$/);
  });
});
