import { expect, it } from 'vitest';
import { contentOf, type SentEvent } from '../../../../shared/domain/usage-event/outcome.ts';

const EVENT: SentEvent = {
  id: 'event-1',
  eventName: 'tokens',
  subscriptionId: 'sub_1',
  customerId: null,
  occurredAt: 7,
  value: '1',
  properties: { a: '1', b: '2', c: '3' },
};

it('the content of a usage event is the same for any order of its properties, and differs for any other difference', () => {
  expect(contentOf({ ...EVENT, properties: { c: '3', a: '1', b: '2' } })).toBe(contentOf(EVENT));
  const others: readonly Partial<SentEvent>[] = [
    { id: 'event-2' },
    { eventName: 'calls' },
    { subscriptionId: null },
    { customerId: 'cus_1' },
    { occurredAt: null },
    { value: '1.0' },
    { properties: { a: '1', b: '2', c: '4' } },
    { properties: { a: '1', b: '2' } },
  ];
  expect(new Set([EVENT, ...others.map((fields) => ({ ...EVENT, ...fields }))].map(contentOf)).size).toBe(others.length + 1);
});
