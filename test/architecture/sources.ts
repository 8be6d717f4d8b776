import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A source file as the rules see it. `path` is relative to the project, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** One import, export-from, or dynamic import with a plain string. `target` is a project path or a package name. */
export interface Import {
  readonly from: string;
  readonly target: string;
  readonly line: number;
}

const FOLDERS = ['infra', 'functions', 'shared', 'events-schema', 'scripts', 'test'];

/** Every TypeScript source of the project. */
export const readSources = (root: string = ROOT): Source[] =>
  FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );

export const parse = ({ path, text }: Source): ts.SourceFile => ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);

/** Calls `visit` for every node below `node`; a visitor that answers false keeps out of that node. */
export const walk = (node: ts.Node, visit: (node: ts.Node) => boolean | undefined): void =>
  ts.forEachChild(node, (child) => {
    if (visit(child) !== false) walk(child, visit);
  });

export const lineOf = (file: ts.SourceFile, node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;

const specifierOf = (node: ts.Node): ts.StringLiteralLike | undefined => {
  const specifier =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined;
  return specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier : undefined;
};

/** What a file imports, types included. */
export const importsOf = (source: Source): Import[] => {
  const file = parse(source);
  const imports: Import[] = [];
  walk(file, (node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return undefined;
    const { text } = specifier;
    const target = text.startsWith('.') ? posix.join(posix.dirname(source.path), text) : text;
    imports.push({ from: source.path, target, line: lineOf(file, specifier) });
    return undefined;
  });
  return imports;
};
