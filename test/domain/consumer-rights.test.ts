import { describe, expect, it } from 'vitest';
import { requiresOrderText } from '../../shared/domain/consumer-rights.ts';

describe('the text of the order button', () => {
  it.each([
    ['DE', 'FR', null, true],
    ['US', 'AT', null, true],
    ['NL', null, null, false],
    ['NL', 'FR', null, false],
    ['US', 'US', null, false],
    ['DE', 'DE', 'DE136695976', false],
  ])(
    'of a seller in %s to a buyer in %s with the VAT number %s is the one that the law requires: %s',
    (seller, buyer, vatNumber, isRequired) => {
      expect(requiresOrderText({ countryCode: seller }, { countryCode: buyer, vatNumber })).toBe(isRequired);
    },
  );
});
