import type { ModelParty, SellerParty } from './model.ts';
import type { EInvoiceFacts, MissingField } from './types.ts';

/** The data that `Requirement.lacks` checks. */
export interface RequirementFacts {
  readonly source: EInvoiceFacts;
  readonly seller: SellerParty;
  readonly buyer: ModelParty;
  /** Categories of the document's lines and taxes; `null`: no tax is charged, and the reason is missing. */
  readonly categories: readonly (string | null)[];
}

export interface Requirement extends MissingField {
  /** True when the document lacks the field. */
  readonly lacks: (facts: RequirementFacts) => boolean;
}

export const isBlank = (text: string | null | undefined): boolean => text === null || text === undefined || text.trim() === '';
