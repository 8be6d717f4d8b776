import { describe, expect, it } from 'vitest';
import { requiresOrderText } from '../../shared/domain/consumer-rights.ts';

describe('requiresOrderText', () => {
  it.each([
    ['DE', 'FR', null, true, true],
    ['US', 'AT', null, true, true],
    ['NL', null, null, false, true],
    ['NL', 'FR', null, false, true],
    ['US', 'FR', null, false, true],
    ['US', 'US', null, false, false],
    ['US', null, null, false, false],
    ['DE', 'DE', 'DE136695976', false, false],
    ['NL', 'FR', 'FR40303265045', false, false],
  ])(
    'for a seller in %s and a buyer in %s with the VAT number %s returns %s without a trial, %s with a trial',
    (countryCode, buyer, vatNumber, isRequired, isRequiredForTrial) => {
      const isRequiredFor = (startsTrial: boolean) =>
        requiresOrderText({ account: { countryCode }, customer: { countryCode: buyer, vatNumber } }, startsTrial);
      expect([isRequiredFor(false), isRequiredFor(true)]).toEqual([isRequired, isRequiredForTrial]);
    },
  );
});
