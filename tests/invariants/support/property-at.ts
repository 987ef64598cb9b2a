/** Returns a property by dotted path; undefined if any step is missing. */
export const propertyAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => {
    if (typeof node !== 'object' || node === null) return undefined;
    return Reflect.get(node, key);
  }, value);

/** Returns a list by dotted path; empty if there is none. */
export const listAt = (value: unknown, path: string): unknown[] => {
  const found = propertyAt(value, path);
  return Array.isArray(found) ? found : [];
};
