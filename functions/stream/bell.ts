/** Lets a loop sleep until there is something to do. */
export interface Bell {
  readonly ring: () => void;
  /** Resolves at a ring or after the time, whichever comes first; at once when it was rung since the last wait. */
  readonly wait: (timeoutMs: number) => Promise<void>;
}

export const createBell = (): Bell => {
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
