import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { newAccount } from '../../../shared/domain/account/record.ts';
import type { Customer } from '../../../shared/domain/customer/record.ts';
import { taxTreatmentFor } from '../../../shared/domain/parties.ts';
import type { TaxMode } from '../../../shared/domain/tax/modes.ts';
import { newBilling } from '../billing.ts';
import { START } from '../world.ts';

/** The expected taxes. Their rates and rules come from the sources named in `vat-table.tsv`, not from the service. */
const [header = '', ...rows] = readFileSync(new URL('vat-table.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const DAYS = header.split('\t').slice(4);

/**
 * Prefixes of VAT numbers that differ from the country. A business in Monaco has a French number. A business in the United Kingdom has a
 * number of Northern Ireland.
 */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL', GB: 'XI', MC: 'FR' };

const { record } = newBilling().catalogue.customer;

const taxOn = (seller: string, buyer: string, kind: string, taxMode: TaxMode, day: string): string => {
  const created = newAccount({ id: 'acct_1', created: START, name: 'Seller', email: 'owner@example.test', countryCode: seller });
  const account = { ...created, vatId: `${seller}123456789`, taxMode };
  const vatNumber = kind === 'business' ? `${PREFIXES[buyer] ?? buyer}123456789` : null;
  const customer: Customer = { ...record, countryCode: buyer, vatNumber, vatVerifiedAt: vatNumber === null ? null : START };
  const point = { at: Date.parse(day) / 1000, category: 'electronic_service' } as const;
  const { rate, reverseCharge } = taxTreatmentFor({ account, customer, taxRate: null }, point);
  if (reverseCharge) return 'reverse';
  return rate === null ? 'none' : String(rate.rateBasisPoints / 100);
};

describe('the VAT of a seller', () => {
  it('is listed for 252 combinations of seller, buyer, kind and mode, on three days', () => {
    const buyersByMode = new Set(rows.map((row) => row.split('\t').slice(1, 4).join(' ')));
    expect([DAYS, rows.length, buyersByMode.size]).toEqual([['2024-08-31', '2025-01-01', '2026-01-01'], 252, 126]);
  });

  it.each(rows.map((row) => row.split('\t')))('in %s, buyer in %s (%s, mode %s): %s, %s, %s', (seller, buyer, kind, mode, ...expected) => {
    const taxes = DAYS.map((day) => taxOn(String(seller), String(buyer), String(kind), mode as TaxMode, day));
    expect(taxes).toEqual(expected);
  });
});
