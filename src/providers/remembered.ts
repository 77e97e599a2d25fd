/** Encodes each object once: the result is kept with the object and forgotten with it. */
export const remembered = <T extends object, R>(encode: (value: T) => R): ((value: T) => R) => {
  const results = new WeakMap<T, R>();
  return (value) => {
    let result = results.get(value);
    if (result === undefined) {
      result = encode(value);
      results.set(value, result);
    }
    return result;
  };
};
