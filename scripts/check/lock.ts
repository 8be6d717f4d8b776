/** A package entry in `package-lock.json` (version 3); its key is the path at which the package is installed. */
interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface LockFile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export type Manifest = Pick<LockedPackage, 'dependencies' | 'devDependencies' | 'optionalDependencies'>;

const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
const FOLDER = 'node_modules/';
const REGISTRY = 'https://registry.npmjs.org/';

/** Resolves package `name` from `path` as Node does: returns its path in the nearest `node_modules`, or `null`. */
const resolvePackage = (packages: LockFile['packages'], path: string, name: string): string | null => {
  for (let from = path; ; ) {
    const candidate = `${from === '' ? '' : `${from}/`}${FOLDER}${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (from === '') return null;
    from = from.slice(0, Math.max(from.lastIndexOf(FOLDER) - 1, 0));
  }
};

/** Returns the names of a package's dependencies on every platform, without optional peers. */
const dependenciesOf = ({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage): readonly string[] => [
  ...Object.keys(dependencies ?? {}),
  ...Object.keys(optionalDependencies ?? {}),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
];

const differencesIn = (manifest: Manifest, { packages }: LockFile): readonly string[] =>
  SECTIONS.flatMap((section) => {
    const declared = manifest[section] ?? {};
    const locked = packages['']?.[section] ?? {};
    return [...new Set([...Object.keys(declared), ...Object.keys(locked)])].flatMap((name) => {
      const installed = packages[`${FOLDER}${name}`]?.version;
      if (declared[name] !== locked[name])
        return [`${name}: package.json has ${declared[name] ?? 'nothing'}, the lock file ${locked[name] ?? 'nothing'}`];
      if (installed !== declared[name]?.replace(/^npm:.*@/, ''))
        return [`${name}: package.json requires ${declared[name]}, the lock file has ${installed ?? 'nothing'}`];
      return [];
    });
  });

const problemsOf = (path: string, lockedPackage: LockedPackage): readonly string[] => {
  if (lockedPackage.inBundle === true) return [];
  const name = lockedPackage.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
  const tarball = `${REGISTRY}${name}/-/${name.slice(name.lastIndexOf('/') + 1)}-${lockedPackage.version}.tgz`;
  return [
    ...(lockedPackage.resolved === tarball ? [] : [`${path}: resolved is ${lockedPackage.resolved ?? 'missing'}, not ${tarball}`]),
    ...(lockedPackage.integrity === undefined ? [`${path}: integrity is missing`] : []),
  ];
};

/**
 * Returns the reasons why `npm ci` would fail on any platform, or would use another registry than the public one; empty if there are none.
 * Expects exact versions in the manifest.
 */
export const lockProblems = (manifest: Manifest, lock: LockFile): readonly string[] => {
  if (lock.lockfileVersion !== 3) return [`lockfileVersion is ${lock.lockfileVersion}, not 3`];
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
  const missing = installed.flatMap(([path, lockedPackage]) =>
    dependenciesOf(lockedPackage)
      .filter((name) => resolvePackage(lock.packages, path, name) === null)
      .map((name) => `${path} needs ${name}, which is not in the lock file`),
  );
  return [...differencesIn(manifest, lock), ...missing, ...installed.flatMap(([path, lockedPackage]) => problemsOf(path, lockedPackage))];
};
