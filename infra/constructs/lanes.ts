import type { CfnResource } from 'aws-cdk-lib';

/**
 * Limits how many resources of a stack CloudFormation creates or deletes at the same time, for services that throttle these calls. The
 * resources are in `count` lanes: each depends on the resource that was added `count` calls earlier.
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
