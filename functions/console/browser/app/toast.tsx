import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

/** Toasts: short confirmations after actions. A toast survives a change of the screen. */

const SHOWN_MS = 8000;

interface Toast {
  readonly id: number;
  readonly text: string;
}

let show: (text: string) => void = () => undefined;
let lastId = 0;

/** Shows a confirmation, such as "Refunded €29.16 to Birgit Lang." */
export const showToast = (text: string): void => show(text);

/**
 * The container of all toasts, below `children`, which stay longer. It is always on the page, because screen readers announce changes only in
 * an existing container.
 */
export const Toasts = ({ children }: { readonly children?: ComponentChildren }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const remove = (id: number): void => setToasts((current) => current.filter((toast) => toast.id !== id));
  useEffect(() => {
    show = (text) => {
      lastId += 1;
      const id = lastId;
      setToasts((current) => [...current, { id, text }]);
      setTimeout(() => remove(id), SHOWN_MS);
    };
  }, []);
  return (
    <div class="toasts">
      {children}
      <div class="toast-list" role="status">
        {toasts.map(({ id, text }) => (
          <div class="toast" key={id}>
            <span>{text}</span>
            <button type="button" class="plain icon" onClick={() => remove(id)}>
              <Icon name="close" />
              <span class="unseen">Dismiss</span>
            </button>
          </div>
        ))}
      </div>
    </div>
  );
};
