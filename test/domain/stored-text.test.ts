import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { redactedSnapshot } from '../../shared/domain/customer/redact.ts';
import { Erased, erased, type RedactionRules, redactedBy } from '../../shared/domain/erasure/purge.ts';
import { redactedCreditNote, redactedRefund } from '../../shared/domain/erasure/redaction.ts';
import { STORED_TEXT } from '../../shared/domain/erasure/stored-text.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';

const DOMAIN = join(import.meta.dirname, '../../shared/domain');

/** Record types that a purge does not redact, because they contain no personal data of customers. */
const WITHOUT_CUSTOMER_DATA = [
  'account',
  'api_key',
  'billing_currencies',
  'coupon',
  'customer_import',
  'meter',
  'payment_link',
  'price',
  'product',
  'provider_credential',
  'tax_rate',
  'test_clock',
  'webhook_endpoint',
];

const recordTypes = (): readonly string[] =>
  readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(DOMAIN, file), 'utf8').matchAll(/Aggregate: Aggregate<[^=]*= \{\s*type: '(\w+)'/g)])
    .map(([, type]) => String(type));

const PERSONAL = 'personal';

/** Builds a record by its redaction rules: `PERSONAL` in fields that are erased, `kept` in fields that are kept. */
const buildRecord = (rules: object): JsonObject =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      if (rule instanceof Erased) return [name, PERSONAL];
      return [name, typeof rule === 'string' ? rule : [buildRecord(rule as object), buildRecord(rule as object)]];
    }),
  );

/** Converts `customerEmail` to `customer_email`. */
const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** API object names that differ from the record type. */
const OBJECT_NAMES: Readonly<Record<string, string>> = { checkout_session: 'checkout.session', portal_session: 'billing_portal.session' };
/** Fields that are not in API objects. */
const INTERNAL_FIELDS = ['parties', 'emailChange', 'mailedTo'];

describe('the text of stored records', () => {
  it('has redaction rules for every record type that has customer data', () => {
    expect([...recordTypes()].sort()).toEqual([...Object.keys(STORED_TEXT), ...WITHOUT_CUSTOMER_DATA].sort());
  });

  it('needs a redaction rule for each text field of a record, its objects and its lists; without it, the rules do not compile', () => {
    interface Sample {
      readonly id: string;
      readonly customerId: string;
      readonly status: 'open' | 'paid';
      readonly cents: number;
      readonly note: string | null;
      readonly buyer: { readonly name: string | null; readonly age: number } | null;
      readonly lines: readonly { readonly text: string }[];
      readonly labels: Readonly<Record<string, string>>;
    }
    const complete: RedactionRules<Sample> = { note: erased(null), buyer: { name: 'kept' }, lines: { text: 'kept' }, labels: erased({}) };
    // @ts-expect-error `note` is not declared
    const withoutField: RedactionRules<Sample> = { buyer: { name: 'kept' }, lines: { text: 'kept' }, labels: 'kept' };
    // @ts-expect-error `buyer.name` is not declared
    const withoutInner: RedactionRules<Sample> = { note: 'kept', buyer: {}, lines: { text: 'kept' }, labels: 'kept' };
    // @ts-expect-error `lines[].text` is not declared
    const withoutEntry: RedactionRules<Sample> = { note: 'kept', buyer: { name: 'kept' }, lines: {}, labels: 'kept' };
    // @ts-expect-error an object must be declared by its fields
    const keptObject: RedactionRules<Sample> = { note: 'kept', buyer: 'kept', lines: { text: 'kept' }, labels: 'kept' };
    // @ts-expect-error `note` cannot become a number
    const wrongReplacement: RedactionRules<Sample> = { ...complete, note: erased(0) };
    const sample = {
      id: 's',
      customerId: 'c',
      status: 'open',
      cents: 1,
      note: 'n',
      buyer: null,
      lines: [{ text: 't' }],
      labels: { a: 'b' },
    };
    expect(redactedBy<Sample>(complete, sample as Sample)).toEqual({ ...sample, note: null, labels: {} });
    // Uses the variables, so that none is unused. The compiler checks that the declarations above are errors.
    expect([withoutField, withoutInner, withoutEntry, keptObject, wrongReplacement]).toHaveLength(5);
  });

  it.each(Object.entries(STORED_TEXT))('of the type %s is erased as declared, and repeated erasure changes nothing', (_type, rules) => {
    const record = buildRecord(rules);
    const redacted = redactedBy(rules as RedactionRules<object>, record);
    expect(JSON.stringify(redacted)).not.toContain(PERSONAL);
    // No kept field is erased: the text `kept` occurs as often as before.
    expect(JSON.stringify(redacted).split('kept')).toHaveLength(JSON.stringify(record).split('kept').length);
    expect(redactedBy(rules as RedactionRules<object>, redacted)).toEqual(redacted);
  });

  it.each(Object.entries(STORED_TEXT))('of the type %s is erased as declared in snapshots and responses, too', (type, rules) => {
    const names = Object.entries(rules).flatMap(([name, rule]) =>
      rule instanceof Erased && !INTERNAL_FIELDS.includes(name) ? [name] : [],
    );
    const snapshot = { object: OBJECT_NAMES[type] ?? type, ...Object.fromEntries(names.map((name) => [snakeCase(name), PERSONAL])) };
    expect(JSON.stringify(redactedSnapshot(snapshot))).not.toContain(PERSONAL);
  });

  it('of erased refunds and credit notes contains no reason, no metadata of the refund and no email address of the buyer', () => {
    const refund = { reason: 'Ada is ill', metadata: { patient: 'Ada' }, failureReason: 'expired', amountCents: 5 };
    expect(redactedRefund(refund as unknown as Parameters<typeof redactedRefund>[0])).toEqual({ ...refund, reason: null, metadata: {} });
    const note = { reason: 'Ada is ill', buyer: { name: 'Ada', email: 'ada@example.test' }, lines: [{ description: 'Plan' }] };
    expect(redactedCreditNote(note as unknown as Parameters<typeof redactedCreditNote>[0])).toEqual({
      ...note,
      reason: null,
      buyer: { name: 'Ada', email: null },
    });
  });
});
