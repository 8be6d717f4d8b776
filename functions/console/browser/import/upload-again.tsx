import { useRef, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { goTo, objectRoute } from '../app/route.ts';
import { IMPORT } from '../app/screens.ts';
import { correctedDraft } from './draft.ts';
import { type DraftOfImport, NEW_IMPORT } from './parts.tsx';
import { FILE_TYPES, readChosenFile } from './table.ts';

/** The button that opens the file dialog and starts a new import with the chosen file. Keeps the mapping if the headings are the same. */
export const UploadAgain = ({ draft, setDraft }: DraftOfImport) => {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const openFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const table = await readChosenFile(file);
    if ('problem' in table) return setProblem(table.problem);
    setDraft(correctedDraft(draft, table, Date.now() / 1000));
    goTo(objectRoute('test', IMPORT, NEW_IMPORT));
  };
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      <button type="button" onClick={() => input.current?.click()}>
        Upload corrected file
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Corrected CSV file"
        accept={FILE_TYPES}
        onChange={({ currentTarget }) => {
          void openFile(currentTarget.files?.[0]);
          // Without this, choosing the same file again after it was corrected would cause no `change` event.
          currentTarget.value = '';
        }}
      />
    </>
  );
};
