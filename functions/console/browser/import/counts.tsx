/** Metrics side by side. */
export const Counts = ({ of }: { readonly of: readonly (readonly [title: string, count: number])[] }) => (
  <dl class="totals">
    {of.map(([title, count]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{count}</dd>
      </div>
    ))}
  </dl>
);
