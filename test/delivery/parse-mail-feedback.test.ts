import { describe, expect, it } from 'vitest';
import { parseMailFeedback } from '../../shared/ports/mail-feedback.ts';
import { type FeedbackFields, feedbackText } from '../support/mail-feedback.ts';

const SENT_AT = 1_767_225_600;
const TAGS = { account: ['acct_1'], mode: ['live'], customer: ['cus_1'] };

const parse = (fields: FeedbackFields = {}) =>
  parseMailFeedback(feedbackText({ tags: TAGS, sentAtMs: SENT_AT * 1000 + 826, reportedAtMs: (SENT_AT + 30) * 1000, ...fields }));

describe('feedback of the mail service', () => {
  it('on a permanent bounce is parsed with the tags and times of its mail', () => {
    expect(parse()).toEqual({
      kind: 'feedback',
      status: 'bounced',
      recipient: 'ada@example.com',
      sentAt: SENT_AT,
      reportedAt: SENT_AT + 30,
      accountId: 'acct_1',
      mode: 'live',
      customerId: 'cus_1',
    });
  });

  it('on a complaint is parsed, even if the type of the complaint is missing', () => {
    expect(parse({ eventType: 'Complaint' })).toMatchObject({ kind: 'feedback', status: 'complained', reportedAt: SENT_AT + 30 });
    const withoutType = JSON.parse(feedbackText({ eventType: 'Complaint', tags: TAGS }));
    delete withoutType.detail.complaint.complaintFeedbackType;
    expect(parseMailFeedback(JSON.stringify(withoutType))).toMatchObject({ status: 'complained' });
  });

  it.each([
    ['a transient bounce', { bounceType: 'Transient' }],
    ['an undetermined bounce', { bounceType: 'Undetermined' }],
    ['a delay', { eventType: 'DeliveryDelay' }],
    ['a delivery', { eventType: 'Delivery' }],
    ['a withdrawn complaint', { eventType: 'Complaint', complaintFeedbackType: 'not-spam' }],
  ])('on %s is ignored', (_what, fields) => {
    expect(parse(fields)).toEqual({ kind: 'ignored' });
  });

  it.each([
    ['missing tags', {}],
    ['tags with several values', { account: ['acct_1', 'acct_2'], mode: ['live', 'test'], customer: [] }],
    ['tags with invalid characters', { account: ['acct_1#live'], mode: ['LIVE'], customer: ['cus_1/../cus_2'] }],
  ])('with %s names no customer', (_what, tags) => {
    expect(parse({ tags })).toMatchObject({ kind: 'feedback', accountId: null, mode: null, customerId: null });
  });

  const without = (path: string): string => {
    const message = JSON.parse(feedbackText({ tags: TAGS }));
    const names = path.split('.');
    const last = names.pop() ?? '';
    delete names.reduce((each, name) => each[name], message)[last];
    return JSON.stringify(message);
  };

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a string', '"Bounce"'],
    ['an object without detail', '{}'],
    ['a bounce without its mail', without('detail.mail')],
    ['a bounce without a recipient', without('detail.mail.destination')],
    ['a bounce without a type', without('detail.bounce.bounceType')],
    ['a bounce without the time of its mail', without('detail.mail.timestamp')],
    ['two recipients', feedbackText({ to: ['a@example.com', 'b@example.com'] })],
    ['an invalid time', feedbackText().replace(/"timestamp":"[^"]+"/g, '"timestamp":"yesterday"')],
    ['no type', without('detail.eventType')],
  ])('is malformed: %s', (_what, text) => {
    expect(parseMailFeedback(text)).toEqual({ kind: 'malformed' });
  });

  it('without the field `tags` is still parsed', () => {
    expect(parseMailFeedback(without('detail.mail.tags'))).toMatchObject({ kind: 'feedback', customerId: null });
  });
});
