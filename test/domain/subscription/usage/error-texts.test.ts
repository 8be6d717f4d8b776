import { describe, expect, it } from 'vitest';
import { REASON_HELP } from '../../../../shared/domain/reasons.ts';
import { type ErrorTexts, limitErrorTexts } from '../../../../shared/domain/usage-event/error-texts.ts';

const longest = (texts: readonly string[]): string => texts.toSorted((one, other) => other.length - one.length)[0] ?? '';
const refusedWith = (texts: ErrorTexts) => ({
  id: 'i'.repeat(64),
  outcome: 'refused',
  error: { code: 'subscription_past_due', reason: longest(Object.keys(REASON_HELP)), ...texts },
});
const times = <Value>(count: number, value: Value): readonly Value[] => Array.from({ length: count }, () => value);
const textsOf = (outcomes: readonly { readonly error: ErrorTexts | null }[]) =>
  outcomes.map(({ error }) => error && [error.param, error.message]);

/** The maximum size of an item of the table in bytes, minus 2 KB for the other attributes of the item that stores the response. */
const LARGEST_RESPONSE = 400 * 1024 - 2048;

describe('the error texts of a response to usage events', () => {
  it.each(['x', 'é', '😀', '"', '\u0001'])('are short enough to store 1000 outcomes with field names of any length: %j', (character) => {
    const name = character.repeat(400);
    const outcomes = limitErrorTexts(times(1000, refusedWith({ param: name, message: `Unknown parameter: ${name}.` })));
    expect(Buffer.byteLength(JSON.stringify({ outcomes }))).toBeLessThan(LARGEST_RESPONSE);
    const [[param, message] = []] = textsOf(outcomes).map((texts) => texts ?? []);
    expect(param).toMatch(/^.{9,}…$/su);
    expect(message).toMatch(/^Unknown parameter: .{9,}…$/su);
    // With the flag `u`, this class matches only lone surrogates.
    expect(`${param}${message}`).not.toMatch(/[\uD800-\uDFFF]/u);
  });

  it('are short enough for one event of the maximum size', () => {
    const name = 'x'.repeat(1024 * 1024);
    const outcomes = limitErrorTexts([refusedWith({ param: name, message: `Unknown parameter: ${name}.` })]);
    expect(JSON.stringify({ outcomes }).length).toBeLessThan(LARGEST_RESPONSE);
  });

  it('are unchanged if they are of the usual length', () => {
    const param = `properties.${'x'.repeat(40)}`;
    const outcomes = times(1000, refusedWith({ param, message: `Invalid ${param}: expected text. Also missing: id, event_name.` }));
    expect(limitErrorTexts(outcomes)).toEqual(outcomes);
    const long = [refusedWith({ param: 'é'.repeat(10_000), message: 'x'.repeat(10_000) }), { error: null }];
    expect(limitErrorTexts(long)).toEqual(long);
  });

  it('are shortened only if they are longer than their share of the response', () => {
    const short = refusedWith({ param: 'value', message: 'Invalid value.' });
    const outcomes = limitErrorTexts([{ error: null }, short, refusedWith({ param: null, message: 'x'.repeat(500_000) })]);
    expect(textsOf(outcomes)).toEqual([null, ['value', 'Invalid value.'], [null, expect.stringMatching(/^x{60000,}…$/)]]);
  });
});
