/** Prints each step when it ends, and counts results. */
export interface Report {
  /** Runs a step that later steps need: throws `StepFailed` if it fails. */
  readonly must: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Runs an independent step: counts a failure and continues. */
  readonly check: (name: string, work: () => Promise<unknown>) => Promise<void>;
  readonly note: (line: string) => void;
  readonly failures: () => number;
  readonly summary: () => string;
}

/** A step failed and was already printed. */
export class StepFailed extends Error {}

const secondsSince = (startedAt: number): string => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

export const openReport = (print: (line: string) => void): Report => {
  let passed = 0;
  let failed = 0;
  const startedAt = performance.now();
  const must = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const stepStartedAt = performance.now();
    try {
      const result = await work();
      passed += 1;
      print(`✓ ${name} (${secondsSince(stepStartedAt)})`);
      return result;
    } catch (error) {
      failed += 1;
      print(`✗ ${name} (${secondsSince(stepStartedAt)})\n${error instanceof Error ? error.message : String(error)}`);
      throw new StepFailed(name);
    }
  };
  return {
    must,
    check: async (name, work) => {
      await must(name, work).catch(() => undefined);
    },
    note: print,
    failures: () => failed,
    summary: () => `took ${secondsSince(startedAt)}\n${passed} passed, ${failed} failed`,
  };
};
