/** Exports that run in the background: they continue when the member opens another screen of the console. */

/** A finished file, with a text about it such as "12 rows exported." */
export interface ExportedFile {
  readonly contents: Blob;
  readonly name: string;
  readonly text: string;
  /** The file lacks something, so the text stays until the member dismisses it. */
  readonly isIncomplete?: boolean;
}

/** Functions with which a running export reports its progress and checks whether it was stopped. */
export interface JobControl {
  /** Shows how far the export is: `300 read`. */
  readonly progress: (text: string) => void;
  /** True when the member has stopped the export; its result is then ignored. */
  readonly isStopped: () => boolean;
}

type JobState =
  | { readonly kind: 'running'; readonly progress: string | null }
  | { readonly kind: 'done'; readonly file: ExportedFile }
  | { readonly kind: 'failed'; readonly text: string };

export interface Job {
  readonly id: number;
  /** Identifies what is exported. Exports with the same key do not run concurrently. */
  readonly key: string;
  /** `Invoices as CSV` */
  readonly title: string;
  readonly state: JobState;
}

export interface JobStart extends Pick<Job, 'key' | 'title'> {
  readonly run: (control: JobControl) => Promise<ExportedFile>;
  /** Called when the export fails, in addition to the text that is shown. */
  readonly onError: (error: unknown) => void;
}

export const isRunning = ({ state }: Job): boolean => state.kind === 'running';

/** Creates an empty list of jobs. `save`: starts a download; `textOf`: the text of an error. */
export const newJobs = ({ save, textOf }: { readonly save: (file: ExportedFile) => void; readonly textOf: (error: unknown) => string }) => {
  let jobs: readonly Job[] = [];
  let lastId = 0;
  const listeners = new Set<(jobs: readonly Job[]) => void>();
  const set = (next: readonly Job[]): void => {
    jobs = next;
    for (const listener of listeners) listener(jobs);
  };
  const exists = (id: number): boolean => jobs.some((job) => job.id === id);
  const update = (id: number, state: JobState): void => set(jobs.map((job) => (job.id === id ? { ...job, state } : job)));
  /** Stops a running job, or removes a finished one from the list. */
  const remove = (id: number): void => set(jobs.filter((job) => job.id !== id));
  return {
    list: (): readonly Job[] => jobs,
    /** Calls the listener after each change. Returns a function that removes the listener. */
    listen: (listener: (jobs: readonly Job[]) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Starts an export, and saves its file when it is finished. Does nothing while one with the same key runs; replaces a finished one. */
    start: async ({ key, title, run, onError }: JobStart): Promise<void> => {
      if (jobs.some((job) => job.key === key && isRunning(job))) return;
      lastId += 1;
      const id = lastId;
      set([...jobs.filter((job) => job.key !== key), { id, key, title, state: { kind: 'running', progress: null } }]);
      try {
        const file = await run({ progress: (progress) => update(id, { kind: 'running', progress }), isStopped: () => !exists(id) });
        if (!exists(id)) return;
        update(id, { kind: 'done', file });
        save(file);
      } catch (error) {
        if (!exists(id)) return;
        update(id, { kind: 'failed', text: textOf(error) });
        onError(error);
      }
    },
    save,
    remove,
    /** Stops and removes all jobs, when the member signs out. */
    clear: (): void => set([]),
  };
};
