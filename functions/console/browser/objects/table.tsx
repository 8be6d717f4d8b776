import type { ComponentChildren } from 'preact';

/** Tables of the console. */

export interface TableColumn<T> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly isTime?: boolean;
  readonly cell: (row: T) => ComponentChildren;
}

/** The rows that a member selected, by key. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** Selects or deselects these rows. */
  readonly select: (keys: readonly string[], isSelected: boolean) => void;
}

interface TableProps<T> {
  /** The accessible name. */
  readonly label: string;
  /** The first column names the row. */
  readonly columns: readonly TableColumn<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** URL of the page to which the whole row links; omitted: rows are no links. */
  readonly linkOf?: (row: T) => string;
  /** Whether the row is the sum of the rows above it; omitted: the table has no such row. */
  readonly isTotal?: (row: T) => boolean;
  /** Adds a checkbox to each row; omitted: rows cannot be selected. */
  readonly selection?: Selection;
  /** The name of a row, which names its checkbox; omitted: the key. */
  readonly nameOf?: (row: T) => string;
  /** On phones, the table keeps its columns and scrolls to the side, so that rows can be compared; omitted: rows become blocks. */
  readonly isMatrix?: boolean;
}

const classOf = ({ isNumber, isTime }: Pick<TableColumn<never>, 'isNumber' | 'isTime'>): string | undefined =>
  isNumber ? 'number' : isTime ? 'when' : undefined;

interface CheckboxProps extends Selection {
  readonly label: string;
  /** The rows that the checkbox selects. */
  readonly keys: readonly string[];
}

const Checkbox = ({ label, keys, selected, select }: CheckboxProps) => {
  const count = keys.filter((key) => selected.has(key)).length;
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={count > 0 && count === keys.length}
      indeterminate={count > 0 && count < keys.length}
      onChange={({ currentTarget }) => select(keys, currentTarget.checked)}
    />
  );
};

interface HeadProps {
  readonly columns: readonly Pick<TableColumn<never>, 'title' | 'isNumber'>[];
  /** The checkbox that selects all rows. */
  readonly checkbox?: ComponentChildren;
}

const Head = ({ columns, checkbox }: HeadProps) => (
  <thead>
    <tr>
      {checkbox === undefined ? null : <td class="pick">{checkbox}</td>}
      {columns.map(({ title, isNumber }) => (
        <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
          {title === '' ? <span class="unseen">Actions</span> : title}
        </th>
      ))}
    </tr>
  </thead>
);

/** The box of a table. A table that scrolls to the side is a region that the keyboard can reach. */
const TableBox = ({
  label,
  isMatrix,
  children,
}: Pick<TableProps<never>, 'label' | 'isMatrix'> & { readonly children: ComponentChildren }) =>
  isMatrix ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than the page is scrolled by the keyboard too
    <section class="table matrix" aria-label={`${label}, scrolls to the side`} tabIndex={0}>
      {children}
    </section>
  ) : (
    <div class="table rows">{children}</div>
  );

/** A table with a sticky header. On phones, each row is a block of titled values, except in a matrix. */
export const DataTable = <T,>({
  label,
  columns,
  rows,
  keyOf,
  linkOf,
  isTotal,
  selection,
  nameOf = keyOf,
  isMatrix = false,
}: TableProps<T>) => {
  const [first, ...others] = columns;
  if (first === undefined) return null;
  const all = selection && <Checkbox label="Select all rows" keys={rows.map(keyOf)} {...selection} />;
  return (
    <TableBox {...{ label, isMatrix }}>
      <table aria-label={label}>
        <Head columns={columns} checkbox={all} />
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={isTotal?.(row) ? 'total' : linkOf === undefined ? undefined : 'linked'}>
              {selection === undefined ? null : (
                <td class="pick">
                  <Checkbox label={`Select ${nameOf(row)}`} keys={[keyOf(row)]} {...selection} />
                </td>
              )}
              <th scope="row" class={classOf(first)}>
                {linkOf === undefined ? first.cell(row) : <a href={linkOf(row)}>{first.cell(row)}</a>}
              </th>
              {others.map((column) => {
                const content = column.cell(row);
                return (
                  <td key={column.title} class={content === null ? 'blank' : classOf(column)} data-title={column.title}>
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
};

const SKELETON_ROWS = 8;

/** The table while its rows are loaded for the first time. */
export const SkeletonTable = ({ columns }: { readonly columns: readonly Pick<TableColumn<never>, 'title' | 'isNumber'>[] }) => (
  <div class="table rows">
    <table>
      <Head columns={columns} />
      <tbody>
        {Array.from({ length: SKELETON_ROWS }, (_none, index) => (
          <tr key={index}>
            {columns.map(({ title }) => (
              <td key={title}>
                <span class="bone" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
