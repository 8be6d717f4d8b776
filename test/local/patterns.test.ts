import { describe, expect, it } from 'vitest';
import { matchesPattern } from '../../scripts/local/patterns.ts';

const envelope = { source: 'billing', detail: { mode: 'live', events: [{ type: 'invoice.created' }, { type: 'invoice.paid' }] } };

describe('a pattern of a rule', () => {
  it('that names types of events fits an envelope with one of them', () => {
    const listening = (...types: readonly string[]) => ({ source: ['billing'], detail: { events: { type: types } } });
    expect(matchesPattern(listening('invoice.paid', 'payment.failed'), envelope)).toBe(true);
    expect(matchesPattern(listening('payment.failed'), envelope)).toBe(false);
    expect(matchesPattern(listening('invoice.paid'), { ...envelope, detail: { mode: 'live', events: [] } })).toBe(false);
  });

  it('fits where every key of it does', () => {
    expect(matchesPattern({ detail: { mode: ['live', 'test'] } }, envelope)).toBe(true);
    expect(matchesPattern({ detail: { mode: ['test'], events: { type: ['invoice.paid'] } } }, envelope)).toBe(false);
  });
});
