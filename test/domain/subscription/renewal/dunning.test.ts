import { describe, expect, it } from 'vitest';
import {
  DEFAULT_RETRY_DAYS,
  giveUpAt,
  isHardDecline,
  isMandatePending,
  MANDATE_PENDING,
  nextRetryAt,
} from '../../../../shared/domain/subscription/renewal/dunning.ts';
import { DAY, START } from '../../world.ts';

const HALF_DAY = DAY / 2;

describe('retries of a failed renewal', () => {
  it('are on days 2, 7, 14 and 21 after the first failure', () => {
    const days = [0, 2, 7, 14].map((failedOn) => Number(nextRetryAt(START, START + failedOn * DAY, DEFAULT_RETRY_DAYS)) - START);
    expect(days).toEqual([2 * DAY, 7 * DAY, 14 * DAY, 21 * DAY]);
    expect(nextRetryAt(START, START + 21 * DAY, DEFAULT_RETRY_DAYS)).toBeNull();
  });

  it('skip a retry day that is half a day or less after the latest failure', () => {
    expect(nextRetryAt(START, START + 2 * DAY - HALF_DAY - 1, DEFAULT_RETRY_DAYS)).toBe(START + 2 * DAY);
    expect(nextRetryAt(START, START + 2 * DAY - HALF_DAY, DEFAULT_RETRY_DAYS)).toBe(START + 7 * DAY);
  });

  it('do not skip the last retry day: collection does not end before that day', () => {
    expect(nextRetryAt(START, START + 21 * DAY - HALF_DAY, DEFAULT_RETRY_DAYS)).toBe(START + 21 * DAY);
    expect(nextRetryAt(START, START + 21 * DAY - 61, DEFAULT_RETRY_DAYS)).toBe(START + 21 * DAY);
    expect(nextRetryAt(START, START + HALF_DAY + 1, [1])).toBe(START + DAY);
  });

  it('are over if the last retry, which may start up to a minute early, fails early', () => {
    expect(nextRetryAt(START, START + 21 * DAY - 60, DEFAULT_RETRY_DAYS)).toBeNull();
  });

  it('are on the days of another schedule, and collection ends on its last day', () => {
    const daily = [1, 2, 28];
    const days = [0, 1, 2, 28].map((failedOn) => nextRetryAt(START, START + failedOn * DAY, daily));
    expect(days).toEqual([START + DAY, START + 2 * DAY, START + 28 * DAY, null]);
    expect(giveUpAt(START, daily)).toBe(START + 28 * DAY);
  });

  it.each([
    'mandate_gone',
    'invalid_mandate',
    'card_expired',
    'account_closed',
    'account_blocked',
    'account_holder_deceased',
    'invalid_account',
    'inactive_card',
    'invalid_card_number',
    'card_lost',
    'card_stolen',
    'possible_fraud',
  ])('are not made after the failure code %s', (code) => {
    expect(isHardDecline(code)).toBe(true);
  });

  it.each(['insufficient_funds', 'authentication_required', 'refused_by_issuer', 'card_declined', 'unknown', null])(
    'are made after the failure code %s',
    (code) => {
      expect(isHardDecline(code)).toBe(false);
    },
  );
});

it('only one failure code means that the mandate is not confirmed yet', () => {
  expect([MANDATE_PENDING, 'mandate_gone', null].map(isMandatePending)).toEqual([true, false, false]);
});
