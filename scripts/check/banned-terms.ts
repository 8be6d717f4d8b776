/** A term that readers do not know, and its replacement. */
export interface BannedTerm {
  /** Regular expression, case-insensitive; identifiers are split first: `chargeWord` is matched as `charge Word`. */
  readonly pattern: string;
  readonly instead: string;
}

/** Terms that `npm run check` refuses. */
export const BANNED_TERMS: readonly BannedTerm[] = [
  { pattern: 'ask(s|ed|ing)? after', instead: 'fetch the status of' },
  { pattern: 'charge words?', instead: 'provider outcome' },
  { pattern: 'words', instead: 'texts, labels or locale' },
  { pattern: 'told', instead: 'emitted, reported, shown or notified' },
  { pattern: 'aftermath', instead: 'follow-up' },
  { pattern: 'reckon(s|ed|ing)?', instead: 'compute' },
  { pattern: 'dr(aw|aws|awn|ew|awing) up', instead: 'build' },
  { pattern: '(give|gives|giving|given|gave) back', instead: 'refund or return' },
  { pattern: '(take|takes|taken|taking|took) off', instead: 'apply or deduct' },
  { pattern: '(?<!of )courses?', instead: 'lifecycle' },
  { pattern: 'doors?', instead: 'portal link' },
  { pattern: 'speech', instead: 'locale' },
  { pattern: '(stand|stands|stood) in', instead: 'is, or contains' },
  { pattern: 'stands', instead: 'is' },
  { pattern: 'lies', instead: 'is' },
  { pattern: 'surroundings?', instead: 'deps or environment' },
  { pattern: 'meetings?', instead: 'conflicts' },
  { pattern: 'what holds', instead: 'what is true' },
  { pattern: 'play money', instead: 'test mode' },
  { pattern: 'figures', instead: 'metrics, or amounts' },
  // Only "inbox" in the sense of a queue is refused: the mail pages of the local service are called inbox.
  { pattern: '(webhook|provider|payment|event|queue|work)s? inbox(es)?|inbox (queue|worker|function|lambda|message)s?', instead: 'queue' },
  { pattern: 'farewell', instead: 'flash message' },
  { pattern: 'lasting', instead: 'session renewal, or permanent' },
  { pattern: 'say who buys', instead: 'saveBuyerDetails' },
  { pattern: 'besides?', instead: 'next to, in addition to, or leave it out' },
  { pattern: 'meanwhile', instead: 'in the meantime, or say when' },
  { pattern: 'whoever', instead: 'the caller, or say who' },
  { pattern: '(?<!their |his |her )of (its|their|our) own', instead: 'separate, or leave it out' },
  { pattern: 'at hand', instead: 'available' },
  { pattern: 'by (itself|themselves)', instead: 'automatically, alone, or leave it out' },
  { pattern: '(go|goes|going|gone|went) on', instead: 'continue' },
];

/** Exceptions: names of stored data, of deployed resources and of variables of shells. */
export const STORED_NAMES: readonly string[] = [
  "'told'",
  "'figures'",
  '|figures|',
  "'Figures'",
  'FiguresWorker',
  'FiguresQueue',
  'OldestFigures',
  'billing-inbox',
  'billing_inbox',
  '`told`',
  'COMP_WORDS',
  '{words[',
  'words=(',
];
