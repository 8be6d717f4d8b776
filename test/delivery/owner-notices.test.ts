import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeMembers } from '../../shared/domain/account/members.ts';
import { accountAggregate, newAccount, type Role } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { type ApiKey, apiKeyAggregate } from '../../shared/domain/api-key/record.ts';
import type { NewAudit } from '../../shared/domain/decision.ts';
import { orderOwnersNotice } from '../../shared/domain/mail/owner-notice.ts';
import { type MailDeps, sendMailOrder } from '../../shared/mail/send.ts';
import type { Mail } from '../../shared/ports/index.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { type MailQueueMessage, mailItem } from '../../shared/store/mail/outbox.ts';
import { type EngineFixture, openFixture, writeChanges } from '../store/support.ts';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
});
afterAll(() => fixture.stop());

const OWNER = 'owner@example.com';
/** Creates an account with an owner and an API key, and functions that create the mail order of a notice and send its mails. */
const setUp = async () => {
  const tenant = { accountId: fixture.tenant().accountId, mode: 'live' } as const;
  const { store, table, clock } = fixture;
  const sent: Mail[] = [];
  const enqueued: MailQueueMessage[] = [];
  const failures: Error[] = [];
  const nowSeconds = Math.floor(clock.nowMs / 1000);
  const account = newAccount({ id: tenant.accountId, created: nowSeconds, name: 'Shop & Co', email: OWNER, countryCode: null });
  const key: ApiKey = {
    id: `ak_${tenant.accountId}`,
    created: nowSeconds,
    label: 'CI <server>',
    scopes: ['*'],
    prefix: 'svc_live_0123456',
    hash: `hash-${tenant.accountId}`,
    pepperVersion: '1',
    createdBy: { type: 'operator_command', id: null },
    lastUsedAt: null,
    revokedAt: null,
  };
  await writeChanges(store, tenant, [change(accountAggregate, null, account), change(apiKeyAggregate, null, key)]);
  const addMember = (email: string, role: Role) =>
    store.run({
      tenant,
      actor: SYSTEM,
      load: async () => ({ account: await store.get(accountAggregate, tenant, tenant.accountId), by: null }),
      nowOf: () => null,
      decide: (state, context) => changeMembers({ kind: 'add', email, role }, state, context),
    });
  const deps: MailDeps = {
    store,
    mailer: {
      send: async (mail) => {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        sent.push(mail);
      },
    },
    partiesOf: async () => {
      throw new Error('mails to owners have no customer');
    },
    fileOf: async () => null,
    createLinkUrl: async () => 'https://billing.example/console',
    enqueue: async (message) => void enqueued.push(message),
    nowMs: () => clock.nowMs,
  };
  const audit: NewAudit = { action: 'api_key.created', resourceType: 'api_key', resourceId: key.id };
  /** Stores the mail order of a notice; returns its message of the mail queue. */
  const createMailOrder = async (noticeId: string, about = audit, actor = { actorType: 'api_key', actorId: key.id as string | null }) => {
    const { mailId, order } = orderOwnersNotice(about, { ...actor, ip: '192.0.2.1', at: nowSeconds }, account, noticeId);
    await table.transact([mailItem(tenant, mailId, order, clock.nowMs)], randomUUID());
    return { ...tenant, mailId };
  };
  /** Processes a message, and the messages that it enqueues. */
  const processMessages = async (message: MailQueueMessage): Promise<void> => {
    await sendMailOrder(deps, message);
    for (let next = enqueued.shift(); next !== undefined; next = enqueued.shift()) await sendMailOrder(deps, next);
  };
  return { sent, enqueued, failures, deps, createMailOrder, processMessages, addMember, key };
};

describe('a notice to the owners', () => {
  it('is sent once to each owner, even if it is processed repeatedly', async () => {
    const { sent, createMailOrder, processMessages, addMember } = await setUp();
    await addMember('second@example.com', 'owner');
    await addMember('admin@example.com', 'admin');
    const message = await createMailOrder('ntc_1');
    for (let count = 0; count < 3; count += 1) await processMessages(message);
    expect(sent.map(({ to }) => to)).toEqual([OWNER, 'second@example.com']);
    expect(sent[0]).toMatchObject({ subject: 'A live API key was created for Shop & Co', attachments: [] });
    expect(sent[0]?.text).toBe(`A live API key was created for Shop & Co

A new API key has access to the live data of Shop & Co.

Key: svc_live_0123456…
Label: CI <server>
Scopes: all
By: API key svc_live_0123456… (CI <server>)
Time: 1 January 2026 at 00:00 UTC
IP address: 192.0.2.1

Open the console: https://billing.example/console

If you expected this, you don’t need to do anything.

If you didn’t, sign in to the console now: revoke the key under API keys.
`);
    expect(sent[0]?.html).toContain('CI &lt;server&gt;');
    expect(JSON.stringify(sent)).not.toContain('hash-');
  });

  it('names the last characters of the new and the previous IBAN of invoices, and says what to do', async () => {
    const { sent, createMailOrder, processMessages } = await setUp();
    const metadata = { iban_ending: '6199', previous_iban_ending: null };
    const changed: NewAudit = { action: 'billing_profile.updated', resourceType: 'billing_profile', resourceId: 'acct_1', metadata };
    await processMessages(await createMailOrder('ntc_1', changed));
    expect(sent[0]?.subject).toBe('The bank account on invoices of Shop & Co was changed');
    for (const line of ['IBAN ends in: 6199', 'Previous IBAN ends in: none', 'enter your own IBAN again under Settings, Company']) {
      expect(sent[0]?.text).toContain(line);
    }
  });

  it('is sent to the other owners if one mail fails; a retry sends the failed mail', async () => {
    const { sent, failures, enqueued, deps, createMailOrder, addMember } = await setUp();
    await addMember('second@example.com', 'owner');
    await sendMailOrder(deps, await createMailOrder('ntc_1'));
    failures.push(new Error('refused'));
    const [first, second] = enqueued;
    if (first === undefined || second === undefined) throw new Error('Expected a queue message for each owner.');
    await expect(sendMailOrder(deps, first)).rejects.toThrow('refused');
    await sendMailOrder(deps, second);
    await sendMailOrder(deps, first);
    expect(sent.map(({ to }) => to)).toEqual(['second@example.com', OWNER]);
  });

  it('is sent once a day for all exports by one API key, but for each export by a member', async () => {
    const { sent, createMailOrder, processMessages, key } = await setUp();
    const exported: NewAudit = { action: 'tenant.data_exported', resourceType: 'tenant', resourceId: 'acct' };
    await processMessages(await createMailOrder('ntc_1', exported));
    await processMessages(await createMailOrder('ntc_2', exported));
    await processMessages(await createMailOrder('ntc_3', exported, { actorType: 'api_key', actorId: `${key.id}other` }));
    for (const id of ['ntc_4', 'ntc_5'])
      await processMessages(await createMailOrder(id, exported, { actorType: 'operator', actorId: 'mem_gone' }));
    expect(sent.map(({ text }) => /^By: (.*)$/m.exec(text)?.[1])).toEqual([
      'API key svc_live_0123456… (CI <server>)',
      `${key.id}other`,
      'A former member (mem_gone)',
      'A former member (mem_gone)',
    ]);
    fixture.clock.nowMs += 86_400_000;
    await processMessages(await createMailOrder('ntc_6', exported));
    expect(sent).toHaveLength(5);
  });
});
