/**
 * Number of consecutive log numbers that share a partition. Larger than most transactions, so that their entries usually are in one
 * partition and in order in the table's stream.
 */
const LOG_BLOCK = 64;

/**
 * Layouts of the log by version: a layout maps the log number of an entry to the entry's partition (0 or 1). Readers look in the partitions
 * of all versions.
 */
export const LOG_LAYOUTS: Readonly<Record<number, (sequence: number) => 0 | 1>> = {
  1: () => 0,
  2: (sequence) => (Math.floor(sequence / LOG_BLOCK) % 2 === 0 ? 0 : 1),
};

/** Version of the layout with which entries are written. */
export const LOG_LAYOUT = 2;
