import { vi } from 'vitest';

type Line = Readonly<Record<string, unknown>>;

/** Runs `work` and returns the log lines that it writes to standard output. */
export const loggedLinesOf = async (work: () => unknown): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text)) as Line) > 0);
  try {
    await work();
  } finally {
    write.mockRestore();
  }
  return lines;
};

/** Runs `work` and returns the lines of one kind that it writes. */
export const linesOfKind = async (kind: string, work: () => unknown): Promise<readonly Line[]> =>
  (await loggedLinesOf(work)).filter((line) => line.kind === kind);
