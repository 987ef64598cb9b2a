const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** Whether a value of JSON is nested deeper than so many levels. Does not recurse: senders choose the depth. */
export const isDeeperThan = (value: unknown, levels: number): boolean => {
  let level = childrenOf(value);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
};

/** Returns the JSON of a value of JSON, as `JSON.stringify` does, of any depth. */
export const nestedJson = (value: unknown): string => {
  const written: string[] = [];
  /** What is still to be written, the next last. */
  const left: ({ text: string } | { value: unknown })[] = [{ value }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('text' in next) written.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null)
      written.push(JSON.stringify(next.value) ?? 'null');
    else {
      const isList = Array.isArray(next.value);
      const parts = Object.entries(next.value).filter(([, part]) => isList || part !== undefined);
      written.push(isList ? '[' : '{');
      left.push({ text: isList ? ']' : '}' });
      for (const [index, [name, part]] of [...parts.entries()].toReversed()) {
        left.push(
          { value: part },
          { text: `${index === 0 ? '' : ','}${isList ? '' : `${JSON.stringify(name)}:`}` },
        );
      }
    }
  }
  return written.join('');
};
