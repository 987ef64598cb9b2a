interface Sending {
  optFileId: number | null;
  options: readonly Sending[];
}

/** Returns the ids of the file lists that options and all options below them send. */
export const fileListsOf = (options: readonly Sending[]): number[] =>
  options.flatMap(({ optFileId, options: below }) => [
    ...(optFileId === null ? [] : [optFileId]),
    ...fileListsOf(below),
  ]);
