/**
 * Returns the type detected in a file's first bytes, as `type/subtype` with parameters; undefined if none is
 * recognised.
 */
export const detectType = async (head: Uint8Array): Promise<string | undefined> => {
  // Loaded at first use, because most messages are text.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found?.mime;
};

/** Returns a file's first bytes as text, to detect markup. */
export const headText = (head: Uint8Array): string => Buffer.from(head).toString('latin1');
