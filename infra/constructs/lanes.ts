import type { CfnResource } from 'aws-cdk-lib';

/**
 * Limits how many resources are created or deleted at the same time by the deployment of a stack, for services that throttle these calls.
 * The resources are divided into `count` lanes: each resource depends on the one that was added `count` calls earlier.
 */
export class Lanes {
  readonly #count: number;
  readonly #ends: CfnResource[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  /** Adds a resource, or several that depend on each other: `first` is created first, and `last` last. */
  add(first: CfnResource, last: CfnResource = first): void {
    const previous = this.#ends[this.#ends.length - this.#count];
    if (previous !== undefined) first.addResourceDependency(previous);
    this.#ends.push(last);
  }
}
