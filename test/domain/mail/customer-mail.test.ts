import { describe, expect, it } from 'vitest';
import type { Account } from '../../../shared/domain/account/record.ts';
import type { Customer } from '../../../shared/domain/customer/record.ts';
import { emailLocaleFor } from '../../../shared/locales/emails/index.ts';
import { creditNoteEmail } from '../../../shared/mail/credit-note.ts';
import { composeForCustomer } from '../../../shared/mail/email-context.ts';
import { invoiceEmail } from '../../../shared/mail/invoice.ts';
import { paymentFailedEmail } from '../../../shared/mail/payment-failed.ts';
import { portalLinkEmail } from '../../../shared/mail/portal-link.ts';
import { receiptEmail } from '../../../shared/mail/receipt.ts';
import { refundEmail } from '../../../shared/mail/refund.ts';
import { START } from '../world.ts';
import {
  account,
  buildFrom,
  contextIn,
  creditNote,
  customer,
  invoice,
  LANGUAGES,
  PORTAL_URL,
  payment,
  refund,
  templatesOf,
  WITH_ATTACHMENT_AND_LINK,
  WITHOUT_ATTACHMENT_AND_LINK,
} from './customer-templates.ts';

describe('a mail to a customer', () => {
  it.each([
    [
      'en',
      'Your receipt from Hosting BV (INV-000001)',
      ['Netherlands', '€9.00', 'January 31, 2026', 'VAT 21% (included): €1.56', 'Discount: -€1.00'],
    ],
    [
      'de',
      'Ihr Zahlungsbeleg von Hosting BV (INV-000001)',
      ['Niederlande', '9,00 €', '31. Januar 2026', 'VAT 21 % (enthalten): 1,56 €', 'Rabatt: -1,00 €'],
    ],
    [
      'nl',
      'Je betaalbewijs van Hosting BV (INV-000001)',
      ['Nederland', '€ 9,00', '31 januari 2026', 'VAT 21% (inbegrepen): € 1,56', 'Korting: € -1,00'],
    ],
    [
      'fr',
      'Votre reçu de Hosting BV (INV-000001)',
      ['Pays-Bas', '9,00 €', '31 janvier 2026', 'VAT 21 % (incluse) : 1,56 €', 'Remise : -1,00 €'],
    ],
    [
      'es',
      'Su recibo de Hosting BV (INV-000001)',
      ['Países Bajos', '9,00 €', '31 de enero de 2026', 'VAT 21 % (incluido): 1,56 €', 'Descuento: -1,00 €'],
    ],
    [
      'it',
      'La tua ricevuta di Hosting BV (INV-000001)',
      ['Paesi Bassi', '9,00 €', '31 gennaio 2026', 'VAT 21% (inclusa): 1,56 €', 'Sconto: -1,00 €'],
    ],
    [
      'pl',
      'Potwierdzenie płatności: Hosting BV (INV-000001)',
      ['Holandia', '9,00 €', '31 stycznia 2026', 'VAT 21% (w cenie): 1,56 €', 'Rabat: -1,00 €'],
    ],
  ])('[MAIL-03] is in %s, with localized amounts and dates', (tag, subject, parts) => {
    const mail = buildFrom(receiptEmail({ payment, invoice }, contextIn(tag), true));
    expect(mail.subject).toBe(subject);
    // Intl decides which spaces amounts contain.
    const text = mail.text.replaceAll(/[\u00a0\u202f]/g, ' ');
    for (const part of ['Hosting BV', 'INV-000001', 'Hosting Holding BV · Keizersgracht 1 · 1015 CC Amsterdam · ', ...parts])
      expect(text).toContain(part);
    expect(mail.html).toContain(`<html lang="${tag}">`);
  });

  it.each([
    ['de-AT', 'de', 'de-AT'],
    ['NL', 'nl', 'nl'],
    ['fr-ca', 'fr', 'fr-CA'],
    ['en-GB', 'en', 'en-GB'],
    ['es-MX', 'es', 'es-MX'],
    ['pt', 'en', 'en'],
    ['xx-invalid-tag-tag', 'en', 'en'],
    [null, 'en', 'en'],
  ])('for the language tag %s uses the language %s and the locale %s', (tag, language, locale) => {
    expect(emailLocaleFor(tag)).toEqual({ language, locale });
  });

  it.each(LANGUAGES)('in %s exists for every kind, and is translated', (language) => {
    const english = templatesOf(contextIn('en'));
    for (const [kind, template] of Object.entries(templatesOf(contextIn(language)))) {
      for (const text of [template.subject, template.heading, template.opening, ...template.closing, ...template.footer])
        expect(text.trim(), kind).not.toBe('');
      const isTranslated = language === 'en' || template.opening !== english[kind]?.opening;
      expect(isTranslated, `${kind} in ${language}`).toBe(true);
    }
  });

  it('has the same content as text and as HTML', () => {
    for (const [kind, template] of Object.entries(templatesOf(contextIn('de')))) {
      const mail = buildFrom(template);
      const visibleText = mail.html.replaceAll(/<style>[\s\S]*<\/style>|<title>[\s\S]*<\/title>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
      for (const part of [template.heading, template.opening, ...[...template.facts, ...template.amounts].flat(), ...template.closing]) {
        expect(mail.text, kind).toContain(part);
        expect(visibleText, kind).toContain(part.replaceAll(/\s+/g, ' '));
      }
    }
  });

  it('escapes external values, and loads no resources', () => {
    const malicious = '"><img src=https://evil.example/x onerror=alert(1)>';
    const branding = { ...account.branding, displayName: malicious, supportEmail: `a${malicious}@b.example` };
    const emailContext = contextIn('en', { ...account, legalName: malicious, branding });
    const maliciousInvoice = { ...invoice, number: malicious, lines: invoice.lines.map((line) => ({ ...line, description: malicious })) };
    for (const template of [
      ...Object.values(templatesOf(emailContext)),
      receiptEmail(
        {
          payment: { ...payment, paymentMethod: { type: malicious, brand: malicious, last4: malicious, expMonth: null, expYear: null } },
          invoice: maliciousInvoice,
        },
        emailContext,
        false,
      ),
      invoiceEmail(maliciousInvoice, emailContext, WITHOUT_ATTACHMENT_AND_LINK),
      paymentFailedEmail({ payment, description: malicious, againUrl: null, nextStep: null }, emailContext, null),
    ]) {
      const { html } = buildFrom(template);
      expect(html).not.toContain('<img');
      const markup = [...html.matchAll(/<[^>]*>|<style>[\s\S]*<\/style>/g)].join('');
      // The only URL is the portal link.
      const markupWithoutLink = markup.replaceAll(`<a href="${PORTAL_URL}"`, '<a');
      expect(markupWithoutLink).not.toMatch(/\b(src|href|background|srcset)\s*=|url\(|@import/);
      expect(markup).not.toMatch(/<(link|script|img|iframe|object|form)/);
      expect(html).toContain('&lt;img');
    }
  });

  it('links to the page on which the buyer can try again if the payment of a checkout failed', () => {
    const againUrl = 'https://pay.test/checkout/cs_1';
    const { text } = buildFrom(paymentFailedEmail({ payment, description: 'Hosting', againUrl, nextStep: null }, contextIn('en'), null));
    expect(text).toContain(`Try again: ${againUrl}`);
    expect(text).toContain('Use the link to pay with the same or another payment method.');
    expect(text).not.toContain('return to');
  });

  it('shows neither the seller\u2019s reason for a refund nor the bank\u2019s message about a failed payment', () => {
    const failed = paymentFailedEmail(
      {
        payment: { ...payment, failureMessage: 'stolen card', failureCode: 'card_stolen' },
        description: null,
        againUrl: null,
        nextStep: null,
      },
      contextIn('en'),
      null,
    );
    expect(buildFrom(failed).text).not.toMatch(/stolen/);
    expect(buildFrom(refundEmail({ refund, payment, invoice, creditNote }, contextIn('en'), true)).text).not.toContain('internal');
  });

  it('mentions test mode only in test mode', () => {
    for (const template of Object.values(templatesOf(contextIn('nl', account, 'test'))))
      expect(buildFrom(template).text).toContain('Testmodus');
    for (const template of Object.values(templatesOf(contextIn('nl')))) expect(buildFrom(template).text).not.toContain('Testmodus');
  });

  it('mentions an attachment only if it has an attachment', () => {
    for (const attached of [true, false]) {
      const receipt = buildFrom(receiptEmail({ payment, invoice }, contextIn('en'), attached)).text;
      expect(receipt.includes('attached')).toBe(attached);
      expect(buildFrom(invoiceEmail(invoice, contextIn('en'), { attached, linkUrl: null })).text.includes('attached')).toBe(attached);
    }
  });

  it('about a refund names the invoice and the credit note, if they exist; about a credit note, it names the invoice', () => {
    const parts = ['Refund of €4.50', 'Invoice: INV-000001', 'Credit note: CN-000001', 'Refunded: €4.50', 'The credit note is attached'];
    const refundText = buildFrom(refundEmail({ refund, payment, invoice, creditNote }, contextIn('en'), true)).text;
    for (const part of parts) expect(refundText).toContain(part);
    const refundOnlyText = buildFrom(refundEmail({ refund, payment, invoice: null, creditNote: null }, contextIn('en'), false)).text;
    expect(refundOnlyText).not.toMatch(/Invoice|redit note/);
    const note = buildFrom(creditNoteEmail(creditNote, contextIn('de'), true));
    expect(note.subject).toBe('Rechnungskorrektur CN-000001 von Hosting BV');
    for (const part of ['Rechnung: INV-000001', 'Gutgeschrieben: 4,50', 'Die Rechnungskorrektur ist als PDF angehängt.'])
      expect(note.text).toContain(part);
  });

  it('shows the amount due of an invoice, or that the invoice is paid', () => {
    const open = buildFrom(
      invoiceEmail({ ...invoice, status: 'open', amountPaidCents: 400, paidAt: null }, contextIn('en'), WITH_ATTACHMENT_AND_LINK),
    ).text;
    expect(open).toContain('Amount due: €5.00.');
    const paid = buildFrom(invoiceEmail(invoice, contextIn('en'), WITH_ATTACHMENT_AND_LINK)).text;
    expect(paid).toContain('This invoice is paid.');
    expect(paid).not.toContain('due');
  });

  it('describes the credit line of a plan change as unused time', () => {
    const lines = invoice.lines.flatMap((line) => [line, { ...line, type: 'proration_credit' as const, amountCents: -300 }]);
    expect(buildFrom(invoiceEmail({ ...invoice, lines }, contextIn('en'), WITH_ATTACHMENT_AND_LINK)).text).toContain(
      'Unused time: Hosting: -€3.00',
    );
  });

  it('shows the card, the payment method and the quantity', () => {
    const card = { type: 'creditcard', brand: 'Visa', last4: '4242', expMonth: 1, expYear: 2030 };
    const lines = invoice.lines.map((line) => ({ ...line, quantity: '2.5' }));
    const text = buildFrom(
      receiptEmail({ payment: { ...payment, paymentMethod: card }, invoice: { ...invoice, lines } }, contextIn('en'), true),
    ).text;
    expect(text).toContain('Paid with: Visa •••• 4242');
    expect(text).toContain('× 2.5: €10.00');
    const many = { ...invoice, lines: lines.map((line) => ({ ...line, quantity: '12345.000125' })) };
    expect(buildFrom(receiptEmail({ payment, invoice: many }, contextIn('de'), true)).text).toContain('× 12.345,000125:');
    const plain = { ...card, type: 'directdebit', brand: null, last4: null };
    expect(
      buildFrom(receiptEmail({ payment: { ...payment, paymentMethod: plain }, invoice: null }, contextIn('de'), false)).text,
    ).toContain('Bezahlt mit: SEPA-Lastschrift');
  });
});

describe('the envelope of a mail to a customer', () => {
  const compose = (sender: Account, customerFields: Partial<Customer> = {}) =>
    composeForCustomer(
      { account: sender, tenant: { accountId: 'acct_1', mode: 'live' } },
      { ...customer, ...customerFields },
      {
        document: null,
        link: null,
        rateLimits: [],
        template: (emailContext) => paymentFailedEmail({ payment, description: null, againUrl: null, nextStep: null }, emailContext, null),
      },
    );

  it('contains the display name and support address of the branding, or else the name and email address of the account', () => {
    expect(compose(account)).toMatchObject({
      audience: 'customer',
      envelope: { to: 'buyer@example.test', senderName: 'Hosting BV', replyTo: 'owner@shop.example' },
    });
    const branding = { ...account.branding, displayName: 'Hosty', supportEmail: 'help@hosty.example' };
    expect(compose({ ...account, branding })).toMatchObject({ envelope: { senderName: 'Hosty', replyTo: 'help@hosty.example' } });
  });

  it('exists for a deleted customer, but not for a customer without an email address, as after a purge', () => {
    expect(compose(account, { email: null })).toBe('no_address');
    expect(compose(account, { deletedAt: START })).toMatchObject({ envelope: { to: 'buyer@example.test' } });
  });
});

describe('the layout of a mail to a customer', () => {
  const headerColors = (primaryColor: string | null): string | undefined => {
    const branding = { ...account.branding, primaryColor, backgroundColor: '#ffeedd' };
    const { html } = buildFrom(
      paymentFailedEmail({ payment, description: null, againUrl: null, nextStep: null }, contextIn('en', { ...account, branding }), null),
    );
    expect(html).toContain('background-color:#ffeedd;');
    return /background-color:(#[0-9a-f]{6};color:#[0-9a-f]{6});">Hosting BV/.exec(html)?.[1];
  };

  it('uses the account\u2019s colors, and shows the name in black or white, whichever is easier to read', () => {
    expect(headerColors('#0b57d0')).toBe('#0b57d0;color:#ffffff');
    expect(headerColors('#ffee00')).toBe('#ffee00;color:#000000');
    expect(headerColors('#ffffff')).toBe('#ffffff;color:#000000');
    expect(headerColors('#000000')).toBe('#000000;color:#ffffff');
    expect(headerColors(null)).toBe('#16181d;color:#ffffff');
  });

  it('inverts the button in dark mode, unless it has the account\u2019s color', () => {
    const linkTo = (primaryColor: string | null) => {
      const branding = { ...account.branding, primaryColor };
      return /<a [^>]*>/.exec(buildFrom(portalLinkEmail(contextIn('en', { ...account, branding }), PORTAL_URL)).html)?.[0];
    };
    expect(linkTo(null)).toContain('class="button"');
    expect(linkTo('#0b57d0')).not.toContain('class="button"');
    expect(buildFrom(portalLinkEmail(contextIn('en'), PORTAL_URL)).html).toMatch(/@media \(prefers-color-scheme:dark\)\{[^@]*\.button\{/);
  });

  it('shows a value below its name if the value is a link or a sentence, or if the name is long, because phones are narrow', () => {
    const cellsOf = (name: string, value: string): number => {
      const template = { ...portalLinkEmail(contextIn('en'), null), facts: [[name, value] as const] };
      return (
        buildFrom(template)
          .html.split('<tr>')
          .find((row) => row.includes(name))
          ?.split(/<t[hd]/).length ?? 0
      );
    };
    expect(cellsOf('Next charge', 'September 30, 2026 (€119.79)')).toBe(3);
    expect(cellsOf('Terms', 'https://shop.example/')).toBe(2);
    expect(cellsOf('Right', 'You asked for the service to begin at once. You pay for the part provided.')).toBe(2);
    expect(cellsOf('Rétractation possible jusqu’au', '16 février 2026')).toBe(2);
  });
});
