import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vitest/node';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A source file. `path` is relative to the project, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/**
 * An import, a re-export, or a dynamic import of a string literal. `from`: the path of the importing file. `target`: a path in the project,
 * or a package name.
 */
export interface Import {
  readonly from: string;
  readonly target: string;
  readonly line: number;
}

/** The folders with source files. */
export const FOLDERS = ['infra', 'functions', 'shared', 'events-schema', 'scripts', 'test'];

/** Reads every TypeScript source file of the project. */
export const readSources = (root: string = ROOT): Source[] =>
  FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );

/** A node of the syntax tree (ESTree, with TypeScript's additions). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;

const treeCache = new WeakMap<Source, Node>();

/** Parses a source file; caches the syntax tree. */
export const parse = (source: Source): Node => {
  const cached = treeCache.get(source);
  if (cached) return cached;
  const tree: unknown = parseAst(source.text, { lang: source.path.endsWith('.tsx') ? 'tsx' : 'ts' });
  if (!isNode(tree)) throw new Error(`${source.path} has no syntax tree`);
  treeCache.set(source, tree);
  return tree;
};

/** Calls `visit` for every node below `node`. Skips the children of a node for which `visit` returns false. */
export const visitNodes = (node: Node, visit: (node: Node) => boolean | undefined): void => {
  for (const child of Object.values(node).flat()) {
    if (isNode(child) && visit(child) !== false) visitNodes(child, visit);
  }
};

export const textOf = (source: Source, node: unknown): string => (isNode(node) ? source.text.slice(node.start, node.end) : '');

export const lineOf = (source: Source, node: Node): number => source.text.slice(0, node.start).split('\n').length;

const IMPORT_NODES = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType']);

/** The module specifier of a node that imports or re-exports; undefined for other nodes. */
const specifierOf = (node: Node): string | undefined => {
  if (!IMPORT_NODES.has(node.type)) return undefined;
  const { source } = node;
  return isNode(source) && source.type === 'Literal' && typeof source['value'] === 'string' ? source['value'] : undefined;
};

const importCache = new WeakMap<Source, readonly Import[]>();

/** The imports of a file, including types. */
export const importsOf = (source: Source): readonly Import[] => {
  const cached = importCache.get(source);
  if (cached) return cached;
  const imports = readImports(source);
  importCache.set(source, imports);
  return imports;
};

const readImports = (source: Source): Import[] => {
  const imports: Import[] = [];
  visitNodes(parse(source), (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return undefined;
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(source.path), specifier) : specifier;
    imports.push({ from: source.path, target, line: lineOf(source, node) });
    return undefined;
  });
  return imports;
};
