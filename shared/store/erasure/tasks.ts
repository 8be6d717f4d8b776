import type { JsonObject } from '../../domain/tenant.ts';

/** Where an erasure continues: the cursor of an unfinished task, `done` for a finished one. A task not listed starts at the beginning. */
export type ErasureProgress = { readonly [task: string]: JsonObject | 'done' };

/** One part of an erasure. Starts at the cursor (`null`: at the beginning). Returns the cursor of the next try if the deadline stops it. */
export type ErasureTask = (cursor: JsonObject | null) => Promise<JsonObject | 'done'>;

/** The progress after a try of some tasks. `isDone`: all of these tasks are done. */
export interface ErasureTry {
  readonly progress: ErasureProgress;
  readonly isDone: boolean;
}

/** Continues the tasks that are not done, concurrently. */
export const continueTasks = async (tasks: Readonly<Record<string, ErasureTask>>, progress: ErasureProgress): Promise<ErasureTry> => {
  const results = await Promise.all(
    Object.entries(tasks).map(async ([name, run]) => {
      const cursor = progress[name] ?? null;
      return [name, cursor === 'done' ? cursor : await run(cursor)] as const;
    }),
  );
  return { progress: { ...progress, ...Object.fromEntries(results) }, isDone: results.every(([, result]) => result === 'done') };
};
