import { useState } from 'preact/hooks';
import { lastMonths, type Month } from './months.ts';

const MONTHS = 24;

/** Returns the chosen month, at first the current one, and the `select` element for choosing it. `label`: the element's accessible name. */
export const useMonth = (label: string) => {
  const [months] = useState(() => lastMonths(new Date(), MONTHS));
  const [chosen, choose] = useState(0);
  const month: Month = months[chosen] ?? { from: '', to: '', name: '' };
  const select = (
    <select aria-label={label} value={chosen} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
      {months.map(({ from, name }, index) => (
        <option key={from} value={index}>
          {name}
        </option>
      ))}
    </select>
  );
  return { month, select };
};
