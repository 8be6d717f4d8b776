import { describe, expect, it } from 'vitest';
import { type ExportedFile, type JobControl, newJobs } from '../../functions/console/browser/exports/jobs.ts';

const file = (text: string): ExportedFile => ({ contents: new Blob([text]), name: 'rows.csv', text });

/** A list of jobs, the texts of the files that it saved, and `begin`: starts an export that the test ends or makes fail. */
const setUp = () => {
  const saved: string[] = [];
  const errors: unknown[] = [];
  const jobs = newJobs({ save: ({ text }) => saved.push(text), textOf: (error) => `Failed: ${String(error)}` });
  const begin = (key = 'list') => {
    let end: (file: ExportedFile) => void = () => undefined;
    let fail: (error: string) => void = () => undefined;
    let control: JobControl | null = null;
    const run = (given: JobControl): Promise<ExportedFile> => {
      control = given;
      return new Promise((resolve, reject) => {
        [end, fail] = [resolve, reject];
      });
    };
    const done = jobs.start({ key, title: 'Rows as CSV', run, onError: (error) => errors.push(error) });
    return { done, end: (text: string) => end(file(text)), fail: (error: string) => fail(error), control: () => control };
  };
  const states = () => jobs.list().map(({ state }) => (state.kind === 'running' ? (state.progress ?? 'running') : state.kind));
  return { jobs, saved, errors, begin, states };
};

describe('an export in the background', () => {
  it('shows its progress, and saves its file when it is finished', async () => {
    const { jobs, saved, begin, states } = setUp();
    const seen: number[] = [];
    const unlisten = jobs.listen((all) => seen.push(all.length));
    const { done, end, control } = begin();
    expect(states()).toEqual(['running']);
    control()?.progress('100 read');
    expect(states()).toEqual(['100 read']);
    end('100 rows exported.');
    await done;
    expect([states(), saved]).toEqual([['done'], ['100 rows exported.']]);
    unlisten();
    jobs.clear();
    expect([seen, jobs.list()]).toEqual([[1, 1, 1], []]);
  });

  it('does not start again while it runs, but other exports can start; its next run replaces the finished run in the list', async () => {
    const { jobs, saved, begin, states } = setUp();
    const first = begin();
    const second = begin();
    const other = begin('other');
    expect([second.control(), states()]).toEqual([null, ['running', 'running']]);
    first.end('first');
    await first.done;
    const again = begin();
    expect(states()).toEqual(['running', 'running']);
    other.end('other');
    again.end('again');
    await Promise.all([other.done, again.done]);
    expect([saved, jobs.list().length]).toEqual([['first', 'other', 'again'], 2]);
  });

  it('that is stopped saves nothing, and can be started again', async () => {
    const { jobs, saved, begin, errors } = setUp();
    const { done, end, control } = begin();
    expect(control()?.isStopped()).toBe(false);
    jobs.remove(jobs.list()[0]?.id ?? 0);
    expect(control()?.isStopped()).toBe(true);
    const again = begin();
    end('too late');
    await done;
    control()?.progress('too late');
    expect([saved, jobs.list().length]).toEqual([[], 1]);
    jobs.clear();
    again.fail('offline');
    await again.done;
    expect([errors, jobs.list()]).toEqual([[], []]);
  });

  it('that fails shows why', async () => {
    const { jobs, saved, begin, errors } = setUp();
    const { done, fail } = begin();
    fail('offline');
    await done;
    expect([jobs.list()[0]?.state, saved, errors]).toEqual([{ kind: 'failed', text: 'Failed: offline' }, [], ['offline']]);
  });
});
