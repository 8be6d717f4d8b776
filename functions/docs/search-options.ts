/**
 * Weights of sections by the start of their `context`. All other sections have the weight 1. Guides count more, because they explain;
 * errors and scopes are only lists.
 */
const WEIGHTS: readonly (readonly [string, number])[] = [
  ['Guide', 1.2],
  ['Error', 0.6],
  ['API key scope', 0.6],
];

/** Returns the factor by which the score of a section is multiplied. */
const boostDocument = (_id: unknown, _term: string, stored?: Readonly<Record<string, unknown>>): number =>
  WEIGHTS.find(([start]) => String(stored?.['context']).startsWith(start))?.[1] ?? 1;

/** Options with which the build writes the search index and the page's script reads it. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'keywords', 'text'],
  storeFields: ['title', 'context', 'url'],
  searchOptions: { boost: { title: 4, keywords: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const, boostDocument },
};

/** What the search returns for each section of the site. `url`: path below `/docs/`, with the anchor. */
export interface FoundSection {
  readonly title: string;
  readonly context: string;
  readonly url: string;
}
