import type * as v from 'valibot';
import type { AnySchema } from '../operation.ts';

type DeepReadonly<Value> = Value extends object ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> } : Value;

/** Input type of a response schema, deeply readonly, so that readonly arrays of views are assignable. */
export type ResponseBody<Schema extends AnySchema> = DeepReadonly<v.InferInput<Schema>>;

/**
 * `Returned` with the type `never` for each field that `Expected` does not have. `Returned & NoExtraFields<Expected, Returned>` makes the
 * compiler reject extra fields at any depth.
 */
export type NoExtraFields<Expected, Returned> = unknown extends Expected
  ? Returned
  : Returned extends readonly (infer Item)[]
    ? readonly NoExtraFields<Extract<Expected, readonly unknown[]>[number], Item>[]
    : Returned extends object
      ? {
          readonly [Name in keyof Returned]: Name extends keyof Extract<Expected, object>
            ? NoExtraFields<Extract<Expected, object>[Name], Returned[Name]>
            : never;
        }
      : Returned;
