import type { Import } from './api-types.ts';
import type { Draft } from './draft.ts';
import { missingCellsTexts } from './missing-cells.ts';

const UNCHANGED = 'Already imported: changes in the file are not applied. Change these customers on their pages.';

/** Warnings about rows without errors: what they lack, and that rows imported before are skipped. */
export const FileNotices = ({ importJob, draft }: { readonly importJob: Import; readonly draft: Draft | null }) => {
  const texts = [...(importJob.counts.unchanged > 0 ? [UNCHANGED] : []), ...(draft === null ? [] : missingCellsTexts(draft))];
  return texts.length === 0 || importJob.status === 'undone' ? null : (
    <ul class="notice" aria-label="Warnings">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
};
