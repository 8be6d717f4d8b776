import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

const GUIDES = join(REPOSITORY_ROOT, 'functions/docs/guides');

/** File names of all guides. */
export const GUIDE_NAMES: readonly string[] = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));

export const readGuide = (guide: string): string => readFileSync(join(GUIDES, guide), 'utf8');

/** A code block of a guide. */
export interface Block {
  /** Language after the opening fence; `''` if there is none. */
  readonly language: string;
  readonly text: string;
  /**
   * Content of the HTML comment on the line before the block; `''` without one. `not run: <reason>`: the tests do not run the block.
   * `receiver`: a webhook receiver, which `guide-languages.test.ts` starts and sends deliveries to. Other blocks are run as they are.
   */
  readonly mark: string;
}

const BLOCK = /(?:^<!-- (.*) -->\n)?^```([a-z]*)\n([\s\S]*?)^```$/gm;

/** Returns the code blocks of a guide, in order. */
export const blocksOf = (guide: string): readonly Block[] =>
  [...readGuide(guide).matchAll(BLOCK)].map(([, mark = '', language = '', text = '']) => ({ language, text, mark }));

/** Returns the texts of the blocks of one language that are run as they are. */
export const runnableBlocks = (guide: string, language: string): readonly string[] =>
  blocksOf(guide)
    .filter((block) => block.language === language && block.mark === '')
    .map(({ text }) => text);
