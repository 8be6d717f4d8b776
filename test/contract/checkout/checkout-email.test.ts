import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { newPlan } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount, runCommand, mails, mailsTo } = service();
const PATH = '/v1/checkout/sessions';
const SUBJECT = /^Complete your order with /;

describe('deliver_email of a checkout session', () => {
  let client: Client;
  let body: Json;
  const member = `member-${randomUUID()}@example.com`;
  beforeAll(async () => {
    const account = await createAccount();
    client = apiOf(baseUrl).client(account.testKey);
    await runCommand('members add', account.accountId, member);
    const { priceId } = await newPlan(client);
    body = { price_id: priceId, success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
  });
  const create = (more: Json, headers: Record<string, string> = {}) => client.call('POST', PATH, { ...body, ...more }, headers);

  it('is refused if the buyer has no email address, if the session is embedded, or if its value is no boolean', async () => {
    const { id } = await client.post('/v1/customers', { name: 'Ada' });
    const refused = await create({ customer_id: id, deliver_email: true });
    expect([...statusAndCode(refused), refused.error?.reason]).toEqual([409, 'state_conflict', 'customer_has_no_email']);
    const email = { customer_email: member, deliver_email: true };
    expect(fieldError(await create({ ...email, ui_mode: 'embedded' }))).toEqual([400, 'parameter_invalid', 'deliver_email']);
    expect(fieldError(await create({ ...email, deliver_email: 'yes' }))).toEqual([400, 'parameter_invalid', 'deliver_email']);
  });

  it.runIf(mails !== null)('emails the link once, and in test mode only to members', async () => {
    const stranger = `stranger-${randomUUID()}@example.com`;
    await create({ customer_email: stranger, deliver_email: true });
    await create({ customer_email: member });
    const headers = { 'idempotency-key': randomUUID() };
    const request = { customer_email: member, deliver_email: true };
    const [session, replay] = [await create(request, headers), await create(request, headers)];
    expect(replay.body.id).toBe(session.body.id);
    expect(session.body).not.toHaveProperty('deliver_email');
    const [mail, ...others] = await eventually(
      () => mailsTo(member, SUBJECT),
      (received) => received.length > 0,
    );
    expect(others).toEqual([]);
    expect(mail?.text).toContain(String(session.body.url));
    expect(await mailsTo(stranger, SUBJECT)).toEqual([]);
  });
});
