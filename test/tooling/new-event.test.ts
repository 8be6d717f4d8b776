import { describe, expect, it } from 'vitest';
import { newEventType } from '../../scripts/scaffold/event-type.ts';

const eventTypes = "export const EVENT_TYPES = [\n  'coupon.created',\n  'coupon.updated',\n  'credit_note.created',\n] as const;\n";
const catalogue = [
  'const coupon = entriesOfObject(Coupon);',
  'const dispute = entriesOfObject(Dispute);',
  'const entries = [',
  "  coupon('coupon.created', 'none', 'Made.'),",
  '  coupon(',
  "    'coupon.updated',",
  "    'former values',",
  "    'Changed.',",
  '  ),',
  "  plain(CreditNote)('credit_note.created', 'none', 'Issued.'),",
  '] as const;',
  '',
].join('\n');
const example = (name: string) => JSON.stringify({ id: 'evt_1', type: name.replace(/\.(in)?valid$/, ''), kind: name.split('.').at(-1) });
const scaffolded = (...strings: string[]) => newEventType(strings, { eventTypes, catalogue, example });

describe('the scaffold of an event type', () => {
  it('has its type after the other types about its object, in the list of types and in the catalogue', () => {
    const files = scaffolded('coupon.redeemed', 'A coupon was redeemed.');
    expect(files.get('shared/domain/event-types.ts')).toContain("  'coupon.updated',\n  'coupon.redeemed',\n  'credit_note.created',\n");
    expect(files.get('events-schema/catalogue.ts')).toContain(
      "  ),\n  coupon('coupon.redeemed', 'former values', 'A coupon was redeemed.'),\n  plain(CreditNote)",
    );
  });

  it('has the examples of another event about the object', () => {
    const files = scaffolded('coupon.redeemed', 'A coupon was redeemed.');
    const example = (kind: string) => JSON.parse(files.get(`events-schema/examples/coupon.redeemed.${kind}.json`) ?? '{}');
    expect(example('valid')).toEqual({ id: 'evt_1', type: 'coupon.redeemed', kind: 'valid' });
    expect(example('invalid')).toEqual({ id: 'evt_1', type: 'coupon.redeemed', kind: 'invalid' });
  });

  it('has its type at the end of the lists and placeholder examples if no other event is about the object', () => {
    const files = scaffolded('dispute.created', 'A charge was charged back.');
    expect(files.get('shared/domain/event-types.ts')).toContain("  'credit_note.created',\n  'dispute.created',\n] as const;");
    expect(files.get('events-schema/catalogue.ts')).toContain(
      "  dispute('dispute.created', 'none', 'A charge was charged back.'),\n] as const;",
    );
    expect(JSON.parse(files.get('events-schema/examples/dispute.created.valid.json') ?? '')).toMatchObject({ data: {} });
  });

  it('uses the same catalogue function as the existing entries about the object', () => {
    expect(scaffolded('credit_note.voided', 'A credit note was voided.').get('events-schema/catalogue.ts')).toContain(
      "  plain(CreditNote)('credit_note.voided', 'former values',",
    );
  });

  it.each([
    ['an invalid type', ['redeemed', 'It was.'], 'is not an event type'],
    ['a type without a description', ['coupon.redeemed'], 'Describe in a sentence'],
    ['an existing type', ['coupon.updated', 'Changed.'], 'already exists'],
    ['an object that no event has', ['quote.sent', 'It was sent.'], 'const quote = entriesOfObject(Quote);'],
  ])('is rejected for %s', (_what, strings, message) => {
    expect(() => scaffolded(...strings)).toThrow(message);
  });
});
