import { type Settings, SettingsError } from './settings.ts';

/**
 * Days that CloudWatch Logs allows, and 9999 for logs that are never deleted. Copied from `RetentionDays` of the CDK, because the command
 * line for operators also reads settings and must not load the CDK.
 */
export const LOG_RETENTION_DAYS: readonly number[] = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653, 9999,
];

const range = (min: number, max: number, step: number): readonly number[] =>
  Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step);

/** Memory in MiB that Fargate allows for each number of CPU units of a task. */
const TASK_MEMORY_MIB: ReadonlyMap<number, readonly number[]> = new Map([
  [256, [512, 1024, 2048]],
  [512, range(1024, 4096, 1024)],
  [1024, range(2048, 8192, 1024)],
  [2048, range(4096, 16_384, 1024)],
  [4096, range(8192, 30_720, 1024)],
  [8192, range(16_384, 61_440, 4096)],
  [16_384, range(32_768, 122_880, 8192)],
]);

/** Reads the retention of logs in days; throws if CloudWatch Logs does not allow it. */
export const readLogRetentionDays = (settings: Settings): number => {
  const days = settings.count('logRetentionDays');
  if (!LOG_RETENTION_DAYS.includes(days))
    throw new SettingsError(`Setting "logRetentionDays" must be one of ${LOG_RETENTION_DAYS.join(', ')} (9999: no end), not "${days}".`);
  return days;
};

/** Reads the CPU units and the memory of a task of the event stream; throws if Fargate does not allow them together. */
export const readTaskSize = (settings: Settings): { readonly cpu: number; readonly memoryMiB: number } => {
  const [cpu, memoryMiB] = [settings.count('streamCpu'), settings.count('streamMemoryMiB')];
  const allowed = TASK_MEMORY_MIB.get(cpu);
  if (allowed === undefined)
    throw new SettingsError(`Setting "streamCpu" must be one of ${[...TASK_MEMORY_MIB.keys()].join(', ')}, not "${cpu}".`);
  if (!allowed.includes(memoryMiB))
    throw new SettingsError(`Setting "streamMemoryMiB" must be one of ${allowed.join(', ')} with "streamCpu" ${cpu}, not "${memoryMiB}".`);
  return { cpu, memoryMiB };
};
