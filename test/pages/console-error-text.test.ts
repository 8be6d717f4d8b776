import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormField } from '../../functions/console/browser/forms/forms.ts';
import { CallError } from '../../shared/pages/browser/calls.ts';

const FIELDS: readonly Pick<FormField, 'name' | 'label'>[] = [
  { name: 'amount_cents', label: 'Amount' },
  { name: 'success_url', label: 'Success URL' },
  { name: 'address.line1', label: 'Address line 1' },
];

describe('the text of an API error in the console', () => {
  let errorText: typeof import('../../functions/console/browser/app/error-text.ts').errorText;
  beforeAll(async () => {
    vi.stubGlobal('navigator', { languages: ['en'] });
    ({ errorText } = await import('../../functions/console/browser/app/error-text.ts'));
  });
  afterAll(() => vi.unstubAllGlobals());

  const textOf = (error: Partial<Record<'code' | 'message' | 'param' | 'reason', string>>, currency: string | null = 'EUR'): string =>
    errorText(new CallError(400, { code: 'parameter_invalid', ...error }, 0), { fields: FIELDS, currency });

  it.each([
    ['Invalid success_url: must be a URL.', 'Success URL must be a URL.'],
    ['Invalid success_url: expected string.', 'Success URL is not valid.'],
    ['Invalid address.line1: must have 0 to 255 characters.', 'Address line 1 must have at most 255 characters.'],
    ['Invalid max_sales: must be at least 1.', 'Max sales must be at least 1.'],
    ['Invalid max_sales: must be an integer.', 'Max sales must be a whole number.'],
    ['Invalid rate_basis_points: must be at most 10000.', 'Rate must be at most 100.'],
    ['`amount_cents` exceeds the refundable amount of 58.31 EUR.', 'Amount exceeds the refundable amount of 58.31 EUR.'],
    ['percent_off or amount_off_cents is required.', 'Percent off or amount off is required.'],
    ['Omit payment_method: the buyer chooses.', 'Omit payment method: the buyer chooses.'],
    [
      'This subscription is paused. Resume it with POST /v1/subscriptions/{subscription_id}/resume, then change its plan.',
      'This subscription is paused. Resume it, then change its plan.',
    ],
    ['No such price: price_01HZX3J5K7M9P1R3T5V7X9Z1B3.', 'No such price: price_01HZX3J5K7M9P1R3T5V7X9Z1B3.'],
    ['The name is already taken.', 'The name is already taken.'],
    ['`{product}` is no placeholder. Use `{support_email}`.', '{product} is no placeholder. Use {support_email}.'],
  ])('has the labels of fields instead of their names, and no API terms: %s', (message, text) => {
    expect(textOf({ message })).toBe(text);
  });

  it.each([
    ['Invalid amount_cents: must be at most 99999999.', 'EUR', 'Amount must be at most €999,999.99'],
    ['Invalid amount_cents: must be at most 99999999.', null, 'Amount is too high'],
    ['Invalid amount_cents: must be at least 1.', null, 'Amount is too low'],
    ['amount_cents must be an integer from 0 to 99999999.', 'EUR', 'Amount must be from €0.00 to €999,999.99'],
    ['amount_cents must be an integer from 0 to 99999999.', 'JPY', 'Amount must be from ¥0 to ¥99,999,999'],
    ['amount_cents must be an integer from 0 to 99999999.', null, 'Amount is too low or too high'],
  ])('never has an amount in cents: %s (%s)', (message, currency, text) => {
    expect(textOf({ message, param: 'amount_cents' }, currency)).toBe(`${text}.`);
  });

  it('has dates instead of Unix seconds', () => {
    const message = '`frozen_time` must be after 1796097600, the time of the clock.';
    expect(textOf({ message, param: 'frozen_time' })).toMatch(/^Frozen time must be after .*\b2026\b.*, the time of the clock\.$/);
    expect(textOf({ message: 'Invalid redeem_by: must be at least 1796097600.', param: 'redeem_by' })).toMatch(/^Redeem by .*\b2026\b/);
    expect(textOf({ message: 'Invalid max_sales: must be at most 1796097600.', param: 'max_sales' })).toContain('1796097600');
  });

  it('is a sentence for the reason or the code, whatever the message says', () => {
    expect(textOf({ code: 'state_conflict', reason: 'customer_has_no_email', message: 'x' })).toBe(
      'The customer has no email address. Add one first.',
    );
    expect(textOf({ code: 'rendering_pending', message: 'x' })).toBe('The PDF is not rendered yet. Try again in a few seconds.');
    expect(textOf({ code: 'subscription_past_due', message: 'POST /v1/subscriptions' })).toBe(
      'A renewal is unpaid. Request another payment method from the customer, or void the invoice.',
    );
  });

  it('is the message if the console has no text for the reason, even if it has one for the code', () => {
    const message = 'You signed in more than 15 minutes ago.';
    expect(textOf({ code: 'insufficient_scope', reason: 'sign_in_not_recent', message })).toBe(message);
    expect(textOf({ code: 'state_conflict', reason: 'a_later_reason', message: 'This import is checked.' })).toBe(
      'This import is checked.',
    );
  });
});
