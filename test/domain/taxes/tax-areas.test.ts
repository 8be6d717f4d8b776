import { describe, expect, it } from 'vitest';
import { isSoldAbroad, vatAreaOf } from '../../../shared/domain/tax/areas.ts';

describe('the VAT area of', () => {
  it.each([
    ['the Canary Islands', 'ES', '35001', null],
    ['Tenerife', 'ES', '38 001', null],
    ['Ceuta', 'ES', '51001', null],
    ['Melilla', 'ES', '52006', null],
    ['Madrid', 'ES', '28013', 'ES'],
    ['Livigno', 'IT', '23041', null],
    ["Campione d'Italia", 'IT', '22061', null],
    ['Como', 'IT', '22100', 'IT'],
    ['Åland', 'FI', '22100', null],
    ['Åland with a separate country code', 'AX', '22100', 'AX'],
    ['Helsinki', 'FI', '00100', 'FI'],
    ['Mount Athos', 'GR', '630 86', null],
    ['Thessaloniki', 'GR', '546 22', 'GR'],
    ['Heligoland', 'DE', '27498', null],
    ['Büsingen', 'DE', 'D-78266', 'CH'],
    ['Konstanz', 'DE', '78462', 'DE'],
    ['Guadeloupe', 'FR', '97100', null],
    ['Martinique', 'FR', '97200', null],
    ['French Guiana', 'FR', '97300', null],
    ['Réunion', 'FR', '97400', null],
    ['Mayotte', 'FR', '97600', null],
    ['Réunion with a separate country code', 'RE', null, 'RE'],
    ['New Caledonia', 'FR', '98800', null],
    ['Monaco with a French address', 'FR', '98000', 'FR'],
    ['Monaco', 'MC', '98000', 'FR'],
    ['Paris', 'FR', '75001', 'FR'],
    ['Svalbard with a Norwegian address', 'NO', '9170', null],
    ['Jan Mayen with a Norwegian address', 'NO', '8099', null],
    ['Tromsø', 'NO', '9008', 'NO'],
    ['Northern Ireland', 'GB', 'BT1 1AA', 'GB'],
    ['the Isle of Man', 'IM', 'IM1 1AA', 'GB'],
    ['Liechtenstein', 'LI', '9490', 'CH'],
    ['a country without a postal code', 'ES', null, 'ES'],
    ['an unknown country', null, '35001', null],
  ])('%s (country %s, postal code %s) is %s', (_place, countryCode, postalCode, area) => {
    expect(vatAreaOf({ countryCode, postalCode })).toBe(area);
  });
});

describe('a sale', () => {
  it.each([
    ['NL', 'US', undefined, true],
    ['US', 'NL', undefined, true],
    ['NL', 'FR', undefined, false],
    ['NL', 'NL', undefined, false],
    ['NL', 'MC', undefined, false],
    ['MC', 'NL', undefined, false],
    ['MC', 'US', undefined, true],
    ['CH', 'LI', undefined, false],
    ['GB', 'IM', undefined, false],
    ['NL', 'ES', true, true],
    ['ES', 'ES', true, true],
    ['MC', 'ES', true, true],
    ['US', 'ES', true, true],
    [null, 'US', undefined, false],
    ['NL', null, undefined, false],
  ] as const)('from %s to %s (outside the VAT area of the EU: %s) is an export: %s', (seller, countryCode, outsideVatArea, isExport) => {
    const place = outsideVatArea ? { countryCode, outsideVatArea } : { countryCode };
    expect(isSoldAbroad(seller, place)).toBe(isExport);
  });
});
