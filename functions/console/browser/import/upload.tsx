import { useEffect, useState } from 'preact/hooks';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { Calls } from '../app/calls.ts';
import { useAttempts } from '../app/parts.tsx';
import type { UploadRow } from './chunks.ts';
import { Progress, StepTitle } from './parts.tsx';

interface Props {
  readonly calls: Calls;
  readonly onSignedOut: () => void;
  readonly importId: string;
  readonly chunks: readonly (readonly UploadRow[])[];
  readonly rowCount: number;
  readonly onDone: () => void;
  readonly goBack: () => void;
}

/** Uploads the rows chunk by chunk and starts the check. A retry continues with the failed chunk. */
export const Upload = ({ calls, onSignedOut, importId, chunks, rowCount, onDone, goBack }: Props) => {
  const [sentChunks, setSentChunks] = useState(0);
  const [tries, setTries] = useState(1);
  const { problem, attempt } = useAttempts(onSignedOut);
  useEffect(() => {
    let isMounted = true;
    void attempt(async () => {
      for (let chunk = sentChunks; chunk < chunks.length; chunk += 1) {
        await calls.imports.upload(importId, chunk, chunks[chunk] ?? []);
        if (!isMounted) return;
        setSentChunks(chunk + 1);
      }
      await calls.imports.check(importId, chunks.length);
      if (isMounted) onDone();
    });
    return () => {
      isMounted = false;
    };
  }, [tries]);
  const rowsSent = chunks.slice(0, sentChunks).reduce((sum, { length }) => sum + length, 0);
  return (
    <section aria-label="Upload" class="import-step">
      <StepTitle>Uploading rows</StepTitle>
      <p>The rows are checked before anything is imported.</p>
      {problem === null ? (
        <Progress title="Uploading" done={rowsSent} total={rowCount} unit="rows" />
      ) : (
        <>
          <ProblemBox text={problem} />
          <div class="row">
            <button type="button" onClick={() => setTries(tries + 1)}>
              Try again
            </button>
            <button type="button" class="quiet" onClick={goBack}>
              Back to columns
            </button>
          </div>
        </>
      )}
    </section>
  );
};
