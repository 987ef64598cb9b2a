/** The type that a file's first bytes prove, as `type/subtype` with parameters; undefined where they prove none. */
export const detectType = async (head: Uint8Array): Promise<string | undefined> => {
  // Loaded at first use: most messages are text.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head);
  return found?.mime;
};

/** A file's first bytes as text, for looking at markup. */
export const headText = (head: Uint8Array): string => Buffer.from(head).toString('latin1');
