import { describe, expect, it } from 'vitest';
import { simulatedFeedback } from '../../scripts/local/mail/mail-simulator.ts';
import { parseMailFeedback } from '../../shared/ports/mail-feedback.ts';
import { messageTagsOf } from '../../shared/ports/mail-tags.ts';

const SENT_AT_MS = 1_767_225_600_500;
const inputTo = (to: string, configurationSet: string | null = 'billing-dev') => ({
  FromEmailAddress: 'billing@example.com',
  Destination: { ToAddresses: [to] },
  EmailTags: messageTagsOf({ accountId: 'acct_1', mode: 'test', customerId: 'cus_1', kind: 'receipt' }),
  ...(configurationSet === null ? {} : { ConfigurationSetName: configurationSet }),
});
const feedbackOn = (...args: Parameters<typeof inputTo>) => simulatedFeedback(inputTo(...args), { messageId: 'm1', sentAtMs: SENT_AT_MS });

describe('the local mailbox simulator', () => {
  it.each([
    ['bounce@simulator.amazonses.com', 'Email Bounced', 'bounced'],
    ['Complaint+7@simulator.amazonses.com', 'Email Complaint Received', 'complained'],
  ])('publishes feedback on mail to %s in the format that the mail feedback worker reads', (to, detailType, status) => {
    const event = feedbackOn(to);
    expect(event).toMatchObject({ Source: 'aws.ses', DetailType: detailType });
    const detail = JSON.parse(String(event?.['Detail']));
    expect(detail.mail.tags['ses:configuration-set']).toEqual(['billing-dev']);
    const at = Math.floor(SENT_AT_MS / 1000);
    const tags = { accountId: 'acct_1', mode: 'test', customerId: 'cus_1' };
    const expected = { kind: 'feedback', status, recipient: to, sentAt: at, reportedAt: at, ...tags };
    expect(parseMailFeedback(JSON.stringify({ source: 'aws.ses', detail }))).toEqual(expected);
  });

  it('publishes nothing for other addresses, and for mail without a configuration set', () => {
    for (const to of ['ada@example.com', 'success@simulator.amazonses.com', 'bounce@example.com']) expect(feedbackOn(to)).toBeNull();
    expect(feedbackOn('bounce@simulator.amazonses.com', null)).toBeNull();
  });
});
