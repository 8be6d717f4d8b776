import { join } from 'node:path';
import ts from 'typescript-api';
import { ROOT, readSources } from './sources.ts';

/** The stored record of an aggregate: its fields as text, nested objects included. */
export interface RecordFields {
  /** Module and name of the aggregate. */
  readonly path: string;
  readonly name: string;
  readonly fields: string;
}

const EMPTY: readonly string[] = ['null', 'undefined'];

/** Describes a union, with `null` and `undefined` last. */
const unionOf = (members: readonly string[]): string => {
  const unique = [...new Set(members)].sort();
  return [...unique.filter((each) => !EMPTY.includes(each)), ...unique.filter((each) => EMPTY.includes(each))].join(' | ');
};

/** Describes a type without its name. Describes a literal as its base type: a new literal, such as a new status, needs no migration. */
const describeType = (checker: ts.TypeChecker, type: ts.Type, indent: string, outer: readonly ts.Type[]): string => {
  if (outer.includes(type)) return '(recursive)';
  const describeInner = (each: ts.Type): string => describeType(checker, each, indent, [...outer, type]);
  if (type.isUnion()) return unionOf(type.types.map(describeInner));
  if (type.isStringLiteral()) return 'string';
  if (type.isNumberLiteral()) return 'number';
  if (type.flags & ts.TypeFlags.BooleanLiteral) return 'boolean';
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return `list of ${checker
      .getTypeArguments(type as ts.TypeReference)
      .map(describeInner)
      .join(', ')}`;
  const properties = type.isIntersection() || type.flags & ts.TypeFlags.Object ? checker.getPropertiesOfType(type) : [];
  if (properties.length > 0) return `{${describeFields(checker, properties, `${indent}  `, [...outer, type])}\n${indent}}`;
  const values = type.getStringIndexType();
  return values === undefined ? checker.typeToString(type) : `{ [key]: ${describeInner(values)} }`;
};

const describeFields = (checker: ts.TypeChecker, properties: readonly ts.Symbol[], indent: string, outer: readonly ts.Type[]): string =>
  properties
    .map((property) => {
      const optional = property.flags & ts.SymbolFlags.Optional ? '?' : '';
      return `\n${indent}${property.name}${optional}: ${describeType(checker, checker.getTypeOfSymbol(property), indent, outer)}`;
    })
    .sort()
    .join('');

/** Finds the aggregates of `shared/domain` and describes the fields of their records. */
export const storedRecords = (): readonly RecordFields[] => {
  const paths = readSources()
    .filter(({ path, text }) => path.startsWith('shared/domain/') && /: Aggregate</.test(text))
    .map(({ path }) => path);
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const program = ts.createProgram(
    paths.map((path) => join(ROOT, path)),
    options,
  );
  const checker = program.getTypeChecker();
  return paths.flatMap((path) => {
    const statements = [...(program.getSourceFile(join(ROOT, path))?.statements ?? [])];
    const declarations = statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
    return declarations.flatMap(({ name, type }) => {
      if (type === undefined || !ts.isTypeReferenceNode(type) || type.typeName.getText() !== 'Aggregate') return [];
      const [recordNode] = type.typeArguments ?? [];
      if (recordNode === undefined) throw new Error(`${path}: ${name.getText()} names no record type.`);
      const record = checker.getTypeFromTypeNode(recordNode);
      return [{ path, name: name.getText(), fields: describeFields(checker, checker.getPropertiesOfType(record), '', [record]).trim() }];
    });
  });
};
