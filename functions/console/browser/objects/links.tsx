import { useApi } from '../app/api.ts';
import { useRead } from '../app/parts.tsx';
import { hrefOf, objectRoute } from '../app/route.ts';
import { screenOfId } from '../app/screens.ts';
import { readNamesByIds } from './names.ts';

interface Props {
  readonly id: string;
  /** The name of the object; omitted or `null`: it is found by the id. */
  readonly name?: string | null;
  readonly onSignedOut: () => void;
}

/** Link to an object. Its text is the object's name, or the id while the name is unknown. */
export const ObjectLink = ({ id, name = null, onSignedOut }: Props) => {
  const api = useApi();
  const read = useRead(() => readNamesByIds(api, name === null ? [id] : []), `${api.mode} ${id} ${name}`, onSignedOut);
  const screen = screenOfId(id, api.mode);
  const text = name ?? (read.kind === 'read' ? read.value.get(id) : undefined) ?? id;
  return screen === null ? text : <a href={hrefOf(objectRoute(api.mode, screen, id))}>{text}</a>;
};
