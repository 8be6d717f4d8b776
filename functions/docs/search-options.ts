/** Options of the search index: the build writes the index with them, and the page's script reads it with the same ones. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'keywords', 'text'],
  storeFields: ['title', 'context', 'url'],
  searchOptions: { boost: { title: 4, keywords: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' as const },
};

/** What the search returns for each section of the site. `url`: path below `/docs/`, with the anchor. */
export interface FoundSection {
  readonly title: string;
  readonly context: string;
  readonly url: string;
}
