import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../shared/locales/pages/locale.ts';
import { refusalText } from '../../shared/pages/refusal-texts.ts';

const textFor = (error: Partial<Parameters<typeof refusalText>[0]>): string | null =>
  refusalText({ code: 'parameter_invalid', reason: null, param: null, retryAfterSeconds: 0, ...error }, ENGLISH);

describe('an API error on a page', () => {
  it.each([
    [{ param: 'vat_number' }, 'This VAT number isn’t valid.'],
    [{ param: 'vat_number', reason: 'vat_service_unavailable' }, 'We can’t check VAT numbers right now. Try again later.'],
    [{ param: 'email' }, 'Enter a valid email address, for example name@example.com.'],
    [{ param: 'country_code' }, 'Select your country.'],
    [
      { code: 'parameter_missing', param: 'country_confirmed', reason: 'country_not_confirmed' },
      'You seem to be in another country. Confirm where you live.',
    ],
    [{ code: 'payment_refused' }, 'Your payment was declined. Try another method.'],
    [
      { code: 'state_conflict', reason: 'provider_not_connected' },
      'Payments aren’t available right now. Nothing was charged. Try again in a few minutes.',
    ],
    [{ code: 'rate_limited', retryAfterSeconds: 1 }, 'You’ve made too many requests. Try again in 1 second.'],
    [{ reason: 'coupon_expired', param: 'code' }, 'This code has expired.'],
    [{ reason: 'payment_method_not_accepted' }, 'This payment method can’t be used for your subscription. Choose another one.'],
    [{ reason: 'payment_method_unavailable' }, 'This payment method can’t be used any more. Add it again.'],
    [{ code: 'state_conflict', reason: 'payment_processing' }, 'A payment is being processed.'],
    [{ reason: 'payment_method_in_use' }, 'Your subscription is paid with this method. Use another one for payments first.'],
    [{ param: 'toString' }, null],
  ])('has the text for its code, reason and parameter, or none: %j', (error, text) => {
    expect(textFor(error)).toBe(text);
  });
});
