import { useState } from 'preact/hooks';
import { Icon } from '../app/icons.tsx';
import { Menu } from '../app/menu.tsx';
import { storedText, storeText } from '../app/storage.ts';
import type { Column } from './column.ts';

const keyOf = (screen: string): string => `billing-console-columns-${screen}`;

const storedHidden = (screen: string): ReadonlySet<string> =>
  new Set((storedText(keyOf(screen)) ?? '').split('\n').filter((title) => title !== ''));

/**
 * Returns the shown columns of a list, the titles of the hidden ones (which the browser stores), and the function `toggle`, which shows or
 * hides a column. The first column is always shown.
 */
export const useColumnChoice = (screen: string, columns: readonly Column[]) => {
  const [hidden, setHidden] = useState(() => storedHidden(screen));
  const toggle = (title: string): void => {
    const after = new Set(hidden);
    if (!after.delete(title)) after.add(title);
    storeText(keyOf(screen), after.size === 0 ? null : [...after].join('\n'));
    setHidden(after);
  };
  return { shown: columns.filter(({ title }, index) => index === 0 || !hidden.has(title)), hidden, toggle };
};

interface Props {
  readonly columns: readonly Column[];
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (title: string) => void;
}

/** The menu in which a member shows and hides the columns of a list. */
export const ColumnMenu = ({ columns, hidden, toggle }: Props) => (
  <Menu
    class="columns-menu"
    button={
      <>
        <Icon name="columns" />
        Columns
      </>
    }
  >
    {columns.slice(1).map(({ title }) => (
      <li key={title}>
        <label class="choice-label">
          <input type="checkbox" checked={!hidden.has(title)} onChange={() => toggle(title)} />
          {title}
        </label>
      </li>
    ))}
  </Menu>
);
