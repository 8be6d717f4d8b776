/**
 * The document of an export, assembled from the lines of one or several responses. The service sends each object and each array's name on a
 * separate line, and empty lines to keep the connection alive.
 */
export interface ExportDocument {
  /**
   * Returns the text that a line adds to the document; `''` for an empty line. Also `''` for the first line of a response and for the name
   * of an array if an earlier response contained the same line.
   */
  readonly add: (line: string) => string;
  /** Id of the last object; `null`: no object yet. */
  readonly lastId: () => string | null;
  readonly isComplete: () => boolean;
}

const HEAD = /^\{"object":"tenant_export"/;
const ARRAY = /^"(\w+)":\[/;
/** What can follow an object on its line: the end of the array, and a comma. */
const AFTER_OBJECT = /\]?,?$/;

export const openExportDocument = (): ExportDocument => {
  const arrays = new Set<string>();
  let hasHead = false;
  let isFirstObject = true;
  let lastId: string | null = null;
  let isComplete = false;

  const addHead = (line: string): string => {
    if (hasHead) return '';
    hasHead = true;
    return line.replace(/,$/, '');
  };
  const addArray = (name: string): string => {
    if (arrays.has(name)) return '';
    const endOfPrevious = arrays.size === 0 ? '' : ']';
    arrays.add(name);
    isFirstObject = true;
    return `${endOfPrevious},\n"${name}":[`;
  };
  const addObject = (line: string): string => {
    const text = line.replace(AFTER_OBJECT, '');
    lastId = (JSON.parse(text) as { readonly id: string }).id;
    const comma = isFirstObject ? '' : ',';
    isFirstObject = false;
    return `${comma}\n${text}`;
  };

  return {
    add: (line) => {
      if (HEAD.test(line)) return addHead(line);
      const [, array] = ARRAY.exec(line) ?? [];
      if (array !== undefined) return addArray(array);
      if (line.startsWith('{')) return addObject(line);
      if (!line.startsWith('}')) return '';
      isComplete = true;
      return ']\n}\n';
    },
    lastId: () => lastId,
    isComplete: () => isComplete,
  };
};
