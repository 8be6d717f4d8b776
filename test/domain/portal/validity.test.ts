import { describe, expect, it } from 'vitest';
import type { Customer } from '../../../shared/domain/customer/record.ts';
import { emailDigest, isEnded, type OpenedSession } from '../../../shared/domain/portal-session/validity.ts';
import { newCatalogue, START, World } from '../world.ts';

const world = new World();
const { ids } = world.ctx();
const customer: Customer = { ...newCatalogue(world).customer.record, email: 'first@example.test' };
const digest = (email: string) => emailDigest(ids, email);

/** A session that was created through the API and not mailed. */
const session: OpenedSession = { limited: false, mailedTo: null, emailChangeId: null, revocationsBefore: 0 };
const mailedTo = (email: string, emailChangeId: string | null = null): OpenedSession => ({
  ...session,
  limited: true,
  mailedTo: digest(email),
  emailChangeId,
});

describe('a portal session', () => {
  it('ends when all sessions of the customer are revoked after it was created', () => {
    const revokedTwice = { ...customer, portalRevocations: 2 };
    const ended = [0, 1, 2, 3].map((revocationsBefore) => isEnded({ ...session, revocationsBefore }, revokedTwice, ids));
    expect(ended).toEqual([true, true, false, false]);
  });

  it('does not depend on the email address of the customer if its link was not mailed', () => {
    expect(isEnded(session, customer, ids)).toBe(false);
    expect(isEnded(session, null, ids)).toBe(false);
  });

  it('has ended if an earlier release mailed its link and stored no digest of the email address', () => {
    expect(isEnded({ ...session, limited: true }, customer, ids)).toBe(true);
  });

  it('[PRT-15] lasts while the customer has the email address that its link was mailed to, in upper or lower case', () => {
    expect(isEnded(mailedTo('first@example.test'), customer, ids)).toBe(false);
    expect(isEnded(mailedTo(' First@Example.Test'), customer, ids)).toBe(false);
    expect(isEnded(mailedTo('former@example.test'), customer, ids)).toBe(true);
    expect(isEnded(mailedTo('first@example.test'), { ...customer, email: null }, ids)).toBe(true);
    expect(isEnded(mailedTo('first@example.test'), null, ids)).toBe(true);
  });

  it('[PRT-15] also lasts while it can approve the pending email address that its link was mailed to', () => {
    const emailChange = { id: 'emc_1', email: 'new@example.test', requestedAt: START };
    for (const email of ['first@example.test', null]) {
      const pending = { ...customer, email, emailChange };
      expect(isEnded(mailedTo('new@example.test', 'emc_1'), pending, ids)).toBe(false);
      expect(isEnded(mailedTo('new@example.test', 'emc_0'), pending, ids)).toBe(true);
      expect(isEnded(mailedTo('other@example.test', 'emc_1'), pending, ids)).toBe(true);
    }
    expect(isEnded(mailedTo('first@example.test'), { ...customer, emailChange }, ids)).toBe(false);
    expect(isEnded(mailedTo('new@example.test', 'emc_1'), customer, ids)).toBe(true);
  });

  it('stores a digest in place of the email address', () => {
    expect(digest('First@Example.Test ')).toBe(ids.derived('adr_', 'first@example.test'));
  });
});
