import { withFlowsLeft } from '../domain/engine/flow.ts';
import { watched } from '../domain/engine/watch.ts';
import type { World } from '../domain/engine/world.ts';
import type { FileCopy, Moment, Turn } from '../domain/turns/turn.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Table } from '../platform/table/table.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';
import { type CommittedTurn, commitTurn } from './commit-turn.ts';
import { decideWith } from './facts.ts';
import type { Scene } from './scene.ts';

type CopyFile = (copy: FileCopy) => Promise<void>;

/**
 * The clock, the source of ids, and the function that copies files. Passed in by callers whose messages may contain
 * files.
 */
export interface Ports {
  ids: Ids;
  clock: Clock;
  copyFile?: CopyFile;
}

const noCopies: CopyFile = () => {
  throw new Error('a message carries a file where nobody copies any');
};

/** Returns ports with a fixed clock, so that a repeated decision has the same time. */
export const portsAt = ({ ids, nowMs }: Moment): Ports => ({ ids, clock: { now: () => nowMs } });

/**
 * A decision: returns the changes, or undefined if there are none. Pure, except that it may throw: a refusal, or
 * `Wanted` for data that was not read, after which it is repeated.
 */
export type Decide<S extends Scene> = (scene: S, world: World, moment: Moment) => Turn | undefined;

/** A turn after the rules that apply to every turn. Only {@link decideOn} creates it. */
export interface Decision {
  table: Table;
  turn: Turn;
  moment: Moment;
}

type Decides<S extends Scene, T> = (...given: Parameters<Decide<S>>) => T;

/** Makes a decision, which {@link commitDecision} commits. Callers that add no rows of their own use {@link act}. */
export async function decideOn<S extends Scene>(
  scene: S,
  moment: Moment,
  decide: Decides<S, Turn>,
): Promise<Decision>;
export async function decideOn<S extends Scene>(
  scene: S,
  moment: Moment,
  decide: Decides<S, Turn | undefined>,
): Promise<Decision | undefined>;
export async function decideOn<S extends Scene>(
  scene: S,
  moment: Moment,
  decide: Decides<S, Turn | undefined>,
): Promise<Decision | undefined> {
  const { table, directory, known } = scene;
  const capped = { ...moment, reachedCaps: directory.reachedCaps };
  const turn = await decideWith({ table, directory, nowMs: moment.nowMs }, known, (world) =>
    decide(scene, world, capped),
  );
  return turn === undefined
    ? undefined
    : { table, turn: withFlowsLeft(watched(turn, directory, moment)), moment };
}

/**
 * Commits a decision as one transaction, after copying the files of its messages.
 * @param also other rows to write in the same transaction
 * @throws WriteConflict if a row that it was decided on has changed: load and decide again
 */
export const commitDecision = async (
  { table, turn, moment }: Decision,
  also: readonly WriteItem[] = [],
  copyFile: CopyFile = noCopies,
): Promise<CommittedTurn> => {
  await Promise.all(turn.copies.map(copyFile));
  return commitTurn(table, turn, moment, also);
};

/**
 * Returns the ticket of a committed turn.
 * @throws Error for a turn about no ticket
 */
export const committedTicket = (done: CommittedTurn | undefined): TicketRow => {
  if (done?.ticket === undefined) throw new Error('a turn about no ticket');
  return done.ticket;
};

/** The outcome of {@link act}. `done` is undefined when the decision changed nothing. */
export interface Acted<S extends Scene> {
  scene: S;
  moment: Moment;
  done: CommittedTurn | undefined;
}

/**
 * Acts on a conversation: loads what the decision needs, decides once and commits once, and repeats all of it if
 * another write came first. All changes of tickets, messages and their rows go through this function.
 * @param also other rows to write in the same transaction as the turn
 * @throws AppError ERR_CONFLICT if every retry failed, and the errors of opening and deciding
 */
export const act = <S extends Scene>(
  { ids, clock, copyFile }: Ports,
  open: () => Promise<S>,
  decide: Decide<S>,
  also: (turn: Turn, scene: S, moment: Moment) => readonly WriteItem[] = () => [],
): Promise<Acted<S>> =>
  retryOnConflict(async () => {
    const scene = await open();
    const moment = { ids, nowMs: clock.now() };
    const decision = await decideOn(scene, moment, decide);
    const done =
      decision === undefined
        ? undefined
        : await commitDecision(decision, also(decision.turn, scene, moment), copyFile);
    return { scene, moment, done };
  });
