import type { LinesTable, TaxTable, Total } from '../model.ts';
import { type Align, CONTENT_WIDTH, PAGE, type Sheet, type Style, type TextBox } from './sheet.ts';
import type { Theme } from './theme.ts';

/** Widths, like all distances in this file, are in points. */
interface Column {
  readonly width: number;
  readonly align: Align;
}

const GAP = 10;
const PADDING = 5;

interface LineColumn extends Column {
  readonly key: keyof LinesTable['head'];
}

const LINE_COLUMNS: readonly LineColumn[] = [
  { key: 'description', width: 220, align: 'left' },
  { key: 'quantity', width: 60, align: 'right' },
  { key: 'unitPrice', width: 85, align: 'right' },
  { key: 'taxRate', width: 50, align: 'right' },
  { key: 'amount', width: CONTENT_WIDTH - 415, align: 'right' },
];
const TAX_COLUMNS: readonly Column[] = [
  { width: 205, align: 'left' },
  { width: 90, align: 'right' },
  { width: 90, align: 'right' },
  { width: CONTENT_WIDTH - 385, align: 'right' },
];
const TOTAL_COLUMNS: readonly Column[] = [
  { width: 150, align: 'left' },
  { width: 110, align: 'right' },
];

/** The boxes of a cell, one below the other. */
type Cell = readonly TextBox[];
type Row = readonly Cell[];

const heightOf = (cell: Cell): number => cell.reduce((sum, box) => sum + box.height, 0);
const rowHeight = (row: Row): number => Math.max(...row.map(heightOf)) + 2 * PADDING;

/** Cells are `GAP` apart: the gap is right of a left-aligned cell and left of a right-aligned cell. */
const innerWidth = ({ width }: Column): number => width - GAP;

const rowOf = (sheet: Sheet, columns: readonly Column[], texts: readonly string[], style: Style): Row =>
  columns.map((column, index) => [sheet.box(texts[index] ?? '', innerWidth(column), style, column.align)]);

interface Layout {
  readonly columns: readonly Column[];
  readonly left: number;
}

const eachCell = (row: Row, { columns, left }: Layout, visit: (cell: Cell, x: number, index: number) => void): void => {
  let x = left;
  row.forEach((cell, index) => {
    const column = columns[index];
    if (column === undefined) throw new Error('A row has more cells than columns.');
    visit(cell, column.align === 'right' ? x + GAP : x, index);
    x += column.width;
  });
};

const writeCell = (sheet: Sheet, cell: Cell, x: number): void => {
  let y = sheet.y + PADDING;
  for (const box of cell) {
    sheet.write(box, x, y);
    y += box.height;
  }
};

type TableElement = Parameters<Parameters<Sheet['group']>[1]>[0];
/** Which cells of a row are header cells: all (column headers), the first (row header) or none. */
type HeaderCells = 'all' | 'first' | 'none';

const writeRow = (sheet: Sheet, table: TableElement, row: Row, layout: Layout, headerCells: HeaderCells): void => {
  sheet.group(
    'TR',
    (element) =>
      eachCell(row, layout, (cell, x, index) => {
        const isHead = headerCells === 'all' || (headerCells === 'first' && index === 0);
        const scope = headerCells === 'all' ? 'Column' : 'Row';
        sheet.leaf(isHead ? 'TH' : 'TD', () => writeCell(sheet, cell, x), { in: element, ...(isHead ? { scope } : {}) });
      }),
    table,
  );
  sheet.y += rowHeight(row);
};

/** Repeats the header row at the top of a page. Screen readers skip the repetition. */
const repeatHead = (sheet: Sheet, head: Row, layout: Layout, color: string): void => {
  sheet.artifact('Pagination', () => eachCell(head, layout, (cell, x) => writeCell(sheet, cell, x)));
  sheet.y += rowHeight(head);
  sheet.rule(sheet.y, color, PAGE.left, PAGE.right, 1);
};

/** Maximum lines of text in a table row, so that the row fits a page. Longer texts continue in another row. */
const MAX_LINES = 30;

const splitBox = (box: TextBox): readonly TextBox[] => {
  const lineHeight = box.height / box.lines.length;
  return Array.from({ length: Math.ceil(box.lines.length / MAX_LINES) }, (_, part) => {
    const lines = box.lines.slice(part * MAX_LINES, (part + 1) * MAX_LINES);
    return { ...box, lines, height: lines.length * lineHeight };
  });
};

/** The columns with a name in `head`. The first column also gets the width of the omitted columns. */
const columnsOf = ({ head }: LinesTable): readonly LineColumn[] => {
  const usedColumns = LINE_COLUMNS.filter(({ key }) => head[key] !== '');
  const spare = CONTENT_WIDTH - usedColumns.reduce((sum, { width }) => sum + width, 0);
  return usedColumns.map((column, index) => (index === 0 ? { ...column, width: column.width + spare } : column));
};

/** The table rows of one document line: one row, or several rows for a long description. */
const rowsOfLine = (sheet: Sheet, columns: readonly LineColumn[], line: LinesTable['rows'][number], theme: Theme): readonly Row[] => {
  const [first, ...otherColumns] = columns;
  if (first === undefined) throw new Error('The table has no columns.');
  const [start, ...rest] = splitBox(sheet.box(line.description, innerWidth(first), theme.body));
  const details = line.details.map((detail) => sheet.box(detail, innerWidth(first), theme.small));
  const otherCells = rowOf(
    sheet,
    otherColumns,
    otherColumns.map(({ key }) => line[key]),
    theme.body,
  );
  const texts: readonly TextBox[][] = [start === undefined ? [] : [start], ...rest.map((part) => [part])];
  texts.at(-1)?.push(...details);
  const emptyCells = otherColumns.map((): Cell => []);
  return texts.map((cell, index) => [cell, ...(index === 0 ? otherCells : emptyCells)]);
};

/** Writes the lines, with the header row on each page. */
export const writeLinesTable = (sheet: Sheet, table: LinesTable, theme: Theme): void => {
  const columns = columnsOf(table);
  const layout = { columns, left: PAGE.left };
  const names = columns.map(({ key }) => table.head[key]);
  const head = rowOf(sheet, columns, names, theme.head);
  sheet.group('Table', (element) => {
    writeRow(sheet, element, head, layout, 'all');
    sheet.rule(sheet.y, theme.accent, PAGE.left, PAGE.right, 1);
    for (const line of table.rows) {
      for (const row of rowsOfLine(sheet, columns, line, theme)) {
        if (sheet.ensureSpace(rowHeight(row))) repeatHead(sheet, head, layout, theme.accent);
        writeRow(sheet, element, row, layout, 'none');
      }
      sheet.rule(sheet.y, theme.faint);
    }
  });
};

const heightOfAll = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + rowHeight(row), 0);

/** Writes the totals below the lines, right-aligned and on one page. */
export const writeTotals = (sheet: Sheet, totals: readonly Total[], theme: Theme): void => {
  const width = TOTAL_COLUMNS.reduce((sum, column) => sum + column.width, 0);
  const layout = { columns: TOTAL_COLUMNS, left: PAGE.right - width };
  const rows = totals.map((total) =>
    rowOf(sheet, TOTAL_COLUMNS, [total.label, total.amount], total.emphasized ? theme.strong : theme.body),
  );
  sheet.ensureSpace(heightOfAll(rows) + PADDING);
  sheet.y += PADDING;
  sheet.group('Table', (element) => {
    rows.forEach((row, index) => {
      if (totals[index]?.emphasized === true) sheet.rule(sheet.y, theme.accent, layout.left, PAGE.right, 1);
      writeRow(sheet, element, row, layout, 'first');
    });
  });
};

const SPACE_ABOVE = 18;

/** Writes the tax for each rate, on one page. */
export const writeTaxes = (sheet: Sheet, table: TaxTable, theme: Theme): void => {
  const layout = { columns: TAX_COLUMNS, left: PAGE.left };
  const row = ({ rate, net, tax, gross }: TaxTable['head'], style: Style): Row => rowOf(sheet, TAX_COLUMNS, [rate, net, tax, gross], style);
  const heading = sheet.box(table.heading, CONTENT_WIDTH, theme.heading);
  const head = row(table.head, theme.head);
  const rows = table.rows.map((each) => row(each, theme.body));
  sheet.ensureSpace(SPACE_ABOVE + heading.height + heightOfAll([head, ...rows]));
  sheet.y += SPACE_ABOVE;
  sheet.leaf('H2', () => sheet.write(heading, PAGE.left, sheet.y));
  sheet.y += heading.height;
  sheet.group('Table', (element) => {
    writeRow(sheet, element, head, layout, 'all');
    sheet.rule(sheet.y, theme.accent);
    for (const each of rows) writeRow(sheet, element, each, layout, 'first');
  });
};
