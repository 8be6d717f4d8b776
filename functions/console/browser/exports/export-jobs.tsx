import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../app/icons.tsx';
import { problemText } from '../app/parts.tsx';
import { saveFile } from '../app/save-file.ts';
import { useAutoDismiss } from '../app/toast.tsx';
import { type Job, newJobs } from './jobs.ts';

/** The exports of the session, with their progress and files. */

export const exportJobs = newJobs({ save: ({ contents, name }) => saveFile(contents, name), textOf: problemText });

/** The current jobs. */
export const useExportJobs = (): readonly Job[] => {
  const [jobs, setJobs] = useState(exportJobs.list);
  useEffect(() => exportJobs.listen(setJobs), []);
  return jobs;
};

/** Whether the job disappears automatically: only if it has created a complete file. */
const isAutoDismissed = ({ state }: Job): boolean => state.kind === 'done' && state.file.isIncomplete !== true;

const JobLine = ({ job, job: { id, title, state } }: { readonly job: Job }) => (
  <li class="toast" ref={useAutoDismiss<HTMLLIElement>(isAutoDismissed(job), () => exportJobs.remove(id))}>
    <span>
      <strong>{title}</strong> {state.kind === 'running' ? (state.progress ?? 'Reading …') : null}
      <span role="status">{state.kind === 'done' ? state.file.text : state.kind === 'failed' ? state.text : null}</span>
    </span>
    {state.kind === 'done' ? (
      <button type="button" class="plain" onClick={() => exportJobs.save(state.file)}>
        Save again
      </button>
    ) : null}
    {state.kind === 'running' ? (
      <button type="button" class="plain" onClick={() => exportJobs.remove(id)}>
        Stop
      </button>
    ) : (
      <button type="button" class="plain icon" onClick={() => exportJobs.remove(id)}>
        <Icon name="close" />
        <span class="unseen">Dismiss {title}</span>
      </button>
    )}
  </li>
);

/** The exports that run in the background or are finished. Shown on every screen. */
export const ExportJobs = () => {
  const jobs = useExportJobs();
  useEffect(() => exportJobs.clear, []);
  if (jobs.length === 0) return null;
  return (
    <section aria-label="Exports">
      <ul class="jobs">
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
};
