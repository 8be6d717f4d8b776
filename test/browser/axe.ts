import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** At most this many rules pass on an empty page; more pass on a page with content. */
const MAX_PASSES_WHEN_EMPTY = 5;

/** Runs axe on a document. Returns one text per violated rule, with the HTML of the elements that violate the rule. */
export const axeFindings = async (document: Pick<Page, 'addScriptTag' | 'evaluate'>): Promise<readonly string[]> => {
  await document.addScriptTag({ path: AXE });
  const { violations, passes } = (await document.evaluate('axe.run(document)')) as axe.AxeResults;
  if (passes.length <= MAX_PASSES_WHEN_EMPTY) throw new Error('The page was empty when axe ran. Wait for its content first.');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
};
