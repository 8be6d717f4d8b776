/** A package as `package-lock.json` (version 3) keeps it, by the path that it is installed at. */
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

/** Where Node would find `name` from inside `path`: the nearest `node_modules` that holds it. */
const placeOf = (packages: LockFile['packages'], path: string, name: string): string | null => {
  for (let from = path; ; ) {
    const place = `${from === '' ? '' : `${from}/`}${FOLDER}${name}`;
    if (packages[place] !== undefined) return place;
    if (from === '') return null;
    from = from.slice(0, Math.max(from.lastIndexOf(FOLDER) - 1, 0));
  }
};

/** What a package needs to be complete on every platform; a peer that it can do without is none of it. */
const neededBy = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage): readonly string[] => [
  ...Object.keys(dependencies ?? {}),
  ...Object.keys(optionalDependencies ?? {}),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
];

const differencesIn = (manifest: Manifest, { packages }: LockFile): readonly string[] =>
  SECTIONS.flatMap((section) => {
    const wanted = manifest[section] ?? {};
    const locked = packages['']?.[section] ?? {};
    return [...new Set([...Object.keys(wanted), ...Object.keys(locked)])].flatMap((name) => {
      const installed = packages[`${FOLDER}${name}`]?.version;
      if (wanted[name] !== locked[name])
        return [`${name}: package.json says ${wanted[name] ?? 'nothing'}, the lock ${locked[name] ?? 'nothing'}`];
      if (installed !== wanted[name]?.replace(/^npm:.*@/, ''))
        return [`${name}: ${wanted[name]} is wanted, ${installed ?? 'nothing'} locked`];
      return [];
    });
  });

const faultsOf = (path: string, found: LockedPackage): readonly string[] => {
  if (found.inBundle === true) return [];
  const name = found.name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
  const tarball = `${REGISTRY}${name}/-/${name.slice(name.lastIndexOf('/') + 1)}-${found.version}.tgz`;
  return [
    ...(found.resolved === tarball ? [] : [`${path}: resolved is ${found.resolved ?? 'missing'}, not ${tarball}`]),
    ...(found.integrity === undefined ? [`${path}: integrity is missing`] : []),
  ];
};

/**
 * Why `npm ci` would fail, here or on another platform, or would ask another registry than the public one; nothing when the lock is
 * good. Versions in the manifest are taken to be exact.
 */
export const lockProblems = (manifest: Manifest, lock: LockFile): readonly string[] => {
  if (lock.lockfileVersion !== 3) return [`lockfileVersion is ${lock.lockfileVersion}, not 3`];
  const installed = Object.entries(lock.packages).filter(([path]) => path !== '');
  const missing = installed.flatMap(([path, found]) =>
    neededBy(found)
      .filter((name) => placeOf(lock.packages, path, name) === null)
      .map((name) => `${path} needs ${name}, which is not in the lock`),
  );
  return [...differencesIn(manifest, lock), ...missing, ...installed.flatMap(([path, found]) => faultsOf(path, found))];
};
