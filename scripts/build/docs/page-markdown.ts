import TurndownService from 'turndown';
import { withRelativeAddresses } from './layout.ts';
import { INTERNAL_PREFIX } from './links.ts';
import type { SitePage } from './page.ts';

const indented = (text: string): string => text.trim().replaceAll(/^(?=.)/gm, '  ');

const inLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Converts the markup of the site: fields become lists, nested fields are indented, and of the example requests only curl is kept. */
const buildConverter = (): TurndownService => {
  const converter = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  const isOtherLanguage = (node: HTMLElement): boolean => ![null, 'curl'].includes(node.getAttribute('data-language'));
  converter.remove((node) => node.classList.contains('tabs') || (node.classList.contains('panel') && isOtherLanguage(node)));
  converter.remove(['button', 'figcaption']);
  // Headings have other anchors in Markdown, so links within the page become plain text.
  converter.addRule('anchor', {
    filter: (node) => node.nodeName === 'A' && (node.getAttribute('href') ?? '').startsWith('#'),
    replacement: (content) => content,
  });
  converter.addRule('route', {
    filter: (node) => node.nodeName === 'B' && node.parentNode?.nodeName === 'CODE',
    replacement: (content) => content,
  });
  converter.addRule('term', { filter: 'dt', replacement: (content) => `\n- ${inLine(content)}\n` });
  converter.addRule('definition', { filter: 'dd', replacement: (content) => `${indented(content)}\n` });
  converter.addRule('summary', { filter: 'summary', replacement: (content) => `\n\n${inLine(content)}:\n\n` });
  converter.addRule('cell', { filter: ['th', 'td'], replacement: (content) => `| ${inLine(content)} ` });
  converter.addRule('row', { filter: 'tr', replacement: (content) => `${content}|\n` });
  converter.addRule('rows', { filter: 'tbody', replacement: (content) => content });
  converter.addRule('head', { filter: 'thead', replacement: (content) => `${content}${'|---'.repeat(content.split('|').length - 2)}|\n` });
  return converter;
};

const converter = buildConverter();

/** Name of the Markdown file with the contents of a page. `errors.md` is the guide to errors, and not the page of error codes. */
export const markdownFile = (path: string): string => `${path === 'errors' ? 'error-codes' : path.replace(/^guides\//, '')}.md`;

const PAGE_LINK = new RegExp(`href="${INTERNAL_PREFIX}([^"#]+)(#[^"]*)?"`, 'g');

/** Returns a page as Markdown, for assistants. Its links lead to other Markdown files; only links to guides keep their anchor. */
export const markdownOf = ({ path, body }: Pick<SitePage, 'path' | 'body'>): string => {
  const linked = body.markup.replaceAll(PAGE_LINK, (_all, page: string, anchor = '') => {
    const isGuide = page.startsWith('guides/');
    return `href="${INTERNAL_PREFIX}${markdownFile(page)}${isGuide ? anchor : ''}"`;
  });
  return `${converter.turndown(withRelativeAddresses(linked, path)).trim()}\n`;
};
