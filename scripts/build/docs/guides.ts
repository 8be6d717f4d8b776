import { Html, html } from '../../../shared/platform/html.ts';
import { codeBlock, EXAMPLE_KEY, EXAMPLE_URL } from './highlight.ts';
import type { Guide } from './inputs.ts';
import { type Linking, renderPage } from './markdown.ts';
import type { SitePage } from './page.ts';

/** The guides of a group, sorted by `order`, then by title. */
export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

/** Order of the groups. Other groups follow: `>>> 0` turns their index -1 into the highest rank. */
const GROUP_ORDER = ['Start', 'Selling', 'Billing', 'Integrating', 'Operating'];

const rankOf = (group: string): number => GROUP_ORDER.indexOf(group) >>> 0;

/** Returns the groups of guides in the order of the navigation. */
export const guideGroups = (guides: readonly Guide[]): readonly GuideGroup[] =>
  [...new Set(guides.map(({ group }) => group))]
    .sort((one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other))
    .map((title) => ({
      title,
      guides: guides
        .filter(({ group }) => group === title)
        .sort((one, other) => one.order - other.order || one.title.localeCompare(other.title)),
    }));

const EXAMPLE_VARIABLES = { BASE_URL: EXAMPLE_URL, TEST_KEY: EXAMPLE_KEY, LIVE_KEY: 'svc_live_...' } as const;

/** The block that sets the variables of the examples; `null` if the guide sets them itself, or if it lacks `BASE_URL` or `TEST_KEY`. */
const variablesBlock = ({ text }: Guide): Html | null => {
  const used = ['BASE_URL', 'TEST_KEY'].every((name) => text.includes(name));
  if (!used || /export BASE_URL=/.test(text)) return null;
  const lines = Object.entries(EXAMPLE_VARIABLES).flatMap(([name, value]) => (text.includes(name) ? [`export ${name}=${value}`] : []));
  return codeBlock(lines.join('\n'), 'sh', 'The examples use these variables');
};

/** Inserts the block after the first paragraph, which says what the guide is about. */
const withVariables = (markup: string, block: Html | null): Html => {
  const end = markup.indexOf('</p>') + '</p>'.length;
  return block === null ? new Html(markup) : html`${new Html(markup.slice(0, end))}${block}${new Html(markup.slice(end))}`;
};

/** Builds the page of a guide. Throws if it does not begin with a heading, or has keywords of a section that does not exist. */
export const guidePage = (guide: Guide, linking: Linking): SitePage => {
  const { name, title, text, keywords, sectionKeywords } = guide;
  const { body, sections } = renderPage(text, linking);
  const [heading] = sections;
  if (heading?.level !== 1) throw new Error(`The guide ${name}.md must begin with a heading of level 1.`);
  const unknown = Object.keys(sectionKeywords).find((anchor) => !sections.some((section) => section.anchor === anchor));
  if (unknown !== undefined) throw new Error(`The guide ${name}.md has keywords of the section #${unknown}, but no such section.`);
  const path = `guides/${name}`;
  return {
    path,
    title,
    description: heading.text.slice(0, 160),
    toc: sections.filter(({ level }) => level === 2),
    body: withVariables(body.markup, variablesBlock(guide)),
    entries: sections.map((section) => ({
      title: section.level === 1 ? title : section.title,
      context: section.level === 1 ? 'Guide' : `Guide: ${title}`,
      text: section.text,
      keywords: section.level === 1 ? keywords : (sectionKeywords[section.anchor] ?? ''),
      url: section.level === 1 ? path : `${path}#${section.anchor}`,
    })),
  };
};
