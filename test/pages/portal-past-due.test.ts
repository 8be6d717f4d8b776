import { describe, expect, it } from 'vitest';
import { pastDueText } from '../../functions/portal/browser/past-due.ts';
import { PORTAL } from '../../scripts/screenshots/portal-states.ts';
import { enPortal } from '../../shared/locales/pages/en.ts';
import { ENGLISH } from '../../shared/locales/pages/locale.ts';

const NOW = Date.UTC(2026, 2, 1, 12) / 1000;
const LOCALE = { ...ENGLISH, portal: enPortal };

const textOf = (fields: Partial<(typeof PORTAL)['subscription']>) =>
  pastDueText({ ...PORTAL.subscription, status: 'past_due', renewal_state: 'retrying', ...fields }, LOCALE, NOW * 1000);

describe('the notice about a failed renewal in the portal', () => {
  it('has the date of the next attempt', () => {
    expect(textOf({ next_payment_attempt: NOW + 86_400 })).toBe(
      'Your last payment failed. The next attempt is on March 2, 2026. To pay earlier, pay the open invoice or choose another payment method.',
    );
  });

  it.each([NOW, NOW - 60])('does not suggest paying earlier if the next attempt is already due', (at) => {
    expect(textOf({ next_payment_attempt: at })).toBe(
      'Your last payment failed. The next attempt, with your current payment method, starts within a few minutes.',
    );
  });

  it('asks for another payment method after a hard decline', () => {
    expect(textOf({ next_payment_attempt: null })).toContain('your bank doesn’t allow another attempt');
  });

  it('is absent while a charge is in progress, and if no payment is past due', () => {
    expect(textOf({ renewal_state: 'processing', next_payment_attempt: NOW })).toBeNull();
    expect(textOf({ status: 'active', renewal_state: 'scheduled', next_payment_attempt: NOW })).toBeNull();
  });
});
