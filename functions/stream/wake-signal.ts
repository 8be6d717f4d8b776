/** Wakes a loop that waits for work. */
export interface WakeSignal {
  readonly notify: () => void;
  /** Resolves at the next `notify` or after the timeout; immediately if `notify` was called since the last wait. */
  readonly wait: (timeoutMs: number) => Promise<void>;
}

export const createWakeSignal = (): WakeSignal => {
  let notified = false;
  let wake: (() => void) | null = null;
  return {
    notify: () => {
      notified = true;
      wake?.();
    },
    wait: async (timeoutMs) => {
      if (!notified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      notified = false;
    },
  };
};
