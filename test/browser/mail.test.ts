import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Account, newAccount } from '../../shared/domain/account/record.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { creditNoteEmail } from '../../shared/mail/credit-note.ts';
import { deliveryFailedEmail } from '../../shared/mail/delivery-failed.ts';
import { emailContextOf } from '../../shared/mail/email-context.ts';
import { buildMail, type EmailTemplate } from '../../shared/mail/email-template.ts';
import { invoiceEmail } from '../../shared/mail/invoice.ts';
import { paymentFailedEmail } from '../../shared/mail/payment-failed.ts';
import { receiptEmail } from '../../shared/mail/receipt.ts';
import { refundEmail } from '../../shared/mail/refund.ts';
import { newBilling } from '../domain/billing.ts';
import { contextIn, customerEmails } from '../domain/mail/samples.ts';
import { launchBrowser } from '../support/browser.ts';
import { accessibilityProblems, horizontalOverflow } from './accessibility.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

const account = (primaryColor: string | null, backgroundColor: string | null): Account => {
  const fresh = newAccount({ id: 'acct_1', created: 0, name: 'Blumen & Söhne', email: 'hallo@blumen.example', countryCode: 'DE' });
  const address = { line1: 'Lange Straße 12', line2: null, postalCode: '10115', city: 'Berlin' };
  return { ...fresh, legalName: 'Blumen & Söhne GmbH', address, branding: { ...fresh.branding, primaryColor, backgroundColor } };
};

/** A sale with 19 % tax and a partial refund. */
const sale = (description: string) => {
  const billing = newBilling({}, 'live');
  billing.taxRate = { rateBasisPoints: 1900, displayName: 'MwSt.' };
  billing.subscribe();
  const [payment] = billing.world.all(paymentAggregate);
  const [invoice] = billing.world.all(invoiceAggregate);
  if (payment === undefined || invoice === undefined) throw new Error('The sale has no payment or invoice.');
  const refund = billing.settleRefund(billing.refund(payment.id, 450));
  const [creditNote] = billing.world.all(creditNoteAggregate);
  if (creditNote === undefined) throw new Error('The refund has no credit note.');
  return { payment, invoice: { ...invoice, lines: invoice.lines.map((line) => ({ ...line, description })) }, refund, creditNote };
};

const PORTAL_URL = 'https://billing.example/portal#svc_portal_x';

const receipt = (seller: Account, description = 'Blumenabonnement'): EmailTemplate =>
  receiptEmail(sale(description), emailContextOf(seller, 'test', { language: 'de', countryCode: null }), true);

const failedPayment = (): EmailTemplate => {
  const billing = newBilling({}, 'live');
  const { payment } = billing.attempt(billing.open().id);
  return paymentFailedEmail(
    { payment, description: 'Flowers every week', againUrl: null, nextStep: { kind: 'attempt', at: payment.created + 2 * 86_400 } },
    emailContextOf(account('#0a7d4f', '#e8f5ee'), 'live', { language: 'en', countryCode: null }),
    PORTAL_URL,
  );
};

const failedDelivery = (): EmailTemplate =>
  deliveryFailedEmail({
    mode: 'live',
    endpointId: `we_${'0'.repeat(32)}`,
    endpointUrl: `https://shop.example/${'webhooks/'.repeat(20)}`,
    deliveryId: `whd_${'0'.repeat(32)}`,
    eventId: `evt_${'0'.repeat(26)}`,
    eventType: 'subscription.payment_method_updated',
    attemptCount: 10,
    lastError: 'the receiver answered 500',
  });

const TEMPLATES: Readonly<Record<string, () => EmailTemplate>> = {
  receipt: () => receipt(account('#c2185b', '#fff3e0')),
  'receipt without custom colours': () => receipt(account(null, null)),
  'receipt with a very long description': () => receipt(account('#ffee00', '#000000'), 'Donaudampfschifffahrtsgesellschaft'.repeat(8)),
  'failed payment': failedPayment,
  invoice: () =>
    invoiceEmail(sale('Flowers').invoice, emailContextOf(account('#0a7d4f', null), 'live', { language: 'nl', countryCode: null }), {
      attached: true,
      linkUrl: PORTAL_URL,
    }),
  refund: () => refundEmail(sale('Flowers'), emailContextOf(account(null, '#e8f5ee'), 'live', { language: 'fr', countryCode: null }), true),
  'credit note': () =>
    creditNoteEmail(
      sale('Flowers').creditNote,
      emailContextOf(account('#0a7d4f', null), 'live', { language: 'de', countryCode: null }),
      true,
    ),
  'failed webhook delivery, for the owner of the account': failedDelivery,
};

/** A current phone, a desktop screen, and the minimum supported width. */
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 568 };

describe('an email on a phone', () => {
  it.each(
    Object.keys(TEMPLATES).flatMap((name) =>
      ([PHONE, NARROW] as const).flatMap((viewport) =>
        (['light', 'dark'] as const).map((colorScheme) => [name, viewport, colorScheme] as const),
      ),
    ),
  )('is accessible and does not overflow: %s, %o, %s', async (name, viewport, colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const template = TEMPLATES[name]?.();
    if (template === undefined) throw new Error(`No email template "${name}".`);
    await page.setContent(buildMail({ to: 'a@b.example', senderName: null, replyTo: null }, template, []).html);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });
});

describe('every email to customers', () => {
  const NAMES = Object.keys(customerEmails(contextIn('en')));

  // German and Polish texts are the longest ones.
  it.each(NAMES.flatMap((name) => ['en', 'de', 'pl'].map((language) => [name, language] as const)))(
    'fits a phone and a desktop screen: %s in %s',
    async (name, language) => {
      const template = customerEmails(contextIn(language))[name];
      if (template === undefined) throw new Error(`No email "${name}".`);
      await page.setContent(buildMail({ to: 'a@b.example', senderName: null, replyTo: null }, template, []).html);
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        expect(await page.locator('h1').isVisible()).toBe(true);
        expect(await horizontalOverflow(page), `${viewport.width} px`).toBe(0);
      }
    },
  );
});
