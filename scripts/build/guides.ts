import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginBuild } from 'esbuild';

const FOLDER = join('functions', 'docs', 'guides');

/** Entry of the list of guides. */
export interface GuideEntry {
  /** `checkout.md` */
  readonly file: string;
  readonly title: string;
  /** First sentence. */
  readonly summary: string;
}

/** The settings at the beginning of a guide: its title, group, order and keywords. */
const FRONT_MATTER = /^---\n[\s\S]*?\n---\n+/;

/** Replaces a link to a file of the repository by its text with the file's path, or by the path alone if the text is the path. */
const repositoryReference = (text: string, href: string): string => {
  const path = join(FOLDER, href).replaceAll('\\', '/');
  const isPath = [path, path.replace(/#.*$/, '')].includes(text.replaceAll('`', ''));
  return isPath ? `\`${path}\`` : `${text} (\`${path}\`)`;
};

/**
 * Removes the front matter and the notes for the tests at the start of code blocks (such as `not run: ...`). Replaces links to files of
 * the repository by their texts and paths. Links to other guides stay.
 */
export const publishedGuide = (markdown: string): string =>
  markdown
    .replace(FRONT_MATTER, '')
    .replaceAll(/^(```[a-z]+) .+$/gm, '$1')
    .replaceAll(/\[([^\]]+)\]\((\.\.\/[^)]*)\)/g, (_, text: string, href: string) => repositoryReference(text, href));

/** A full stop within code does not end the sentence. */
const FIRST_SENTENCE = /^(?:`[^`]*`|[^`])*?\.(?=\s|$)/;

/** Builds the list entry of a guide from its title and its first sentence. */
export const guideEntry = (file: string, markdown: string): GuideEntry => {
  const paragraphs = markdown.split(/\n{2,}/).map((paragraph) => paragraph.trim().replaceAll(/\s*\n\s*/g, ' '));
  const title = paragraphs.find((paragraph) => paragraph.startsWith('# '))?.slice(2) ?? file;
  const text = paragraphs.find((paragraph) => /^[^#\s<|-]/.test(paragraph) && !paragraph.startsWith('```')) ?? '';
  const plain = text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  return { file, title, summary: FIRST_SENTENCE.exec(plain)?.[0] ?? plain.replace(/:$/, '.') };
};

/** Reads the guides: published Markdown by file name. */
export const readGuides = (root: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(root, FOLDER))
      .filter((file) => file.endsWith('.md'))
      .map((file) => [file, publishedGuide(readFileSync(join(root, FOLDER, file), 'utf8'))]),
  );

/** Includes the list of guides in a bundle: `guides:list` exports the entries. */
export const addGuides = (build: PluginBuild, root: string): void => {
  build.onResolve({ filter: /^guides:list$/ }, ({ path }) => ({ path, namespace: 'guides' }));
  build.onLoad({ filter: /.*/, namespace: 'guides' }, () => ({
    contents: JSON.stringify([...readGuides(root)].map(([file, text]) => guideEntry(file, text))),
    loader: 'json',
  }));
};
