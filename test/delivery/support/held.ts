/** Something to be waited for, that a test ends when it likes. */
export const held = <T>() => {
  let end: (value: T) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const value = new Promise<T>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  return { value, end, fail };
};
