import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_TEXTS, lineName } from '../../shared/locales/documents.ts';
import { en } from '../../shared/locales/pages/en.ts';
import { browserCountryOf, type Language, PAGE_TEXTS, pageLocaleFor } from '../../shared/locales/pages/locale.ts';
import { PORTAL_TEXTS } from '../../shared/locales/pages/portal.ts';
import { dateFormat, labelled } from '../../shared/platform/language.ts';

/**
 * Returns all texts of a language with their paths. A text that is a function is called with test values; the first argument of `freeThen`
 * and `tooMany.text` is a count.
 */
const textsIn = (value: unknown, path: string): readonly (readonly [string, string])[] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const textFor = value as (...args: readonly unknown[]) => string;
    const takesCount = path.endsWith('freeThen') || path.endsWith('tooMany.text');
    const args = takesCount ? [1, 'ZWEI', 3] : ['EINS', 'ZWEI', 3];
    return [[path, textFor(...args)]];
  }
  return Object.entries(value as object).flatMap(([name, part]) => textsIn(part, path === '' ? name : `${path}.${name}`));
};

const everyText = (texts: unknown, portal: unknown) => [...textsIn(texts, ''), ...textsIn(portal, 'portal')];
const ENGLISH_TEXTS = new Map(everyText(en, PORTAL_TEXTS.en));
/** The paths of texts that can be equal in English and another language. */
const SHARED_TEXTS = new Set(['name', 'privacy', 'namedTax', 'tax', 'total', 'portal.plan']);

describe.each(Object.entries(PAGE_TEXTS))('the pages in %s', (name, texts) => {
  const all = everyText(texts, PORTAL_TEXTS[name as Language]);

  it('have a text for each English text, and no text is empty or has surrounding spaces', () => {
    expect(all.map(([path]) => path).sort()).toEqual([...ENGLISH_TEXTS.keys()].sort());
    for (const [path, text] of all) expect(text.trim(), path).toBe(text);
    for (const [path, text] of all) expect(text, path).not.toBe('');
  });

  it('use the same placeholders as in English', () => {
    for (const [path, text] of all) {
      for (const value of ['EINS', 'ZWEI', '1', '3']) {
        // Plural forms differ between languages, but always contain the number.
        const isInEnglish = ENGLISH_TEXTS.get(path)?.includes(value) ?? false;
        expect([path, value, text.includes(value)]).toEqual([path, value, isInEnglish]);
      }
    }
  });

  it('are translated: only the texts of `SHARED_TEXTS` can be equal to the English text', () => {
    if (name === 'en') return;
    const untranslated = all.filter(([path, text]) => text === ENGLISH_TEXTS.get(path) && !SHARED_TEXTS.has(path));
    expect(untranslated).toEqual([]);
  });

  it('say when usage is billed: at the end of each month or year of the subscription, not of the calendar', () => {
    const { eachUnit, byUse } = texts;
    for (const text of [eachUnit.month('1'), eachUnit.year('1'), byUse.month, byUse.year]) {
      expect(text).not.toMatch(/Monatsende|Jahresende|van de maand$|van het jaar$|koniec miesiąca$|koniec roku$/);
    }
  });

  it('can describe a pending payment without the name of a product', () => {
    expect(texts.waitingFor(null)).not.toMatch(/null| \./);
    expect(texts.waitingFor('Tea').length - texts.waitingFor(null).length).toBeGreaterThan('Tea'.length + 1);
  });

  it('format amounts, percentages and days as usual in the locale', () => {
    const pageLocale = pageLocaleFor(name, undefined);
    expect(pageLocale.amount(123_456, 'EUR')).toBe(new Intl.NumberFormat(name, { style: 'currency', currency: 'EUR' }).format(1234.56));
    expect(pageLocale.amount(-100, 'EUR')).toBe(`−${pageLocale.amount(100, 'EUR')}`);
    expect(pageLocale.rate(2100)).toMatch(/^21\s?%$/);
    expect(pageLocale.day(1_780_000_000)).toContain('2026');
  });
});

describe('the language of a page', () => {
  it.each([
    ['de', 'fr', 'de'],
    ['de-AT', undefined, 'de-AT'],
    ['ja', 'nl;q=0.5, fr;q=0.9', 'fr'],
    [null, 'ja, pl;q=0.8, en;q=0.7', 'pl'],
    [null, 'it;q=0, en', 'en'],
    [null, 'es-MX,es;q=0.9', 'es-MX'],
    [null, undefined, 'en'],
    [null, '*', 'en'],
    [null, ';;;q=x, "', 'en'],
    ['not a tag', 'de', 'de'],
    ['constructor', '__proto__', 'en'],
  ])("for the customer's language %s and the browser's `Accept-Language: %s` is the locale %s", (customer, browser, locale) => {
    expect(pageLocaleFor(customer, browser).tag).toBe(locale);
  });

  it('does not depend on the end of a very long `Accept-Language` header', () => {
    expect(pageLocaleFor(null, `${'x,'.repeat(100_000)}de`).tag).toBe('en');
  });

  it('determines the plural forms', () => {
    expect(pageLocaleFor('pl', undefined).texts.freeThen(1, '1 zł')).toBe('1 dzień bezpłatnie, potem 1 zł');
    expect(pageLocaleFor('pl', undefined).texts.tooMany.text(22)).toContain('22 sekundy');
    expect(pageLocaleFor('pl', undefined).texts.tooMany.text(12)).toContain('12 sekund.');
    expect(pageLocaleFor('de', undefined).texts.freeThen(14, '29,00 € pro Monat')).toBe('14 Tage kostenlos, danach 29,00 € pro Monat');
    expect(pageLocaleFor('fr', undefined).texts.freeThen(1, '1 €')).toBe('1 jour gratuit, puis 1 €');
  });
});

describe('the country of the browser', () => {
  it.each([
    ['de-AT,de;q=0.9', 'AT'],
    ['nl', null],
    ['en-US,en;q=0.9,nl-NL;q=0.8', null],
    ['en-GB', 'GB'],
    ['es-419', null],
    ['not a tag', null],
    [undefined, null],
  ])('for `Accept-Language: %s` is %s', (header, country) => {
    expect(browserCountryOf(header)).toBe(country);
  });
});

describe('a date', () => {
  it('shows the first day of a month as an ordinal in French only', () => {
    const [first, last] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 31)];
    const inLanguage = (tag: string) => dateFormat(tag, { dateStyle: 'long' });
    expect(inLanguage('fr-BE').format(first)).toBe('1er janvier 2026');
    expect(inLanguage('fr').format(last)).toBe('31 janvier 2026');
    expect(inLanguage('fr').formatRange(first, last)).toMatch(/^1er\s?–\s?31 janvier 2026$/);
    expect(inLanguage('es').format(first)).toBe('1 de enero de 2026');
    expect(dateFormat('fr', { month: 'long', year: 'numeric' }).format(first)).toBe('janvier 2026');
  });
});

describe('a label and its value', () => {
  it.each(Object.entries(DOCUMENT_TEXTS))('are joined by a colon as usual in the language %s, also on documents', (language, texts) => {
    const colon = language === 'fr' ? '\u00a0:' : ':';
    expect(labelled(language, 'A', 'b')).toBe(`A${colon} b`);
    expect(labelled(`${language}-BE`, 'A', 'b')).toBe(`A${colon} b`);
    expect(lineName({ type: 'carried_credit', description: 'Pro' }, texts)).toBe(`${texts.lines.carried_credit}${colon} Pro`);
  });

  it.each(['functions/portal/browser', 'functions/payment-element/browser', 'shared/pages/browser'])(
    'are joined by `labelled`, not by a template string in %s',
    (folder) => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
      expect(files.length).toBeGreaterThan(3);
      expect(files.filter((name) => /=\{`\$\{[^`]+\}: \$\{/.test(readFileSync(join(folder, name), 'utf8')))).toEqual([]);
    },
  );
});
