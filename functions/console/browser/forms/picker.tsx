import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useApi } from '../app/api.ts';
import { Icon } from '../app/icons.tsx';
import { problemText } from '../app/parts.tsx';
import { ID_PATTERN } from '../app/screens.ts';
import { canBeValue, optionOf } from './entities.ts';
import type { EntityKind } from './forms.ts';
import { findOptions, noteOf, type Option, pickerLists } from './options.ts';

/** Form fields in which the member chooses objects by name instead of id. */

const DELAY_MS = 150;

interface PickerProps {
  readonly id: string;
  readonly entity: EntityKind;
  /** The chosen value; empty: none. */
  readonly value: string;
  readonly set: (value: string) => void;
  readonly placeholder?: string;
  /** ARIA attributes of an invalid field. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

type Found = { readonly options: readonly Option[]; readonly note: string | null };

/** The options for the typed text, while the list is open. */
const useOptions = (entity: EntityKind, text: string, isOpen: boolean): Found => {
  const api = useApi();
  // Lists are read again each time the picker is opened.
  const lists = useMemo(() => pickerLists(api), [entity, isOpen]);
  const [found, setFound] = useState<Found>({ options: [], note: 'Loading…' });
  useEffect(() => {
    if (!isOpen) return undefined;
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        findOptions({ api, lists }, entity, text.trim()).then(
          (result) => isCurrent && setFound({ options: result.options, note: noteOf(result, text.trim()) }),
          (error: unknown) => isCurrent && setFound({ options: [], note: problemText(error) }),
        );
      },
      text === '' ? 0 : DELAY_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [entity, text, isOpen]);
  return found;
};

/** A text field that offers objects while the member types. A typed id is accepted, too. */
export const Picker = ({ id, entity, value, set, placeholder = 'Search', attributes = {} }: PickerProps) => {
  const api = useApi();
  /** The text in the field; `null`: the title of the chosen object. */
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Option | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The option that the arrow keys have reached; `null`: the chosen one. */
  const [selected, setSelected] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { options, note } = useOptions(entity, typed ?? '', isOpen);
  const chosenIndex = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const current = Math.min(selected ?? chosenIndex, options.length - 1);
  useEffect(() => {
    if (value === '' || chosen?.value === value || typed !== null) return;
    void optionOf(api, entity, value).then((option) => setChosen(option ?? { value, title: value, detail: '' }));
  }, [value]);
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [current, isOpen]);
  const choose = (option: Option): void => {
    setChosen(option);
    setTyped(null);
    setSelected(null);
    setOpen(false);
    set(option.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[current];
    if (step !== undefined) {
      if (isOpen && options.length > 0) setSelected((current + step + options.length) % options.length);
      setOpen(true);
    } else if (event.key === 'Enter' && isOpen && option !== undefined && typed !== value) choose(option);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const title = value === '' ? '' : chosen?.value === value ? chosen.title : value;
  // A title that loads while the field has the focus would end the selection, and the member would type behind it.
  useLayoutEffect(() => {
    if (typed === null && input.current === document.activeElement) input.current?.select();
  }, [title]);
  return (
    <div class="picker">
      <input
        ref={input}
        id={id}
        {...attributes}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-options`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && options.length > 0 ? `${id}-option-${current}` : undefined}
        autocomplete="off"
        placeholder={placeholder}
        value={typed ?? title}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
          // If an object is chosen already, the list stays closed, because it would only cover the fields below.
          setOpen(value === '');
        }}
        onClick={() => setOpen(true)}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          // Nothing is left to choose once a complete id is entered.
          setOpen(!ID_PATTERN.test(text.trim()));
          setSelected(0);
          if (text.trim() === '') set('');
          else if (canBeValue(entity, text.trim())) set(text.trim());
        }}
        onBlur={() => {
          setOpen(false);
          // A text that was not chosen is no value, so the field shows the chosen object again.
          if (typed !== null && typed.trim() !== value) setTyped(null);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen ? (
        // Without `tabIndex`, the Tab key would move the focus to a scrollable list, and the list would close.
        <div class="picker-list" id={`${id}-options`} role="listbox" aria-label="Options" tabIndex={-1} ref={list}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field receives the keys
            <div
              key={option.value}
              id={`${id}-option-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              // The field keeps the focus, so that the list does not close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span>{option.title}</span>
              <span class="soft">{option.detail}</span>
            </div>
          ))}
          {note === null ? null : (
            <div class="note" role="option" tabIndex={-1} aria-selected={false} aria-disabled="true">
              {note}
            </div>
          )}
        </div>
      ) : null}
    </div>
  );
};

interface MultiPickerProps extends Omit<PickerProps, 'value' | 'set'> {
  readonly values: readonly string[];
  readonly setValues: (values: readonly string[]) => void;
}

const Chosen = ({ entity, value, remove }: { readonly entity: EntityKind; readonly value: string; readonly remove: () => void }) => {
  const api = useApi();
  const [title, setTitle] = useState(value);
  useEffect(() => void optionOf(api, entity, value).then((option) => setTitle(option?.title ?? value)), [value]);
  return (
    <span class="chip">
      {title}
      <button type="button" class="plain icon" onClick={remove}>
        <Icon name="close" />
        <span class="unseen">Remove {title}</span>
      </button>
    </span>
  );
};

/** Chooses several objects. */
export const MultiPicker = ({ values, setValues, ...picker }: MultiPickerProps) => (
  <>
    {values.length === 0 ? null : (
      <div class="row chips">
        {values.map((value) => (
          <Chosen key={value} entity={picker.entity} value={value} remove={() => setValues(values.filter((each) => each !== value))} />
        ))}
      </div>
    )}
    <Picker
      key={values.length}
      {...picker}
      value=""
      set={(value) => {
        if (value !== '' && !values.includes(value)) setValues([...values, value]);
      }}
    />
  </>
);
