import { prefixesOf } from '../../../scripts/support/receiver.ts';
import type { Post } from '../../../shared/webhooks/post.ts';

/** A number of posts in progress at the same time, to URLs whose path has this prefix. */
export interface ConcurrentPosts {
  readonly prefix: string;
  readonly count: number;
}

/**
 * Reports the numbers of concurrent posts when one starts. On a busy machine, the receiver can learn the end of a connection after the begin
 * of a later one, so it can see more of them at the same time than there were.
 */
export const reportingPosts = (post: Post, report: (posts: ConcurrentPosts) => void): Post => {
  const open = new Map<string, number>();
  return async (request) => {
    const prefixes = prefixesOf(new URL(request.url).pathname);
    for (const prefix of prefixes) {
      const count = (open.get(prefix) ?? 0) + 1;
      open.set(prefix, count);
      report({ prefix, count });
    }
    try {
      return await post(request);
    } finally {
      for (const prefix of prefixes) open.set(prefix, (open.get(prefix) ?? 1) - 1);
    }
  };
};
