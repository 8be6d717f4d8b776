import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

/** Toasts: short confirmations after actions. A toast survives a change of the screen. */

const SHOWN_MS = 8000;

interface Toast {
  readonly id: number;
  readonly text: string;
  /** True: the toast stays until it is dismissed. */
  readonly isError: boolean;
}

let show: (toast: Omit<Toast, 'id'>) => void = () => undefined;
let lastId = 0;

/** Shows a confirmation, such as "Refunded €29.16 to Birgit Lang." */
export const showToast = (text: string): void => show({ text, isError: false });

/** Shows an error that belongs to no form. It stays until the member dismisses it. */
export const showErrorToast = (text: string): void => show({ text, isError: true });

/** If `isAutoDismissed`, calls `remove` after `SHOWN_MS`, but not while the pointer or the focus is on the element of the returned ref. */
export const useAutoDismiss = <T extends HTMLElement>(isAutoDismissed: boolean, remove: () => void) => {
  const element = useRef<T>(null);
  useEffect(() => {
    if (!isAutoDismissed) return undefined;
    const timer = setInterval(() => {
      if (!element.current?.matches(':hover, :focus-within')) remove();
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [isAutoDismissed]);
  return element;
};

const ToastLine = ({ toast: { text, isError }, remove }: { readonly toast: Toast; readonly remove: () => void }) => (
  <div class="toast" ref={useAutoDismiss<HTMLDivElement>(!isError, remove)}>
    <span>{text}</span>
    <button type="button" class="plain icon" onClick={remove}>
      <Icon name="close" />
      <span class="unseen">Dismiss</span>
    </button>
  </div>
);

/**
 * The container of all toasts, with `children` above them. It is always on the page, because screen readers announce changes only in an
 * existing container.
 */
export const Toasts = ({ children }: { readonly children?: ComponentChildren }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const remove = (id: number): void => setToasts((current) => current.filter((toast) => toast.id !== id));
  useEffect(() => {
    show = (toast) => {
      lastId += 1;
      const id = lastId;
      setToasts((current) => [...current, { id, ...toast }]);
    };
  }, []);
  return (
    <div class="toasts">
      {children}
      <div class="toast-list" role="status">
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} remove={() => remove(toast.id)} />
        ))}
      </div>
    </div>
  );
};
