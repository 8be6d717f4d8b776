import type { Source } from './sources.ts';
import { importsOf } from './sources.ts';

/** Finds cycles of imports among the files, including type imports. Returns each as `a -> b -> a`; `a` is its first path alphabetically. */
export const importCycles = (sources: readonly Source[]): string[] => {
  const paths = new Set(sources.map(({ path }) => path));
  const importsByPath = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source)
        .map(({ target }) => target)
        .filter((target) => paths.has(target)),
    ]),
  );
  const cycles = new Set<string>();
  const finished = new Set<string>();
  const follow = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      cycles.add(asText(trail.slice(start)));
      return;
    }
    if (finished.has(path)) return;
    for (const target of importsByPath.get(path) ?? []) follow(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of [...paths].sort()) follow(path, []);
  return [...cycles];
};

const asText = (cycle: readonly string[]): string => {
  const firstIndex = cycle.indexOf([...cycle].sort()[0] ?? '');
  const ordered = [...cycle.slice(firstIndex), ...cycle.slice(0, firstIndex)];
  return [...ordered, ordered[0]].join(' -> ');
};
