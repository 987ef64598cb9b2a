import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { channelOf } from '../../channels/channels.ts';
import { act, portsAt } from '../../conversations/act.ts';
import { asAutomation } from '../../conversations/actor.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { answerTurn } from '../../domain/engine/answer-turn.ts';
import { engineWorld } from '../../domain/engine/world.ts';
import { log } from '../../platform/log.ts';
import { loadTicket } from '../../repositories/tickets/tickets.ts';
import type { InboundContext } from './ports.ts';

/**
 * Applies an answer to the ticket whose automation awaits it; ignores a late or repeated one, and one for a removed
 * ticket.
 */
export const takeAnswer = async (context: InboundContext, event: InboundEventOf<'answer'>): Promise<void> => {
  const open = async () => {
    const scene = emptyScene(asAutomation(context.directory));
    return { ...scene, ticket: await loadTicket(scene.table, event.ticketId) };
  };
  const { done } = await act({ ...portsAt(context), copyFile }, open, ({ ticket }, world, moment) =>
    ticket === undefined || ticket.connectionId === null
      ? undefined
      : answerTurn(ticket, event, engineWorld(world, channelOf(ticket), ticket.connectionId), moment),
  );
  if (done === undefined) log.info('answer that no ticket awaits', { ticketId: event.ticketId });
};
