/** A fair queue of wake-ups: each message names its account as the group. */
export interface FairQueue {
  readonly send: (account: number) => void;
  /**
   * Takes up to `count` messages and returns their accounts: accounts without messages in flight first, and of these the account that has
   * waited longest.
   */
  readonly receive: (count: number) => readonly number[];
  /** Deletes a message that was received. */
  readonly remove: (account: number) => void;
}

interface Group {
  waiting: number;
  inFlight: number;
}

export const newFairQueue = (): FairQueue => {
  const groups = new Map<number, Group>();
  /** Accounts with waiting messages, by whether they have messages in flight. */
  const [quiet, busy] = [new Set<number>(), new Set<number>()];
  const groupOf = (account: number): Group => {
    const group = groups.get(account) ?? { waiting: 0, inFlight: 0 };
    groups.set(account, group);
    return group;
  };
  const updateMembership = (account: number, { waiting, inFlight }: Group): void => {
    const [right, wrong] = inFlight === 0 ? [quiet, busy] : [busy, quiet];
    wrong.delete(account);
    if (waiting > 0) right.add(account);
    else right.delete(account);
  };
  const change = (account: number, waitingBy: number, inFlightBy: number): void => {
    const group = groupOf(account);
    group.waiting += waitingBy;
    group.inFlight += inFlightBy;
    updateMembership(account, group);
  };
  const receiveOne = (): number | undefined => {
    const [account] = quiet.size > 0 ? quiet : busy;
    if (account !== undefined) change(account, -1, 1);
    return account;
  };
  return {
    send: (account) => change(account, 1, 0),
    receive: (count) => {
      const received: number[] = [];
      for (let account = receiveOne(); account !== undefined; account = received.length < count ? receiveOne() : undefined)
        received.push(account);
      return received;
    },
    remove: (account) => change(account, 0, -1),
  };
};
