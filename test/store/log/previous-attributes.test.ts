import { expect, it } from 'vitest';
import { previousAttributes } from '../../../shared/store/event-log/entries.ts';

it.each([
  ['the former value of a changed field', { a: 1, b: 'x' }, { a: 2, b: 'x' }, { a: 1 }],
  ['null for a field that was missing', { a: 1 }, { a: 1, b: 2 }, { b: null }],
  ['the value of a field that is missing now', { a: 1, b: 2 }, { a: 1 }, { b: 2 }],
  ['no field that was missing and is null now', { a: 1 }, { a: 2, b: null }, { a: 1 }],
  ['nothing if a field that was null is missing now', { a: 1, b: null }, { a: 1 }, null],
  ['nothing for a new object', null, { a: 1 }, null],
])('[EVT-10] Previous attributes contain %s.', (_what, before, after, expected) => {
  expect(previousAttributes(before, after)).toEqual(expected);
});
