import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChanges, formatTable, type RateTable, withChanges } from '../../scripts/tax-rates/table.ts';
import { parseTedb, type TedbRate, tedbRequest } from '../../scripts/tax-rates/tedb.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

/** A rate in the response format of TEDB. Standard rates have no category, other rates have one. */
const result = (country: string, type: string, value: string | null, category = '') =>
  `<vatRateResults><memberState>${country}</memberState><type>${type === 'DEFAULT' ? 'STANDARD' : 'REDUCED'}</type><rate><type>${type}</type>` +
  `${value === null ? '' : `<value>${value}</value>`}</rate><situationOn>2026-07-01+02:00</situationOn>` +
  `${category === '' ? '' : `<category><identifier>${category}</identifier><description>Text</description></category>`}<comment>Note</comment></vatRateResults>`;

const envelope = (results: readonly string[]) =>
  '<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header/><env:Body><ns0:retrieveVatRatesRespMsg ' +
  'xmlns="urn:ec.europa.eu:taxud:tedb:services:v1:IVatRetrievalService:types" xmlns:ns0="urn:ec.europa.eu:taxud:tedb:services:v1:IVatRetrievalService">' +
  `<additionalInformation/>${results.join('')}</ns0:retrieveVatRatesRespMsg></env:Body></env:Envelope>`;

describe('TEDB (the tax database of the European Commission)', () => {
  it('is queried for countries on a day, with the code EL for Greece', () => {
    const request = tedbRequest(['DE', 'GR'], '2026-07-01');
    expect(request).toContain('<t:isoCode>DE</t:isoCode><t:isoCode>EL</t:isoCode>');
    expect(request).toContain('<t:situationOn>2026-07-01</t:situationOn>');
  });

  it('returns rates; regional rates and rates without a value are omitted', () => {
    const xml = envelope([
      result('EL', 'DEFAULT', '24.0'),
      result('FI', 'DEFAULT', '25.5'),
      result('EL', 'REDUCED_RATE', '6.0', 'BOOKS'),
      result('EL', 'REDUCED_RATE', '17.0', 'REGION'),
      result('FI', 'EXEMPTED', null, 'POSTAL_SERVICES'),
    ]);
    expect(parseTedb(xml)).toEqual([
      { country: 'GR', isStandard: true, basisPoints: 2400, category: null, comment: 'Note' },
      { country: 'FI', isStandard: true, basisPoints: 2550, category: null, comment: 'Note' },
      { country: 'GR', isStandard: false, basisPoints: 600, category: 'BOOKS', comment: 'Note' },
    ]);
  });

  it('causes an error that says what is wrong, on a fault and on a response without rates', () => {
    const fault = '<env:Fault><faultcode>env:Client</faultcode><faultstring>TEDB-ERR-2</faultstring></env:Fault>';
    expect(() => parseTedb(fault)).toThrow('TEDB refused the request: TEDB-ERR-2');
    expect(() => parseTedb(envelope([]))).toThrow('TEDB returned no rates.');
    expect(() => parseTedb('<html>Bad gateway')).toThrow('TEDB returned no rates.');
  });
});

describe('the update of the tax rate table', () => {
  const TABLE: RateTable = {
    sources: { standard: 'TEDB' },
    checked: '2026-01-01',
    areas: {
      DE: { electronic_service: { '2020-01-01': 1900 }, e_book: { '2024-01-01': 700 } },
      SK: { electronic_service: { '2025-01-01': 2300 } },
    },
  };
  const standard = (country: string, basisPoints: number): TedbRate => ({
    country,
    isStandard: true,
    basisPoints,
    category: null,
    comment: null,
  });
  /** Slovakia changes its rate on 1 July 2026. */
  const fetchRates = async (countries: readonly string[], day: string) =>
    countries.map((country) => standard(country, country === 'DE' ? 1900 : day < '2026-07-01' ? 2300 : 2500));

  it('adds a changed rate with the day of the change', async () => {
    const changes = await findChanges(TABLE, ['DE', 'SK'], '2026-11-28', fetchRates);
    expect(changes).toEqual([{ country: 'SK', from: '2026-07-01', basisPoints: 2500 }]);
    expect(withChanges(TABLE, changes, '2026-11-28')).toEqual({
      ...TABLE,
      checked: '2026-11-28',
      areas: { ...TABLE.areas, SK: { electronic_service: { '2025-01-01': 2300, '2026-07-01': 2500 } } },
    });
    expect(await findChanges(TABLE, ['DE', 'SK'], '2026-06-30', fetchRates)).toEqual([]);
  });

  it('fails if a country has no standard rate', async () => {
    await expect(findChanges(TABLE, ['FR'], '2026-11-28', async () => [standard('DE', 1900)])).rejects.toThrow(
      'TEDB has no standard rate of FR.',
    );
  });

  it('leaves the file unchanged if no rate changed', () => {
    const text = readFileSync(join(REPOSITORY_ROOT, 'shared/domain/tax/rates.json'), 'utf8');
    const table = JSON.parse(text) as RateTable;
    expect(formatTable(withChanges(table, [], table.checked))).toBe(text);
  });
});
