/** Wakes a loop that waits for work. */
export interface WakeSignal {
  readonly ring: () => void;
  /** Resolves at the next ring or after the timeout; immediately if it rang since the last wait. */
  readonly wait: (timeoutMs: number) => Promise<void>;
}

export const createWakeSignal = (): WakeSignal => {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring: () => {
      rung = true;
      wake?.();
    },
    wait: async (timeoutMs) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      rung = false;
    },
  };
};
