import { useEffect, useState } from 'preact/hooks';
import { isAtLeastRole, ROLES, type Role } from '../../../../shared/domain/account/record.ts';
import { EMAIL_MAX_LENGTH } from '../../../../shared/domain/limits.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { Calls, Member, Session } from '../app/calls.ts';
import { enumLabel } from '../app/format.ts';
import { Await, Card, DateTime, useRead, useSingleAttempt } from '../app/parts.tsx';
import type { Route } from '../app/route.ts';
import { PASSKEYS } from '../app/screens.ts';
import { focusStart } from '../app/scroll.ts';
import { showToast } from '../app/toast.tsx';
import { Passkeys } from '../session/passkeys.tsx';
import { RemoveMember } from './remove-member.tsx';

interface Props {
  readonly calls: Calls;
  readonly session: Session;
  readonly onSignedOut: () => void;
}

/** What the members of a role may do. */
const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  owner: 'Everything, including other owners.',
  admin: 'Everything, including the team and settings, but not owners.',
  support: 'Work with customers, subscriptions, invoices and refunds. No API keys and no settings.',
  viewer: 'Read only.',
};

const RoleSelect = ({ id, value, choose }: { readonly id: string; readonly value: Role; readonly choose: (role: Role) => void }) => (
  // The options of the select are the roles, so the value is a role.
  <select id={id} class="role" value={value} onChange={({ currentTarget }) => choose(currentTarget.value as Role)}>
    {ROLES.map((role) => (
      <option key={role} value={role}>
        {enumLabel(role)}
      </option>
    ))}
  </select>
);

interface LineProps {
  readonly member: Member;
  /** True if the member is the one who is signed in. */
  readonly isSelf: boolean;
  readonly isBusy: boolean;
  readonly inviteAgain: () => Promise<unknown>;
  readonly save: (role: Role) => Promise<unknown>;
  readonly remove: () => void;
}

/** The actions on a member. A chosen role is saved only by the button: choosing with the arrow keys also selects every role on the way. */
const MemberActions = ({ member, isBusy, inviteAgain, save, remove }: LineProps) => {
  const [chosen, choose] = useState<Role | null>(null);
  const isChanged = chosen !== null && chosen !== member.role;
  const send = async (): Promise<void> => {
    if (!isChanged || isBusy) return;
    await save(chosen);
    // The select shows the member's saved role again, also after an error.
    choose(null);
  };
  return (
    <div class="row">
      {member.invited ? (
        <button
          type="button"
          class="quiet"
          aria-label={`Send the invitation to ${member.email} again`}
          aria-disabled={isBusy}
          onClick={() => void inviteAgain()}
        >
          Send again
        </button>
      ) : null}
      <label for={`role-${member.id}`} class="unseen">
        Role of {member.email}
      </label>
      <RoleSelect id={`role-${member.id}`} value={chosen ?? member.role} choose={choose} />
      <button
        type="button"
        class="quiet"
        aria-label={`Save the role of ${member.email}`}
        aria-disabled={!isChanged || isBusy}
        onClick={() => void send()}
      >
        Save
      </button>
      <button type="button" class="quiet" aria-label={`Remove ${member.email}`} onClick={remove}>
        Remove
      </button>
    </div>
  );
};

const Line = ({ mayChange, ...change }: LineProps & { readonly mayChange: boolean }) => {
  const { email, created, role, invited } = change.member;
  return (
    <li>
      <div>
        <strong>{email}</strong>
        {change.isSelf ? ' (you)' : null}
        <span class="soft">
          {invited ? 'Invited' : 'Member since'} <DateTime seconds={created} />
          {invited ? ', has not signed in yet' : null}
        </span>
      </div>
      {mayChange ? <MemberActions {...change} /> : <span>{enumLabel(role)}</span>}
    </li>
  );
};

interface InvitationProps {
  readonly isBusy: boolean;
  readonly add: (email: string, role: Role) => Promise<boolean>;
}

const Invitation = ({ isBusy, add }: InvitationProps) => {
  const [email, setEmail] = useState('');
  const [chosen, choose] = useState<Role>('viewer');
  useEffect(focusStart, []);
  return (
    <form
      data-form-screen
      onSubmit={async (event) => {
        event.preventDefault();
        if (await add(email.trim(), chosen)) setEmail('');
      }}
    >
      <div class="field">
        <label for="member-email">Email</label>
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
      <fieldset class="field roles">
        <legend>Role</legend>
        {ROLES.map((role) => (
          <label key={role}>
            <input type="radio" name="role" value={role} checked={role === chosen} onChange={() => choose(role)} />
            <span>
              {enumLabel(role)}
              <span class="soft">{ROLE_TEXTS[role]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <button type="submit" aria-disabled={isBusy}>
        Invite member
      </button>
    </form>
  );
};

const Members = ({ initial, calls, session, onSignedOut }: Props & { readonly initial: readonly Member[] }) => {
  const [members, setMembers] = useState(initial);
  const [toRemove, setToRemove] = useState<Member | null>(null);
  const { problem, isBusy, attempt } = useSingleAttempt(onSignedOut);
  const mayChange = isAtLeastRole(session.member.role, 'admin');
  const changeMembers = (message: string, work: () => Promise<readonly Member[]>): Promise<boolean> => {
    return attempt(async () => {
      setMembers(await work());
      showToast(message);
    });
  };
  return (
    <>
      {problem === null ? null : <ProblemBox text={problem} />}
      {mayChange ? (
        <Card title="Invite a colleague">
          <div class="body">
            <Invitation
              isBusy={isBusy}
              add={(email, role) => changeMembers(`Invitation sent to ${email}.`, () => calls.addMember(email, role))}
            />
          </div>
        </Card>
      ) : null}
      <Card title="Members" action={<span class="soft">{members.length}</span>}>
        <div class="body">
          <ul class="list">
            {members.map((member) => (
              <Line
                key={member.id}
                {...{ member, mayChange, isBusy }}
                isSelf={member.id === session.member.id}
                inviteAgain={() => changeMembers(`Invitation sent to ${member.email} again.`, () => calls.inviteAgain(member))}
                save={(role) => changeMembers(`${member.email} is now ${role}.`, () => calls.setRole(member.id, role))}
                remove={() => {
                  setToRemove(member);
                }}
              />
            ))}
          </ul>
        </div>
      </Card>
      {toRemove === null ? null : (
        <RemoveMember
          member={toRemove}
          {...{ calls, onSignedOut }}
          done={(remaining) => {
            setMembers(remaining);
            showToast(`${toRemove.email} removed.`);
            setToRemove(null);
          }}
          close={() => setToRemove(null)}
        />
      )}
    </>
  );
};

const TeamScreen = (props: Props) => {
  const read = useRead(props.calls.members, 'team', props.onSignedOut);
  return (
    <>
      <div class="title">
        <h1>Team</h1>
      </div>
      <div class="narrow-cards">
        <Await read={read}>{(initial) => <Members {...props} initial={initial} />}</Await>
      </div>
    </>
  );
};

/** Shows the passkeys of the signed-in member on the screen `PASSKEYS`; otherwise shows the members of the account. */
export const Team = ({ route, ...props }: Props & { readonly route: Route }) =>
  route.screen === PASSKEYS ? <Passkeys calls={props.calls} onSignedOut={props.onSignedOut} /> : <TeamScreen {...props} />;
