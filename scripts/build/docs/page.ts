import type { Html } from '../../../shared/platform/html.ts';

/** An entry of the search: one section of a page. */
export interface SearchEntry {
  readonly title: string;
  /** Where the section is, for readers: `Guide`, `API: Customers`. */
  readonly context: string;
  /** Other names of the subject; omitted if there are none. */
  readonly keywords?: string;
  readonly text: string;
  /** Path below `/docs/`, with the anchor. */
  readonly url: string;
}

/** A page of the site. */
export interface SitePage {
  /** Path below `/docs/`; `''`: the home page. */
  readonly path: string;
  readonly title: string;
  /** For search engines. */
  readonly description: string;
  readonly body: Html;
  /** Sections for the list at the right; if empty, the page has no list. */
  readonly toc: readonly { readonly title: string; readonly anchor: string }[];
  readonly entries: readonly SearchEntry[];
}

/** Markdown as plain text for the search. */
export const plain = (text: string): string => text.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
