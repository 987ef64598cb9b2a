/** Thrown when a call was carried out and its answer is held back, or lost with the connection. */
export class AnswerLost extends Error {
  readonly mode: 'stall' | 'drop';

  constructor(mode: AnswerLost['mode']) {
    super(`the answer is lost: ${mode}`);
    this.mode = mode;
  }
}
