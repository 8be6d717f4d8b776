import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMailbox } from '../../scripts/local/mail/mailbox.ts';
import { type Receiver, respondWith, startReceiver } from '../../scripts/support/receiver.ts';
import { type Account, accountAggregate, type Member, newAccount, type Role } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import type { Delivery } from '../../shared/domain/webhook-delivery/record.ts';
import type { WebhookEndpoint } from '../../shared/domain/webhook-endpoint/record.ts';
import { type SweepDeps, sweepShard } from '../../shared/flows/due/sweep.ts';
import { type MailDeps, sendMailOrder } from '../../shared/mail/send.ts';
import { idSource } from '../../shared/platform/ids.ts';
import type { Mail, QueueName } from '../../shared/ports/index.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { failureMailId } from '../../shared/store/deliveries/delivery-store.ts';
import { outboxOf } from '../../shared/store/mail/outbox.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import type { DrainReport } from '../../shared/webhooks/drain.ts';
import { updateRecord, writeChanges } from '../store/support.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { TestAccount, tableIn } from './support/account.ts';

let engine: TestEngine;
let table: Table;
let receiver: Receiver;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
  receiver = await startReceiver(respondWith(500));
});
afterAll(async () => {
  await receiver.stop();
  await engine.stop();
});

const HOUR_MS = 3_600_000;

/** An account with an owner, and the mails that were sent to the owner. */
class OwnedAccount {
  readonly account = new TestAccount(table);
  readonly sent: Mail[] = [];
  /** Errors of the next attempts to send, one per attempt. */
  readonly failures: Error[] = [];
  readonly deps: MailDeps = {
    store: openStore(table, { nowMs: this.account.nowMs, ids: idSource(this.account.nowMs) }),
    mailer: {
      send: async (mail) => {
        const failure = this.failures.shift();
        if (failure !== undefined) throw failure;
        this.sent.push(mail);
      },
    },
    partiesOf: async () => {
      throw new Error('mails to owners have no customer');
    },
    fileOf: async () => null,
    createLinkUrl: async () => 'https://billing.example/portal#none',
    enqueue: (message) => sendMailOrder(this.deps, message),
    nowMs: this.account.nowMs,
  };

  /** Stores the account and an endpoint whose deliveries fail. */
  async open(): Promise<WebhookEndpoint> {
    const { accountId } = this.account;
    const account = newAccount({ id: accountId, created: 0, name: 'Shop', email: 'owner@shop.example', countryCode: null });
    await writeChanges(this.deps.store, { accountId, mode: 'live' }, [change(accountAggregate, null, account)]);
    return this.account.endpoint(receiver.url);
  }

  async change(fields: Partial<Account>): Promise<void> {
    const { accountId } = this.account;
    await updateRecord(this.deps.store, { accountId, mode: 'live' }, accountAggregate, accountId, () => fields);
  }

  /** Publishes an event, and makes the last attempt of its delivery. */
  async exhaust(endpoint: WebhookEndpoint): Promise<DrainReport> {
    const { id } = await this.account.publish();
    return this.makeLastAttempt((await this.account.rows(endpoint)).find(({ eventId }) => eventId === id) as Delivery);
  }

  /** Sets the attempt count of a new delivery, the only queued one, to nine. Then makes the tenth and last attempt. */
  async makeLastAttempt(row: Delivery): Promise<DrainReport> {
    await this.account.deliveryStore.recordAttempt(
      this.account.tenant(),
      { delivery: row, version: 1, queueSk: await this.onlyQueued() },
      (delivery) => ({ ...delivery, attemptCount: 9 }),
    );
    return this.account.drain();
  }

  /** Sweeps the entries that are due within `seconds`. Returns the messages of the account that the sweep sends to the mail queue. */
  async sweep(seconds: number): Promise<readonly unknown[]> {
    const messages: unknown[] = [];
    const { accountId } = this.account;
    const sweepDeps = {
      store: this.deps.store,
      // A sweep also takes entries that are due in the next minute, so its clock is one minute behind.
      nowMs: () => this.account.nowMs() + (seconds - 60) * 1000,
      queue: {
        send: async (queue: QueueName, message: Readonly<Record<string, unknown>>) => {
          if (queue === 'mail' && message.accountId === accountId) messages.push(message);
        },
      },
    } as unknown as SweepDeps;
    for (let shard = 0; shard < 16; shard += 1) await sweepShard(sweepDeps, shard);
    return messages;
  }

  private async onlyQueued(): Promise<string> {
    const [first, ...others] = await this.account.queued();
    if (first === undefined || others.length > 0) throw new Error('expected exactly one queued delivery');
    return first;
  }

  send(mailId: string): Promise<void> {
    return sendMailOrder(this.deps, { ...this.account.tenant(), mailId });
  }
}

const mailIdOf = ({ exhausted }: DrainReport): string => {
  const [first, ...others] = exhausted;
  if (first === undefined || others.length > 0) throw new Error('expected exactly one exhausted delivery');
  return failureMailId(first.delivery);
};

let owned: OwnedAccount;
let endpoint: WebhookEndpoint;
beforeEach(async () => {
  owned = new OwnedAccount();
  endpoint = await owned.open();
});

const memberOf = (email: string, role: Role): Member => ({ id: `mem_${email}`, email, role, created: 0, sessionsFrom: 0, passkeys: [] });

describe('the mail to the owner', () => {
  it('[MAIL-05] is ordered when the last attempt fails, and describes the failed delivery', async () => {
    const mailId = mailIdOf(await owned.exhaust(endpoint));
    await owned.send(mailId);
    expect(owned.sent).toHaveLength(1);
    const [row] = await owned.account.rows(endpoint);
    expect(row).toMatchObject({ status: 'failed', attemptCount: 10 });
    expect(owned.sent[0]).toMatchObject({ to: 'owner@shop.example', subject: expect.stringContaining('failing') });
    for (const part of [receiver.url, row?.eventId, 'customer.created', 'Attempts: 10', 'the receiver answered 500'])
      expect(owned.sent[0]?.text).toContain(part);
  });

  it('[MAIL-05] is sent to each owner, and not to the email address on invoices', async () => {
    await owned.change({
      email: 'invoices@shop.example',
      members: [memberOf('ada@shop.example', 'owner'), memberOf('admin@shop.example', 'admin'), memberOf('grace@shop.example', 'owner')],
    });
    await owned.send(mailIdOf(await owned.exhaust(endpoint)));
    expect(owned.sent.map(({ to }) => to)).toEqual(['ada@shop.example', 'grace@shop.example']);
  });

  it('is not ordered for an earlier attempt, nor for a delivery that failed because its event was deleted', async () => {
    await owned.account.publish();
    expect((await owned.account.drain()).exhausted).toEqual([]);
    const [row] = await owned.account.rows(endpoint);
    if (row === undefined) throw new Error('no row');
    await owned.send(failureMailId(row));
    await owned.account.deliveryStore.recordAttempt(
      owned.account.tenant(),
      { delivery: row, version: 2, queueSk: (await owned.account.queued())[0] ?? null },
      (delivery) => ({ ...delivery, status: 'failed', nextAttemptAtMs: null, lastError: 'gone' }),
    );
    await owned.send(failureMailId(row));
    expect(owned.sent).toEqual([]);
  });

  it('is not ordered for a test event; a test event does not delay the mail for a recorded event', async () => {
    const { exhausted } = await owned.makeLastAttempt(await owned.account.sendTestEvent(endpoint));
    expect(exhausted).toEqual([]);
    const row = await owned.account.row(endpoint);
    expect(row).toMatchObject({ status: 'failed', attemptCount: 10 });
    expect(await owned.sweep(121)).toEqual([]);
    await owned.send(failureMailId(row));
    expect(owned.sent).toEqual([]);
    await owned.send(mailIdOf(await owned.exhaust(endpoint)));
    expect(owned.sent).toHaveLength(1);
  });

  it('[MAIL-05] is sent at most once an hour per endpoint', async () => {
    await owned.send(mailIdOf(await owned.exhaust(endpoint)));
    owned.account.advance(HOUR_MS - 1000);
    await owned.send(mailIdOf(await owned.exhaust(endpoint)));
    expect(owned.sent).toHaveLength(1);
    // `exhaust` requires a single queued delivery, so only one endpoint exists at a time.
    const other = await owned.account.endpoint(`${receiver.url}/other`);
    await owned.account.removeEndpoint(endpoint);
    await owned.send(mailIdOf(await owned.exhaust(other)));
    expect(owned.sent.map(({ text }) => text.includes('/other'))).toEqual([false, true]);
    await owned.account.removeEndpoint(other);
    await owned.account.save(endpoint);
    owned.account.advance(1000);
    await owned.send(mailIdOf(await owned.exhaust(endpoint)));
    expect(owned.sent).toHaveLength(3);
  });

  it('is sent once, even for repeated and concurrent messages', async () => {
    const mailId = mailIdOf(await owned.exhaust(endpoint));
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => owned.send(mailId)));
    expect(outcomes.some(({ status: ended }) => ended === 'fulfilled')).toBe(true);
    await owned.send(mailId);
    owned.account.advance(2 * HOUR_MS);
    await owned.send(mailId);
    expect(owned.sent).toHaveLength(1);
  });

  it('is retried after a failure, despite the limit of one mail an hour', async () => {
    const mailId = mailIdOf(await owned.exhaust(endpoint));
    owned.failures.push(new Error('throttled'));
    await expect(owned.send(mailId)).rejects.toThrow('throttled');
    expect(owned.sent).toHaveLength(0);
    await owned.send(mailId);
    expect(owned.sent).toHaveLength(1);
  });

  it('is sent by another worker after the claim of a crashed worker has expired', async () => {
    const mailId = mailIdOf(await owned.exhaust(endpoint));
    await outboxOf(table).claim(owned.account.tenant(), mailId, owned.account.nowMs());
    await expect(owned.send(mailId)).rejects.toThrow(/another worker/);
    owned.account.advance(60_000);
    await owned.send(mailId);
    expect(owned.sent).toHaveLength(1);
  });

  it('is enqueued by the sweep two minutes after it was requested, unless it was sent', async () => {
    const mailId = mailIdOf(await owned.exhaust(endpoint));
    expect(await owned.sweep(119)).toEqual([]);
    expect(await owned.sweep(121)).toEqual([{ ...owned.account.tenant(), mailId }]);
    await owned.send(mailId);
    expect(owned.sent).toHaveLength(1);
    expect(await owned.sweep(7200)).toEqual([]);
  });

  it('is not sent and not retried if the deployment has no sender address or the endpoint was deleted', async () => {
    const mailId = mailIdOf(await owned.exhaust(endpoint));
    await sendMailOrder({ ...owned.deps, mailer: null }, { ...owned.account.tenant(), mailId });
    await owned.send(mailId);
    const other = mailIdOf(await owned.exhaust(endpoint));
    await owned.account.removeEndpoint(endpoint);
    await owned.send(other);
    expect(owned.sent).toEqual([]);
  });
});

describe('the local mailbox', () => {
  it('lists sent mail, newest first, also after a restart and with an incomplete last line; refuses mail without a recipient', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'billing-mailbox-'));
    const input = (subject: string) => ({
      FromEmailAddress: 'billing@example.com',
      Destination: { ToAddresses: ['a@b.example'] },
      Content: {
        Simple: {
          Subject: { Data: subject },
          Body: { Text: { Data: 'text' }, Html: { Data: '<p>html</p>' } },
          Attachments: [{ FileName: 'a.pdf', ContentType: 'application/pdf', RawContent: 'QQ==' }],
        },
      },
    });
    const box = openMailbox(directory);
    box.send(input('one'));
    box.send(input('two'));
    appendFileSync(join(directory, 'mail.jsonl'), '{"to":"half');
    const mails = openMailbox(directory).list();
    expect(mails.map(({ subject }) => subject)).toEqual(['two', 'one']);
    expect(mails[0]).toEqual({
      to: 'a@b.example',
      subject: 'two',
      text: 'text',
      html: '<p>html</p>',
      attachments: [{ filename: 'a.pdf', content_type: 'application/pdf', content_base64: 'QQ==' }],
      sent_at: expect.any(Number),
    });
    expect(() => box.send({ ...input('three'), Destination: {} })).toThrow(/recipient/);
    rmSync(directory, { recursive: true });
  });
});
