/** Weight of a section by the start of its context: what readers search for is explained in the guides; errors and scopes are lists. */
const WEIGHTS: readonly (readonly [string, number])[] = [
  ['Guide', 1.2],
  ['Error', 0.6],
  ['API key scope', 0.6],
];

/** Returns the factor by which the score of a section is multiplied. */
const boostDocument = (_id: unknown, _term: string, stored?: Readonly<Record<string, unknown>>): number =>
  WEIGHTS.find(([start]) => String(stored?.['context']).startsWith(start))?.[1] ?? 1;

/** Options of the search index: the build writes the index with them, and the page's script reads it with the same ones. */
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
