import { AppError } from '@prosa/shared/errors.ts';

/** Returns the error of a call whose field cannot be kept, with its path. */
export const refuseField = (path: string, message: string): AppError =>
  new AppError('ERR_VALIDATION', { details: [{ path: `body.${path}`, message }] });
