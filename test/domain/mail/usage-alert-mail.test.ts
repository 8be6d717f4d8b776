import { describe, expect, it } from 'vitest';
import { EMAIL_TEXTS, type Language } from '../../../shared/locales/emails/index.ts';
import { emailContextOf } from '../../../shared/mail/email-context.ts';
import { buildMail } from '../../../shared/mail/email-template.ts';
import { usageAlertEmail } from '../../../shared/mail/usage-alert.ts';
import { newBilling } from '../billing.ts';

const billing = newBilling({}, 'live');
const subscription = billing.subscribe();
const noThreshold = { subscriptionId: subscription.id, quantity: null, amountCents: null, periodStart: subscription.currentPeriodStart };
const ENVELOPE = { to: 'buyer@example.test', senderName: null, replyTo: null };
const PORTAL_URL = 'https://billing.example/portal#svc_portal_x';

const mailIn = (language: string, threshold: object, url: string | null = PORTAL_URL) => {
  const context = emailContextOf(billing.parties().account, 'live', { language, countryCode: null });
  return buildMail(ENVELOPE, usageAlertEmail(subscription, { ...noThreshold, ...threshold }, context, url), []);
};

describe('the mail about a usage alert', () => {
  it('names the amount or quantity that the usage has reached', () => {
    expect(mailIn('de', { amountCents: 5000 }).text).toMatch(/hat 50,00\s€ erreicht/);
    expect(mailIn('de', { quantity: 12_000 }).text).toContain('hat 12.000 Einheiten erreicht');
    expect(mailIn('de', { quantity: 1 }).text).toContain('hat 1 Einheit erreicht');
  });

  it('says that usage is charged at the end of the period, except in a trial, in which usage is free', () => {
    const closing = 'Your usage is charged at the end of the period';
    expect(mailIn('en', { quantity: 7 }).text).toContain(closing);
    const context = emailContextOf(billing.parties().account, 'live', { language: 'en', countryCode: null });
    const inTrial = usageAlertEmail({ ...subscription, periodIndex: -1 }, { ...noThreshold, quantity: 7 }, context, PORTAL_URL);
    expect(buildMail(ENVELOPE, inTrial, []).text).not.toContain(closing);
  });

  it.each([
    [1, '1 jednostkę'],
    [3, '3 jednostki'],
    [5, '5 jednostek'],
    [12, '12 jednostek'],
    [22, '22 jednostki'],
  ])('uses the right Polish plural of the unit: %i', (quantity, text) => {
    expect(mailIn('pl', { quantity }).text).toContain(`osiągnęło ${text}.`);
  });

  it.each(Object.keys(EMAIL_TEXTS) as Language[])('names the product, and contains the portal link if there is one: %s', (language) => {
    const { text, html, subject } = mailIn(language, { quantity: 7 });
    expect(text).toContain(subscription.price.productName);
    expect([text.includes(PORTAL_URL), html.includes(PORTAL_URL)]).toEqual([true, true]);
    expect(subject).not.toContain('undefined');
    expect(mailIn(language, { quantity: 7 }, null).text).not.toContain(PORTAL_URL);
  });
});
