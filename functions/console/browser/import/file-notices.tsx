import type { Import } from './api-types.ts';
import type { Draft } from './draft.ts';
import { missingCellsTexts } from './missing-cells.ts';

const UNCHANGED = 'Already imported: changes in the file are not applied. Change these customers on their pages.';

const NOT_CHANGED_LATER = 'Add what is missing to the file before you import it: a later upload does not change imported customers.';

/** Warnings that do not prevent the import of a row: data is missing, or the row was imported before. */
export const FileNotices = ({ importJob, draft }: { readonly importJob: Import; readonly draft: Draft | null }) => {
  const missing = draft === null ? [] : missingCellsTexts(draft);
  const texts = [
    ...(importJob.counts.unchanged > 0 ? [UNCHANGED] : []),
    ...missing,
    ...(missing.length > 0 && importJob.status === 'checked' ? [NOT_CHANGED_LATER] : []),
  ];
  return texts.length === 0 || importJob.status === 'undone' ? null : (
    <ul class="notice" aria-label="Warnings">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
};
