import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, type OpenApiDocument, resolveReference, type Schema } from './openapi.ts';

/**
 * A guide: a Markdown file with a front matter. `group` and `order` place it in the navigation. `keywords`: other names under which readers
 * search for its subjects, separated by commas; a line `keywords#ANCHOR: ...` has the keywords of one section.
 */
export interface Guide {
  /** File name without extension, and last part of the page's path. */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly order: number;
  readonly keywords: string;
  /** Keywords of sections, by anchor. */
  readonly sectionKeywords: Readonly<Record<string, string>>;
  /** Markdown without the front matter. */
  readonly text: string;
}

/** An event type. `dataSchema`: schema of `data`, an object of the API; `example`: a whole event. */
export interface EventDescription {
  readonly type: string;
  readonly description: string;
  readonly dataSchema: Schema;
  readonly example: unknown;
}

/** What the site is built from. */
export interface SiteInputs {
  readonly guides: readonly Guide[];
  readonly document: OpenApiDocument;
  readonly events: readonly EventDescription[];
}

const GUIDES = 'functions/docs/guides';
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;

/** Parses a guide. Throws if the front matter lacks `title`, `group` or `order`. */
export const parseGuide = (name: string, source: string): Guide => {
  const [all = '', matter = ''] = FRONT_MATTER.exec(source) ?? [];
  const fields = Object.fromEntries(
    matter.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const { title, group, order, keywords = '' } = fields;
  if (title === undefined || group === undefined || !/^\d+$/.test(order ?? '')) {
    throw new Error(`${GUIDES}/${name}.md needs a front matter with title, group and order (a number).`);
  }
  const sectionKeywords = Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (field.startsWith('keywords#') ? [[field.slice('keywords#'.length), value]] : [])),
  );
  return { name, title, group, order: Number(order), keywords, sectionKeywords, text: source.slice(all.length) };
};

const readJson = (root: string, file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Returns the event types in the section `webhooks` of the OpenAPI document, each with its example file. */
const readEvents = (root: string, document: OpenApiDocument): readonly EventDescription[] =>
  Object.entries(document.webhooks ?? {}).map(([type, item]) => {
    const { post } = resolveReference(document, item).value;
    const schema = resolveReference(document, jsonOf(post?.requestBody?.content)?.schema ?? {}).value;
    return {
      type,
      description: post?.description ?? '',
      dataSchema: schema.properties?.data ?? {},
      example: readJson(root, `events-schema/examples/${type}.valid.json`),
    };
  });

/** Reads the guides, the OpenAPI document and the event types. Throws if the front matter of a guide is missing or incomplete. */
export const readInputs = (root: string): SiteInputs => {
  const document = readJson(root, 'shared/api/openapi.generated.json') as OpenApiDocument;
  return {
    guides: readdirSync(join(root, GUIDES))
      .filter((file) => file.endsWith('.md'))
      .map((file) => parseGuide(file.replace(/\.md$/, ''), readFileSync(join(root, GUIDES, file), 'utf8'))),
    document,
    events: readEvents(root, document),
  };
};
