/** Error of a start that a user can solve: one sentence with the problem, and a line with the solution. */
export class StartProblem extends Error {
  constructor(why: string, howToGoOn: string, options?: ErrorOptions) {
    super(`${why}\n${howToGoOn}`, options);
    this.name = 'StartProblem';
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Returns an error and its causes, outermost first. */
const chainOf = (error: unknown): unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...chainOf(error.cause)] : [error];

const isFullDisk = (error: unknown): boolean =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' || /disk is full/i.test(String(error));

export const anotherDirectory = 'choose another directory: DATA_DIR=another-folder npm start';

/** Returns the message for a failed start: the problem and its solution, or the stack of an unexpected error. */
export const explainStart = (
  error: unknown,
  { port, dataDir }: { port: number; dataDir: string },
): string => {
  const chain = chainOf(error);
  if (chain.some(isFullDisk))
    return `The disk that holds ${dataDir} is full.\nMake room on it, or ${anotherDirectory}`;
  const known = chain.find((cause) => cause instanceof StartProblem);
  if (known !== undefined) return known.message;
  if (codeOf(error) === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another port: PORT=3001 npm start`;
  if (chain.some((cause) => ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(cause) ?? '')))
    return `Not all files in ${dataDir} may be written.\nGive them to the user who starts Prosa, or ${anotherDirectory}`;
  return `Prosa could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
};
