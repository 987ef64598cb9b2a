import { commitDecision, decideOn } from '@prosa/functions/conversations/act.ts';
import { asSystem } from '@prosa/functions/conversations/actor.ts';
import type { CommittedTurn } from '@prosa/functions/conversations/commit-turn.ts';
import { directoryOf, emptyScene } from '@prosa/functions/conversations/scene.ts';
import type { Moment, Turn } from '@prosa/functions/domain/turns/turn.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';

/** Commits a turn as the product does, with the rules that apply to every turn. */
export const commitTurn = async (table: Table, turn: Turn, moment: Moment): Promise<CommittedTurn> => {
  const scene = emptyScene(asSystem(await directoryOf(table)));
  return commitDecision(await decideOn(scene, moment, () => turn));
};
