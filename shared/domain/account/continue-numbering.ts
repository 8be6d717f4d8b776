import { CREDIT_NOTE_SERIES } from '../credit-note/record.ts';
import { type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { INVOICE_SERIES } from '../invoice/record.ts';
import { invalidParam, Refusal } from '../refusal.ts';

/** Number series of a tenant, by the documents that they number. */
export const DOCUMENT_SERIES = { invoice: INVOICE_SERIES, credit_note: CREDIT_NOTE_SERIES } as const;
export type NumberedDocument = keyof typeof DOCUMENT_SERIES;

/** Skips the numbers up to `after`: the next document gets the number `after` + 1. */
export interface ContinueNumbering {
  readonly document: NumberedDocument;
  readonly after: number;
}

/** How far a series moves. `from`: the last number in use. `to`: the last skipped number; equal to `from` if none is skipped. */
export interface SkippedNumbers {
  readonly from: number;
  readonly to: number;
}

/** Maximum of skipped numbers, because a mistyped number cannot be undone. */
const SKIPS_AT_MOST = 1_000_000;

/**
 * Lets a series continue after a number, for a table that was restored from a backup: documents that were issued after the backup were
 * sent to buyers, and their numbers may not be used again. The caller writes the position, together with the audit entry.
 * `position`: the last number in use; 0: none.
 */
export const continueNumbering = (
  { document, after }: ContinueNumbering,
  { accountExists, position }: { readonly accountExists: boolean; readonly position: number },
  { tenant }: DecisionContext,
): Decision<SkippedNumbers> | Refusal => {
  if (!accountExists) return new Refusal('resource_missing', 'No such account.');
  if (!Number.isSafeInteger(after) || after < 0) return invalidParam('after', '`after` must be a whole number.');
  if (after < position) {
    return invalidParam('after', `\`after\` must not be below the last number in use, ${position}: a number is never used twice.`);
  }
  if (after - position > SKIPS_AT_MOST) {
    return invalidParam('after', `\`after\` must be at most ${SKIPS_AT_MOST} above the last number in use, ${position}.`);
  }
  const skipped = { from: position, to: after };
  if (after === position) return unchanged(skipped);
  return {
    changes: [],
    events: [],
    audit: {
      action: 'numbering.continued',
      resourceType: 'account',
      resourceId: tenant.accountId,
      metadata: { document, last_number: position, continued_after: after },
    },
    result: skipped,
  };
};
