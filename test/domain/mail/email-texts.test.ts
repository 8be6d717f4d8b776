import { describe, expect, it } from 'vitest';
import { type Account, accountAggregate } from '../../../shared/domain/account/record.ts';
import { updateEmailTexts } from '../../../shared/domain/account/update-email-texts.ts';
import {
  EMAIL_KINDS,
  EMAIL_TEXTS_MAX_BYTES,
  type EmailKind,
  type EmailText,
  fillPlaceholders,
  NO_TEXTS,
  placeholderProblem,
  placeholdersOf,
} from '../../../shared/domain/mail/email-texts.ts';
import { emailContextOf } from '../../../shared/mail/email-context.ts';
import { buildMail, type EmailTemplate } from '../../../shared/mail/email-template.ts';
import { EMAIL_LANGUAGES, previewEmail, viewEmailText } from '../../../shared/mail/email-texts.ts';
import { START, worldWithAccount } from '../world.ts';
import { account, contextIn, customerEmails } from './samples.ts';

/** The name of the sample of each email in `customerEmails`. */
const SAMPLES: Readonly<Record<EmailKind, string>> = {
  receipt: 'receipt',
  payment_failed: 'failed renewal',
  payment_authentication_required: 'authentication required',
  collection_ended: 'collection ended',
  change_failed: 'change failed',
  invoice: 'open invoice',
  refund: 'refund',
  credit_note: 'credit note',
  usage_alert: 'usage alert',
  withdrawal: 'withdrawal',
  order_confirmation: 'order confirmation',
  purchase_confirmation: 'purchase confirmation',
  cancellation: 'cancellation',
  reactivation: 'reactivation',
  plan_change: 'plan change',
  payment_method_change: 'payment method change',
  trial_ending: 'trial ending',
  renewal_notice: 'renewal notice',
  direct_debit_notice: 'direct debit notice',
  card_expiring: 'card expiring',
};

const withTexts = (...emailTexts: readonly EmailText[]): Account => ({ ...account, emailTexts });

const emailsOf = (seller: Account, language = 'en') => customerEmails(emailContextOf(seller, 'live', { language, countryCode: null }));

const sampleOf = (email: EmailKind, emails: Readonly<Record<string, EmailTemplate>>): EmailTemplate => {
  const template = emails[SAMPLES[email]];
  if (template === undefined) throw new Error(`No sample of ${email}.`);
  return template;
};

const htmlOf = (template: EmailTemplate): string => buildMail({ to: 'a@b.example', senderName: null, replyTo: null }, template, []).html;

describe('the email texts of an account', () => {
  it.each(EMAIL_KINDS)('are used with the values of all placeholders, and nothing else changes: %s', (email) => {
    const all = placeholdersOf(email)
      .map((name) => `${name}={${name}}`)
      .join(' ');
    const texts = { subject: `S ${all}`, opening: `O ${all}`, closing: `C ${all}` };
    const seller = withTexts({ email, language: 'en', ...texts });
    const [before, after] = [sampleOf(email, emailsOf(account)), sampleOf(email, emailsOf(seller))];
    expect(after.subject).toMatch(/^S merchant=Hosting BV support_email=owner@shop\.example/);
    expect([after.subject, after.opening, ...after.closing].join()).not.toMatch(/[{}]|undefined|null/);
    expect(after.opening).toBe(after.subject.replace('S', 'O'));
    expect(after.closing[0]).toBe(after.subject.replace('S', 'C'));
    const { subject, opening, closing } = before;
    expect({ ...after, subject, opening, closing }).toEqual(before);
  });

  it('replace the texts of one email in one language only', () => {
    const seller = withTexts({ email: 'refund', language: 'de', ...NO_TEXTS, opening: 'Ihr Geld ist unterwegs.' });
    const changed = { ...emailsOf(account, 'de'), refund: { ...emailsOf(account, 'de')['refund'], opening: 'Ihr Geld ist unterwegs.' } };
    expect(emailsOf(seller, 'de')).toEqual(changed);
    expect(emailsOf(seller)).toEqual(emailsOf(account));
  });

  it('keep the sentence that names the attachment', () => {
    const seller = withTexts({ email: 'refund', language: 'en', ...NO_TEXTS, closing: 'See you soon.' });
    expect(emailsOf(seller)['refund']?.closing).toEqual(['See you soon.', 'The credit note is attached as a PDF.']);
  });

  it('are escaped in HTML, like the values of their placeholders', () => {
    const name = '<img src=x onerror=alert(1)>';
    const seller = withTexts({
      email: 'refund',
      language: 'en',
      subject: '<b>&',
      opening: '<script>{merchant}</script>',
      closing: '"<i>"',
    });
    const html = htmlOf(sampleOf('refund', emailsOf({ ...seller, branding: { ...seller.branding, displayName: name } })));
    expect(html).not.toMatch(/<img|<script|<b>|<i>/);
    expect(html).toContain('&lt;script&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;');
  });

  it('do not fill placeholders in the values of other placeholders, and keep the subject on one line', () => {
    expect(fillPlaceholders('{merchant} {product} {constructor}', { merchant: '{product}', product: '{merchant}' })).toBe(
      '{product} {merchant} {constructor}',
    );
    const seller = withTexts({ email: 'refund', language: 'en', ...NO_TEXTS, subject: 'From {merchant}' });
    const named = { ...seller, branding: { ...seller.branding, displayName: 'Tea\r\nBcc: x@y.example' } };
    expect(sampleOf('refund', emailsOf(named)).subject).toBe('From Tea Bcc: x@y.example');
  });
});

describe('placeholders', () => {
  it.each([
    ['subject', 'refund', 'For {product}', '`{product}`'],
    ['opening', 'receipt', 'Hello {Merchant}', '`{Merchant}`'],
    ['closing', 'reactivation', '{merchant} until {date}', '`{date}`'],
    ['closing', 'receipt', '{}', '`{}`'],
    ['opening', 'receipt', 'An open {merchant', '`{merchant`'],
    ['opening', 'receipt', 'A closed merchant}', '`}`'],
    ['opening', 'receipt', '{{merchant}}', '`{}`'],
  ] as const)('in %s of %s are refused if the email does not offer them or they are malformed: %s', (name, email, text, shown) => {
    const problem = placeholderProblem(email, { ...NO_TEXTS, [name]: text });
    expect(problem).toMatchObject({ code: 'parameter_invalid', param: `texts.${name}` });
    expect(problem?.message).toContain(shown);
    for (const known of placeholdersOf(email)) expect(problem?.message).toContain(`{${known}}`);
  });

  it.each(EMAIL_KINDS)('are in the default texts of %s only if the email offers them, in all languages', (email) => {
    for (const language of EMAIL_LANGUAGES) {
      const { default_texts: defaults, texts } = viewEmailText(account, email, language);
      expect(texts).toEqual(NO_TEXTS);
      expect(placeholderProblem(email, defaults), language).toBeNull();
      expect(defaults.subject, language).toContain('{merchant}');
    }
  });
});

describe('the default texts', () => {
  it.each(EMAIL_KINDS)('do not change the email %s if they are stored as its texts', (email) => {
    const { default_texts: defaults } = viewEmailText(account, email, 'de');
    const context = contextIn('de');
    const preview = (seller: Account) => previewEmail(seller, email, { language: 'de', now: START });
    expect(preview(withTexts({ email, language: 'de', ...defaults, closing: null }))).toEqual(preview(account));
    expect(preview(account).text).not.toMatch(/[{}]|undefined|null/);
    expect(preview(account).text).toContain(context.shop);
  });
});

describe('updating the texts', () => {
  const ID = 'acct_1';
  const setup = () => {
    const world = worldWithAccount(ID);
    const decide = (text: Partial<EmailText>, preview = false) =>
      updateEmailTexts(
        { text: { email: 'receipt', language: 'en', ...NO_TEXTS, ...text }, preview },
        { account: world.get(accountAggregate, ID) },
        world.ctx(),
      );
    return { world, decide, update: (text: Partial<EmailText>) => world.apply(decide(text)) };
  };

  it('replaces all texts of the email in the language, with one account-wide audit entry and no event', () => {
    const { world, decide, update } = setup();
    expect(decide({ subject: 'Thanks' })).toMatchObject({
      audit: { action: 'email_text.updated', metadata: { email: 'receipt', language: 'en' }, accountWide: true },
    });
    update({ subject: 'Thanks', opening: 'We got it.' });
    update({ language: 'de', subject: 'Danke' });
    update({ subject: 'Thank you' });
    expect(world.get(accountAggregate, ID).record.emailTexts).toEqual([
      { email: 'receipt', language: 'en', ...NO_TEXTS, subject: 'Thank you' },
      { email: 'receipt', language: 'de', ...NO_TEXTS, subject: 'Danke' },
    ]);
    update({ subject: 'Thank you' });
    expect([world.events, world.audits]).toEqual([[], Array(3).fill('email_text.updated')]);
  });

  it('resets the email if the update contains no text, and changes nothing if the email already has the default texts', () => {
    const { world, update } = setup();
    update({});
    expect(world.audits).toEqual([]);
    update({ closing: 'Bye.' });
    update({});
    expect(world.get(accountAggregate, ID).record.emailTexts).toEqual([]);
  });

  it('changes nothing for a preview, but returns the account with the texts and refuses invalid texts', () => {
    const { decide } = setup();
    expect(decide({ subject: 'Thanks' }, true)).toMatchObject({ changes: [], result: { emailTexts: [{ subject: 'Thanks' }] } });
    expect(decide({ subject: '{nothing}' }, true)).toMatchObject({ code: 'parameter_invalid', param: 'texts.subject' });
  });

  it('refuses more than 20 KB of texts of all emails, counted in bytes, until other texts are reset', () => {
    const { world, update } = setup();
    const long = (email: EmailKind, letter: string) => update({ email, opening: letter.repeat(1000), closing: letter.repeat(1000) });
    const results = EMAIL_KINDS.map((email) => long(email, 'é'));
    const refused = results.filter((result) => 'code' in result);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ code: 'parameter_invalid', param: 'texts', message: expect.stringContaining('20 KB') });
    const stored = world.get(accountAggregate, ID).record.emailTexts ?? [];
    expect(Buffer.byteLength(JSON.stringify(stored))).toBeLessThanOrEqual(EMAIL_TEXTS_MAX_BYTES);
    expect(stored.length).toBe(EMAIL_KINDS.length - refused.length);
    update({ email: 'receipt' });
    expect(long('card_expiring', 'é')).toMatchObject({ emailTexts: expect.any(Array) });
  });
});
