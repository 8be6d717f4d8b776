import { describe, expect, it } from 'vitest';
import { matchesPattern } from '../../scripts/local/aws/patterns.ts';

const envelope = { source: 'billing', detail: { mode: 'live', events: [{ type: 'invoice.created' }, { type: 'invoice.paid' }] } };

describe('an event pattern', () => {
  it('matches an envelope that contains one of its event types', () => {
    const patternOf = (...types: readonly string[]) => ({ source: ['billing'], detail: { events: { type: types } } });
    expect(matchesPattern(patternOf('invoice.paid', 'payment.failed'), envelope)).toBe(true);
    expect(matchesPattern(patternOf('payment.failed'), envelope)).toBe(false);
    expect(matchesPattern(patternOf('invoice.paid'), { ...envelope, detail: { mode: 'live', events: [] } })).toBe(false);
  });

  it('matches if all its keys match', () => {
    expect(matchesPattern({ detail: { mode: ['live', 'test'] } }, envelope)).toBe(true);
    expect(matchesPattern({ detail: { mode: ['test'], events: { type: ['invoice.paid'] } } }, envelope)).toBe(false);
  });
});
