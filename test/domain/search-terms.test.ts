import { describe, expect, it } from 'vitest';
import { possibleInvoiceNumber } from '../../shared/domain/invoice/record.ts';
import { nameTerms, queryTerms, textTerms } from '../../shared/domain/search-terms.ts';

describe('the search terms of a name', () => {
  it.each([
    ['Ada Lovelace', ['ada lovelace', 'lovelace']],
    ['  Ada\tLovelace ', ['ada lovelace', 'lovelace']],
    ['Zoë Çelik-Núñez', ['zoe celik nunez', 'celik nunez', 'nunez']],
    ["O'Brien & Sons, Ltd.", ['obrien sons ltd', 'sons ltd', 'ltd']],
    ['Straße 5', ['strasse 5', '5']],
    ['山田 太郎', ['山田 太郎', '太郎']],
    ['a b c d e f g h', ['a b c d e f g h', 'b c d e f g h', 'c d e f g h', 'd e f g h', 'e f g h', 'f g h']],
    ['---', []],
    ['', []],
    [null, []],
  ])('for %j are %j', (name, terms) => {
    expect(nameTerms(name)).toEqual(terms);
  });

  it('are at most 64 characters long; a character of two UTF-16 code units counts once', () => {
    expect(nameTerms('x'.repeat(300))).toEqual(['x'.repeat(64)]);
    expect([...(nameTerms('𠀋'.repeat(300))[0] ?? '')]).toHaveLength(64);
  });
});

describe('the search terms of a text in which punctuation matters', () => {
  it('are the whole text in lower case, with its punctuation; a blank text has no terms', () => {
    expect(textTerms('Ada.Lovelace+Test@Example.COM')).toEqual(['ada.lovelace+test@example.com']);
    expect(textTerms('SPRING-25')).toEqual(['spring-25']);
    expect(textTerms(' ')).toEqual([]);
    expect(textTerms(null)).toEqual([]);
  });
});

describe('the terms of a query', () => {
  it.each([
    ['ada lov', ['ada lov']],
    ['Ada@Ex', ['ada@ex']],
    ['Çelik', ['celik', 'çelik']],
    ['  ADA ', ['ada']],
    ['…', []],
  ])('for %j are %j', (query, terms) => {
    expect(queryTerms(query)).toEqual(terms);
  });

  it.each(['Ada Lovelace', 'Zoë Çelik-Núñez', "O'Brien & Sons, Ltd."])('match %s if the query is a beginning of that name', (name) => {
    const [whole = ''] = nameTerms(name);
    for (let length = 1; length <= name.length; length += 1) {
      const terms = queryTerms(name.slice(0, length));
      expect(
        terms.some((term) => whole.startsWith(term.trim())),
        name.slice(0, length),
      ).toBe(true);
    }
  });
});

describe('a possible invoice number', () => {
  const live = { accountId: 'acct_1', mode: 'live' } as const;
  const test = { accountId: 'acct_1', mode: 'test' } as const;
  it.each([
    ['INV-000123', live, 'INV-000123'],
    ['inv-123', live, 'INV-000123'],
    ['inv123', live, 'INV-000123'],
    ['123', live, 'INV-000123'],
    ['1234567', live, 'INV-1234567'],
    ['123', test, 'TEST-000123'],
    ['INV-000123', test, null],
    ['TEST-1', live, null],
    ['IN-1', live, null],
    ['-1', live, null],
    ['1.5', live, null],
    ['ada', live, null],
    ['1234567890123', live, null],
  ])('in the query %j of the tenant %j is %j', (text, tenant, number) => {
    expect(possibleInvoiceNumber(text, tenant)).toBe(number);
  });
});
