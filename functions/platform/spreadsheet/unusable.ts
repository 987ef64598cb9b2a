import type { ImportProblem } from '@prosa/shared/entities/contact-import.ts';

/** Thrown for an unusable file, with the reason. */
export class UnusableSpreadsheet extends Error {
  readonly problem: ImportProblem;
  constructor(problem: ImportProblem, options?: ErrorOptions) {
    super(`a spreadsheet is ${problem}`, options);
    this.name = 'UnusableSpreadsheet';
    this.problem = problem;
  }
}
