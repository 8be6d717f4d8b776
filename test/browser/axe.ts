import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** If at most this many rules pass, the page is not loaded yet. */
const MIN_PASSES = 5;

/** Runs axe on a document. Returns one text per violated rule, with the HTML of its elements. */
export const axeFindings = async (document: Pick<Page, 'addScriptTag' | 'evaluate'>): Promise<readonly string[]> => {
  await document.addScriptTag({ path: AXE });
  const { violations, passes } = (await document.evaluate('axe.run(document)')) as axe.AxeResults;
  if (passes.length <= MIN_PASSES) throw new Error('The page was empty when axe ran. Wait for its content first.');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
};
