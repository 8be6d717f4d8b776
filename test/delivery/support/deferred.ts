/** A promise that the test resolves or rejects. */
export const deferred = <T>() => {
  let end: (value: T) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const value = new Promise<T>((resolve, reject) => {
    [end, fail] = [resolve, reject];
  });
  return { value, end, fail };
};
