import { describe, expect, it } from 'vitest';
import { type Account, newAccount } from '../../../shared/domain/account/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { taxOf } from '../../../shared/domain/parties.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { EMAIL_TEXTS, type Language } from '../../../shared/locales/emails/index.ts';
import { type EmailContext, emailContextOf } from '../../../shared/mail/email-context.ts';
import { buildMail, type EmailTemplate } from '../../../shared/mail/email-template.ts';
import {
  cardExpiringEmail,
  directDebitNoticeEmail,
  renewalNoticeEmail,
  trialEndingEmail,
} from '../../../shared/mail/subscriptions/announcements.ts';
import {
  cancellationEmail,
  paymentMethodChangeEmail,
  planChangeEmail,
  reactivationEmail,
} from '../../../shared/mail/subscriptions/changes.ts';
import { orderConfirmationEmail, purchaseConfirmationEmail } from '../../../shared/mail/subscriptions/confirmations.ts';
import type { MailSubject } from '../../../shared/mail/subscriptions/subject.ts';
import { type Billing, newBilling } from '../billing.ts';
import { changePlan, subscribeMidPeriod } from '../plan-changes.ts';
import { DAY, START } from '../world.ts';

const created = newAccount({ id: 'acct_1', created: START, name: 'Hosting BV', email: 'owner@shop.example', countryCode: 'NL' });
const account: Account = {
  ...created,
  branding: { ...created.branding, termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' },
};
const VISA = { type: 'creditcard', brand: 'Visa', last4: '4242', expMonth: 8, expYear: 2026 };
const PORTAL_URL = 'https://billing.example/portal#svc_portal_x';

const contextIn = (language: string): EmailContext => emailContextOf(account, 'live', { language, countryCode: null });

/** Prices exclude 21 % VAT, so that the mails must add it. */
const billingOf = (plan: Partial<CreatePrice>): Billing => {
  const billing = newBilling(plan, 'live');
  billing.taxRate = { rateBasisPoints: 2100, displayName: 'VAT' };
  billing.taxBehavior = 'exclusive';
  return billing;
};

const subjectOf = (billing: Billing, subscription: Subscription): MailSubject => ({
  subscription: { ...subscription, paymentMethod: VISA },
  taxes: taxOf(billing.parties()),
});

const monthly = () => {
  const billing = billingOf({});
  const coupon = billing.findCoupon(billing.coupon({ percentOffBasisPoints: 1000, duration: 'repeating', durationInMonths: 3 }));
  const subscription = billing.subscribe({}, { coupon });
  const [invoice] = billing.world.all(invoiceAggregate);
  if (invoice === undefined) throw new Error('There is no invoice.');
  return { billing, invoice, subject: subjectOf(billing, subscription) };
};

const trial = () => {
  const billing = billingOf({ trialDays: 14 });
  return subjectOf(billing, billing.subscribe());
};

const metered = () => {
  const billing = billingOf({ usageType: 'metered', unitAmountDecimal: '2.5' });
  return subjectOf(billing, billing.subscribe());
};

const yearly = () => {
  const billing = billingOf({ interval: 'year', amountCents: 9900 });
  return subjectOf(billing, billing.subscribe());
};

const canceled = (): MailSubject => {
  const { billing, subject } = monthly();
  billing.world.now = START + 3 * DAY;
  billing.cancel(subject.subscription.id);
  return { ...subject, subscription: billing.subscription(subject.subscription.id) };
};

/** Every customer email in the language of the context. */
const templatesOf = (context: EmailContext): Readonly<Record<string, EmailTemplate>> => {
  const { invoice, subject } = monthly();
  return {
    'order confirmation': orderConfirmationEmail(subject, { invoice, account }, context),
    'order confirmation with a trial': orderConfirmationEmail(trial(), { invoice: null, account }, context),
    'order confirmation of a metered price': orderConfirmationEmail(metered(), { invoice: null, account }, context),
    'purchase confirmation': purchaseConfirmationEmail({ created: START, description: 'Setup' }, { invoice, account: created }, context),
    cancellation: cancellationEmail(canceled(), context),
    reactivation: reactivationEmail(subject, context),
    'plan change': planChangeEmail(yearly(), context),
    'payment method change': paymentMethodChangeEmail(subject, context),
    'trial ending': trialEndingEmail(trial(), context),
    'renewal notice': renewalNoticeEmail(yearly(), context),
    'direct debit notice': directDebitNoticeEmail(subject, context),
    'card expiring': cardExpiringEmail(subject, Date.UTC(2026, 8, 1) / 1000, context, PORTAL_URL),
  };
};

const textOf = (template: EmailTemplate): string =>
  buildMail({ to: 'buyer@example.test', senderName: null, replyTo: null }, template, []).text.replaceAll(/[\u00a0\u202f]/g, ' ');

const LANGUAGES = Object.keys(EMAIL_TEXTS) as Language[];

describe('the emails about orders and subscriptions', () => {
  it.each(['en', 'de'])('have these texts in %s', async (language) => {
    const mails = Object.entries(templatesOf(contextIn(language))).map(
      ([name, template]) => `=== ${name}\nSubject: ${template.subject}\n\n${textOf(template)}`,
    );
    await expect(mails.join('\n')).toMatchFileSnapshot(`golden/${language}.txt`);
  });

  it.each(LANGUAGES)('exist in %s for every kind, and are translated', (language) => {
    const english = templatesOf(contextIn('en'));
    for (const [kind, template] of Object.entries(templatesOf(contextIn(language)))) {
      const text = textOf(template);
      expect(text, kind).not.toMatch(/\b(undefined|null|NaN)\b|\$\{/);
      const names = [...template.facts, ...template.amounts].map(([name]) => name);
      expect(
        names.filter((name) => name.trim() === ''),
        kind,
      ).toEqual([]);
      if (language === 'en') continue;
      expect([template.subject, template.opening], kind).not.toContain(english[kind]?.subject);
      expect(template.opening, kind).not.toBe(english[kind]?.opening);
    }
  });
});

describe('the terms in the emails', () => {
  it('contain the price without a temporary discount, and the next charge with it', () => {
    const text = textOf(orderConfirmationEmail(monthly().subject, { invoice: null, account }, contextIn('en')));
    for (const part of ['Price: €12.10 per month, VAT included', 'Discount: 10% for 3 months', 'Next charge: February 28, 2026 (€10.89)'])
      expect(text).toContain(part);
  });

  it('reduce the next charge by carried credit', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 300 });
    changePlan(billing, id, { priceId });
    const text = textOf(planChangeEmail(subjectOf(billing, billing.subscription(id)), contextIn('en')));
    expect(text).toContain('Price: €3.00 per month');
    expect(text).toContain('Next charge: February 28, 2026 (€0.00)');
  });

  it('name reverse charge, under which no VAT is charged', () => {
    const { billing, subject } = monthly();
    const reverse = { ...taxOf(billing.parties())({ at: START, category: 'electronic_service' }), reverseCharge: true };
    const text = textOf(reactivationEmail({ ...subject, taxes: () => reverse }, contextIn('en')));
    expect(text).toContain('Price: €10.00 per month, VAT (reverse charge)');
  });

  it('omit the next charge of a paused or ending subscription', () => {
    const { subject } = monthly();
    for (const fields of [{ pausedAt: START }, { cancelAtPeriodEnd: true }])
      expect(
        textOf(paymentMethodChangeEmail({ ...subject, subscription: { ...subject.subscription, ...fields } }, contextIn('en'))),
      ).not.toContain('Next charge');
  });

  it('name the end of a subscription that was canceled at once', () => {
    const { subject } = monthly();
    const subscription: Subscription = { ...subject.subscription, status: 'canceled', canceledAt: START + DAY };
    const text = textOf(cancellationEmail({ subscription }, contextIn('en')));
    for (const part of ['It ended on February 1, 2026.', 'Subscription ends: February 1, 2026 at 12:00']) expect(text).toContain(part);
  });
});
