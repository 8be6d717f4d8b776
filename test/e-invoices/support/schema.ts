import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'xmlbuilder2';

/** A child element as the schema declares it. */
interface DeclaredChild {
  readonly name: string;
  /** Type of the element: the key of its children in `TYPES`; `null` if the element contains only text. */
  readonly type: string | null;
  readonly isOptional: boolean;
  readonly isRepeatable: boolean;
}

/** Parses `name` or `name=type`, with the suffixes `?` (optional) and `*` (repeatable). */
const parseDeclaration = (text: string): DeclaredChild => {
  const [, name = '', type = null, occurs = ''] = /^([\w:]+)(?:=(\w+))?([?*]*)$/.exec(text) ?? [];
  return { name, type, isOptional: occurs.includes('?'), isRepeatable: occurs.includes('*') };
};

/** The declared children by type, in the order of the schema. */
const TYPES: ReadonlyMap<string, readonly DeclaredChild[]> = new Map(
  readFileSync(join(import.meta.dirname, 'element-order.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([type = '', children = '']) => [type, children.split(' ').map(parseDeclaration)]),
);

interface Element {
  readonly name: string;
  readonly children: readonly Element[];
}

type Node = { readonly nodeType: number; readonly nodeName: string; readonly childNodes: Iterable<Node> };

const ELEMENT_NODE = 1;

const elementOf = (node: Node): Element => ({
  name: node.nodeName,
  children: [...node.childNodes].filter(({ nodeType }) => nodeType === ELEMENT_NODE).map(elementOf),
});

/** Compares an element with the declared children of its type. Returns each violation of order, number or nesting as a sentence. */
const violationsIn = ({ name, children }: Element, type: string | null): readonly string[] => {
  if (type === null) return children.length === 0 ? [] : [`${name} contains elements instead of text`];
  const declared = TYPES.get(type) ?? [];
  const positions = children.map((child) => declared.findIndex((each) => each.name === child.name));
  const count = (childName: string): number => children.filter((child) => child.name === childName).length;
  return [
    ...children.filter((_child, index) => positions[index] === -1).map((child) => `${name} cannot contain ${child.name}`),
    ...children
      .filter((_child, index) => Number(positions[index]) < Number(positions[index - 1] ?? -1))
      .map((child) => `${child.name} is too late in ${name}`),
    ...declared.filter((each) => !each.isOptional && count(each.name) === 0).map((each) => `${name} lacks ${each.name}`),
    ...declared.filter((each) => !each.isRepeatable && count(each.name) > 1).map((each) => `${name} repeats ${each.name}`),
    ...children.flatMap((child, index) => violationsIn(child, declared[positions[index] ?? -1]?.type ?? null)),
  ];
};

/** Returns how an e-invoice violates the schema: by unknown, missing, repeated or misplaced elements. Empty if it does not. */
export const schemaViolations = (xml: string): readonly string[] => {
  const root = elementOf(create(xml).root().node as unknown as Node);
  const type = TYPES.get('root')?.find(({ name }) => name === root.name)?.type;
  return type === undefined ? [`${root.name} is no e-invoice`] : violationsIn(root, type);
};
