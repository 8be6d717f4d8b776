import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

const GUIDES = join(REPOSITORY_ROOT, 'functions/docs/guides');

/** File names of all guides. */
export const GUIDE_NAMES: readonly string[] = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));

export const readGuide = (guide: string): string => readFileSync(join(GUIDES, guide), 'utf8');

/** A code block of a guide. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /**
   * The text after the language in the opening fence. `''`: the block is run as it is. `not run: <reason>`: the tests do not run it.
   * `receiver`: a webhook receiver, which `guide-languages.test.ts` starts and sends deliveries to.
   */
  readonly mark: string;
}

const BLOCK = /^```([a-z]+)(?: (.+))?\n([\s\S]*?)^```$/gm;

/** Returns the code blocks of a guide, in order. */
export const blocksOf = (guide: string): readonly Block[] =>
  [...readGuide(guide).matchAll(BLOCK)].map(([, language = '', mark = '', text = '']) => ({ language, text, mark }));

/** Returns the texts of the blocks of one language that are run as they are. */
export const runnableBlocks = (guide: string, language: string): readonly string[] =>
  blocksOf(guide)
    .filter((block) => block.language === language && block.mark === '')
    .map(({ text }) => text);
