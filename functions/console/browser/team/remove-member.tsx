import { useState } from 'preact/hooks';
import type { Calls, Member, MemberKey } from '../app/calls.ts';
import { Await, useRead } from '../app/parts.tsx';
import { ConfirmDialog } from '../forms/confirm.tsx';

interface Props {
  readonly member: Member;
  readonly calls: Calls;
  readonly onSignedOut: () => void;
  /** Called with the remaining members after the removal. */
  readonly done: (remaining: readonly Member[]) => void;
  readonly close: () => void;
}

interface KeysProps {
  readonly keys: readonly MemberKey[];
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
}

const textOf = ({ label, prefix, livemode }: MemberKey): string =>
  `${label === null || label === '' ? '' : `${label}, `}${prefix}…, ${livemode ? 'live' : 'test'} mode`;

const Keys = ({ keys, chosen, choose }: KeysProps) =>
  keys.length === 0 ? (
    <p>The member created no active API keys.</p>
  ) : (
    <fieldset class="many">
      <legend>Revoke API keys of the member</legend>
      <p class="soft">Requests with a revoked key fail immediately. Other keys keep working.</p>
      {keys.map((key) => (
        <label key={key.id}>
          <input
            type="checkbox"
            checked={chosen.includes(key.id)}
            onChange={({ currentTarget }) => choose(currentTarget.checked ? [...chosen, key.id] : chosen.filter((id) => id !== key.id))}
          />
          {textOf(key)}
        </label>
      ))}
    </fieldset>
  );

export const RemoveMember = ({ member, calls, onSignedOut, done, close }: Props) => {
  const [chosen, choose] = useState<readonly string[]>([]);
  const read = useRead(() => calls.keysOfMember(member.id), member.id, onSignedOut);
  return (
    <ConfirmDialog title={`Remove ${member.email}`} confirm={() => calls.removeMember(member.id, chosen)} {...{ onSignedOut, done, close }}>
      <p>The member is signed out immediately and loses access to this account. The audit log keeps their actions.</p>
      <Await read={read}>{(keys) => <Keys {...{ keys, chosen, choose }} />}</Await>
    </ConfirmDialog>
  );
};
