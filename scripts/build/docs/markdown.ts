import GithubSlugger from 'github-slugger';
import { Marked, type Tokens } from 'marked';
import { Html, html } from '../../../shared/platform/html.ts';
import { codeBlock } from './highlight.ts';

/** A section of a page: its heading and the plain text below it, for navigation and search. */
export interface Section {
  readonly level: number;
  readonly title: string;
  readonly anchor: string;
  readonly text: string;
}

/** Rendered Markdown. */
export interface Rendered {
  readonly body: Html;
  readonly sections: readonly Section[];
}

/** How links and code spans become links of the site. */
export interface Linking {
  /** Address of a link in the Markdown; `null` if the link points to a file that the site does not contain. */
  readonly hrefOf: (href: string) => string | null;
  /** Address of the page about a code span, such as an event type; `null` if there is none. */
  readonly pageOf: (code: string) => string | null;
}

const TAGS = /<[^>]+>/g;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const textOf = (markup: string): string =>
  markup
    .replace(TAGS, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** Builds a renderer for one page, within which the ids of headings are unique. */
const rendererOf = ({ hrefOf, pageOf }: Linking, ids: GithubSlugger): Marked => {
  let linkDepth = 0;
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const title = this.parser.parseInline(tokens);
        const id = ids.slug(textOf(title).replace(/ ([.,:;!?)])/g, '$1'));
        return `<h${depth} id="${id}">${title}</h${depth}>\n`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        return codeBlock(text, lang.split(' ')[0] || 'text').markup;
      },
      codespan({ text }: Tokens.Codespan) {
        const markup = html`<code>${text}</code>`.markup;
        const page = linkDepth > 0 ? null : pageOf(text);
        return page === null ? markup : html`<a href="${page}">${new Html(markup)}</a>`.markup;
      },
      link({ href, tokens }: Tokens.Link) {
        linkDepth += 1;
        const text = new Html(this.parser.parseInline(tokens));
        linkDepth -= 1;
        const address = hrefOf(href);
        return (
          address === null
            ? html`${text} (<code>${href.replace(/^(\.\.\/)+/, '').replace(/#.*$/, '')}</code> in the repository)`
            : html`<a href="${address}">${text}</a>`
        ).markup;
      },
    },
  });
};

/** Puts tables into frames that scroll on narrow screens. Empty header cells become plain cells. */
const withFramedTables = (markup: string): string =>
  markup
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>');

const sectionsOf = (markup: string): readonly Section[] =>
  markup.split(/(?=<h[1-6] id=)/).flatMap((part) => {
    const [heading, level = '', anchor = '', title = ''] = /^<h([1-6]) id="([^"]+)">(.*?)<\/h\1>/.exec(part) ?? [];
    return heading === undefined ? [] : [{ level: Number(level), anchor, title: textOf(title), text: textOf(part.slice(heading.length)) }];
  });

/** Renders the Markdown of a page. */
export const renderPage = (text: string, linking: Linking): Rendered => {
  const markup = withFramedTables(rendererOf(linking, new GithubSlugger()).parse(text, { async: false }));
  return { body: new Html(markup), sections: sectionsOf(markup) };
};

/** Renders Markdown without headings: paragraphs of a description. */
export const renderText = (text: string, linking: Linking): Html =>
  new Html(rendererOf(linking, new GithubSlugger()).parse(text, { async: false }));

/** Renders one line of Markdown, without a paragraph around it. */
export const renderInline = (text: string, linking: Linking): Html =>
  new Html(rendererOf(linking, new GithubSlugger()).parseInline(text, { async: false }));
