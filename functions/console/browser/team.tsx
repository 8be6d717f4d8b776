import { useState } from 'preact/hooks';
import { ROLES, type Role, reaches } from '../../../shared/domain/account/record.ts';
import { EMAIL_MAX_LENGTH } from '../../../shared/domain/limits.ts';
import { ProblemBox } from '../../../shared/pages/browser/parts.tsx';
import type { Calls, Member, Session } from './calls.ts';
import { timeText } from './format.ts';
import { Shown, useAttempts, useRead } from './parts.tsx';
import { Passkeys } from './passkeys.tsx';

/** Who runs the business on this account. */

interface Props {
  readonly calls: Calls;
  readonly session: Session;
  readonly signedOut: () => void;
}

const RoleChoice = ({ id, value, choose }: { readonly id: string; readonly value: Role; readonly choose: (role: Role) => void }) => (
  // The value is one of the options, which are the roles.
  <select id={id} class="role" value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Role)}>
    {ROLES.map((role) => (
      <option key={role} value={role}>
        {role}
      </option>
    ))}
  </select>
);

const Line = ({
  member,
  mayChange,
  setRole,
  remove,
}: {
  readonly member: Member;
  readonly mayChange: boolean;
  readonly setRole: (role: Role) => void;
  readonly remove: () => void;
}) => (
  <li>
    <div>
      <strong>{member.email}</strong>
      <span class="soft"> since {timeText(member.created)}</span>
    </div>
    {mayChange ? (
      <div class="row">
        <label for={`role-${member.id}`} class="unseen">
          Role of {member.email}
        </label>
        <RoleChoice id={`role-${member.id}`} value={member.role} choose={setRole} />
        <button type="button" class="quiet" aria-label={`Remove ${member.email}`} onClick={remove}>
          Remove
        </button>
      </div>
    ) : (
      <span>{member.role}</span>
    )}
  </li>
);

const AddForm = ({ add }: { readonly add: (email: string, role: Role) => Promise<boolean> }) => {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  return (
    <form
      class="add"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await add(email.trim(), role)) setEmail('');
      }}
    >
      <div class="field">
        <label for="member-email">E-mail</label>
        <input
          id="member-email"
          type="email"
          required
          maxLength={EMAIL_MAX_LENGTH}
          autocomplete="off"
          value={email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for="member-role">Role</label>
        <RoleChoice id="member-role" value={role} choose={setRole} />
      </div>
      <button type="submit">Add member</button>
    </form>
  );
};

const Members = ({ first, calls, session, signedOut }: Props & { readonly first: readonly Member[] }) => {
  const [members, setMembers] = useState(first);
  const { problem, attempt } = useAttempts(signedOut);
  const mayChange = reaches(session.member.role, 'admin');
  const act = async (work: () => Promise<readonly Member[]>): Promise<boolean> => {
    const isDone = await attempt(async () => setMembers(await work()));
    // Shows again what stands, where a choice was refused.
    if (!isDone) setMembers((before) => [...before]);
    return isDone;
  };
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      <ul class="list">
        {members.map((member) => (
          <Line
            key={member.id}
            {...{ member, mayChange }}
            setRole={(role) => void act(() => calls.setRole(member.id, role))}
            remove={() => void act(() => calls.removeMember(member.id))}
          />
        ))}
      </ul>
      {mayChange ? <AddForm add={(email, role) => act(() => calls.addMember(email, role))} /> : null}
    </>
  );
};

export const Team = (props: Props) => {
  const read = useRead(props.calls.members, 'team', props.signedOut);
  return (
    <>
      <h1>Team</h1>
      <section aria-label="Members">
        <Shown read={read}>{(first) => <Members {...props} first={first} />}</Shown>
      </section>
      <Passkeys calls={props.calls} signedOut={props.signedOut} />
    </>
  );
};
