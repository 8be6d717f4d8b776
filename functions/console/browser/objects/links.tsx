import { useApi } from '../app/api.ts';
import { useRead } from '../app/parts.tsx';
import { hrefOf, objectRoute } from '../app/route.ts';
import { screenOfId } from '../app/screens.ts';
import type { NameKind } from './column.ts';
import { readNames } from './names.ts';

interface Props {
  /** How the name of the object is found; omitted: `name` is shown. */
  readonly by?: NameKind;
  readonly id: string;
  readonly name?: string | null;
  readonly onSignedOut: () => void;
}

/** Links to an object by its name; by its id until the name is found. */
export const ObjectLink = ({ by, id, name = null, onSignedOut }: Props) => {
  const api = useApi();
  const column = { title: '', name: 'id', ...(by === undefined ? {} : { namedBy: by }) };
  const read = useRead(() => readNames(api, [column], [{ id }]), `${api.mode} ${id}`, onSignedOut);
  const screen = screenOfId(id, api.mode);
  const text = name ?? (read.kind === 'read' ? read.value.get(id) : undefined) ?? id;
  return screen === null ? text : <a href={hrefOf(objectRoute(api.mode, screen, id))}>{text}</a>;
};
