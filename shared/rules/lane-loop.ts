import type { Tag } from '../entities/tag.ts';

/** The time rule of a column of the board. */
export type LaneStep = Pick<Tag, 'id' | 'timeLane' | 'nextLaneId'>;

/**
 * Whether the time rules would lead a ticket from a column back to the same column. Such a loop would send the greetings
 * of its columns to a silent customer again and again. A column without a time, or without a next one, ends the way.
 * @param lane the column as it is to be saved
 * @param others the company's columns; a stored version of `lane` among them is ignored
 */
export const makesLaneLoop = (lane: LaneStep, others: Iterable<LaneStep>): boolean => {
  const laneOf = new Map([...others].map((one) => [one.id, one]));
  const passed = new Set<number>();
  let step: LaneStep | undefined = lane;
  while (step !== undefined && step.timeLane > 0 && step.nextLaneId !== null) {
    if (step.nextLaneId === lane.id) return true;
    if (passed.has(step.nextLaneId)) return false;
    passed.add(step.nextLaneId);
    step = laneOf.get(step.nextLaneId);
  }
  return false;
};
