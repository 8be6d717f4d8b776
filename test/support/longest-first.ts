import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/**
 * The test files that take longest. If one started last, it would run alone at the end while other processors are idle. Without this list,
 * Vitest would start files by size in a new clone, where it knows no durations.
 */
const LONGEST = [
  'test/faults/kill-clock.test.ts',
  'test/local/process.test.ts',
  'test/faults/kill.test.ts',
  'test/local/replay.test.ts',
  'test/faults/console.test.ts',
  'test/contract/every-operation.test.ts',
  'test/client/guides.test.ts',
  'test/contract/console/calls.test.ts',
  'test/contract/events/declared-events.test.ts',
  'test/client/every-operation.test.ts',
  'test/contract/subscriptions/calendars.test.ts',
  'test/contract/subscriptions/subscription-pause.test.ts',
  'test/contract/account/tenant-export-resume.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return at === -1 ? LONGEST.length : at;
};

/** Starts the longest files first, and leaves the others in Vitest's order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
