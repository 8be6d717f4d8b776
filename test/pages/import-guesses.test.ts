import { describe, expect, it } from 'vitest';
import { withChoice } from '../../functions/console/browser/import/columns.ts';
import { exampleText, guessDateOrder } from '../../functions/console/browser/import/date-order.ts';
import { newDraft, newImportOf, withMapping } from '../../functions/console/browser/import/draft.ts';
import { guessPlanPrices, isHttpUrl } from '../../functions/console/browser/import/plans.ts';
import type { Table } from '../../functions/console/browser/import/table.ts';

const NOW = Date.UTC(2026, 10, 24) / 1000;

describe('the guessed price of a plan', () => {
  const price = (id: string, productName: string, interval: string) => ({ id, productId: `prod_${productName}`, productName, interval });
  const PRICES = [
    price('price_1', 'Gold', 'month'),
    price('price_2', 'Gold', 'year'),
    price('price_3', 'Tin', 'month'),
    price('price_4', 'Année Plus', 'year'),
    price('price_5', 'Tea of the month', 'month'),
    price('price_6', 'Tea of the month', 'year'),
  ];

  it('is found by price id, by product, or by product and interval', () => {
    expect(
      guessPlanPrices(
        [
          'price_2',
          'TIN',
          'Gold monthly',
          'gold-yearly',
          'Gold (jährlich)',
          'Gold / maand',
          'Gold per month',
          'annee plus',
          'Tea of the month, yearly',
        ],
        PRICES,
      ),
    ).toEqual({
      price_2: 'price_2',
      TIN: 'price_3',
      'Gold monthly': 'price_1',
      'gold-yearly': 'price_2',
      'Gold (jährlich)': 'price_2',
      'Gold / maand': 'price_1',
      'Gold per month': 'price_1',
      'annee plus': 'price_4',
      'Tea of the month, yearly': 'price_6',
    });
  });

  it('is missing if no price or several prices match', () => {
    expect(guessPlanPrices(['Gold', 'Silver', 'Tin yearly', '', 'constructor'], PRICES)).toEqual({});
  });
});

describe('the guessed date order', () => {
  it.each([
    ['year_first', ['2026-12-31', '2027-01-01 10:00']],
    ['year_first', ['2026/12/31', '2027/01/05']],
    ['day_first', ['31.12.2026', '01.02.2027']],
    ['month_first', ['12/31/2026', '01/02/2027']],
    // Both dates are valid in both orders; the order that makes them future dates is chosen.
    ['day_first', ['03/12/2026', '05/12/2026']],
    ['month_first', ['12/03/2026', '12/05/2026']],
    ['year_first', []],
    ['year_first', ['soon']],
  ] as const)('is %s for %j', (order, dates) => {
    expect(guessDateOrder(dates, NOW)).toBe(order);
  });

  it('is explained with an example', () => {
    expect(exampleText('03/12/2026', 'day_first')).toBe('The first date, “03/12/2026”, is read as December 3, 2026.');
    expect(exampleText('31/12/2026', 'month_first')).toBe('The first date, “31/12/2026”, cannot be read in this order.');
  });
});

describe('the draft of an import', () => {
  const table: Table = {
    fileName: 'customers.csv',
    headings: ['id', 'plan', 'renewal', 'other'],
    records: [{ row: 2, cells: ['C-1', 'Gold', '31.12.2026', '12/31/2026'] }],
  };

  it('starts with guesses; a new plan column removes the chosen prices, a new date column guesses the date order again', () => {
    const draft = { ...newDraft(table, NOW), plans: { Gold: 'price_1' } };
    expect([draft.mapping, draft.order]).toEqual([['reference', 'plan', 'next_charge_date', null], 'day_first']);
    const changedDraft = withMapping(draft, withChoice(draft.mapping, 3, 'next_charge_date'), NOW);
    expect([changedDraft.order, changedDraft.plans]).toEqual(['month_first', { Gold: 'price_1' }]);
    expect(withMapping(draft, withChoice(draft.mapping, 1, null), NOW).plans).toEqual({});
  });

  it('becomes a request body with the plans that have a price, and without a return URL if the file has no subscriptions', () => {
    const draft = { ...newDraft(table, NOW), returnUrl: ' https://shop.example/back ' };
    expect(newImportOf(draft, { Gold: 'price_1', Tin: '' })).toEqual({
      file_name: 'customers.csv',
      date_order: 'day_first',
      plans: { Gold: 'price_1' },
      return_url: 'https://shop.example/back',
    });
    expect(newImportOf({ ...draft, mapping: ['reference', null, null, null] }, {}).return_url).toBeNull();
  });

  it.each([
    ['https://shop.example/back', true],
    ['http://localhost:3000', true],
    ['shop.example', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('accepts %j as a return URL: %s', (url, isValid) => {
    expect(isHttpUrl(url)).toBe(isValid);
  });
});
