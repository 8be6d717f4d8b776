import { describe, expect, it } from 'vitest';
import { taxOf } from '../../../shared/domain/parties.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { EMAIL_TEXTS, type Language } from '../../../shared/locales/emails/index.ts';
import { LINE_PREFIXES } from '../../../shared/locales/line-prefixes.ts';
import { buildMail, type EmailTemplate } from '../../../shared/mail/email-template.ts';
import { invoiceAmounts } from '../../../shared/mail/invoice-rows.ts';
import { renewalNoticeEmail } from '../../../shared/mail/subscriptions/announcements.ts';
import {
  cancellationEmail,
  paymentMethodChangeEmail,
  planChangeEmail,
  reactivationEmail,
} from '../../../shared/mail/subscriptions/changes.ts';
import { orderConfirmationEmail } from '../../../shared/mail/subscriptions/confirmations.ts';
import { changePlan, subscribeMidPeriod } from '../plan-changes.ts';
import { DAY, START } from '../world.ts';
import { account, contextIn, customerEmails, newMonthlySubscription, subjectOf } from './samples.ts';

const textOf = (template: EmailTemplate): string =>
  buildMail({ to: 'buyer@example.test', senderName: null, replyTo: null }, template, []).text.replaceAll(/[\u00a0\u202f]/g, ' ');

const LANGUAGES = Object.keys(EMAIL_TEXTS) as Language[];

describe('the emails to customers', () => {
  it.each(LANGUAGES)('have the texts of their golden file in %s', async (language) => {
    const mails = Object.entries(customerEmails(contextIn(language))).map(
      ([name, template]) => `=== ${name}\nSubject: ${template.subject}\n\n${textOf(template)}`,
    );
    await expect(mails.join('\n')).toMatchFileSnapshot(`golden/${language}.txt`);
  });

  it.each(LANGUAGES)('have no unset value or empty label in %s, and are translated', (language) => {
    const english = customerEmails(contextIn('en'));
    for (const [kind, template] of Object.entries(customerEmails(contextIn(language)))) {
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

describe('a label and its value', () => {
  const colonIn = (language: Language): string => (language === 'fr' ? '\u00a0:' : ':');

  it.each(LANGUAGES)('are separated by a colon with the spacing of %s, in emails and in the names of invoice lines', (language) => {
    const context = contextIn(language);
    const { receipt } = customerEmails(context);
    if (receipt === undefined) throw new Error('There is no receipt.');
    const { text } = buildMail({ to: 'buyer@example.test', senderName: null, replyTo: null }, receipt, []);
    for (const [name, value] of [...receipt.facts, ...receipt.amounts]) expect(text).toContain(`${name}${colonIn(language)} ${value}`);
    const { invoice } = newMonthlySubscription();
    const lines = invoice.lines.map((line) => ({ ...line, type: 'carried_credit' as const, description: 'Hosting' }));
    const [[name] = []] = invoiceAmounts({ ...invoice, lines }, context, ['Sum', '0']);
    expect(name).toBe(`${LINE_PREFIXES[language].carried_credit}${colonIn(language)} Hosting`);
  });
});

describe('the end of the withdrawal period', () => {
  const until = Date.UTC(2026, 5, 15) / 1000 - 1;

  it.each(LANGUAGES)(
    'is part of the order confirmation in %s, with the buyer’s request for immediate service if there is one',
    (language) => {
      const context = contextIn(language);
      const { invoice, subject } = newMonthlySubscription();
      const { labels, terms } = EMAIL_TEXTS[language];
      const factsOf = (fields: Pick<Subscription, 'withdrawal'>) =>
        orderConfirmationEmail({ ...subject, subscription: { ...subject.subscription, ...fields } }, { invoice, account }, context).facts;
      const full = { until, proRata: false, declared: null };
      expect(context.date(until)).toContain('14');
      expect(factsOf({ withdrawal: full })).toContainEqual([labels.withdrawalUntil, context.date(until)]);
      expect(factsOf({ withdrawal: { ...full, proRata: true } })).toContainEqual([
        labels.withdrawalUntil,
        `${context.date(until)}. ${terms.immediateService}`,
      ]);
      expect(factsOf({}).map(([name]) => name)).not.toContain(labels.withdrawalUntil);
    },
  );
});

describe('the announcement of SEPA debits', () => {
  // A first payment by iDEAL creates a direct debit mandate.
  const DEBIT = { type: 'ideal', brand: null, last4: null, expMonth: null, expYear: null };

  it.each(LANGUAGES)('is in the order confirmation and the email about a new payment method only for direct debit, in %s', (language) => {
    const context = contextIn(language);
    const { billing, invoice, subject } = newMonthlySubscription();
    const { methods, directDebitNotice } = EMAIL_TEXTS[language];
    const agreed = [methods.directdebit, directDebitNotice.agreed];
    const debited = subjectOf(billing, subject.subscription);
    const paidByDebit = { ...debited, subscription: { ...debited.subscription, paymentMethod: DEBIT } };
    expect(directDebitNotice.agreed).toContain('14');
    expect(orderConfirmationEmail(paidByDebit, { invoice, account }, context).facts).toContainEqual(agreed);
    expect(paymentMethodChangeEmail(paidByDebit, context).facts).toContainEqual(agreed);
    expect(orderConfirmationEmail(subject, { invoice, account }, context).facts).not.toContainEqual(agreed);
  });

  it('is part of the renewal notice of a subscription only if the subscription pays by direct debit', () => {
    const { billing, subject } = newMonthlySubscription();
    const { subscription } = subjectOf(billing, subject.subscription);
    const context = contextIn('en');
    const row = ['SEPA Direct Debit', context.date(subscription.currentPeriodEnd)];
    const notice = renewalNoticeEmail({ ...subject, subscription: { ...subscription, paymentMethod: DEBIT } }, context);
    expect(notice.facts).toContainEqual(row);
    expect(renewalNoticeEmail(subject, context).facts).not.toContainEqual(row);
  });
});

describe('the email about a payment that the bank wants confirmed', () => {
  it.each(LANGUAGES)(
    'has another subject, heading and opening than the email about a failed payment, and explains the confirmation: %s',
    (language) => {
      const { 'authentication required': unconfirmed, 'failed renewal': failed } = customerEmails(contextIn(language));
      const { authentication } = EMAIL_TEXTS[language].paymentFailed;
      expect(unconfirmed).toEqual({
        ...failed,
        subject: authentication.subject('Hosting BV'),
        heading: authentication.heading,
        opening: authentication.opening('Hosting BV', String(failed?.amounts[0]?.[1])),
        closing: [authentication.confirm, ...(failed?.closing ?? [])],
      });
      expect(unconfirmed?.heading).not.toBe(failed?.heading);
    },
  );
});

describe('the terms in the emails', () => {
  it('contain the price without a temporary discount, and the next charge with the discount', () => {
    const text = textOf(orderConfirmationEmail(newMonthlySubscription().subject, { invoice: null, account }, contextIn('en')));
    for (const part of ['Price: €12.10 per month, VAT included', 'Discount: 10% for 3 months', 'Next charge: February 28, 2026 (€10.89)'])
      expect(text).toContain(part);
  });

  it('contain the next charge minus carried credit', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 300 });
    changePlan(billing, id, { priceId });
    const text = textOf(planChangeEmail(subjectOf(billing, billing.subscription(id)), contextIn('en')));
    expect(text).toContain('Price: €3.00 per month');
    expect(text).toContain('Next charge: February 28, 2026 (€0.00)');
  });

  it('say that no VAT is charged under reverse charge', () => {
    const { billing, subject } = newMonthlySubscription();
    const reverse = { ...taxOf(billing.parties())({ at: START, category: 'electronic_service' }), reverseCharge: true };
    const text = textOf(reactivationEmail({ ...subject, taxes: () => reverse }, contextIn('en')));
    expect(text).toContain('Price: €10.00 per month, no VAT (reverse charge)');
  });

  it('omit the next charge of a subscription that is paused, is ending or has an unpaid renewal', () => {
    const { subject } = newMonthlySubscription();
    const renewal = { paymentId: 'pay_1' } as unknown as NonNullable<Subscription['renewal']>;
    for (const fields of [{ pausedAt: START }, { cancelAtPeriodEnd: true }, { renewal }])
      expect(
        textOf(paymentMethodChangeEmail({ ...subject, subscription: { ...subject.subscription, ...fields } }, contextIn('en'))),
      ).not.toContain('Next charge');
  });

  it('name the end of a subscription that was canceled at once', () => {
    const { subject } = newMonthlySubscription();
    const subscription: Subscription = { ...subject.subscription, status: 'canceled', canceledAt: START + DAY };
    const text = textOf(cancellationEmail({ subscription }, contextIn('en')));
    for (const part of ['It ended on February 1, 2026.', 'Subscription ends: February 1, 2026 at 12:00']) expect(text).toContain(part);
  });
});
