import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInbox } from '../../scripts/local/mail/inbox.ts';
import { inboxResponse } from '../../scripts/local/mail/inbox-pages.ts';
import { openMailbox } from '../../scripts/local/mail/mailbox.ts';
import { collectWithheldMails, type WithheldMails } from '../../scripts/local/mail/withheld-mails.ts';
import { reportOutcome } from '../../shared/mail/outcomes.ts';

let directory: string;
let withheld: WithheldMails;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'billing-inbox-'));
  withheld = collectWithheldMails(directory);
});
afterEach(() => {
  withheld.stop();
  rmSync(directory, { recursive: true });
});

const tenant = { accountId: 'acct_1', mode: 'test' } as const;
const order = { kind: 'receipt', paymentId: 'pay_1' } as const;
const content = { to: 'ada@example.com', subject: 'Receipt', text: 'See https://shop.example/a.', html: '<head></head>', attachments: [] };
const input = {
  Destination: { ToAddresses: ['member@example.com'] },
  EmailTags: [{ Name: 'kind', Value: 'refund' }],
  Content: { Simple: { Subject: { Data: 'Refund' }, Body: { Text: { Data: 'text' }, Html: { Data: '<head></head>' } } } },
};

describe('the inbox', () => {
  it('lists sent and withheld mails, but not mail orders that were split or needed no mail; keeps withheld mails after a restart', async () => {
    const mailbox = openMailbox(directory);
    for (const outcome of ['withheld', 'suppressed', 'sent', 'split', 'needless'] as const) reportOutcome({ tenant, order, outcome });
    mailbox.send(input);
    const compose = vi.fn(async () => content);
    const { items, hasMore } = await openInbox(mailbox, withheld, compose).page(0);
    expect(hasMore).toBe(false);
    expect(items.map(({ kind, to, withheldReason }) => [kind, to, withheldReason])).toEqual(
      expect.arrayContaining([
        ['refund', 'member@example.com', null],
        ['receipt', 'ada@example.com', 'In test mode, only members of the account get emails.'],
        ['receipt', 'ada@example.com', 'An email to this address bounced or was reported as spam.'],
      ]),
    );
    expect(items).toHaveLength(3);
    withheld.stop();
    const reopened = collectWithheldMails(directory);
    expect(reopened.list().map(({ outcome }) => outcome)).toEqual(['suppressed', 'withheld']);
    reopened.stop();
  });

  it('composes a withheld mail completely only when the mail is opened: once, for both its page and its HTML frame', async () => {
    reportOutcome({ tenant, order, outcome: 'withheld' });
    const compose = vi.fn(async () => content);
    const inbox = openInbox(openMailbox(directory), withheld, compose);
    const [item] = (await inbox.page(0)).items;
    const id = item?.id ?? '';
    const page = await inboxResponse(inbox, `/_local/mail/${id}`, new URLSearchParams());
    const frame = await inboxResponse(inbox, `/_local/mail/${id}/html`, new URLSearchParams());
    expect(compose.mock.calls.map((call: readonly unknown[]) => call[1])).toEqual([{ complete: false }, { complete: true }]);
    expect(page.body.toString()).toContain('<a href="https://shop.example/a"');
    expect(frame.headers['content-security-policy']).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(frame.body.toString()).toContain('<base target="_blank">');
  });

  it('says that no emails exist yet, and why a mail cannot be composed any more', async () => {
    const inbox = openInbox(openMailbox(directory), withheld, async () => 'subject_gone');
    const list = async () => (await inboxResponse(inbox, '/_local/mail', new URLSearchParams())).body.toString();
    expect(await list()).toContain('No emails yet.');
    reportOutcome({ tenant, order, outcome: 'limited' });
    expect(await list()).toContain('The object that this email is about was deleted.');
  });

  it('has pages of 50 mails', async () => {
    for (let count = 0; count < 60; count += 1) reportOutcome({ tenant, order, outcome: 'withheld' });
    const inbox = openInbox(openMailbox(directory), withheld, async () => content);
    const [first, second] = [await inbox.page(0), await inbox.page(1)];
    expect([first.items.length, first.hasMore, second.items.length, second.hasMore]).toEqual([50, true, 10, false]);
  });
});
