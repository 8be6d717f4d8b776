import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import type { Calls } from './calls.ts';

/** The API for components deep in a screen, such as the picker in a form. */
export interface Api {
  readonly calls: Calls;
  readonly mode: Mode;
}

export const ApiContext = createContext<Api | null>(null);

/** The API of the current session and mode. */
export const useApi = (): Api => {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('There is no session.');
  return api;
};
