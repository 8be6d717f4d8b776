import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Props {
  /** The content of the button that opens the menu. */
  readonly button: ComponentChildren;
  readonly buttonClass?: string;
  readonly class?: string;
  /** The items: `li` elements with links, buttons or checkboxes. */
  readonly children: ComponentChildren;
}

/** The links, buttons and checkboxes of a menu, between which the arrow keys move the focus. */
const controlsIn = (box: HTMLElement | null): readonly HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('.menu-list a, .menu-list button, .menu-list input') ?? []),
];

/**
 * A button that opens a list of links, buttons and checkboxes. The list closes after a click on a link or on a button without the class
 * `choice-of`, on Escape and when the focus leaves it.
 */
export const Menu = ({ button, buttonClass = 'quiet', class: menuClass = '', children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    controlsIn(box.current)[0]?.focus();
    const closeOutside = ({ target }: Event): void => {
      if (!(target instanceof Node && box.current?.contains(target))) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const controls = controlsIn(box.current);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && isOpen) {
      setOpen(false);
      opener.current?.focus();
    } else if (step !== undefined && isOpen) {
      const at = controls.findIndex((control) => control === document.activeElement);
      controls[(at + step + controls.length) % controls.length]?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls inside receive the keys
    <div
      class={`menu ${menuClass}`}
      ref={box}
      onKeyDown={onKeyDown}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button ref={opener} type="button" class={buttonClass} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {button}
      </button>
      {isOpen ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys on a control inside also cause its click event
        <ul
          class="menu-list"
          onClick={({ target }) => {
            if (!(target instanceof Element) || target.closest('a, button:not(.choice-of)') === null) return;
            // The choice may open a dialog. When the dialog closes, the browser returns the focus to this button.
            opener.current?.focus();
            setOpen(false);
          }}
        >
          {children}
        </ul>
      ) : null}
    </div>
  );
};
