/** Lists values for a description, each with its note: `` `paid`, `open` (not paid yet) ``. `null`: no note. */
export const describeValues = (notes: Readonly<Record<string, string | null>>): string =>
  Object.entries(notes)
    .map(([value, note]) => (note === null ? `\`${value}\`` : `\`${value}\` (${note})`))
    .join(', ');
