/** Consecutive log numbers in one partition: most transactions write to one, so that the table's stream keeps the order of their entries. */
const LOG_BLOCK = 64;

/** By version: the partition of a log that contains the entry of a number, 0 or 1. Readers look in the partitions of all versions. */
export const LOG_LAYOUTS: Readonly<Record<number, (sequence: number) => 0 | 1>> = {
  1: () => 0,
  2: (sequence) => (Math.floor(sequence / LOG_BLOCK) % 2 === 0 ? 0 : 1),
};

/** Version with which entries are written. */
export const LOG_LAYOUT = 2;
