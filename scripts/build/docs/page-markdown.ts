import TurndownService from 'turndown';
import { withRelativeAddresses } from './layout.ts';
import { internal } from './links.ts';
import type { SitePage } from './page.ts';

const indented = (text: string): string => text.trim().replaceAll(/^(?=.)/gm, '  ');

const inLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Converts the markup of the site: fields are lists, a nested field is indented, and of the example requests only curl is kept. */
const buildConverter = (): TurndownService => {
  const converter = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  const isOtherLanguage = (node: HTMLElement): boolean => ![null, 'curl'].includes(node.getAttribute('data-language'));
  converter.remove((node) => node.classList.contains('tabs') || (node.classList.contains('panel') && isOtherLanguage(node)));
  converter.remove(['button', 'figcaption']);
  converter.addRule('anchor', { filter: (node) => node.classList.contains('anchor'), replacement: (content) => content });
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

/** Returns the contents of a page as Markdown, for assistants. The links lead to the pages of the site. */
export const markdownOf = ({ path, body }: Pick<SitePage, 'path' | 'body'>): string =>
  `${converter.turndown(withRelativeAddresses(body.markup.replaceAll('href="#', `href="${internal(path)}#`), path)).trim()}\n`;
