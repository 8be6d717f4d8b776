import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import { createMailOrders } from '../../shared/mail/order.ts';
import { type MailDeps, sendMailOrder } from '../../shared/mail/send.ts';
import { mailKey } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type MailQueueMessage, outboxOf } from '../../shared/store/mail/outbox.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { tableIn } from './support/account.ts';
import { BUYER, createSale, onlyMailId } from './support/mailing-shop.ts';

let engine: TestEngine;
let table: Table;
beforeAll(async () => {
  engine = await startEngine();
  table = tableIn(engine);
});
afterAll(() => engine.stop());

const MINUTE_MS = 60_000;

describe('the receipt of a sale', () => {
  it('is sent once with the invoice attached, even for repeated events and messages', async () => {
    const { shop, payment } = await createSale(table);
    const mailId = onlyMailId(await shop.order(3));
    expect(mailId).toBe(`receipt#${payment.id}`);
    await Promise.allSettled(Array.from({ length: 8 }, () => shop.send(mailId)));
    await shop.send(mailId);
    expect(onlyMailId(await shop.order())).toBe(mailId);
    await shop.send(mailId);
    expect(shop.sent).toHaveLength(1);
    expect(shop.sent[0]).toMatchObject({
      to: BUYER,
      senderName: 'Flowers',
      replyTo: 'owner@shop.example',
      subject: 'Your receipt from Flowers (INV-000001)',
      attachments: [{ fileName: 'INV-000001.pdf', contentType: 'application/pdf', content: shop.pdf }],
    });
    expect(shop.requestedFiles).toEqual([`${payment.invoiceId}.pdf`]);
    expect(await shop.outcomeOf(mailId)).toBe('sent');
  });

  it('has a mail order that contains only ids and is due after more than a minute, in case the queue message is lost', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    const item = await table.get(mailKey(shop.tenant, mailId));
    expect(JSON.stringify(item)).not.toMatch(/buyer|example\.test|Flowers/);
    expect(item).toMatchObject({ due_kind: 'mail', state: 'pending' });
    expect(Number(item?.due_at) - shop.clockMs / 1000).toBeGreaterThan(60);
  });

  it('is enqueued when its event is delivered again after an error of the queue', async () => {
    const { shop } = await createSale(table);
    const envelope = await shop.envelope();
    const enqueued: string[] = [];
    const wake = async (messages: readonly MailQueueMessage[]): Promise<void> => {
      if (enqueued.length === 0) {
        enqueued.push('lost');
        throw new Error('the queue does not answer');
      }
      enqueued.push(...messages.map(({ mailId }) => mailId));
    };
    const deps = { store: shop.store, wake, nowMs: shop.deps.nowMs };
    await expect(createMailOrders(deps, envelope)).rejects.toThrow(/queue/);
    await createMailOrders(deps, envelope);
    expect(enqueued).toHaveLength(2);
    await shop.send(String(enqueued[1]));
    expect(shop.sent).toHaveLength(1);
  });

  it('is not ordered again by events that are replayed after its order has expired', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    await shop.send(mailId);
    await table.delete({ Key: mailKey(shop.tenant, mailId) });
    shop.clockMs += 29 * 24 * 60 * MINUTE_MS;
    expect(await shop.order()).toEqual([]);
  });

  it('is sent by another worker after the claim of a crashed worker has expired', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    expect((await outboxOf(table).claim(shop.tenant, mailId, shop.clockMs)).kind).toBe('claimed');
    await expect(shop.send(mailId)).rejects.toThrow(/another worker/);
    shop.clockMs += MINUTE_MS;
    await shop.send(mailId);
    expect(shop.sent).toHaveLength(1);
  });

  it('is sent again if the response of the mail service is lost, since a lost mail would be worse than two mails', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    const mailerWithoutResponse: MailDeps['mailer'] = {
      send: async (mail) => {
        shop.sent.push(mail);
        throw new Error('no answer');
      },
    };
    await expect(sendMailOrder({ ...shop.deps, mailer: mailerWithoutResponse }, { ...shop.tenant, mailId })).rejects.toThrow('no answer');
    for (let count = 0; count < 3; count += 1) await shop.send(mailId);
    expect(shop.sent).toHaveLength(2);
  });

  it('is retried when the mail service refused it', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    shop.failures.push(new Error('throttled'));
    await expect(shop.send(mailId)).rejects.toThrow('throttled');
    await shop.send(mailId);
    expect(shop.sent).toHaveLength(1);
  });
});

describe('a document that is not rendered yet', () => {
  it('postpones the mail with increasing delays, and is attached once it is rendered', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    shop.pdf = null;
    for (const waitedMs of [0, 5000, 30_000]) {
      shop.clockMs += waitedMs;
      await shop.send(mailId);
    }
    expect(shop.sent).toEqual([]);
    expect(shop.enqueued.map(({ delaySeconds }) => delaySeconds)).toEqual([2, 5, 35]);
    const item = await table.get(mailKey(shop.tenant, mailId));
    expect(item).toMatchObject({ state: 'pending', due_kind: 'mail' });
    // The sweep enqueues the order again two minutes after its message is due, in case the message is lost.
    expect(Number(item?.due_at)).toBeGreaterThanOrEqual(shop.clockMs / 1000 + 35 + 120);
    shop.pdf = Buffer.from('%PDF');
    await shop.send(mailId);
    expect(shop.sent[0]?.attachments).toHaveLength(1);
    expect((await table.get(mailKey(shop.tenant, mailId)))?.due_kind).toBeUndefined();
  });

  it('postpones the mail even if the next message cannot be enqueued', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    shop.pdf = null;
    const enqueue: MailDeps['enqueue'] = async () => {
      throw new Error('the queue does not answer');
    };
    await expect(sendMailOrder({ ...shop.deps, enqueue }, { ...shop.tenant, mailId })).rejects.toThrow(/queue/);
    expect(await table.get(mailKey(shop.tenant, mailId))).toMatchObject({ state: 'pending', due_kind: 'mail' });
    shop.pdf = Buffer.from('%PDF');
    await shop.send(mailId);
    expect(shop.sent).toHaveLength(1);
  });

  it('is omitted after ten minutes: the mail is sent without the document and does not mention it', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    shop.pdf = null;
    shop.clockMs += 10 * MINUTE_MS - 1;
    await shop.send(mailId);
    expect(shop.sent).toEqual([]);
    expect(shop.enqueued.at(-1)?.delaySeconds).toBe(60);
    shop.clockMs += 1;
    await shop.send(mailId);
    expect(shop.sent[0]?.attachments).toEqual([]);
    expect(shop.sent[0]?.text).not.toMatch(/attached/);
  });
});

describe('the recipient of a mail', () => {
  it('[MAIL-01] must be a team member in test mode; no mail is ordered for other customers', async () => {
    const member = await createSale(table, { mode: 'test', team: [BUYER.toUpperCase()] });
    await member.shop.send(onlyMailId(await member.shop.order()));
    expect(member.shop.sent.map(({ to }) => to)).toEqual([BUYER]);
    const stranger = await createSale(table, { mode: 'test', team: ['someone@shop.example'] });
    expect(await stranger.shop.order()).toEqual([]);
    expect(stranger.shop.sent).toEqual([]);
  });

  it('[MAIL-01] is checked again when the mail is sent: a removed team member gets no mail', async () => {
    const { shop } = await createSale(table, { mode: 'test', team: [BUYER] });
    const mailId = onlyMailId(await shop.order());
    await shop.changeTeam([]);
    await shop.send(mailId);
    expect(shop.sent).toEqual([]);
    expect(await shop.outcomeOf(mailId)).toBe('withheld');
  });

  it("is the customer's current email address; after a purge there is none and no mail is sent", async () => {
    const { shop, customerId } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    await shop.changeCustomer(customerId, { email: 'new@example.test', language: 'nl' });
    await shop.send(mailId);
    expect(shop.sent[0]).toMatchObject({ to: 'new@example.test', subject: expect.stringContaining('betaalbewijs') });
    const purged = await createSale(table);
    const purgedMailId = onlyMailId(await purged.shop.order());
    await purged.shop.changeCustomer(purged.customerId, { email: null, name: null, purgedAt: 1 });
    await purged.shop.send(purgedMailId);
    expect(purged.shop.sent).toEqual([]);
    expect(await purged.shop.outcomeOf(purgedMailId)).toBe('no_address');
  });

  it('gets no mail from a deployment that has no sender address', async () => {
    const { shop } = await createSale(table);
    const mailId = onlyMailId(await shop.order());
    await sendMailOrder({ ...shop.deps, mailer: null }, { ...shop.tenant, mailId });
    await shop.send(mailId);
    expect(shop.sent).toEqual([]);
    expect(await shop.outcomeOf(mailId)).toBe('no_sender');
  });
});

describe('refund and credit note mails', () => {
  /** Creates and stores a sale, and creates a refund and its credit note without storing them. */
  const createRefund = async () => {
    const { shop, billing, payment } = await createSale(table);
    const refund = billing.settleRefund(billing.refund(payment.id, 250));
    const [note] = billing.world.all(creditNoteAggregate);
    if (note === undefined) throw new Error('nothing was credited');
    return { shop, refund, note };
  };

  it('report a refund in one mail with the invoice number and the attached credit note', async () => {
    const { shop, refund, note } = await createRefund();
    await shop.write(
      [change(refundAggregate, null, refund), change(creditNoteAggregate, null, note)],
      [
        { type: 'refund.succeeded', subjectId: refund.id },
        { type: 'credit_note.created', subjectId: note.id },
      ],
    );
    const mailId = onlyMailId((await shop.order()).filter((each) => !each.startsWith('receipt#')));
    await shop.send(mailId);
    expect(shop.sent).toMatchObject([{ to: BUYER, subject: 'Your refund from Flowers', attachments: [{ fileName: 'CN-000001.pdf' }] }]);
    for (const part of ['€2.50', 'INV-000001']) expect(shop.sent[0]?.text).toContain(part);
    expect(shop.requestedFiles).toEqual([`${note.id}.pdf`]);
  });

  it('attach a credit note that has no refund', async () => {
    const { shop, note } = await createRefund();
    const withoutRefund = { ...note, refundId: null };
    await shop.write([change(creditNoteAggregate, null, withoutRefund)], [{ type: 'credit_note.created', subjectId: note.id }]);
    const mailId = onlyMailId((await shop.order()).filter((each) => !each.startsWith('receipt#')));
    await shop.send(mailId);
    expect(shop.sent).toMatchObject([{ subject: 'Credit note CN-000001 from Flowers', attachments: [{ fileName: 'CN-000001.pdf' }] }]);
  });
});

describe('the notice of a changed email address', () => {
  const changeAddress = async (options: Parameters<typeof createSale>[1] = {}) => {
    const { shop, customerId } = await createSale(table, options);
    const stored = await shop.store.get(customerAggregate, shop.tenant, customerId);
    if (stored === null) throw new Error('no customer');
    const after = { ...stored.record, email: 'new@example.test' };
    await shop.write([change(customerAggregate, stored, after)], [{ type: 'customer.updated', subjectId: customerId }]);
    const orders = await shop.order();
    return { shop, mailIds: orders.filter((mailId) => mailId.startsWith('email_changed')) };
  };

  it('is sent once to the former address, without the new address and without a portal link', async () => {
    const { shop, mailIds } = await changeAddress();
    const mailId = onlyMailId(mailIds);
    expect(JSON.stringify(await table.get(mailKey(shop.tenant, mailId)))).not.toMatch(/example\.test/);
    await shop.send(mailId);
    await shop.send(mailId);
    expect(shop.sent.map(({ to, subject }) => [to, subject])).toEqual([[BUYER, 'Your email address for Flowers was changed']]);
    expect(JSON.stringify(shop.sent)).not.toMatch(/new@|example\.test.*example\.test|portal#/);
  });

  it('is sent only to team members in test mode', async () => {
    const stranger = await changeAddress({ mode: 'test' });
    for (const mailId of stranger.mailIds) await stranger.shop.send(mailId);
    expect(stranger.shop.sent).toEqual([]);
    const member = await changeAddress({ mode: 'test', team: [BUYER] });
    await member.shop.send(onlyMailId(member.mailIds));
    expect(member.shop.sent).toHaveLength(1);
  });
});
