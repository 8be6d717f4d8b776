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
const couponSamples = "export const couponExamples = examplesOf(coupon, {\n  'coupon.created': { previous: null, invalid: {} },\n});\n";
const readSamplesFile = (file: string) => (file === 'events-schema/samples/coupon.ts' ? couponSamples : null);
const scaffolded = (...args: string[]) => newEventType(args, { eventTypes, catalogue, readSamplesFile });

describe('the scaffold of an event type', () => {
  it('adds the type after the other types about the same object, in the list of types and in the catalogue', () => {
    const files = scaffolded('coupon.redeemed', 'A coupon was redeemed.');
    expect(files.get('shared/domain/event-types.ts')).toContain("  'coupon.updated',\n  'coupon.redeemed',\n  'credit_note.created',\n");
    expect(files.get('events-schema/catalogue.ts')).toContain(
      "  ),\n  coupon('coupon.redeemed', 'former values', 'A coupon was redeemed.'),\n  plain(CreditNote)",
    );
  });

  it('adds an example after the other examples of the same object', () => {
    const files = scaffolded('coupon.redeemed', 'A coupon was redeemed.');
    expect(files.get('events-schema/samples/coupon.ts')).toBe(
      couponSamples.replace('});', "  'coupon.redeemed': { previous: null, invalid: { data: { object: undefined } } },\n});"),
    );
  });

  it('adds the type at the end of the lists, and an empty sample, if no other event is about the object', () => {
    const files = scaffolded('dispute.created', 'A charge was charged back.');
    expect(files.get('shared/domain/event-types.ts')).toContain("  'credit_note.created',\n  'dispute.created',\n] as const;");
    expect(files.get('events-schema/catalogue.ts')).toContain(
      "  dispute('dispute.created', 'none', 'A charge was charged back.'),\n] as const;",
    );
    expect(files.get('events-schema/samples/dispute.ts')).toContain('const dispute: v.InferOutput<typeof Dispute> = {};');
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
    ['a type about an object without a catalogue function', ['quote.sent', 'It was sent.'], 'const quote = entriesOfObject(Quote);'],
  ])('rejects %s', (_what, args, message) => {
    expect(() => scaffolded(...args)).toThrow(message);
  });
});
