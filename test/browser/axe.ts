import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Fewer rules hold on a page that is not there yet. */
const FEWEST_PASSES = 5;

/** What axe finds in a document as it is now, each with the elements that it is about. */
export const axeFindings = async (document: Pick<Page, 'addScriptTag' | 'evaluate'>): Promise<readonly string[]> => {
  await document.addScriptTag({ path: AXE });
  const { violations, passes } = (await document.evaluate('axe.run(document)')) as axe.AxeResults;
  if (passes.length <= FEWEST_PASSES) throw new Error('axe found nothing to look at');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
};
