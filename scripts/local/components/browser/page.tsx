import { render } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ApiContext } from '../../../../functions/console/browser/app/api.ts';
import { showFont } from '../../../../functions/console/browser/app/font.ts';
import { answerWithSamples, calls } from './answers.ts';
import { BUTTON, ENTITY_PICKER, FORM_FIELD, INLINE_ERROR } from './controls.tsx';
import { CHART, STAT_CARD } from './numbers.tsx';
import { ACTION_MENU, CONFIRM_DIALOG, DRAWER, TOAST } from './overlays.tsx';
import type { ComponentSample, Specimen } from './specimen.ts';
import { DATA_TABLE, FILTER_BAR } from './tables.tsx';
import { CARD, COPY_ID, DATE_TIME, MONEY, STATUS_BADGE, TIMELINE } from './values.tsx';

/** The component page: each component of the console in each of its states, one component at a time. */

const COMPONENTS: readonly [ComponentSample, ...ComponentSample[]] = [
  DATA_TABLE,
  FILTER_BAR,
  ENTITY_PICKER,
  STATUS_BADGE,
  MONEY,
  DATE_TIME,
  COPY_ID,
  TIMELINE,
  CARD,
  ACTION_MENU,
  CONFIRM_DIALOG,
  DRAWER,
  TOAST,
  BUTTON,
  FORM_FIELD,
  INLINE_ERROR,
  STAT_CARD,
  CHART,
];

const SCHEMES = { '': 'System', 'only light': 'Light', 'only dark': 'Dark' } as const;

const SchemeChoice = () => (
  <label>
    Color scheme{' '}
    <select
      onChange={({ currentTarget }) => {
        document.documentElement.style.colorScheme = currentTarget.value;
      }}
    >
      {Object.entries(SCHEMES).map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  </label>
);

const Stage = ({ name, content, shows, isTall }: Specimen) => (
  <section aria-label={name} data-sample>
    <h2>{name.charAt(0).toUpperCase() + name.slice(1)}</h2>
    <div class={`stage ${isTall ? 'tall' : ''}`} data-state={name} data-shows={shows}>
      {content}
    </div>
  </section>
);

/** The component that the URL fragment names; the first one if it names none. */
const currentComponent = (): ComponentSample => COMPONENTS.find(({ name }) => `#${name}` === location.hash) ?? COMPONENTS[0];

const Page = () => {
  const [component, setComponent] = useState(currentComponent);
  useLayoutEffect(() => {
    const update = (): void => setComponent(currentComponent());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  // Error messages take the focus and scroll into view. The page removes the focus and scrolls back to its top.
  useEffect(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  }, [component]);
  document.title = `${component.title} – Components`;
  return (
    <ApiContext.Provider value={{ calls, mode: 'test' }}>
      <div class="samples">
        <nav aria-label="Components">
          <ul>
            {COMPONENTS.map(({ name, title }) => (
              <li key={name}>
                <a href={`#${name}`} aria-current={name === component.name ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
          <SchemeChoice />
        </nav>
        <main class="screen" key={component.name} data-component={component.name}>
          <h1>{component.title}</h1>
          {component.specimens.map((specimen) => (
            <Stage key={specimen.name} {...specimen} />
          ))}
        </main>
      </div>
    </ApiContext.Provider>
  );
};

answerWithSamples();
showFont();
const root = document.getElementById('console');
if (root !== null) render(<Page />, root);
