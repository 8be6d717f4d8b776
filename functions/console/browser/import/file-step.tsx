import { useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { About, StepTitle } from './parts.tsx';
import { FILE_TYPES, readChosenFile, type Table } from './table.ts';

/** The step in which a file is chosen or dropped. */
export const FileStep = ({ take }: { readonly take: (table: Table) => void }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const openFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setProblem(null);
    const table = await readChosenFile(file);
    if ('problem' in table) setProblem(table.problem);
    else take(table);
  };
  return (
    <section aria-label="File" class="import-step">
      <StepTitle>Choose a file</StepTitle>
      <About />
      {problem === null ? null : <ProblemBox text={problem} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input below is the accessible alternative to dropping. */}
      <div
        class={`field import-drop${isDraggedOver ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(true);
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDraggedOver(false);
          void openFile(event.dataTransfer?.files[0]);
        }}
      >
        <label for="import-file">CSV file</label>
        <input id="import-file" type="file" accept={FILE_TYPES} onChange={({ currentTarget }) => void openFile(currentTarget.files?.[0])} />
        <p class="soft">
          Choose it, or drop it here. Its first row names the columns, and each row below is a customer. It is read in this browser; nothing
          is uploaded yet.
        </p>
      </div>
    </section>
  );
};
